import type { MedusaContainer } from "@medusajs/framework/types"
import { isFinal } from "../../domain/payin/state"
import { shopperView, toldPayment, type ShopperView } from "../../domain/session/shopper-view"
import type { Transaction } from "../../modules/ledger/rows"
import { servicesOf } from "./index"
import { requestLookup } from "./notification"
import { paymentsOf } from "./shopper-payments"

/**
 * How the payment of a session's collection stands. Requests a lookup at most once per few seconds;
 * null for an id that was never ours.
 */
export async function viewOfSession(
  container: MedusaContainer,
  sessionId: string
): Promise<ShopperView | null> {
  const { ledger, gateway } = servicesOf(container)
  const known = await ledger.sessions.find(sessionId)
  if (known === null) {
    return null
  }
  const payments = await paymentsOf(container, known.payment_collection_id)
  const link = toldPayment(payments)?.link ?? null
  if (link !== null && isExpected(link) && (await ledger.observations.mayPoll(link.id))) {
    await requestLookup(container, { transaction_id: link.id, event_id: null })
  }
  return shopperView(payments, gateway.options.language)
}

/** The link by which a payment collection can be paid now; null when there is none. */
export async function payableLink(
  container: MedusaContainer,
  paymentCollectionId: string
): Promise<{ url: string; link: Transaction } | null> {
  const { gateway } = servicesOf(container)
  const payments = await paymentsOf(container, paymentCollectionId)
  const { payment_url } = shopperView(payments, gateway.options.language)
  const link = toldPayment(payments)?.link ?? null
  return payment_url === null || link === null ? null : { url: payment_url, link }
}

/** A lookup can change what the shopper is told. */
function isExpected({ status, settled_at }: Transaction): boolean {
  return !isFinal(status) || (status === "approved" && settled_at === null)
}
