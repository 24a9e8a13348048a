import type { CardCall, CardRefusal } from "../../domain/card/answer"
import type { RemoteCardTransaction } from "../../domain/card/transaction"
import type { Ticket } from "../../domain/row/reference"
import { AMBIGUOUS_OUTCOMES, changesSomething, isCardCall } from "./ambiguous-outcomes"
import type { Consequence } from "./ambiguous-outcomes"

export { changesSomething } from "./ambiguous-outcomes"

/** The calls of this door, as they stand in errors, logs and diagnostics. */
export type GatewayOperation =
  | "payin.create"
  | "payout.create"
  | "transaction.lookup"
  | "merchant.profile"
  | "pse.banks"
  | "breb.resolve"
  | `card.${CardCall}`

/** `invalid_state` and `new_token` are of cards only (domain/card/answer.ts). */
export type RefusedReason = CardRefusal
export type UnclearReason =
  | "timeout"
  | "connection_lost"
  | "server_error"
  | "malformed"
  | "too_large"
  | "redirect"
  | "failed"
  | "contradiction"
  | "refused"
  | "no_ticket"
  | "bad_payment_url"
  | "no_form"
  | "reference_mismatch"
  | "amount_mismatch"
  | "no_transaction"
  | "no_subscription"
  | "disagreement"
export type UnreachableReason = "no_connection" | "connect_timeout" | "too_busy"
export type GatewayReason =
  RefusedReason | UnclearReason | UnreachableReason | "declined" | "rate_limited" | "breaker_open"

/** Where an error happened; `correlation` is the reference (or the ticket asked for). */
export interface CallFacts {
  operation: GatewayOperation
  account: string
  correlation: string
  httpStatus: number | null
  /** `X-Request-ID` of a card call. */
  requestId?: string
}

/**
 * The one error tree of this module: whatever goes wrong in a call, this is what a caller gets.
 *
 * `mayHaveHappened`: the service may have carried the call out, so ask it before anything else
 * (docs/decisions/0013-unknown-is-a-state.md). Never true for calls that only read. `safeToRepeat`:
 * the same call may be sent again without the risk of doing it twice, and with a hope of another
 * answer. Never true for a definite refusal.
 *
 * It holds no cause on purpose: errors of the HTTP client carry the credentials in their `config`.
 */
export abstract class GatewayError extends Error {
  readonly reason: GatewayReason
  readonly mayHaveHappened: boolean
  readonly safeToRepeat: boolean
  readonly operation: GatewayOperation
  readonly account: string
  readonly httpStatus: number | null
  readonly correlation: string
  /** `X-Request-ID` of a card call, to be stored; null for every other call. */
  readonly request_id: string | null

  protected constructor(
    message: string,
    reason: GatewayReason,
    facts: CallFacts,
    consequence: Consequence
  ) {
    super(`${facts.operation} (account "${facts.account}"): ${message}`)
    this.name = new.target.name
    this.reason = reason
    this.mayHaveHappened = consequence.mayHaveHappened
    this.safeToRepeat = consequence.safeToRepeat
    this.operation = facts.operation
    this.account = facts.account
    this.httpStatus = facts.httpStatus
    this.correlation = facts.correlation
    this.request_id = facts.requestId ?? null
  }

  /** The fields that may be stored or shown, and the message, which JSON would leave out. */
  toJSON(): Record<string, unknown> {
    return { ...Object.fromEntries(Object.entries(this)), message: this.message }
  }
}

const REFUSED_ADVICE: Record<RefusedReason, string> = {
  validation: "the service refused a value; correct it and make a new request",
  credentials:
    "the service does not accept username, password or token; check the plugin's options",
  forbidden: "the service does not allow this merchant to do this; ask the service's support",
  not_found:
    "the service does not know this address, merchant, subscription or transaction; check the addresses, merchantId and paths",
  invalid_state: "the subscription or transaction is in a state that does not allow this",
  new_token:
    "nobody can say whether the subscription was made, but no money moved; make a new one with a new token",
}

/**
 * A definite refusal: `error` VALIDATION_ERROR or HTTP 400, 401, 403, 404, 422, in
 * JSON of the service with a `code` (docs/service.md#refusals). Nothing happened, and the same request would be refused again. Card
 * answers are sorted by domain/card/answer.ts. `new_token` also stands for a card subscription that
 * was never answered: it may exist, but it holds no money and is never used.
 */
export class RefusedError extends GatewayError {
  declare readonly reason: RefusedReason
  /** The service's machine-readable `error`, null when it named none. */
  readonly service_error: string | null
  /**
   * Text for people, never to be parsed: the service's text, masked, or ours for a refusal made
   * here.
   */
  readonly service_message: string | null

