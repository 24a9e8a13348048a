import { z } from "zod"
import type { MajorAmount } from "../../domain/money/amount"
import type { PayInOptions } from "../../domain/options/options"
import type { Ticket } from "../../domain/row/reference"
import { readServiceStatus } from "../../domain/service/status"
import type { ServiceStatus } from "../../domain/service/status"
import { hasCode, judge, looseAmount, looseText, readAmount, ticketIn } from "./answers"
import type { Answer } from "./answers"
import { readCardSummary } from "./card-summary"
import type { LookupCause } from "./call-slots"
import type { CardSummary } from "./card-summary"
import { RefusedError, UnclearError } from "./errors"
import type { CallFacts } from "./errors"
import { secretMask } from "./mask"
import type { Sender } from "./sender"

/** The service's data of a transaction (docs/service.md#lookup). A missing value is null. */
export interface RemoteTransaction {
  ticket: Ticket | null
  reference: string | null
  /**
   * Major units; null when absent or not convertible (no number, a currency without known
   * decimals).
   */
  amount: MajorAmount | null
  /** Upper case. */
  currency: string | null
  status: ServiceStatus
  /** The status as it was written, "" when absent. */
  raw_status: string
  type_transaction: string | null
  kind: "payin" | "payout" | "unknown"
  response_message: string | null
  /**
   * Local time of the service in an unknown zone: show it, never compute with it
   * (docs/service.md#envelope).
   */
  date: string | null
  /** Personal data: never log it. */
  customer: Record<string, unknown>
  card: CardSummary | null
}

export type Lookup =
  | { kind: "found"; transaction: RemoteTransaction }
  /** Neither its ticket nor its reference was asked for: an answer about another transaction. */
  | { kind: "other"; transaction: RemoteTransaction }
  | { kind: "not_known" }

const found = z.looseObject({
  ticket: looseText,
  reference: looseText,
  amount: looseAmount,
  currency: looseText,
  type_transaction: looseText,
  customer: z.record(z.string(), z.unknown()).catch({}),
  status: looseText,
  response_message: looseText,
  date: looseText,
})

export interface LookupCalls {
  /**
   * Asks for a transaction by the service's ticket or the plugin's reference
   * (docs/service.md#lookup).
   * @param correlation the reference to log it under, by default what is asked for
   * @param cause who asks: what others request has only a share of the call slots
   * @returns "not_known" only for JSON with a `code`, under HTTP 404 or with an `error` of option
   *   `notFoundErrors` (docs/service.md#not-known)
   * @throws UnclearError and its siblings: cannot tell, ask again later
   */
  lookup(
    account: string,
    ticketOrReference: string,
    correlation?: string,
    cause?: LookupCause
  ): Promise<Lookup>
}

export function lookupCalls(
  options: PayInOptions,
  senderOf: (account: string) => Sender
): LookupCalls {
  return {
    async lookup(account, ticketOrReference, correlation = ticketOrReference, cause = "own") {
      const sender = senderOf(account)
      assertAskable(account, ticketOrReference)
      return sender.send({
        operation: "transaction.lookup",
        correlation,
        cause,
        method: "POST",
        path: options.paths.lookup.replace("{ticket}", () => encodeURIComponent(ticketOrReference)),
        body: { ticket: ticketOrReference },
        read: (answer, facts) => readLookup(answer, facts, ticketOrReference, options),
      })
    },
  }
}

/** Maximum length of a stored and shown text; the service names no limit. */
const LONGEST_TEXT = 300
const WHO = ["full_name", "legal_doc", "email", "phone_number", "account_number"]

const ASKABLE = "a lookup needs a ticket or a reference of 1 to 255 characters; nothing was sent"

/** "." and ".." would be removed from the path, and another address would be called. */
function assertAskable(account: string, asked: string): void {
  if (!/^\.{0,2}$/.test(asked.trim()) && asked.length <= 255 && !/\p{Cs}/u.test(asked)) return
  throw new RefusedError(
    "validation",
    {
      operation: "transaction.lookup",
      account,
      correlation: "[not a reference]",
      httpStatus: null,
    },
    { error: null, message: ASKABLE },
    ASKABLE
  )
}

function readLookup(
  answer: Answer,
  facts: CallFacts,
  asked: string,
  options: PayInOptions
): Lookup {
  const outcome = judge(answer)
  if (outcome.kind === "unclear") throw new UnclearError(outcome.reason, facts, outcome.detail)
  if (outcome.kind === "failure") {
    if (isNotKnown(answer, outcome.error, options.notFoundErrors)) return { kind: "not_known" }
    throw new UnclearError(
      hasCode(answer) ? "refused" : "malformed",
      facts,
      "the service did not answer the lookup",
      {
        error: outcome.error,
      }
    )
  }
  const transaction = readTransaction(outcome.data ?? {}, options)
  const names = [transaction.ticket, transaction.reference].filter((name) => name !== null)
  if (names.length === 0) {
    throw new UnclearError("no_transaction", facts, "the service named no transaction")
  }
  // If the answer has only one identifier, the other may have been asked for; with both, one must
  // match.
  const named = names.some((name) => name.toLowerCase() === asked.toLowerCase())
  return { kind: named || names.length === 1 ? "found" : "other", transaction }
}

/**
 * Whether an answer means "not known": HTTP 404, or a `00` that says so; never under a status about
 * credentials. A proxy that leads the call astray answers 404 too, but not with a `code`.
 */
function isNotKnown(answer: Answer, error: string | null, notFoundErrors: string[]): boolean {
  if (!hasCode(answer)) return false
  if (answer.httpStatus === 404) return true
  if (answer.httpStatus === 401 || answer.httpStatus === 403 || error === null) return false
  return notFoundErrors.some((name) => name.trim().toUpperCase() === error)
}

function readTransaction(data: Record<string, unknown>, options: PayInOptions): RemoteTransaction {
  const said = found.parse(data)
  const currency = said.currency?.toUpperCase() ?? null
  const customer = withTextNumbers(said.customer)
  return {
    ticket: ticketIn(said.ticket),
    reference: said.reference,
    amount: readAmount(said.amount, currency, options.amounts.lookup, options.decimals),
    currency,
    status: readServiceStatus(said.status),
    raw_status: said.status?.slice(0, LONGEST_TEXT) ?? "",
    type_transaction: said.type_transaction,
    kind: kindOf(said.type_transaction, options.payOutTypes),
    response_message: said.response_message && inWords(said.response_message, customer),
    date: said.date,
    customer,
    card: readCardSummary({ top_card: data.top_card, card: data.card }),
  }
}

/**
 * Money in or out, by the service's label, in a language of its choice (docs/service.md#lookup).
 */
function kindOf(type: string | null, payOutTypes: string[]): RemoteTransaction["kind"] {
  if (type === null) return "unknown"
  const label = plain(type)
  return payOutTypes.some((word) => label.includes(plain(word))) ? "payout" : "payin"
}

function plain(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toUpperCase()
}

// A bank's reason is stored and shown to the shopper, and may repeat personal data.
function inWords(message: string, customer: Record<string, unknown>): string {
  const personal = WHO.map((key) => customer[key]).filter((value) => typeof value === "string")
  return secretMask(personal)(message).slice(0, LONGEST_TEXT)
}

/**
 * `legal_doc` and `phone_number` come as numbers in the service's own sample
 * (docs/service.md#lookup).
 */
function withTextNumbers(customer: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(customer).map(([key, value]) => [
      key,
      typeof value === "number" ? String(value) : value,
    ])
  )
}
