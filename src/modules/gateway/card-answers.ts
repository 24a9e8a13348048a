import { z } from "zod"
import { cardOutcome } from "../../domain/card/answer"
import type { CardCall, CardOutcome } from "../../domain/card/answer"
import { cancelBody } from "../../domain/card/request"
import { disagreements, readCardTransaction } from "../../domain/card/transaction"
import type { AskedCardTransaction, RemoteCardTransaction } from "../../domain/card/transaction"
import { errorCode, hasCode, looseText, NOT_OF_THE_SERVICE, saysNothing, shown } from "./answers"
import type { Answer } from "./answers"
import { DeclinedError, GatewayError, RefusedError, UnclearError } from "./errors"
import type { CallFacts } from "./errors"

/**
 * A card transaction that can be captured, renewed or compared, because it has an id of the
 * service.
 */
export type NamedCardTransaction = RemoteCardTransaction & { transaction_id: string }

/** A boolean, or its word. With any other value no `code` counts. */
const status = z.unknown().transform((value) => {
  if (value === undefined || value === null) return null
  const said = typeof value === "string" ? value.trim().toLowerCase() : value
  if (said === true || said === "true") return true
  return said === false || said === "false" ? false : "unreadable"
})
const envelope = z.looseObject({ code: looseText, status, message: looseText, data: z.unknown() })

/** A call and its request; null for a call that makes no card transaction. */
export interface AskedCall {
  call: CardCall
  asked: AskedCardTransaction | null
}

/**
 * The `code` and `data` of a success. HTTP 200 with `status` false is none
 * (docs/service.md#card-errors).
 * @throws DeclinedError, RefusedError nothing was done
 * @throws UnclearError everything else
 */
export function cardSuccess(
  answer: Answer,
  facts: CallFacts,
  { call, asked }: AskedCall
): { code: string; data: unknown } {
  const said = envelope.parse(answer.body ?? {})
  const { httpStatus } = answer
  const outcome =
    said.status === "unreadable" || !hasCode(answer)
      ? cardOutcome(call, { httpStatus, code: null, status: null })
      : cardOutcome(call, { httpStatus, code: said.code, status: said.status })
  if (outcome.kind === "success") return { code: outcome.code, data: said.data }
  const error = errorCode(said.code, answer)
  const message = shown(said.message, answer)
  if (outcome.kind === "declined") {
    const transaction = readCardTransaction(said.data)
    assertDeclined(transaction, asked, facts, outcome.code)
    throw new DeclinedError(facts, { error: outcome.code, message, transaction })
  }
  if (outcome.kind === "refused" && outcome.reason !== "new_token") {
    throw new RefusedError(outcome.reason, facts, { error, message })
  }
  const nothing = saysNothing(answer)
  if (nothing !== null) throw new UnclearError(nothing.reason, facts, nothing.detail, { error })
  if (cardOutcome(call, { httpStatus: 200, code: said.code, status: true }).kind === "success") {
    throw new UnclearError("contradiction", facts, "success and failure were said at once", {
      error,
    })
  }
  throw hasCode(answer)
    ? new UnclearError("failed", facts, "the service failed without refusing", { error })
    : new UnclearError("malformed", facts, NOT_OF_THE_SERVICE)
}

/**
 * A decline with a hold in it, or about another transaction, does not prove that no money is held.
 */
function assertDeclined(
  transaction: RemoteCardTransaction | null,
  asked: AskedCardTransaction | null,
  facts: CallFacts,
  error: string
): void {
  if (transaction === null) return
  const another = asked !== null && disagreements(asked, transaction).includes("reference")
  if (transaction.status !== "APPROVED" && !another) return
  const detail = "a decline was said of a transaction that is approved or was not asked for"
  throw new UnclearError("contradiction", facts, detail, { error, transaction })
}

// The rule for sending it back later: an invalid id counts as missing.
const serviceId = cancelBody.shape.subscription_id
const named = z.looseObject({ subscription_id: looseText }).catch({ subscription_id: null })

/** The id of a subscription in `data`, null when there is none that could be sent back. */
export function subscriptionIdIn(data: unknown): string | null {
  return serviceId.safeParse(named.parse(data).subscription_id).data ?? null
}

/**
 * The transaction in the `data` of a success, exactly as it was asked for: the answered amount must
 * equal the requested one (docs/service.md#card-amounts).
 * @throws UnclearError with the transaction: money may be held or captured, but not as asked
 */
export function readAsked(
  data: unknown,
  facts: CallFacts,
  asked: AskedCardTransaction
): NamedCardTransaction {
  const transaction = readCardTransaction(data)
  const transaction_id = serviceId.safeParse(transaction?.transaction_id).data
  if (transaction === null || transaction_id === undefined) {
    const detail = "the service said success but named no transaction"
    throw new UnclearError("no_transaction", facts, detail, { transaction })
  }
  // An undocumented status means nothing, so it cannot accompany a success.
  if (transaction.status !== null && transaction.status !== "APPROVED") {
    const detail = "success was said of a transaction that is not approved"
    throw new UnclearError("contradiction", facts, detail, { transaction })
  }
  const differing = disagreements(asked, transaction)
  if (differing.length > 0) {
    const detail = `the answer is not what was asked for (${differing.join(", ")})`
    throw new UnclearError("disagreement", facts, detail, { transaction })
  }
  return { ...transaction, transaction_id }
}

/** The meaning of a card call's error for its row; null for an error from elsewhere. */
export function cardOutcomeOf(error: unknown): CardOutcome | null {
  if (!(error instanceof GatewayError)) return null
  if (error instanceof DeclinedError) return { kind: "declined", code: error.service_error }
  if (error instanceof RefusedError) {
    return { kind: "refused", reason: error.reason, code: error.service_error }
  }
  const code = error instanceof UnclearError ? error.service_error : null
  return { kind: error.safeToRepeat ? "try_later" : "may_have_happened", code }
}
