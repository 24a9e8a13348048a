import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { holdsWithDeadCapture } from "../../medusa/repairs/unfinished-capture"
import { hasTransaction } from "../settle/booked"
import { eachRow } from "../settle/each-row"
import { servicesOf } from "../settle/index"
import type { Order, Payment } from "../../medusa/payment-snapshot"

/** Whether Medusa began a capture and has not finished it; it may be running. */
export function isUnfinished({ captured_at, captures }: Payment, order: Order): boolean {
  return captured_at == null && captures.some(({ id }) => !hasTransaction(order, id))
}

/** Requeues holds whose capture died before the card was asked: nothing else would. */
export async function requeueUnfinished(container: MedusaContainer, limit: number): Promise<void> {
  const pg = container.resolve(ContainerRegistrationKeys.PG_CONNECTION)
  const rows = await holdsWithDeadCapture(pg, limit)
  const { cardWatch } = servicesOf(container).subscriptions
  const name = ({ id }: { id: string }) => `hold ${id} whose capture died not looked at again`
  await eachRow(container, rows, name, ({ id }) => cardWatch.requeue(id))
}
