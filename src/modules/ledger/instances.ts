import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { z } from "zod"
import { FORGET_SECONDS, LIVING_SECONDS } from "../../domain/installation/instances"
import type { RefusedWebhooks } from "../../domain/notification/refused-webhooks"
import type { ThisProcess } from "./this-process"

const TABLE = "payin_instance"

const refusedWebhooks = z.array(
  z.object({
    source: z.enum(["ipn", "card"]),
    reason: z.enum(["signature", "stale", "key"]),
    count: z.number(),
    last_at: z.string(),
  })
)

const instanceRow = z.object({
  id: z.string(),
  host: z.string(),
  pid: z.number(),
  worker_mode: z.string(),
  locking: z.string(),
  event_bus: z.string(),
  version: z.string(),
  started_at: z.date(),
  seen_at: z.date(),
  refused: refusedWebhooks.nullable(),
})

/** A Medusa process that beats. */
export type Instance = z.infer<typeof instanceRow>

/**
 * The Medusa processes that live on this database. Times are the database's real clock, never a
 * test's: a test that moves its clock must not make running instances look dead.
 */
export class Instances {
  constructor(private readonly pg: Knex) {}

  /**
   * Writes that a process is running, for `upMs` so far, and what it refused. Removes instances not
   * seen for long.
   */
  async beat(
    id: string,
    process: ThisProcess,
    upMs: number,
    refusedSoFar: readonly RefusedWebhooks[] = []
  ): Promise<void> {
    const now = this.pg.fn.now()
    const refused = JSON.stringify(refusedSoFar)
    await this.pg(TABLE)
      .insert({ id, ...process, started_at: this.ago(upMs), seen_at: now, refused })
      .onConflict("id")
      .merge({ seen_at: now, refused })
    await this.pg(TABLE)
      .where("seen_at", "<", this.ago(FORGET_SECONDS * 1000))
      .delete()
  }

  /** Instances seen within the last beats, the oldest first. */
  async living(): Promise<Instance[]> {
    const rows: unknown[] = await this.pg(TABLE)
      .where("seen_at", ">", this.ago(LIVING_SECONDS * 1000))
      .whereNull("deleted_at")
      .orderBy(["started_at", "id"])
    return rows.map((row) => instanceRow.parse(row))
  }

  /** Removes the row of a process that ends in order. */
  async leave(id: string): Promise<void> {
    await this.pg(TABLE).where({ id }).delete()
  }

  private ago(ms: number): Knex.Raw {
    return this.pg.raw("now() - ? * interval '1 millisecond'", [Math.round(ms)])
  }
}
