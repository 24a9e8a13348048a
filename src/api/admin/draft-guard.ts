import type { MedusaNextFunction, MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { isUnknownCard } from "../../domain/card/state"
import { isOurProvider } from "../../domain/options/provider-id"
import { findOwingOrder, type OwingOrder } from "../../medusa/owing-order"
import { collectionsOf } from "../../workflows/payment-link/owing"
import { servicesOf } from "../../workflows/settle"
import { enterOrderLock } from "../order-lock"
import { refuse } from "../refusal"

/**
 * Refuses to delete a draft order with money of the plugin on it. Medusa checks only that it is a
 * draft, and deletes payments and captures with it (docs/medusa.md#deleted-drafts). The open links
 * of a draft that may be deleted are superseded first.
 */
export async function guardDraftDeletion(
  req: MedusaRequest,
  res: MedusaResponse,
  next: MedusaNextFunction
): Promise<void> {
  const entered = await enterOrderLock(req, res, req.params.id)
  if (entered === "refused") {
    return
  }
  // Read after the wait for the order lock, so that money received meanwhile counts.
  const draft = entered === "locked" ? await findOwingOrder(req.scope, req.params.id) : null
  if (draft?.status !== "draft") {
    next()
    return
  }
  const paid = await paidBy(req, draft)
  if (paid !== null) {
    const message =
      `${paid} pays draft order ${draft.id}: deleted with it, the money would be on no order. ` +
      "Make an order of the draft and refund or cancel that."
    refuse(res, { status: 409, type: "conflict", message, code: "draft_is_paid" })
    return
  }
  await servicesOf(req.scope).ledger.links.supersede(collectionsOf(draft))
  next()
}

/**
 * A link, payment or card that holds money, or may: a paid link, a payment in Medusa, a card with
 * an unknown outcome.
 */
async function paidBy(req: MedusaRequest, order: OwingOrder): Promise<string | null> {
  const { ledger, subscriptions } = servicesOf(req.scope)
  const ids = collectionsOf(order)
  const link = (await ledger.transactions.ofCollections(ids)).find(
    ({ status, excluded_at }) => status === "approved" && excluded_at === null
  )
  if (link !== undefined) {
    return `Payment ${link.reference}`
  }
  const payment = order.payment_collections
    .flatMap(({ payments }) => payments)
    .find(({ provider_id, canceled_at }) => isOurProvider(provider_id) && canceled_at == null)
  if (payment !== undefined) {
    return `Payment ${payment.id}`
  }
  const card = (await subscriptions.cardTransactions.ofCollections(ids)).find(
    ({ status }) => isUnknownCard(status) || status === "capturing"
  )
  return card === undefined ? null : `Card payment ${card.reference}`
}
