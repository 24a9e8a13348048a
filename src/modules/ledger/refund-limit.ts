import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { transactionRow, type Transaction } from "./rows"

/**
 * Refund limit: locks a pay-in for refunds. Every decision about its remaining money is made under
 * the lock of its row, whatever the source, so that no two promise the same money
 * (docs/decisions/0003-refund-is-a-payout.md).
 */
export class RefundLimit {
  constructor(private readonly pg: Knex) {}

  /**
   * Runs `work` under the lock; null when there is no such pay-in. `work` must not call the service
   * or Medusa.
   */
  async under<Result>(
    transactionId: string,
    work: (payIn: Transaction, trx: Knex.Transaction) => Promise<Result>
  ): Promise<Result | null> {
    return this.pg.transaction(async (trx) => {
      const row: unknown = await trx("payin_transaction")
        .where({ id: transactionId })
        .whereNull("deleted_at")
        .forUpdate()
        .first()
      return row === undefined ? null : work(transactionRow.parse(row), trx)
    })
  }
}
