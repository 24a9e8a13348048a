import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { isCardProvider } from "../../domain/options/provider-id"
import {
  keptPayments,
  vanishedPayments,
  type Vanished,
} from "../../medusa/repairs/vanished-payment"
import type { Transaction } from "../../modules/ledger/rows"
import { eachRow } from "./each-row"
import { servicesOf } from "./index"

const BATCH = 20

/** Settled rows that are checked at once: most are there. */
const CHECKED = 200

/**
 * Requeues settled money whose payment Medusa deleted since, as it does with a draft order: no
 * order shows it any more. Settling then shows it as `paid_without_order`.
 *
 * @returns how many rows were found, also those that could not be requeued
 */
export async function unsettleVanished(container: MedusaContainer): Promise<number> {
  const pg = container.resolve(ContainerRegistrationKeys.PG_CONNECTION)
  const rows = await vanishedPayments(pg, BATCH)
  const logger = container.resolve(ContainerRegistrationKeys.LOGGER)
  const name = ({ reference }: Vanished) => `${reference} of a deleted payment not looked at again`
  await eachRow(container, rows, name, async ({ id, reference }) => {
    await servicesOf(container).ledger.application.unsettle(id)
    logger.warn(`payin ${reference}: its payment was deleted in Medusa: looked at again`)
  })
  return rows.length
}

/**
 * Checks once, some minutes after settling, that Medusa still has the order and the payment of the
 * money, and requeues it otherwise: settling finds its order, or shows it as `paid_without_order`,
 * for a card as `captured_without_order`. Safe to run twice at once.
 *
 * @returns how many were requeued
 */
export async function unsettleWithoutOrder(container: MedusaContainer): Promise<number> {
  const { application } = servicesOf(container).ledger
  const pg = container.resolve(ContainerRegistrationKeys.PG_CONNECTION)
  const rows = await application.uncheckedOrders(CHECKED)
  if (rows.length === 0) {
    return 0
  }
  const kept = await keptPayments(
    pg,
    rows.map(({ id }) => id)
  )
  const lost = rows.filter(({ id }) => !kept.has(id))
  const requeued = new Set<string>()
  const name = ({ reference }: Transaction) => `${reference} without an order not looked at again`
  await eachRow(container, lost, name, async (row) => {
    await requeueLost(container, row)
    requeued.add(row.id)
  })
  // A link whose order is gone is settled, and then checked, anew.
  const isChecked = ({ id, provider_id }: Transaction) =>
    kept.has(id) || (requeued.has(id) && isCardProvider(provider_id))
  await application.orderChecked(rows.filter(isChecked).map(({ id }) => id))
  return requeued.size
}

async function requeueLost(
  container: MedusaContainer,
  { id, reference, provider_id }: Transaction
): Promise<void> {
  const { ledger, subscriptions } = servicesOf(container)
  container
    .resolve(ContainerRegistrationKeys.LOGGER)
    .warn(`payin ${reference}: its order or payment is gone in Medusa: looked at again`)
  if (!isCardProvider(provider_id)) {
    await ledger.application.unsettle(id)
    return
  }
  const card = await subscriptions.cardTransactions.findByReference(reference)
  if (card !== null) {
    await subscriptions.cardWatch.requeue(card.id)
  }
}
