import { z } from "zod"
import type { CardCall, CardVerdict } from "../domain/card-answer"
import type { PayInOptions } from "../domain/options"
import { CORE_CALL_SERVICE_MS } from "../domain/schedule"
import type { BeforeSending } from "../modules/gateway/cards"
import type { PayInGatewayService } from "../modules/gateway/service"
import type { PayInLedgerService } from "../modules/ledger/service"
import type { CardTransaction } from "../modules/subscriptions/card-rows"
import type { PayInSubscriptionsService } from "../modules/subscriptions/service"

/** What asking the card-payment API needs; handed over, so that a provider and a workflow can both call it. */
export interface CardDeps {
  subscriptions: Pick<
    PayInSubscriptionsService,
    "cards" | "cardTransactions" | "cardMoves" | "cardRequests" | "renewalHolds"
  >
  gateway: Pick<PayInGatewayService, "cards">
  ledger: Pick<PayInLedgerService, "anomalies">
  options: Pick<PayInOptions, "card" | "timeouts">
}

/**
 * The row after a call.
 * - `answered`: its state says what came of it, be it that nobody can say
 * - `busy`: somebody else asks at this moment
 * - `later`: nothing left for the service; the same may be asked again
 */
export interface CardAsked {
  outcome: "answered" | "busy" | "later"
  transaction: CardTransaction
}

/** A failed call: what it means for the row, and what may be kept and shown of it. */
export interface CardFailure {
  verdict: CardVerdict
  code: string | null
  /** The service's own words, for a person; null when it said none. */
  message: string | null
}

const LONGEST = 500
const said = z.looseObject({
  service_message: z
    .string()
    .transform((text) => text.slice(0, LONGEST))
    .nullish()
    .catch(null),
})

/**
 * Reads what a call of the gateway threw.
 *
 * @throws the error itself when it is none of the gateway's: a mistake of ours
 */
export function failureOf({ gateway }: Pick<CardDeps, "gateway">, error: unknown): CardFailure {
  const verdict = gateway.cards.verdictOf(error)
  if (verdict === null || verdict.kind === "success") {
    throw error
  }
  const { service_message } = said.parse(error)
  return {
    verdict,
    code: verdict.code ?? (verdict.kind === "refused" ? verdict.reason.toUpperCase() : null),
    message: service_message ?? null,
  }
}

/** Keeps the `X-Request-ID` of a call about a card, or about a hold on it, before it leaves. */
export function keepRequest(
  { subscriptions }: Pick<CardDeps, "subscriptions">,
  call: CardCall,
  about: { account: string; card_id: string; card_transaction_id: string | null }
): BeforeSending {
  const { account, card_id, card_transaction_id } = about
  return (id) =>
    subscriptions.cardRequests.keep({ id, call, account, card_id, card_transaction_id })
}

/**
 * The time that the calls to the service may take inside one call into core: what core locks outlives them
 * (design.md 5).
 */
export class CallBudget {
  private readonly until = performance.now() + CORE_CALL_SERVICE_MS

  constructor(private readonly options: Pick<PayInOptions, "timeouts">) {}

  /** Whether one more call ends in time, however late it is answered. */
  hasRoom(): boolean {
    return performance.now() + this.options.timeouts.requestMs <= this.until
  }
}
