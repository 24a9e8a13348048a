import { randomUUID } from "node:crypto"
import { z } from "zod"
import type { CalendarDay } from "../../domain/time/calendar-day"
import type { CardCall, CardOutcome } from "../../domain/card/answer"
import { cardCustomer } from "../../domain/card/customer"
import * as bodies from "../../domain/card/request"
import type { AskedCardTransaction } from "../../domain/card/transaction"
import type { CustomerData } from "../../domain/privacy/customer-data"
import type { MajorAmount } from "../../domain/money/amount"
import type { Periodicity } from "../../domain/subscription/periodicity"
import type { Reference } from "../../domain/row/reference"
import { looseText } from "./answers"
import { cardSuccess, cardOutcomeOf, readAsked, subscriptionIdIn } from "./card-answers"
import type { NamedCardTransaction } from "./card-answers"
import { strictBody, utcDate } from "./creation"
import { RefusedError, UnclearError } from "./errors"
import type { CallFacts } from "./errors"
import { correlationId } from "./log"
import { secretMask } from "./mask"
import type { Sender } from "./sender"

export type { NamedCardTransaction } from "./card-answers"

/** See docs/service.md#card-subscriptions. */
export interface CardSubscriptionRequest {
  /** Token from the service's script in the browser. The caller keeps it encrypted until it is used. */
  token: string
  plan_name: string
  periodicity: Periodicity
  /** In the stored form; sent as the card-payment API writes it. */
  customer_data: CustomerData
  start_date: CalendarDay
}

/** See docs/service.md#preauthorization. */
export interface CardHoldRequest {
  subscription_id: string
  /**
   * Reference of this attempt only, made by the plugin and written before the call
   * (docs/service.md#preauthorization).
   */
  reference: Reference
  currency: string
  /** Major units, the total, `tax` included. */
  amount: MajorAmount
  tax: MajorAmount
}

/**
 * `linked_transaction_id` is the transaction that this one renews, and cancels
 * (docs/service.md#renewal).
 */
export interface CardRenewalRequest extends CardHoldRequest {
  linked_transaction_id: string
}

/**
 * `transaction_id` of the preauthorization. The amount is at most the preauthorized one
 * (docs/service.md#capture).
 */
export interface CardCaptureRequest {
  transaction_id: string
  amount: MajorAmount
  tax: MajorAmount
}

interface Sent {
  /** The call's `X-Request-ID`, by which the service's support finds the call. */
  request_id: string
}
export interface CardSubscriptionCreated extends Sent {
  subscription_id: string
}
export interface CardTransactionDone extends Sent {
  /** Approved, with amount, currency, reference, kind and link as requested. */
  transaction: NamedCardTransaction
}
export interface CardSubscriptionCanceled extends Sent {
  already_canceled: boolean
  canceled_at: Date | null
}

/**
 * The calls of the card-payment API (docs/service.md#cards). Each is sent at most once, unless no
 * connection was made. Each has its own `X-Request-ID`, which is in the answer and in the error:
 * the `request_id` that the caller wrote down, or a new one. All throw:
 * @throws DeclinedError the bank declined, nothing is held or captured; also HTTP 200, `status`
 * false
 * @throws RefusedError definitely not done, also before sending when a field cannot be sent
 * @throws UnclearError it may have happened and cannot be looked up: wait, never send it again
 * @throws RateLimitedError, UnreachableError, BreakerOpenError not done: the same call may be sent
 * again later
 */
export interface CardCalls {
  /** Throws RefusedError `new_token` when it was not clearly answered: no money moved. */
  createSubscription(
    account: string,
    request: CardSubscriptionRequest,
    request_id?: string
  ): Promise<CardSubscriptionCreated>
  authorize(
    account: string,
    request: CardHoldRequest,
    request_id?: string
  ): Promise<CardTransactionDone>
  /**
   * The service cancels the original, also when the bank refuses the renewal
   * (docs/service.md#renewal).
   */
  renew(
    account: string,
    request: CardRenewalRequest,
    request_id?: string
  ): Promise<CardTransactionDone>
  capture(
    account: string,
    request: CardCaptureRequest,
    request_id?: string
  ): Promise<CardTransactionDone>
  /** Idempotent; an UnclearError of it may be answered by canceling again. */
  cancel(
    account: string,
    subscription_id: string,
    request_id?: string
  ): Promise<CardSubscriptionCanceled>
  /** The meaning of an error of these calls (domain/card/answer.ts); null for any other error. */
  outcomeOf(error: unknown): CardOutcome | null
}

interface Question<T> {
  call: CardCall
  /** The body, its schema, and the heading of docs/service.md that a refusal names. */
  body: unknown
  schema: z.ZodType
  section: string
  /**
   * The id in the log; the request id when the call has neither a reference nor an id of the
   * service.
   */
  correlation?: string
  asked?: AskedCardTransaction
  /** Texts that no log or error may repeat. */
  secrets?: string[]
  request_id: string | undefined
  read: (data: unknown, facts: CallFacts, code: string) => T
}

const canceled = z
  .looseObject({ cancellation_date: looseText })
  .catch({ cancellation_date: null })
  .transform((data) => utcDate(data.cancellation_date))

