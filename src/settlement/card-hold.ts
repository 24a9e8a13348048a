import { randomUUID } from "node:crypto"
import { dayIn } from "../domain/time/calendar-day"
import type { Text } from "../domain/text/language"
import type { CardTransaction, Card } from "../modules/subscriptions/card-rows"
import { reportDisagreement, takeAnswer } from "./card-answer"
import { aboutHold, CallBudget, failureOf, isInQuestion, mayBeDoneElsewhere } from "./card-calls"
import type { CardAsked, CardDeps, CardFailure } from "./card-calls"

/** Code of our own refusal, made without a call to the service. */
const REMOVED_CARD = "REMOVED_CARD"

const REMOVED_CARD_TEXT: Text = {
  es: "La tarjeta guardada se eliminó: elige otra.",
  en: "The saved card was deleted: choose another one.",
}

/**
 * Asks the service to hold the money of a row, once, however often it is called: the row is claimed
 * first, and marked before the call leaves. A new card is first saved at the service.
 */
export async function holdOnCard(
  deps: CardDeps,
  transaction: CardTransaction,
  budget = new CallBudget(deps.options)
): Promise<CardAsked> {
  const { cardTransactions, cardRequests } = deps.subscriptions
  const claimed = await cardTransactions.claim(transaction.id)
  if (claimed === null) {
    return afterOthers(deps, transaction)
  }
  // A webhook told of this hold before anybody here asked for it, so another installation may have
  // asked. Asking again could charge twice: a person decides first.
  if (await isInQuestion(deps, claimed)) {
    await cardTransactions.putBack(claimed)
    return { outcome: "later", transaction: claimed }
  }
  const card = await keptCard(deps, claimed)
  if (card === "later") {
    await cardTransactions.putBack(claimed)
    return { outcome: "later", transaction: claimed }
  }
  if (card.removed_at !== null && claimed.cycle_id === null) {
    const message = REMOVED_CARD_TEXT[deps.options.language]
    return refuse(deps, claimed, { code: REMOVED_CARD, message })
  }
  if (card.status !== "active" || card.subscription_id === null) {
    return refuse(deps, claimed, { code: null, message: card.last_error })
  }
  if (!budget.hasTime()) {
    await cardTransactions.putBack(claimed)
    return { outcome: "later", transaction: claimed }
  }
  const request_id = randomUUID()
  // A worker that lost the claim must not send: another one has sent, or the hold is not wanted any
  // more.
  const call = claimed.linked_transaction_id === null ? "authorize" : "renew"
  const isOurs = await cardTransactions.sending(claimed, (trx) =>
    cardRequests.keep({ id: request_id, call, ...aboutHold(claimed) }, trx)
  )
  return isOurs
    ? preauthorize(deps, claimed, { ...card, subscription_id: card.subscription_id }, request_id)
    : afterOthers(deps, claimed)
}

/** Another worker asked, or asks now. If its process died in between, the outcome is unknown. */
async function afterOthers(deps: CardDeps, { id }: CardTransaction): Promise<CardAsked> {
  const { cardTransactions, cardMoves } = deps.subscriptions
  if (await cardTransactions.isSilent(id)) {
    const { transaction } = await cardMoves.move(id, { to: "unknown", cause: "unclear" })
    return { outcome: "answered", transaction }
  }
  const transaction = await cardTransactions.present(id)
  return { outcome: transaction.status === "creating" ? "busy" : "answered", transaction }
}

