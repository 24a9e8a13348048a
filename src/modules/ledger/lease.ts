import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { LEASE_SECONDS } from "../../domain/time/schedule"
import { FREED, takeLease } from "../../engine/lease"
import { databaseNow } from "../../tables/now"
import { readOne } from "../../tables/rows"
import { transactionRow, type Transaction } from "./rows"

const TABLE = "payin_transaction"

/**
 * Lease: the right to apply the outcome of one pay-in. Each lease raises the fencing number, and
 * every write under the lease checks it: a worker whose lease has expired changes nothing
 * (docs/decisions/0007-leases-and-order-locks.md).
 */
export interface Lease {
  readonly transaction: Transaction
  readonly owner: string
  readonly fence: number
}

/** Columns that may be written under a lease. */
export type LeasedWrite = Partial<
  Record<"captured_event_at" | "settled_at" | "apply_after", "now">
> & {
  excluded_at?: "now" | null
  order_id?: string
  apply_error?: string | null
}

export class LeaseLostError extends Error {
  constructor(transactionId: string) {
    super(`The lease on pay-in ${transactionId} was lost: another instance took over.`)
    this.name = "LeaseLostError"
  }
}

export class Leases {
  constructor(private readonly pg: Knex) {}

  /** Takes the lease; null while another holder is alive. */
  async acquire(transactionId: string, owner: string): Promise<Lease | null> {
    const row = this.pg(TABLE).where({ id: transactionId })
    const taken = await takeLease(this.pg, row, LEASE_SECONDS, { leased_by: owner })
    const transaction = readOne(transactionRow, taken)
    return transaction && { transaction, owner, fence: transaction.fence }
  }

  /**
   * Writes under the lease. `once` names a mark that must still be empty; false when it was already
   * set.
   * @throws LeaseLostError when the fencing number moved on.
   */
  async write(lease: Lease, write: LeasedWrite, once?: keyof LeasedWrite): Promise<boolean> {
    const values = Object.fromEntries(
      Object.entries(write).map(([column, value]) => [
        column,
        value === "now" ? databaseNow(this.pg) : value,
      ])
    )
    const held = this.pg(TABLE).where({ id: lease.transaction.id, fence: lease.fence })
    const query = once === undefined ? held : held.whereNull(once)
    const changed = await query.update({ ...values, updated_at: databaseNow(this.pg) })
    if (changed > 0) {
      return true
    }
    const still: unknown = await this.pg(TABLE)
      .where({ id: lease.transaction.id, fence: lease.fence })
      .first("id")
    if (still === undefined) {
      throw new LeaseLostError(lease.transaction.id)
    }
    return false
  }

  /** Releases the lease; a lost lease is left to its new holder. */
  async release(lease: Lease): Promise<void> {
    await this.pg(TABLE)
      .where({ id: lease.transaction.id, fence: lease.fence })
      .update({ leased_by: null, ...FREED })
  }
}
