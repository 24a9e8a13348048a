import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, MedusaError } from "@medusajs/framework/utils"
import { anomalyReason } from "../../domain/anomaly/reason"
import { isUnknownCard } from "../../domain/card/state"
import { claimOf, type CardClaim, type CardWebhook } from "../../domain/card/event"
import { differenceKind } from "../../domain/card/transaction"
import { repeatsCapture, type TransactionClaim } from "../../domain/card/webhook-match"
import { reasonOf } from "../../domain/error/reason"
import { isCardReference } from "../../domain/row/reference"
import { readStoredWebhook } from "../../domain/notification/stored-webhook"
import type { InboxEvent } from "../../modules/inbox/events"
import type { CardHeard } from "../../modules/subscriptions/card-status-reports"
import type { CardTransaction } from "../../modules/subscriptions/card-rows"
import { servicesOf } from "../settle/index"
import { CardAnomalies } from "./anomalies"
import { applyCards } from "./index"

/**
 * Tries of an unmatched webhook, over about two minutes: it may come before the answer that tells
 * us the service's id.
 */
const NOBODYS_TRIES = 6

type SubscriptionClaim = Extract<CardClaim, { about: "subscription" }>

const USELESS: Record<Extract<CardClaim, { about: "nothing" }>["reason"], string> = {
  unknown_event: "an event that is not documented",
  names_nothing: "names no transaction and no subscription",
}

/** The result of a webhook: the card transaction that it moved, or the reject reason. */
type Heard = { moved: CardTransaction | null } | { useless: string }

/**
 * Processes a claimed card webhook. Its signature held when it was stored, so it is believed as far
 * as it fits a row of the plugin (docs/decisions/0014-card-outcomes.md). Telling Medusa has its own
 * schedule on the row.
 */
export async function processWebhook(container: MedusaContainer, event: InboxEvent): Promise<void> {
  const { inbox } = servicesOf(container)
  let heard: Heard
  try {
    heard = await hear(container, event)
    await ("useless" in heard
      ? inbox.events.ignored(event.id, heard.useless)
      : inbox.events.processed(event.id))
  } catch (error) {
    const message = reasonOf(error)
    const state = await inbox.events.failed(event, message)
    container
      .resolve(ContainerRegistrationKeys.LOGGER)
      .warn(`payin ${event.reference}: webhook ${event.id} ${state}: ${message}`)
    return
  }
  if ("moved" in heard && heard.moved !== null) {
    await applyCards(container, { id: heard.moved.id })
  }
}

async function hear(container: MedusaContainer, event: InboxEvent): Promise<Heard> {
  const webhook = readStoredWebhook(event.payload, event)
  if (webhook === null) {
    return { useless: "cannot be read any more" }
  }
  const claim = claimOf(webhook)
  switch (claim.about) {
    case "nothing":
      return { useless: USELESS[claim.reason] }
    case "subscription":
      return hearSubscription(container, event, claim)
    case "transaction":
      return hearTransaction(container, event, { claim, webhook })
    case "unclear":
      return hearUnclear(container, event, { claim, webhook })
  }
}

/** An event about a payment of ours whose meaning is not clear: a person asks the service. */
async function hearUnclear(
  container: MedusaContainer,
  event: InboxEvent,
  {
    claim,
    webhook: { type: said, transaction: shown },
  }: { claim: Extract<CardClaim, { about: "unclear" }>; webhook: CardWebhook }
): Promise<Heard> {
  const { subscriptions, ledger } = servicesOf(container)
  const ids = await subscriptions.cardStatusReports.named(event.account ?? "", claim)
  const [id] = ids
  if (id === undefined || ids.length > 1) {
    return nobodys(container, event, {
      names: ids.length,
      webhook: { type: said, transaction: shown },
    })
  }
  const row = await subscriptions.cardTransactions.present(id)
  if (claim.why === "contradicts_itself" && repeatsCapture(row, claim.transaction)) {
    return { moved: null }
  }
  if (row.status === "capturing" || (row.status === "creating" && row.sent_at !== null)) {
    // What it means is compared with the answer of the call that is under way.
    throw tooEarly()
  }
  const text = claim.why === "undocumented" ? "webhook_unclear" : "webhook_contradicts_itself"
  const reason = anomalyReason(text, { said, status: row.status })
  const facts = { ...shownFacts(said, shown), reason }
  await new CardAnomalies(ledger).contradicted("unknown_status", row, facts)
  return { moved: null }
}

function tooEarly(): MedusaError {
  return new MedusaError(
    MedusaError.Types.CONFLICT,
    "the service is being asked about this card payment: looked at again"
  )
}

/** The facts of a webhook for a person, with every name by which the service can find it. */
function shownFacts(said: string, shown: CardWebhook["transaction"]) {
  const { amount = null, currency = null, linked_transaction_id: linked = null } = shown ?? {}
  return {
    said,
    ...(said === "transaction.captured" && amount !== null && { arrived: { amount, currency } }),
    shown: {
      amount,
      currency,
      transaction_id: shown?.transaction_id ?? null,
      ...(shown?.kind === "capture" && { kind: shown.kind }),
      ...(linked !== null && { linked_transaction_id: linked }),
    },
  }
}

