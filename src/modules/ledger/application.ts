import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { z } from "zod"
import { UNALLOCATED_KINDS } from "../../domain/anomaly/resolution"
import {
  APPLY_BACKOFF_SECONDS,
  ORDER_CHECK_SECONDS,
  UNQUEUED_AFTER_SECONDS,
  PLACED_SEEN_GRACE_SECONDS,
} from "../../domain/time/schedule"
import { changeFree } from "../../engine/free-rows"
import { unleasedSql } from "../../engine/lease"
import { Queue } from "../../engine/queue"
import { listed } from "../../tables/listed"
import { databaseNow } from "../../tables/now"
import { idRow, transactionRow, type Transaction } from "./rows"

const TABLE = "payin_transaction"
const UNSETTLED = "status = 'approved' and settled_at is null"
const DECIDING = listed([...UNALLOCATED_KINDS, "status_changed_after_final"])
/** The service called it paid without an amount before the row held it (domain/payin/late-money). */
const UNNAMED = `kind = 'unknown_status' and facts ->> 'reason' = 'amount_not_understood'
  and created_at <= one.status_changed_at`

const placedRow = z.object({ id: z.string(), order_id: z.string() })

/** A leased row. Writes of a worker that lost the lease change nothing. */
type Leased = Pick<Transaction, "id" | "fence" | "apply_attempts">

/** Apply outcome: approved pay-ins that Medusa does not show yet, and the time of the next try. */
export class Application {
  private readonly queue: Queue<typeof idRow>

  constructor(private readonly pg: Knex) {
    this.queue = new Queue(pg, {
      table: TABLE,
      row: idRow,
      due: "apply_after",
      where: UNSETTLED,
      attempts: "apply_attempts",
      visibility: 60,
      backoff: APPLY_BACKOFF_SECONDS,
    })
  }

  /** Claims approved pay-ins that are due and not settled. */
  async claim(limit: number): Promise<string[]> {
    return (await this.queue.claim({ limit })).map(({ id }) => id)
  }

  /**
   * Schedules the next try and keeps the reason of the last failure. Only tries of the sweep count
   * (see `claim`): a polling page must not use the schedule up.
   */
  async postpone({ id, fence, apply_attempts }: Leased, error: string): Promise<void> {
    await this.queue.retry({ id, fence }, apply_attempts + 1, { apply_error: error })
  }

  /** Another worker holds the row and may have read an older state: retry soon. */
  async retrySoon(id: string): Promise<void> {
    await this.queue.sleep({ id }, 2)
  }

  /** The settlement is no longer valid: settling runs again. */
  async unsettle(id: string): Promise<void> {
    await this.pg(TABLE)
      .where({ id, status: "approved" })
      .whereNotNull("settled_at")
      // What is booked anew is checked anew.
      .update({ settled_at: null, order_checked_at: null, apply_after: databaseNow(this.pg) })
  }

  /** Settled money whose order and payment nobody checked since, the oldest first. */
  async uncheckedOrders(limit: number): Promise<Transaction[]> {
    const rows: unknown[] = await this.pg(TABLE)
      .whereNotNull("settled_at")
      .whereNull("order_checked_at")
      .whereNull("deleted_at")
      .where("settled_at", "<", databaseNow(this.pg, -ORDER_CHECK_SECONDS))
      .orderBy("settled_at")
      .limit(limit)
    return rows.map((row) => transactionRow.parse(row))
  }

  async orderChecked(ids: readonly string[]): Promise<void> {
    await this.pg(TABLE)
      .whereIn("id", [...ids])
      .whereNotNull("settled_at")
      .update({ order_checked_at: databaseNow(this.pg) })
  }

  /**
   * Parks the row until a notification or a person requeues it. Somebody who asked for another try
   * since the lease was taken gets it: the worker may have read Medusa before.
   */
  async park({ id, fence, apply_after }: Leased & Pick<Transaction, "apply_after">): Promise<void> {
    await this.queue.park({ id, fence }, {}, apply_after)
  }

  /**
   * Requeues approved money that is not queued: unsettled, and without an open anomaly. Settling
   * then books the money or opens an anomaly.
   */
  requeueUnqueued(limit: number): Promise<string[]> {
    return this.requeue("excluded_at is null", limit)
  }

  /**
   * Requeues approved money that was excluded from settlement without a person's decision, which a
   * crash leaves. Reads every decision that excluded money, so it runs less often.
   */
  requeueUndecided(limit: number): Promise<string[]> {
    return this.requeue(
      `excluded_at is not null and not exists (
         select 1 from payin_anomaly
         where transaction_id = one.id and status = 'resolved' and deleted_at is null
           and (action = 'refund' or (action = 'ignore' and (kind in ${DECIDING} or (${UNNAMED})))))`,
      limit
    )
  }

  /**
   * Medusa announced the order of these pay-ins. They belong to the order's customer from now on: a
   * guest may have begun to pay, and signed in before the order was placed.
   */
  async placedSeen(
    { id, customer_id }: { id: string; customer_id: string | null },
    paymentCollectionIds: readonly string[]
  ): Promise<Transaction[]> {
    const rows: unknown[] = await this.pg(TABLE)
      .whereIn("payment_collection_id", [...paymentCollectionIds])
      .whereNull("deleted_at")
      .update({
        order_id: this.pg.raw("coalesce(order_id, ?)", [id]),
        placed_seen_at: this.pg.raw("coalesce(placed_seen_at, ?)", [databaseNow(this.pg)]),
        ...(customer_id !== null && { customer_id }),
      })
      .returning("*")
    return rows.map((row) => transactionRow.parse(row))
  }

  /**
   * Settled pay-ins whose `order.placed` was lost, marked before they are returned
   * (docs/medusa.md#killed-completion). An order announced with an earlier payment of the same
   * collection is not announced again: of several payments only the first settled one is claimed.
   */
  async claimUnplaced(limit: number): Promise<z.infer<typeof placedRow>[]> {
    const rows = await changeFree(
      this.pg,
      {
        table: TABLE,
        where: {
          text: `settled_at < ? and order_id is not null and cart_id is not null
            and placed_seen_at is null and placed_event_at is null and deleted_at is null
            and not exists (
              select 1 from payin_transaction other
              where other.payment_collection_id = one.payment_collection_id
                and other.deleted_at is null
                and (other.placed_seen_at is not null or other.placed_event_at is not null
                  or (other.order_id is not null and other.cart_id is not null
                    and (other.settled_at, other.id) < (one.settled_at, one.id))))`,
          values: [databaseNow(this.pg, -PLACED_SEEN_GRACE_SECONDS)],
        },
        order: "settled_at",
        limit,
      },
      { text: "placed_event_at = ?", values: [databaseNow(this.pg)] }
    )
    return rows.map((row) => placedRow.parse(row))
  }

  private async requeue(which: string, limit: number): Promise<string[]> {
    const free = unleasedSql(this.pg)
    const rows = await changeFree(
      this.pg,
      {
        table: TABLE,
        where: {
          text: `${UNSETTLED} and apply_after is null and deleted_at is null
            and status_changed_at < ? and ${which} and ${free.text}
            and not exists (
              select 1 from payin_anomaly
              where transaction_id = one.id and status = 'open' and deleted_at is null
                and kind in ${listed(UNALLOCATED_KINDS)})`,
          values: [databaseNow(this.pg, -UNQUEUED_AFTER_SECONDS), ...free.values],
        },
        order: "status_changed_at",
        limit,
      },
      { text: "apply_after = ?, excluded_at = null", values: [databaseNow(this.pg)] }
    )
    return rows.map((row) => idRow.parse(row).id)
  }
}