/** The card saved at the service. A create without a clear answer moved no money. */
async function keptCard(deps: CardDeps, of: CardTransaction): Promise<Card | "later"> {
  const { cards, cardRequests } = deps.subscriptions
  const card = await cards.present(of.card_id)
  const token = cards.tokenOf(card)
  const customer_data = cards.customerOf(card)
  if (card.status !== "creating" || token === null || customer_data === null) {
    return card
  }
  const { account, plan_name, periodicity } = card
  // Today, not the day of the choice: since then midnight may have passed, and a past day is
  // refused.
  const start_date = dayIn(deps.options.timeZone, await deps.subscriptions.subscriptions.now())
  try {
    const asked = { token, plan_name, periodicity, start_date, customer_data }
    const request_id = randomUUID()
    await cardRequests.keep({ id: request_id, call: "create", ...aboutHold(of) })
    const made = await deps.gateway.cards.createSubscription(account, asked, request_id)
    return await cards.made(card.id, made.subscription_id)
  } catch (error) {
    const { outcome, message } = failureOf(deps, error)
    if (outcome.kind === "try_later") {
      return "later"
    }
    // The shopper reads it: the bank's reason, or what they typed wrong.
    const isForPeople =
      outcome.kind === "declined" || (outcome.kind === "refused" && outcome.reason === "validation")
    const last_error = isForPeople ? message : null
    await cards.failed(card.id, last_error)
    return { ...card, status: "failed", last_error }
  }
}

async function preauthorize(
  deps: CardDeps,
  claimed: CardTransaction,
  { id: card_id, subscription_id }: Card & { subscription_id: string },
  request_id: string
): Promise<CardAsked> {
  const { cards, cardTransactions } = deps.subscriptions
  const { id, account, reference, currency, amount, tax, linked_transaction_id } = claimed
  if (!(await cardTransactions.mayStillLeave({ id, status: "creating" }))) {
    return { outcome: "later", transaction: await cardTransactions.unsent(id) }
  }
  const hold = { subscription_id, reference, currency, amount, tax }
  try {
    const { transaction } = await (linked_transaction_id === null
      ? deps.gateway.cards.authorize(account, hold, request_id)
      : deps.gateway.cards.renew(account, { ...hold, linked_transaction_id }, request_id))
    const { transaction_id } = transaction
    const facts = { transaction_id }
    const moved = await takeAnswer(deps, id, { to: "authorized", cause: "answered", facts })
    if (moved.transition !== "contradiction") {
      await cards.save(card_id)
    }
    return { outcome: "answered", transaction: moved.transaction }
  } catch (error) {
    const failure = failureOf(deps, error)
    switch (failure.outcome.kind) {
      case "declined":
        return refuse(deps, claimed, failure, "declined")
      case "refused":
        // The card's subscription is not active: the card is not offered again. For a renewal the
        // original may be the cause (docs/service.md#card-errors).
        if (await mayBeCharged(deps, claimed, failure)) {
          return unclear(deps, claimed)
        }
        if (failure.outcome.reason === "invalid_state" && linked_transaction_id === null) {
          await cards.ended(card_id, "canceled")
        }
        return refuse(deps, claimed, failure)
      case "try_later":
        return { outcome: "later", transaction: await cardTransactions.unsent(id) }
      default:
        await reportDisagreement(deps, claimed, "authorized", failure.shown)
        return unclear(deps, claimed)
    }
  }
}

/** Whether the other installation may have charged this period under this reference. */
async function mayBeCharged(
  deps: CardDeps,
  { cycle_id }: CardTransaction,
  failure: CardFailure
): Promise<boolean> {
  if (cycle_id === null) {
    return false
  }
  const charged = await deps.subscriptions.renewalHolds.lastCharged(cycle_id)
  return mayBeDoneElsewhere(deps, failure, charged)
}

async function unclear({ subscriptions }: CardDeps, { id }: CardTransaction): Promise<CardAsked> {
  const step = { to: "unknown", cause: "unclear" } as const
  return {
    outcome: "answered",
    transaction: (await subscriptions.cardMoves.move(id, step)).transaction,
  }
}

async function refuse(
  deps: CardDeps,
  { id }: CardTransaction,
  said: { code: string | null; message: string | null },
  to: "declined" | "error" = "error"
): Promise<CardAsked> {
  const { transaction } = await takeAnswer(deps, id, {
    to,
    cause: "refused",
    values: { refusal_code: said.code, refusal_message: said.message },
  })
  return { outcome: "answered", transaction }
}
