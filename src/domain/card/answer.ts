/** The calls of the card-payment API (docs/service.md#cards). */
export const CARD_CALLS = ["create", "authorize", "renew", "capture", "cancel"] as const
export type CardCall = (typeof CARD_CALLS)[number]

export type CardRefusal =
  | "validation"
  | "credentials"
  | "forbidden"
  | "not_found"
  | "invalid_state"
  /** The subscription could not be made and no money moved: the shopper enters the card again. */
  | "new_token"

/**
 * The meaning of an answer of the card-payment API (docs/service.md#card-errors). Cards cannot be
 * looked up, so only answers and webhooks tell the outcome.
 * - `declined`: the bank said no. Nothing is held or captured; another card or another day may
 *   work.
 * - `refused`: definitely not done, and the same call would be refused again
 * - `may_have_happened`: the outcome is unknown; never sent again blindly
 *   (docs/decisions/0014-card-outcomes.md)
 * - `try_later`: not done, or harmless when done twice; the same call may be sent again
 */
export type CardOutcome =
  | { kind: "success"; code: string }
  | { kind: "declined"; code: string }
  | { kind: "refused"; reason: CardRefusal; code: string | null }
  | { kind: "may_have_happened"; code: string | null }
  | { kind: "try_later"; code: string | null }

/** The fields of an answer that are read before its `data`. */
export interface CardAnswer {
  httpStatus: number
  /** Field `code`, a text, by which the service's own answers are known; null: it is not its own. */
  code: string | null
  /** Field `status` of the body; null when it is missing. */
  status: boolean | null
}

const SUCCESS: Record<CardCall, readonly string[]> = {
  create: ["CREATED"],
  authorize: ["AUTHORIZED"],
  renew: ["AUTHORIZED"],
  capture: ["CAPTURED"],
  cancel: ["SUCCESS", "ALREADY_CANCELLED"],
}

/** The code of a capture that the bank declined. */
export const CAPTURE_DECLINED = "PAYMENT_CAPTURE_FAILED"

// Codes of the provider's own decline, one per call.
const DECLINED: Partial<Record<CardCall, string>> = {
  create: "SUBSCRIPTION_CREATION_FAILED",
  authorize: "PAYMENT_AUTHORIZATION_FAILED",
  renew: "PAYMENT_RENEWAL_FAILED",
  capture: CAPTURE_DECLINED,
}

// PROCESSING_ERROR counts by its HTTP status alone. With 422 it is a capture above the held amount
// (docs/service.md#capture). Elsewhere it proves nothing.
const REFUSED_BY_CODE: ReadonlyMap<string, CardRefusal> = new Map([
  ["UNAUTHORIZED", "credentials"],
  ["ACCESS_DENIED", "forbidden"],
  ["NOT_FOUND", "not_found"],
  ["INVALID_STATE", "invalid_state"],
  ["VALIDATION_ERROR", "validation"],
])

/**
 * Codes of refusals that are about the store's set-up and say nothing of a card: the service's own,
 * and those of the plugin for an answer without one.
 */
export const STORE_FAULTS: ReadonlySet<string> = new Set([
  "UNAUTHORIZED",
  "ACCESS_DENIED",
  "CREDENTIALS",
  "FORBIDDEN",
])

const REFUSED_BY_HTTP: ReadonlyMap<number, CardRefusal> = new Map([
  [400, "validation"],
  [401, "credentials"],
  [403, "forbidden"],
  [404, "not_found"],
  [409, "invalid_state"],
  [422, "validation"],
])

/**
 * A rate limit refuses a call before it is processed, the service's as well as one in front of it:
 * sent again under the same reference.
 */
const TOO_MANY = 429

/** Calls that hold or move money. Cancel is idempotent. */
const MOVES_MONEY: Record<CardCall, boolean> = {
  create: false,
  authorize: true,
  renew: true,
  capture: true,
  cancel: false,
}

/**
 * Sorts an answer by HTTP status, `code` and `status`, never by its message
 * (docs/service.md#answers).
 */
export function cardOutcome(call: CardCall, answer: CardAnswer): CardOutcome {
  const { httpStatus, status } = answer
  const code = answer.code?.trim().toUpperCase() ?? null
  const success = code !== null && SUCCESS[call].includes(code)
  if (httpStatus === TOO_MANY) {
    return { kind: "try_later", code }
  }
  if (httpStatus >= 200 && httpStatus < 300 && success && status !== false) {
    return { kind: "success", code }
  }
  // A failure code counts only in a failure answer. A success body under an error status, a
  // redirect and any answer of a failing server prove nothing.
  const refusing = httpStatus >= 400 && httpStatus < 500
  const failed = refusing || (httpStatus >= 200 && httpStatus < 300 && status === false)
  if (success || !failed) {
    return ambiguousCardOutcome(call, code)
  }
  if (code !== null && code === DECLINED[call]) {
    return { kind: "declined", code }
  }
  // Whatever stands in front of the service answers 4xx too, also to a call that the service carried
  // out: only an answer of the service's own says that nothing was done.
  const reason =
    code === null ? null : (REFUSED_BY_CODE.get(code) ?? REFUSED_BY_HTTP.get(httpStatus))
  return reason == null ? ambiguousCardOutcome(call, code) : { kind: "refused", reason, code }
}

/**
 * Ambiguous outcome: the meaning of a sent call without an answer, or with an answer that proves
 * nothing.
 */
export function ambiguousCardOutcome(call: CardCall, code: string | null = null): CardOutcome {
  if (MOVES_MONEY[call]) {
    return { kind: "may_have_happened", code }
  }
  return call === "cancel"
    ? { kind: "try_later", code }
    : { kind: "refused", reason: "new_token", code }
}
