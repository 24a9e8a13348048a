import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { subtractAmounts, ZERO } from "../../domain/money/amount"
import { providerIdsOf } from "../../domain/options/provider-id"
import { ourProviders, servicesOf } from "../settle"
import { eachUnderLock } from "../settle/each-under-lock"
import { readOwed } from "../../medusa/order"
import { completeBooks } from "./books"
import type { Shown } from "../../medusa/order-refunds"
import { overshownOrders, removeSurplusEntries } from "../../medusa/repairs/surplus-refund-entry"

const BATCH = 50

/**
 * Removes what orders show as refunded and nobody refunded: Medusa's cancel writes its entry also
 * when its refund failed, and other entries are written twice
 * (docs/medusa.md#refunds-only-on-the-order). Such an order asks its shopper to pay again. An entry
 * that no row proves to be ours is left to a person. Safe to run twice at once.
 */
export async function removeSurplus(container: MedusaContainer): Promise<void> {
  const pg = container.resolve(ContainerRegistrationKeys.PG_CONNECTION)
  const providers = ourProviders(container)
  let last = ""
  for (;;) {
    const orders = await overshownOrders(pg, providers, { after: last, limit: BATCH })
    await eachUnderLock(
      container,
      orders,
      { lockKey: ({ order_id }) => order_id, name: ({ order_id }) => `order ${order_id}` },
      async ({ order_id }) => correct(container, order_id)
    )
    const end = orders.at(BATCH - 1)
    if (end === undefined) {
      return
    }
    last = end.order_id
  }
}

async function correct(container: MedusaContainer, orderId: string): Promise<void> {
  const pg = container.resolve(ContainerRegistrationKeys.PG_CONNECTION)
  const shown = await removeSurplusEntries(pg, ourProviders(container), orderId)
  if (shown === null) {
    return
  }
  const { surplus, doubtful, unwritten } = shown.compared
  if (surplus.length > 0) {
    const names = surplus.map(({ reference_id }) => reference_id).join(", ")
    container
      .resolve(ContainerRegistrationKeys.LOGGER)
      .warn(`payin: order ${orderId} showed refunds that do not exist (${names}): they are removed`)
  }
  for (const { refund_id } of unwritten) {
    const payment = shown.payments.find(({ refunds }) => refunds.some(({ id }) => id === refund_id))
    if (payment !== undefined) {
      await completeBooks(container, payment.payment_collection_id, refund_id)
    }
  }
  if (doubtful.length > 0 && (await readOwed(container, orderId))?.owed.nothing === null) {
    await ask(container, orderId, shown)
  }
}

async function ask(container: MedusaContainer, orderId: string, shown: Shown): Promise<void> {
  const { ledger, gateway } = servicesOf(container)
  const provider = shown.payments.at(0)?.provider_id ?? ""
  const account = gateway.options.accounts.find(({ id }) => providerIdsOf(id).includes(provider))
  for (const { id, reference_id, amount } of shown.compared.doubtful) {
    await ledger.anomalies.open({
      kind: "order_refund_unknown",
      subject: id,
      account: account?.id ?? null,
      order_id: orderId,
      facts: {
        amount: subtractAmounts(ZERO, amount),
        currency: shown.currency,
        order_transaction: id,
        names: reference_id,
      },
    })
  }
}
