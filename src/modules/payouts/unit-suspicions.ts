import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { unitSuspicions, type UnitSuspicion } from "../../tables/unit-suspicion"

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
}
