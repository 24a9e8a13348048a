import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { z } from "zod"

const parcelRow = z.object({ canceled: z.boolean() })

/** Whether a fulfillment was canceled or deleted, or never was. */
export async function isParcelGone(pg: Knex, fulfillmentId: string | null): Promise<boolean> {
  const answer: { rows: unknown[] } = await pg.raw(
    `select canceled_at is not null or deleted_at is not null as canceled
     from fulfillment where id = ?`,
    [fulfillmentId]
  )
  const [fulfillment] = z.array(parcelRow).parse(answer.rows)
  return fulfillment === undefined || fulfillment.canceled
}
