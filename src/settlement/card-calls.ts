import { z } from "zod"
import type { CardVerdict } from "../domain/card-answer"
import type { PayInOptions } from "../domain/options"
import { CORE_CALL_SERVICE_MS } from "../domain/schedule"
import type { PayInGatewayService } from "../modules/gateway/service"
import type { PayInLedgerService } from "../modules/ledger/service"
import type { CardTransaction } from "../modules/subscriptions/card-rows"
import type { PayInSubscriptionsService } from "../modules/subscriptions/service"

/** What asking the card-payment API needs; handed over, so that a provider and a workflow can both call it. */
export interface CardDeps {
  subscriptions: Pick<
    PayInSubscriptionsService,
    "cards" | "cardTransactions" | "cardMoves" | "cardRequests" | "renewalHolds" | "subscriptions"
  >
  gateway: Pick<PayInGatewayService, "cards">
  ledger: Pick<PayInLedgerService, "anomalies">
  options: Pick<PayInOptions, "card" | "timeouts" | "timeZone">
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
  /** What the service calls the transaction that came to nothing; null when it named none. */
  transaction_id: string | null
}

const LONGEST = 500
const said = z.looseObject({
  service_message: z
    .string()
    .transform((text) => text.slice(0, LONGEST))
    .nullish()
    .catch(null),
  transaction: z.object({ transaction_id: z.string().nullable() }).nullish().catch(null),
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
  const { service_message, transaction } = said.parse(error)
  return {
    verdict,
    code: verdict.code ?? (verdict.kind === "refused" ? verdict.reason.toUpperCase() : null),
    message: service_message ?? null,
    transaction_id: transaction?.transaction_id ?? null,
  }
}

/** Whom a call about a hold is kept under: the hold, and the card that it is on. */
export function aboutHold({ id, account, card_id }: CardTransaction) {
  return { account, card_id, card_transaction_id: id }
}

/**
 * The time that the calls to the service may take inside one call into Medusa: Medusa's locks
 * outlive them (docs/decisions/0007-leases-and-order-locks.md).
 */
export class CallBudget {
  private readonly until = performance.now() + CORE_CALL_SERVICE_MS

  constructor(private readonly options: Pick<PayInOptions, "timeouts">) {}

  /** Whether one more call ends in time, however late it is answered. */
  hasRoom(): boolean {
    return performance.now() + this.options.timeouts.requestMs <= this.until
  }
}
