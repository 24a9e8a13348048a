import { generateEntityId } from "@medusajs/framework/utils"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { z } from "zod"
import { majorAmount, sumAmounts, type MajorAmount } from "../../domain/money/amount"
import type { PayoutDestination } from "../../domain/payout/destination"
import { makerOf, type Actor } from "../../domain/payout/actor"
import { databaseNow } from "../../tables/now"
import { readOne } from "../../tables/rows"
import type { Payouts } from "./payouts"
import { payoutRow, type Payout } from "./rows"

const TABLE = "payin_payout_import"
/** Shorter than a month, after which the same people are paid the same again. */
const ALIKE_SECONDS = 20 * 86_400

const importRow = z.object({
  id: z.string(),
  account: z.string(),
  currency: z.string(),
  row_count: z.number(),
  total: z.string().transform((text) => majorAmount(text)),
  created_by: z.string().nullable(),
  created_at: z.date(),
})

/** An imported file. Amounts in major units. */
export type PayoutImport = z.infer<typeof importRow>

/** One valid row of a file. */
export interface ImportedRow {
  row: number
  amount: MajorAmount
  payment_method: string
  destination: PayoutDestination
  note: string | null
}

export interface NewImport {
  /** Id of the operator's request: a repeat returns the import of the first try. */
  request_id: string
  account: string
  country: string
  currency: string
  rows: readonly ImportedRow[]
}

/** Files of payouts: all rows or none. */
export class Imports {
  constructor(
    private readonly pg: Knex,
    private readonly payouts: Payouts
  ) {}

  async find(id: string): Promise<PayoutImport | null> {
    return readOne(importRow, await this.pg(TABLE).where({ id }).whereNull("deleted_at").first())
  }

  /**
   * A recent import with the same number of rows and the same total. The file sent again under
   * another key, as after a lost answer, would pay everybody twice.
   */
  async alike({
    account,
    currency,
    rows,
  }: Pick<NewImport, "account" | "currency" | "rows">): Promise<PayoutImport | null> {
    const row: unknown = await this.pg(TABLE)
      .where({ account, currency, row_count: rows.length, total: sumAmounts(rows) })
      .where("created_at", ">", databaseNow(this.pg, -ALIKE_SECONDS))
      .whereNull("deleted_at")
      .orderBy("created_at", "desc")
      .first()
    return readOne(importRow, row)
  }

  /** The payout of each row, in the order of the file. */
  async payoutsOf(id: string): Promise<{ row: number; payout: Payout }[]> {
    const rows: unknown[] = await this.pg("payin_payout")
      .where({ import_id: id })
      .whereNull("deleted_at")
    return rows
      .map((row) => payoutRow.parse(row))
      .map((payout) => ({ row: Number(payout.source_id.split(":").at(-1)), payout }))
      .sort((a, b) => a.row - b.row)
  }

  /** Writes the import and a payout for each row in one transaction. */
  async create(wanted: NewImport, actor: Actor): Promise<PayoutImport> {
    const { request_id, account, country, currency, rows } = wanted
    const made = await this.pg.transaction(async (trx) => {
      const written = await this.write(trx, wanted, actor)
      const payouts: Payout[] = []
      for (const { row, amount, payment_method, destination, note } of written.fresh ? rows : []) {
        const { payout } = await this.payouts.book(
          trx,
          {
            account,
            country,
            currency,
            amount,
            payment_method,
            source: "import",
            // A copy of the database makes the same source of the same request.
            source_id: `${request_id}:${row}`,
            import_id: written.file.id,
            destination,
            note,
          },
          actor
        )
        payouts.push(payout)
      }
      return { file: written.file, payouts }
    })
    for (const payout of made.payouts) {
      await this.payouts.announce(payout)
    }
    return made.file
  }

  private async write(
    trx: Knex,
    { request_id, account, currency, rows }: NewImport,
    actor: Actor
  ): Promise<{ file: PayoutImport; fresh: boolean }> {
    const total = sumAmounts(rows)
    const written: unknown[] = await trx(TABLE)
      .insert({
        id: generateEntityId(undefined, "payimp"),
        request_id,
        account,
        currency,
        total,
        row_count: rows.length,
        created_by: makerOf(actor),
        created_at: databaseNow(trx),
      })
      .onConflict("request_id")
      .ignore()
      .returning("*")
    const fresh = written.length > 0
    const row: unknown = fresh ? written[0] : await trx(TABLE).where({ request_id }).first()
    return { file: importRow.parse(row), fresh }
  }
}
