import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { z } from "zod"
import { HELD_SECONDS } from "../../domain/time/schedule"
import { databaseNow } from "../../tables/now"

const QUEUED = { table: "payin_payout", where: "status = 'queued'" }
const UNDER_WAY = {
  table: "payin_payout_attempt",
  where: "lookup_after is not null and status <> 'approved'",
}

type Waiting = typeof QUEUED

/**
 * Payouts of accounts that are no longer in the options: they can neither be sent nor looked up.
 */
export class UnconfiguredAccounts {
  constructor(private readonly pg: Knex) {}

  /** Marks their queued payouts with the reason why they wait. */
  async strand(known: readonly string[]): Promise<void> {
    const strangers = await this.strangers(QUEUED, known)
    if (strangers.length > 0) {
      const now = databaseNow(this.pg)
      await this.pg(QUEUED.table)
        .whereRaw(QUEUED.where)
        .whereIn("account", strangers)
        .where("submit_after", "<=", now)
        .whereNull("deleted_at")
        .update({
          reason: "no_account",
          submit_after: databaseNow(this.pg, HELD_SECONDS),
          updated_at: now,
        })
    }
  }

  /** Removed accounts with payouts on their way. */
  async underWay(known: readonly string[]): Promise<string[]> {
    return this.strangers(UNDER_WAY, known)
  }

  // Steps from account to account by the index, whose first column is the account, so that the rows
  // of configured accounts, a whole queue, are not read.
  private async strangers({ table, where }: Waiting, known: readonly string[]): Promise<string[]> {
    const least = (more = "") =>
      `select min(account) from ${table} where ${where} and deleted_at is null ${more}`
    const found: { rows: unknown[] } = await this.pg.raw(
      `with recursive waiting(account) as (
         (${least()})
         union all
         select (${least("and account > waiting.account")}) from waiting
         where waiting.account is not null)
       select account from waiting where account is not null order by account`
    )
    return found.rows
      .map((row) => z.object({ account: z.string() }).parse(row).account)
      .filter((account) => !known.includes(account))
  }
}
