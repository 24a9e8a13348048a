import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { transactionRow, type Transaction } from "./rows"

/**
 * Giving a pay-in back. Every decision on how much of it is still there is made under the lock of
 * its row, whatever the source, so that no two ever promise the same money
 * (docs/decisions/0003-refund-is-a-payout.md).
 */
export class Returning {
  constructor(private readonly pg: Knex) {}

  /** Null when there is no such pay-in. Nothing that calls the service or Medusa may run in it. */
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
