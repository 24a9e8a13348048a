import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { systemNote } from "../../domain/operator/system-note"
import { payoutsOfRolledBack } from "../../medusa/repairs/rolled-back-refund"
import { servicesOf } from "../settle"
import { eachRow } from "../settle/each-row"

const BATCH = 50

/**
 * Cancels payouts that nobody sent yet of Refunds that Medusa took back: no shopper or operator is
 * asked where the money goes. Safe to run twice at once.
 */
export async function withdrawRolledBackRefunds(container: MedusaContainer): Promise<void> {
  const pg = container.resolve(ContainerRegistrationKeys.PG_CONNECTION)
  const unwanted = await payoutsOfRolledBack(pg, BATCH)
  const { releases } = servicesOf(container).payouts
  const name = ({ id }: { id: string }) => `payout ${id} not withdrawn`
  await eachRow(container, unwanted, name, async ({ id }) => {
    await releases.withdraw(id, systemNote("refund_taken_back"))
  })
}
