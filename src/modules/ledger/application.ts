import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { databaseNow } from "../../domain/clock"
import {
  APPLY_BACKOFF_SECONDS,
  PLACED_SEEN_GRACE_SECONDS,
  backoffSeconds,
} from "../../domain/schedule"
import { transactionRow, type Transaction } from "./rows"

const TABLE = "payin_transaction"

/** Which approved pay-ins Medusa has still to be told of, and when to try again. */
export class Application {
  constructor(private readonly pg: Knex) {}

  /**
   * Claims approved pay-ins that are due and not settled. The due time moves on with the claim, so a
   * claimant that dies gives the row back by itself.
   */
  async claim(limit: number): Promise<string[]> {
    const answer: { rows: { id: string }[] } = await this.pg.raw(
      `update payin_transaction set apply_after = ?
       where id in (
         select id from payin_transaction
         where status = 'approved' and settled_at is null and apply_after is not null
           and apply_after <= ?
         order by apply_after limit ? for update skip locked)
       returning id`,
      [databaseNow(this.pg, 60), databaseNow(this.pg), limit]
    )
    return answer.rows.map((row) => row.id)
  }

  /** Puts the next attempt on the schedule and keeps why the last one failed. */
  async postpone(transaction: Transaction, error: string): Promise<void> {
    const seconds = backoffSeconds(APPLY_BACKOFF_SECONDS, transaction.apply_attempts + 1)
    await this.pg(TABLE)
      .where({ id: transaction.id })
      .whereNull("settled_at")
      .update({
        apply_attempts: this.pg.raw("apply_attempts + 1"),
        apply_after: databaseNow(this.pg, seconds),
        apply_error: error,
      })
  }

  /** Another pass holds the row: look again shortly, it may have read an older state. */
  async revisit(id: string): Promise<void> {
    await this.pg(TABLE)
      .where({ id, status: "approved" })
      .whereNull("settled_at")
      .update({ apply_after: databaseNow(this.pg, 2) })
  }

  /** Nothing is left to do until a notification or a person wakes the row. */
  async rest(id: string): Promise<void> {
    await this.pg(TABLE).where({ id }).update({ apply_after: null })
  }

  /** Core announced the order of these pay-ins. */
  async placedSeen(
    orderId: string,
    paymentCollectionIds: readonly string[]
  ): Promise<Transaction[]> {
    const rows: unknown[] = await this.pg(TABLE)
      .whereIn("payment_collection_id", [...paymentCollectionIds])
      .update({
        order_id: this.pg.raw("coalesce(order_id, ?)", [orderId]),
        placed_seen_at: this.pg.raw("coalesce(placed_seen_at, ?)", [databaseNow(this.pg)]),
      })
      .returning("*")
    return rows.map((row) => transactionRow.parse(row))
  }

  /** Settled pay-ins whose `order.placed` was lost, marked before they are answered (design.md 5). */
  async claimUnplaced(limit: number): Promise<{ id: string; order_id: string }[]> {
    const answer: { rows: { id: string; order_id: string }[] } = await this.pg.raw(
      `update payin_transaction set placed_event_at = ?
       where id in (
         select id from payin_transaction
         where settled_at < ? and order_id is not null and cart_id is not null
           and placed_seen_at is null and placed_event_at is null
         order by settled_at limit ? for update skip locked)
       returning id, order_id`,
      [databaseNow(this.pg), databaseNow(this.pg, -PLACED_SEEN_GRACE_SECONDS), limit]
    )
    return answer.rows
  }
}
