import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { z } from "zod"
import type { CardOutcome } from "../domain/card/answer"
import { isCardQuestion } from "../domain/card/question"
import { remoteCardTransaction, type RemoteCardTransaction } from "../domain/card/transaction"
import type { PayInOptions } from "../domain/options/options"
import { MEDUSA_CALL_SERVICE_MS } from "../domain/time/schedule"
import type { PayInGatewayService } from "../modules/gateway/service"
import type { PayInLedgerService } from "../modules/ledger/service"
import type { CardTransaction } from "../modules/subscriptions/card-rows"
import type { PayInSubscriptionsService } from "../modules/subscriptions/service"

/** Dependencies of card calls; passed in, so that a provider and a workflow can both make them. */
export interface CardDeps {
  subscriptions: Pick<
    PayInSubscriptionsService,
    "cards" | "cardTransactions" | "cardMoves" | "cardRequests" | "renewalHolds" | "subscriptions"
  >
  gateway: Pick<PayInGatewayService, "cards">
  ledger: Pick<PayInLedgerService, "anomalies" | "installations">
  options: Pick<PayInOptions, "card" | "language" | "timeouts" | "timeZone">
}

/**
 * The row after a call.
 * - `answered`: its state tells the outcome, which may be unknown
 * - `busy`: another worker makes the call at this moment
 * - `later`: nothing left; the same call may be made again
 */
export interface CardAsked {
  outcome: "answered" | "busy" | "later"
  transaction: CardTransaction
}

/** A failed call: its meaning for the row, and the parts of it that may be kept and shown. */
export interface CardFailure {
  outcome: CardOutcome
  code: string | null
  /** The service's text for a person; null without one. */
  message: string | null
  /** The transaction in the answer; null when it named none. */
  shown: RemoteCardTransaction | null
}

const LONGEST = 500
const said = z.looseObject({
  service_message: z
    .string()
    .transform((text) => text.slice(0, LONGEST))
    .nullish()
    .catch(null),
  transaction: remoteCardTransaction.nullish().catch(null),
})

/**
 * Reads an error of a gateway call.
 *
 * @throws the error itself when it is not from the gateway: a bug of ours
 */
export function failureOf({ gateway }: Pick<CardDeps, "gateway">, error: unknown): CardFailure {
  const outcome = gateway.cards.outcomeOf(error)
  if (outcome === null || outcome.kind === "success") {
    throw error
  }
  const { service_message, transaction } = said.parse(error)
  return {
    outcome,
    code: outcome.code ?? (outcome.kind === "refused" ? outcome.reason.toUpperCase() : null),
    message: service_message ?? null,
    shown: transaction ?? null,
  }
}

/**
 * Whether a refusal may be about what the installation that was taken over from did with this card.
 * It is no proof then: a card cannot be looked up, and the next try would be a second charge.
 *
 * @param moment when the money was held, or the subscription was last charged, as known here
 */
export async function mayBeDoneElsewhere(
  { ledger }: Pick<CardDeps, "ledger">,
  { outcome }: CardFailure,
  moment: Date
): Promise<boolean> {
  // A refusal about the account says nothing of a card.
  const isOfCard =
    outcome.kind === "refused" && !["credentials", "forbidden"].includes(outcome.reason)
  return isOfCard && ledger.installations.tookOverAfter(moment)
}

/**
 * Whether a person is asked what became of a card, or of another hold of the same period: nothing is
 * asked of the service for it meanwhile (domain/card/question).
 */
export async function isInQuestion(
  { ledger, subscriptions }: Pick<CardDeps, "ledger" | "subscriptions">,
  { id, cycle_id }: Pick<CardTransaction, "id" | "cycle_id">,
  sql?: Knex
): Promise<boolean> {
  const ofPeriod = cycle_id === null ? [] : await subscriptions.renewalHolds.ofPeriod(cycle_id, sql)
  return (await ledger.anomalies.openAbout([id, ...ofPeriod], sql)).some(isCardQuestion)
}

/** The ids under which a call about a hold is logged: the hold and its card. */
export function aboutHold({ id, account, card_id }: CardTransaction) {
  return { account, card_id, card_transaction_id: id }
}

/**
 * Time budget of the calls to the service inside one call into Medusa, so that Medusa's locks
 * outlive them (docs/decisions/0007-leases-and-order-locks.md).
 */
export class CallBudget {
  private readonly until = performance.now() + MEDUSA_CALL_SERVICE_MS

  constructor(private readonly options: Pick<PayInOptions, "timeouts">) {}

  /** Whether one more call fits into the budget, however late its answer. */
  hasTime(): boolean {
    return performance.now() + this.options.timeouts.requestMs <= this.until
  }
}
