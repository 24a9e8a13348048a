import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { holdsOfTakenBack } from "../../medusa/repairs/taken-back-order"
import { eachRow } from "../settle/each-row"
import { servicesOf } from "../settle/index"

/** Requeues holds whose order Medusa deleted since: see {@link holdsOfTakenBack}. */
export async function requeueTakenBack(container: MedusaContainer, limit: number): Promise<void> {
  const pg = container.resolve(ContainerRegistrationKeys.PG_CONNECTION)
  const rows = await holdsOfTakenBack(pg, limit)
  const { cardWatch } = servicesOf(container).subscriptions
  const name = ({ id }: { id: string }) => `hold ${id} of an order taken back not looked at again`
  await eachRow(container, rows, name, ({ id }) => cardWatch.requeue(id))
}
