import { generateEntityId } from "@medusajs/framework/utils"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { z } from "zod"
import type { PseBank } from "../../domain/method/pse"
import { databaseNow } from "../../tables/now"
import { readOne } from "../../tables/rows"

const TABLE = "payin_bank_list"

const keptList = z.object({
  banks: z.array(z.object({ code: z.string(), name: z.string(), image: z.string().nullable() })),
  age_seconds: z.coerce.number(),
})

/** A list and how long ago the service gave it. */
type KeptBankList = z.infer<typeof keptList>

/** The last good list of banks of each account (see models/bank-list). */
export class BankLists {
  constructor(private readonly pg: Knex) {}

  async find(account: string): Promise<KeptBankList | null> {
    const row: unknown = await this.pg(TABLE)
      .where({ account })
      .select(
        "banks",
        this.pg.raw("extract(epoch from (? - read_at)) as age_seconds", [databaseNow(this.pg)])
      )
      .first()
    return readOne(keptList, row)
  }

  /** Replaces the list of the account. */
  async keep(account: string, banks: readonly PseBank[]): Promise<void> {
    const values = { banks: JSON.stringify(banks), read_at: databaseNow(this.pg) }
    await this.pg(TABLE)
      .insert({ id: generateEntityId(undefined, "paybanks"), account, ...values })
      .onConflict("account")
      .merge({ ...values, updated_at: databaseNow(this.pg) })
  }
}
