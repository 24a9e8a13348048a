import { setTimeout as sleep } from "node:timers/promises"
import type { MedusaContainer } from "@medusajs/framework/types"
import { SEALED_TABLES, type SealedTable } from "../../domain/privacy/sealed-columns"
import { servicesOf } from "../settle"

/** Runs over a table: rows locked by a running store are free again after moments. */
const PASSES = 5
const PAUSE_MS = 1_000

/** Sealed columns: the result of one table. */
export interface TableResealed {
  table: SealedTable
  resealed: number
  /** Rows that no configured key opens. */
  unreadable: { id: string; code: string }[]
  /** Number of rows by the id of the earlier key that they still need. */
  waiting: Record<string, number>
}

/**
 * Sealed columns: re-encrypts every stored text with the first key of option `encryptionKey`, so
 * that the earlier keys can be removed from it. In batches, safe beside a running store, and safe
 * to repeat.
 */
export async function resealAll(
  container: MedusaContainer,
  told: (table: TableResealed) => void = () => undefined
): Promise<TableResealed[]> {
  const results: TableResealed[] = []
  for (const table of SEALED_TABLES) {
    const result = await resealTable(container, table)
    told(result)
    results.push(result)
  }
  return results
}

async function resealTable(container: MedusaContainer, table: SealedTable): Promise<TableResealed> {
  const { resealing } = servicesOf(container).ledger
  let resealed = 0
  for (let pass = 1; ; pass++) {
    const unreadable: TableResealed["unreadable"] = []
    let after: string | null = ""
    while (after !== null) {
      const batch = await resealing.next(table, after)
      resealed += batch.resealed
      unreadable.push(...batch.unreadable)
      after = batch.after
    }
    const waiting = await resealing.waiting(table)
    const left = Object.values(waiting).reduce((sum, rows) => sum + rows, 0)
    if (left <= unreadable.length || pass === PASSES) {
      return { table, resealed, unreadable, waiting }
    }
    await sleep(PAUSE_MS)
  }
}