/**
 * A subscription of the service is a card of ours; the subscriptions renewing with it end with it.
 */
async function hearSubscription(
  container: MedusaContainer,
  event: InboxEvent,
  { cause, subscription_id }: SubscriptionClaim
): Promise<Heard> {
  const { subscriptions } = servicesOf(container)
  const account = event.account ?? ""
  const card = await subscriptions.cards.findBySubscription(account, subscription_id)
  if (card === null) {
    return nobodys(container, event, { names: 0 })
  }
  if (cause !== "created") {
    await subscriptions.cards.ended(card.id, cause)
    await subscriptions.subscriptions.endOfCard(
      { account, subscription_id },
      { cause, actor: "service", by: null }
    )
  }
  return { moved: null }
}

async function hearTransaction(
  container: MedusaContainer,
  event: InboxEvent,
  { claim, webhook }: { claim: TransactionClaim; webhook: CardWebhook }
): Promise<Heard> {
  const { subscriptions } = servicesOf(container)
  const heard = await subscriptions.cardStatusReports.record(event.account ?? "", claim, webhook.at)
  if (heard.outcome === "nobodys") {
    return nobodys(container, event, { names: heard.names, webhook })
  }
  if (heard.outcome === "early") {
    throw tooEarly()
  }
  if (
    heard.outcome === "differs" ||
    heard.outcome === "contradiction" ||
    heard.outcome === "unasked" ||
    heard.outcome === "lapsed"
  ) {
    await contradicted(container, webhook, heard)
    return { moved: null }
  }
  const { transaction } = heard
  if (heard.outcome !== "late") {
    await followUp(container, transaction)
  }
  return { moved: transaction }
}

/**
 * Does what the provider does after the same answer; repeated after a crash between the move and
 * this.
 */
async function followUp(container: MedusaContainer, transaction: CardTransaction): Promise<void> {
  const { subscriptions, ledger } = servicesOf(container)
  if (transaction.authorized_at !== null) {
    await subscriptions.cards.save(transaction.card_id)
  }
  if (!isUnknownCard(transaction.status)) {
    await new CardAnomalies(ledger).answered(transaction)
  }
  if (transaction.cycle_id !== null) {
    await subscriptions.subscriptions.requeueOfCycle(transaction.cycle_id)
  }
}

async function contradicted(
  container: MedusaContainer,
  { type: said, transaction: shown }: CardWebhook,
  heard: Extract<CardHeard, { outcome: "differs" | "contradiction" | "unasked" | "lapsed" }>
): Promise<void> {
  const { ledger } = servicesOf(container)
  const { transaction } = heard
  const facts = shownFacts(said, shown)
  const anomalies = new CardAnomalies(ledger)
  if (heard.outcome === "differs") {
    const reason = anomalyReason("webhook_differs", { fields: heard.in.join(", ") })
    await anomalies.contradicted(differenceKind(heard.in), transaction, { ...facts, reason })
    return
  }
  const reason = reasonOfContradiction(heard.outcome, said, transaction)
  await anomalies.contradicted("status_changed_after_final", transaction, { ...facts, reason })
}

function reasonOfContradiction(
  outcome: "contradiction" | "unasked" | "lapsed",
  said: string,
  { status }: CardTransaction
): string {
  switch (outcome) {
    case "lapsed":
      return anomalyReason("webhook_lapsed", { said })
    case "unasked":
      return anomalyReason("webhook_unasked", { said, status })
    case "contradiction":
      return anomalyReason("webhook_contradicts", { said, status })
  }
}

/**
 * A webhook that names no row, or two. A person is asked about two, because it tells of money of one
 * of them. A person is asked about none under a reference of our form: the money is of a copy of this
 * database, of a row that a restored backup lacks, or forged.
 */
async function nobodys(
  container: MedusaContainer,
  { attempts, account, reference: named }: InboxEvent,
  { names, webhook }: { names: number; webhook?: Pick<CardWebhook, "type" | "transaction"> }
): Promise<Heard> {
  const anomalies = new CardAnomalies(servicesOf(container).ledger)
  if (names > 1 && webhook !== undefined) {
    const { type: said, transaction: shown } = webhook
    const facts = {
      reason: anomalyReason("webhook_names_two", { said }),
      ...shownFacts(said, shown),
    }
    await anomalies.unmatched({ account, reference: named }, facts)
    return { moved: null }
  }
  if (attempts < NOBODYS_TRIES) {
    throw new MedusaError(
      MedusaError.Types.NOT_FOUND,
      "it names no card payment of this store yet: looked at again"
    )
  }
  const reference = webhook?.transaction?.reference_id ?? null
  if (webhook === undefined || reference === null || !isCardReference(reference)) {
    return { useless: "names no card payment of this store" }
  }
  const { type: said, transaction: shown } = webhook
  const reason = anomalyReason("webhook_unmatched", { said })
  const facts = { reason, ...shownFacts(said, shown) }
  await anomalies.unmatched({ account, reference }, facts)
  return { moved: null }
}
