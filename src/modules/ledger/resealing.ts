import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { z } from "zod"
import { SealError, type Sealer } from "../../domain/privacy/seal"
import { SEALED_COLUMNS, type SealedTable } from "../../domain/privacy/sealed-columns"
import { lockFree } from "../../engine/free-rows"

/** Rows per transaction: few enough that others who wait for one do not notice. */
const BATCH = 100

/** The result of one batch. */
export interface Resealed {
  resealed: number
  /** Rows that cannot be opened, and why; they stay as they are. */
  unreadable: { id: string; code: SealError["code"] }[]
  /** Start of the next batch; null at the end of the table. */
  after: string | null
}

const row = z.object({ id: z.string() }).catchall(z.unknown())
const counted = z.object({ key: z.string(), rows: z.coerce.number() })

/**
 * Sealed columns: re-encrypts with the first key what an earlier key encrypted
 * (docs/decisions/0008-sealed-columns.md).
 */
export class Resealing {
  constructor(
    private readonly pg: Knex,
    private readonly sealer: Sealer
  ) {}

  /**
   * Re-encrypts the next rows of a table. A locked row is left for the next run, because nothing
   * here is urgent.
   */
  async next(table: SealedTable, after: string): Promise<Resealed> {
    const [first] = this.sealer.key_ids
    return this.pg.transaction(async (trx) => {
      const next = trx(table)
        .select("id", ...SEALED_COLUMNS[table])
        .where("sealed_with", "<>", first)
        .where("id", ">", after)
        .orderBy("id")
        .limit(BATCH)
      const rows: unknown[] = await lockFree(next)
      const unreadable: Resealed["unreadable"] = []
      for (const found of rows.map((one) => row.parse(one))) {
        const anew = this.anew(table, found)
        if (anew instanceof SealError) {
          unreadable.push({ id: found.id, code: anew.code })
        } else {
          await trx(table)
            .where({ id: found.id })
            .update({ ...anew, sealed_with: first })
        }
      }
      return {
        resealed: rows.length - unreadable.length,
        unreadable,
        after: rows.length < BATCH ? null : row.parse(rows.at(-1)).id,
      }
    })
  }

  /** Number of rows per earlier key. Soft-deleted rows count too: their data is as personal. */
  async waiting(table: SealedTable): Promise<Record<string, number>> {
    const rows: unknown[] = await this.pg(table)
      .select("sealed_with as key")
      .count("* as rows")
      .where("sealed_with", "<>", this.sealer.key_ids[0])
      .groupBy("sealed_with")
    return Object.fromEntries(
      rows.map((one) => counted.parse(one)).map((one) => [one.key, one.rows])
    )
  }

  /** Re-encrypts all columns of a row, or none if one of them cannot be opened. */
  private anew(
    table: SealedTable,
    found: z.infer<typeof row>
  ): Record<string, string | null> | SealError {
    try {
      return Object.fromEntries(
        SEALED_COLUMNS[table].map((column) => {
          const sealed = z.string().nullable().parse(found[column])
          const context = { table, row: found.id, column }
          return [column, sealed && this.sealer.seal(this.sealer.open(sealed, context), context)]
        })
      )
    } catch (error) {
      if (error instanceof SealError) {
        return error
      }
      throw error
    }
  }
}