  constructor(
    reason: RefusedReason,
    facts: CallFacts,
    said: { error: string | null; message: string | null },
    detail?: string
  ) {
    super(detail ?? `${REFUSED_ADVICE[reason]}${saidBy(facts, said.error)}`, reason, facts, {
      mayHaveHappened: false,
      safeToRepeat: false,
    })
    this.service_error = said.error
    this.service_message = said.message
  }
}

/**
 * The card's bank or provider declined (docs/service.md#card-errors): nothing is held or captured,
 * and another card or another day may work.
 */
export class DeclinedError extends GatewayError {
  declare readonly reason: "declined"
  /** The service's `code`. */
  readonly service_error: string
  /** The service's reason for people, masked; never to be parsed. */
  readonly service_message: string | null
  /** The declined transaction in the answer; null without one. */
  readonly transaction: RemoteCardTransaction | null

  constructor(
    facts: CallFacts,
    said: { error: string; message: string | null; transaction: RemoteCardTransaction | null }
  ) {
    super(`the card was declined${saidBy(facts, said.error)}`, "declined", facts, {
      mayHaveHappened: false,
      safeToRepeat: false,
    })
    this.service_error = said.error
    this.service_message = said.message
    this.transaction = said.transaction
  }
}

/**
 * The outcome is unknown: a time-out, a lost connection, 5xx, an answer that cannot be read or
 * contradicts itself, any other `00` (docs/service.md#unclear-answers). A call that changes
 * something may have happened: look it up. A read may be repeated.
 */
export class UnclearError extends GatewayError {
  declare readonly reason: UnclearReason
  /** The service's machine-readable `error`, null when it named none. */
  readonly service_error: string | null
  /** Ticket of an answer that was unclear for another reason, e.g. without `payment_url`. */
  readonly ticket: Ticket | null
  /** A card transaction in the answer that differs from the request. */
  readonly transaction: RemoteCardTransaction | null

  constructor(
    reason: UnclearReason,
    facts: CallFacts,
    detail: string,
    more: {
      error?: string | null
      ticket?: Ticket | null
      transaction?: RemoteCardTransaction | null
    } = {}
  ) {
    const { advice, ...consequence } = AMBIGUOUS_OUTCOMES[facts.operation]
    const message = `${detail}${saidBy(facts, more.error ?? null)}; ${advice}`
    super(message, reason, facts, consequence)
    this.service_error = more.error ?? null
    this.ticket = more.ticket ?? null
    this.transaction = more.transaction ?? null
  }
}

const UNREACHABLE_TEXT: Record<UnreachableReason, string> = {
  no_connection: "no connection to the service could be made",
  connect_timeout: "no connection to the service could be made in time",
  too_busy: "too many calls to the service are waiting in this process",
}

/** Nothing of the request left: it cannot have happened, and may be sent again. */
export class UnreachableError extends GatewayError {
  declare readonly reason: UnreachableReason

  constructor(reason: UnreachableReason, facts: CallFacts, code: string | null = null) {
    const named = code === null ? "" : ` (${code})`
    super(`${UNREACHABLE_TEXT[reason]}${named}; nothing was sent, try again`, reason, facts, {
      mayHaveHappened: false,
      safeToRepeat: true,
    })
  }
}

/**
 * HTTP 429, or a read held back after an earlier 429. It is no definite refusal
 * (docs/service.md#refusals), so a create answered with it may have happened until a lookup says
 * otherwise. A card call is refused by the rate limit before the service processes it
 * (domain/card/answer.ts).
 */
export class RateLimitedError extends GatewayError {
  declare readonly reason: "rate_limited"
  /** The wait that the service asked for, capped; null when it gave none. */
  readonly retry_after_ms: number | null

  constructor(facts: CallFacts, retry_after_ms: number | null) {
    const unsure = changesSomething(facts.operation) && !isCardCall(facts.operation)
    const wait = retry_after_ms === null ? "later" : `in ${Math.ceil(retry_after_ms / 1000)} s`
    const advice = unsure
      ? `look it up by its reference ${wait}, do not send it again`
      : `ask again ${wait}`
    super(`the service takes no more calls at the moment; ${advice}`, "rate_limited", facts, {
      mayHaveHappened: unsure,
      safeToRepeat: !unsure,
    })
    this.retry_after_ms = retry_after_ms
  }
}

/** Circuit breaker: the service failed several times in a row, so this call was not sent. */
export class BreakerOpenError extends GatewayError {
  declare readonly reason: "breaker_open"

  constructor(facts: CallFacts) {
    super(
      "the service has not been answering; nothing was sent, try again in a moment",
      "breaker_open",
      facts,
      { mayHaveHappened: false, safeToRepeat: true }
    )
  }
}

function saidBy(facts: CallFacts, error: string | null): string {
  const parts = [
    facts.httpStatus === null ? null : `HTTP ${facts.httpStatus}`,
    error === null ? null : `error ${error}`,
  ].filter((part) => part !== null)
  return parts.length === 0 ? "" : ` (${parts.join(", ")})`
}
