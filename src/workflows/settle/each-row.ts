import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { reasonOf } from "../../domain/error/reason"

/** Runs a sweep's work on every row. A failing row is logged and delays no other. */
export async function eachRow<Row>(
  container: MedusaContainer,
  rows: readonly Row[],
  name: (row: Row) => string,
  work: (row: Row) => Promise<void>
): Promise<void> {
  for (const row of rows) {
    try {
      await work(row)
    } catch (error) {
      container
        .resolve(ContainerRegistrationKeys.LOGGER)
        .error(`payin: ${name(row)}: ${reasonOf(error)}`)
    }
  }
}
