import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { unitSuspicions, type UnitSuspicion } from "../../tables/unit-suspicion"

export type { UnitSuspicion }

const ASKED = { table: "payin_transaction", asked: "requested_amount" } as const

/** Pay-ins whose amount the service names in another unit (docs/service.md#echoed-amounts). */
export class UnitSuspicions {
  constructor(private readonly pg: Knex) {}

  /** By the answer to a create. */
  async inCreates(): Promise<UnitSuspicion[]> {
    return unitSuspicions(this.pg, { ...ASKED, said: "echoed_amount" })
  }

  /** By lookups before the end. */
  async inLookups(): Promise<UnitSuspicion[]> {
    return unitSuspicions(this.pg, { ...ASKED, said: "reported_amount" })
  }
}
