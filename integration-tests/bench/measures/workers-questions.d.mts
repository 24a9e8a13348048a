import type { Knex } from "@medusajs/framework/mikro-orm/knex"

/** Asks what a worker asks. */
export type Question = (place: { pg: Knex; middle: number }) => Promise<unknown>

export function workersQuestions(plugin: (file: string) => object): Record<string, Question>
