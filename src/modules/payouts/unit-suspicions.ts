import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { z } from "zod"
import { isUnitDoubted } from "../../domain/money/echoed-amount"
import { unitSuspicions, type UnitSuspicion } from "../../tables/unit-suspicion"
import { attemptRow } from "./rows"

const namedPayout = attemptRow
  .pick({
    amount: true,
    currency: true,
    echoed_amount: true,
    paid_amount: true,
    paid_currency: true,
  })
  .extend({ harmless: z.boolean() })

/** So many payouts under way with another amount are read: a wrong unit stands in all of them. */
const READ = 100

/** A payout of the same account was paid rightly after its create was answered in the same unit. */
const PAID_RIGHTLY = `exists (
  select 1 from payin_payout_attempt as paid
  where paid.account = attempt.account and paid.currency = attempt.currency
    and paid.status = 'approved' and paid.deleted_at is null
    and paid.echoed_amount <> paid.amount
    and paid.paid_amount = paid.amount and paid.paid_currency = paid.currency
    and paid.echoed_amount::numeric * attempt.amount::numeric
      = attempt.echoed_amount::numeric * paid.amount::numeric)`

const ASKED = { table: "payin_payout_attempt", asked: "amount" } as const

/** Payouts whose amount the service names in another unit (docs/service.md#echoed-amounts). */
export class UnitSuspicions {
  constructor(private readonly pg: Knex) {}

  /** By the answer to a create. */
  async inCreates(): Promise<UnitSuspicion[]> {
    return unitSuspicions(this.pg, { ...ASKED, said: "echoed_amount" })
  }

  async inLookups(): Promise<UnitSuspicion[]> {
    const where = "paid_currency = currency"
    return unitSuspicions(this.pg, { ...ASKED, said: "paid_amount", where })
  }

  /**
   * Whether a payout of the account is under way whose amount the service names in another unit.
   * The next one waits: its own amount may be taken for a hundred times as much. The end of that
   * payout tells whether it was, and a person can conclude a payout that does not end.
   */
  async isDoubted(account: string): Promise<boolean> {
    const rows: unknown[] = await this.pg("payin_payout_attempt as attempt")
      .where({ account })
      .whereIn("status", ["sending", "unknown", "pending"])
      .whereRaw("(echoed_amount <> amount or paid_amount <> amount) and deleted_at is null")
      .orderBy("created_at", "desc")
      .limit(READ)
      .select("amount", "currency", "echoed_amount", "paid_amount", "paid_currency")
      .select({ harmless: this.pg.raw(PAID_RIGHTLY) })
    return rows
      .map((row) => namedPayout.parse(row))
      .some(({ harmless, ...named }) => isUnitDoubted(named, harmless))
  }
}
