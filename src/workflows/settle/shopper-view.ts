import type { MedusaContainer } from "@medusajs/framework/types"
import { receivedFits } from "../../domain/received-amount"
import { endMessage } from "../../domain/end-text"
import { isFinal } from "../../domain/payin-state"
import { SESSION_POLL_SECONDS } from "../../domain/schedule"
import type { SessionStatus } from "../../domain/session-data"
import { payableUrl, shownStatus } from "../../domain/session-view"
import type { Language } from "../../domain/text"
import type { Transaction } from "../../modules/ledger/rows"
import { servicesOf } from "./index"
import { cardView } from "./card-view"
import { prompt } from "./notification"
import { orderOfCart } from "./place"

export interface ShopperView {
  status: SessionStatus
  payment_url: string | null
  order_id: string | null
  /** For people: why a payment will not come, or that a person looks at it. */
  message: string | null
}

const OTHER_AMOUNT: Record<Language, string> = {
  es: "Recibimos un pago distinto al solicitado. La tienda lo está revisando.",
  en: "We received another amount than was asked for. The store is looking into it.",
}

/**
 * The current payment of a session's collection. Requests a lookup at most once per few seconds;
 * null for an id that was never ours.
 */
export async function shopperView(
  container: MedusaContainer,
  sessionId: string
): Promise<ShopperView | null> {
  const { ledger, gateway } = servicesOf(container)
  const known = await ledger.sessions.find(sessionId)
  if (known === null) {
    return null
  }
  const byCard = await cardView(container, known.payment_collection_id)
  if (byCard !== null) {
    return byCard
  }
  const transaction = await presentPayment(container, known.payment_collection_id)
  if (transaction === null) {
    return { status: "needs_input", payment_url: null, order_id: null, message: null }
  }
  const waiting = transaction.status === "approved" && transaction.settled_at === null
  if (
    (!isFinal(transaction.status) || waiting) &&
    (await ledger.observations.mayAsk(transaction.id, SESSION_POLL_SECONDS))
  ) {
    await prompt(container, { transaction_id: transaction.id, event_id: null })
  }
  return {
    status: shownStatus(transaction),
    payment_url: payableUrl(transaction),
    order_id: transaction.order_id ?? (await orderOfCart(container, transaction.cart_id)),
    message: messageFor(transaction, gateway.options.language),
  }
}

/** Received money, else the shopper's current payment; null while input is needed. */
export async function presentPayment(
  container: MedusaContainer,
  paymentCollectionId: string
): Promise<Transaction | null> {
  const { ledger } = servicesOf(container)
  const transactions = await ledger.transactions.ofCollections([paymentCollectionId])
  const paid =
    transactions.find((one) => one.settled_at !== null) ??
    transactions.find((one) => one.status === "approved" && one.excluded_at === null)
  if (paid !== undefined) {
    return paid
  }
  const newest = await ledger.sessions.newest(paymentCollectionId)
  return transactions.find((one) => one.id === newest?.transaction_id) ?? null
}

function messageFor(transaction: Transaction, language: Language): string | null {
  if (transaction.status === "approved") {
    return receivedFits(transaction) ? null : OTHER_AMOUNT[language]
  }
  return endMessage(transaction, language)
}