/** An id that no subscription has (RFC 9562, nil UUID). */
const NOBODYS_SUBSCRIPTION = "00000000-0000-0000-0000-000000000000"

/**
 * The trial of the circuit breaker. The card-payment API has nothing to read, so it is asked to
 * cancel a subscription that does not exist (docs/service.md#cancel): 404 shows that the service
 * answers, checks credentials and reads its database.
 */
export function cardTrial({ paths }: { paths: Record<CardCall, string> }) {
  return {
    method: "POST",
    path: paths.cancel,
    body: { subscription_id: NOBODYS_SUBSCRIPTION },
    headers: { "X-Request-ID": randomUUID() },
  } as const
}

/** @param paths null when no account takes cards: `senderOf` throws then */
export function cardCalls(
  paths: Record<CardCall, string> | null,
  senderOf: (account: string) => Sender
): CardCalls {
  async function ask<T>(account: string, question: Question<T>): Promise<T & Sent> {
    const sender = senderOf(account)
    const { call, asked = null, secrets = [], section, schema, read } = question
    const { request_id = randomUUID() } = question
    const { correlation = request_id } = question
    const operation = `card.${call}` as const
    const unsent = { operation, account, correlation: correlationId(correlation), httpStatus: null }
    const body = strictBody(schema, question.body, unsent, section)
    const mask = secretMask(secrets)
    const value = await sender.send({
      operation,
      correlation,
      requestId: request_id,
      method: "POST",
      path: paths?.[call] ?? "",
      body,
      read: (answer, facts) => {
        const masked = { ...answer, mask: (said: string) => answer.mask(mask(said)) }
        const { code, data } = cardSuccess(masked, facts, { call, asked })
        return read(data, facts, code)
      },
    })
    return { request_id, ...value }
  }

  function transact(
    account: string,
    question: Omit<Question<never>, "read" | "asked"> & { asked: AskedCardTransaction }
  ): Promise<CardTransactionDone> {
    return ask(account, {
      ...question,
      read: (data, facts) => ({ transaction: readAsked(data, facts, question.asked) }),
    })
  }

  return {
    async createSubscription(account, { customer_data, ...request }, request_id) {
      try {
        return await ask(account, {
          call: "create",
          body: { ...request, customer_data: cardCustomer(customer_data) },
          schema: bodies.createSubscriptionBody,
          section: "docs/service.md#card-subscriptions",
          secrets: [request.token, ...Object.values({ ...customer_data })],
          request_id,
          read: readCreated,
        })
      } catch (error) {
        throw error instanceof UnclearError ? newToken(error) : error
      }
    },

    async authorize(account, { reference, ...request }, request_id) {
      return transact(account, {
        call: "authorize",
        body: { ...request, reference_id: reference },
        schema: bodies.authorizeBody,
        section: "docs/service.md#preauthorization",
        correlation: reference,
        request_id,
        asked: { ...request, kind: "preauthorization", reference, linked_transaction_id: null },
      })
    },

    async renew(account, { reference, ...request }, request_id) {
      return transact(account, {
        call: "renew",
        body: { ...request, reference_id: reference },
        schema: bodies.renewalBody,
        section: "docs/service.md#renewal",
        correlation: reference,
        request_id,
        asked: { ...request, kind: "renewal", reference },
      })
    },

    async capture(account, request, request_id) {
      const { transaction_id, amount } = request
      return transact(account, {
        call: "capture",
        body: request,
        schema: bodies.captureBody,
        section: "docs/service.md#capture",
        correlation: transaction_id,
        request_id,
        asked: {
          ...{ kind: "capture", reference: null, linked_transaction_id: transaction_id },
          ...{ amount, currency: bodies.CARD_CURRENCY },
        },
      })
    },

    async cancel(account, subscription_id, request_id) {
      return ask(account, {
        call: "cancel",
        body: { subscription_id },
        schema: bodies.cancelBody,
        section: "docs/service.md#cancel",
        correlation: subscription_id,
        request_id,
        read: (data, facts, code) => {
          assertSame(subscriptionIdIn(data), subscription_id, facts)
          return {
            already_canceled: code === "ALREADY_CANCELLED",
            canceled_at: canceled.parse(data),
          }
        },
      })
    },

    outcomeOf: cardOutcomeOf,
  }
}

function readCreated(data: unknown, facts: CallFacts): { subscription_id: string } {
  const subscription_id = subscriptionIdIn(data)
  if (subscription_id !== null) return { subscription_id }
  const detail = "the service said success but named no subscription"
  throw new UnclearError("no_subscription", facts, detail)
}

/**
 * An unanswered create counts as failed, and the shopper enters the card again
 * (docs/service.md#card-subscriptions).
 */
function newToken(error: UnclearError): RefusedError {
  const { operation, account, correlation, httpStatus, request_id, service_error } = error
  return new RefusedError(
    "new_token",
    { operation, account, correlation, httpStatus, requestId: request_id ?? undefined },
    { error: service_error, message: null }
  )
}

function assertSame(named: string | null, asked: string, facts: CallFacts): void {
  if (named === null || named === asked) return
  throw new UnclearError("reference_mismatch", facts, "the answer names another subscription")
}
