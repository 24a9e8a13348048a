import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { UNALLOCATED_KINDS } from "../../domain/anomaly/resolution"
import { cardEndMessage } from "../../domain/card/end-text"
import { shownCardStatus } from "../../domain/card/session"
import { isAliveCard } from "../../domain/card/state"
import { shiftedNow } from "../../domain/time/clock"
import { endMessage } from "../../domain/payin/end-text"
import type { MoneyDecision } from "../../domain/payin/late-money"
import { receivedDiffers } from "../../domain/payin/received-amount"
import { payableInstructions, payableUrl, shownStatus } from "../../domain/session/view"
import type { PaymentFacts, Review } from "../../domain/session/shopper-view"
import type { Transaction } from "../../modules/ledger/rows"
import type { CardTransaction } from "../../modules/subscriptions/card-rows"
import { orderOfPayment } from "../../medusa/order-cart"
import { isUnbooked } from "../../settlement/card-unbooked"
import { toldCaptured } from "../../settlement/told-captures"
import { servicesOf } from "./index"

/** A payment of a collection, with the row of its link; null for a card. */
export interface ShopperPayment extends PaymentFacts {
  link: Transaction | null
}

/** Reads every payment of a collection, by links and by cards, the newest first. */
export async function paymentsOf(
  container: MedusaContainer,
  paymentCollectionId: string
): Promise<ShopperPayment[]> {
  const { ledger, subscriptions } = servicesOf(container)
  const [cards, transactions, newest] = await Promise.all([
    subscriptions.cardTransactions.ofCollections([paymentCollectionId]),
    ledger.transactions.ofCollections([paymentCollectionId]),
    ledger.sessions.newest(paymentCollectionId),
  ])
  // The ledger keeps captured card money beside the card's own row.
  const ofCards = new Set(cards.map(({ reference }) => reference))
  const links = transactions.filter(({ reference }) => !ofCards.has(reference))
  return Promise.all([
    ...cards.map(async (card) => ({
      ...(await factsOfCard(container, card)),
      newest: card.session_id === newest?.session_id,
      link: null,
    })),
    ...links.map(async (link) => ({
      ...(await factsOfLink(container, link)),
      newest: link.id === newest?.transaction_id,
      link,
    })),
  ])
}

type Facts = Omit<PaymentFacts, "newest">

async function factsOfLink(container: MedusaContainer, link: Transaction): Promise<Facts> {
  const { gateway } = servicesOf(container)
  const order = await orderOf(container, link)
  const late = await lateReview(container, link)
  const has_money = link.status === "approved" || late !== null
  return {
    shown: {
      status: shownStatus(link),
      payment_url: payableUrl(link),
      instructions: payableInstructions(link, shiftedNow()),
      message: endMessage(link, gateway.options.language),
    },
    has_money,
    review: late ?? (has_money ? await reviewOfLink(container, link, order) : null),
    closed_early: isClosedEarly(link),
    order,
  }
}

/**
 * Whether the link was superseded while it could still be paid. Canceling the order of a lapsed link
 * supersedes that link too, but later.
 */
function isClosedEarly({ superseded_at, lapsed_at }: Transaction): boolean {
  return superseded_at !== null && (lapsed_at === null || superseded_at < lapsed_at)
}

/** What becomes of late money of a link that is not approved (domain/payin/late-money). null: there is none. */
async function lateReview(
  container: MedusaContainer,
  { id, status }: Transaction
): Promise<Review | null> {
  if (status === "approved") {
    return null
  }
  const decision = await servicesOf(container).ledger.anomalies.lateMoney(id)
  return decision && DECIDED[decision]
}

async function reviewOfLink(
  container: MedusaContainer,
  link: Transaction,
  order: Facts["order"]
): Promise<Review | null> {
  const { ledger } = servicesOf(container)
  if (link.excluded_at !== null) {
    return DECIDED[await ledger.anomalies.decisionOn(link.id)]
  }
  if (link.settled_at !== null) {
    return order === null ? "undecided" : null
  }
  if (receivedDiffers(link) !== null) {
    return "other_amount"
  }
  return (await ledger.anomalies.isAsked(link.id, UNALLOCATED_KINDS)) ? "undecided" : null
}

const DECIDED: Record<MoneyDecision, Review> = {
  goes_back: "goes_back",
  left: "left",
  undecided: "undecided",
}

async function factsOfCard(container: MedusaContainer, card: CardTransaction): Promise<Facts> {
  const { gateway, ledger } = servicesOf(container)
  const order = await orderOf(container, card)
  const { status, refusal_code, refusal_message, release_wanted_at } = card
  const is_told = (await toldCaptured(ledger, [card])).length > 0
  // A hold that is being voided pays nothing any more.
  const is_held = isAliveCard(status) && status !== "creating" && release_wanted_at === null
  const has_money = is_held || is_told
  return {
    shown: {
      status: shownCardStatus(status),
      payment_url: null,
      instructions: null,
      message: cardEndMessage({ status, refusal_code, refusal_message }, gateway.options.language),
    },
    has_money,
    review: is_told
      ? "undecided"
      : has_money && order === null
        ? await reviewOfCard(container, card)
        : null,
    closed_early: false,
    order,
  }
}

/** Why a card without an order pays none. */
async function reviewOfCard(
  container: MedusaContainer,
  card: CardTransaction
): Promise<Review | null> {
  const { ledger } = servicesOf(container)
  if (await ledger.anomalies.isAsked(card.id, UNALLOCATED_KINDS)) {
    return "undecided"
  }
  const pg = container.resolve(ContainerRegistrationKeys.PG_CONNECTION)
  // Captured money stays captured after a refund, but then pays nothing.
  return card.status !== "captured" || (await isUnbooked(pg, ledger, card)) ? null : "goes_back"
}

async function orderOf(
  container: MedusaContainer,
  payment: { order_id: string | null; cart_id: string | null }
): Promise<Facts["order"]> {
  return orderOfPayment(container.resolve(ContainerRegistrationKeys.PG_CONNECTION), payment)
}
