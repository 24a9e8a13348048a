/** The calls of the card-payment API (docs/service.md#cards). */
export const CARD_CALLS = ["create", "authorize", "renew", "capture", "cancel"] as const
export type CardCall = (typeof CARD_CALLS)[number]

export type CardRefusal =
  | "validation"
  | "credentials"
  | "forbidden"
  | "not_found"
  | "invalid_state"
  /** A subscription could not be made and nothing moved: the shopper enters the card again. */
  | "new_token"

/**
 * What an answer of the card-payment API means (docs/service.md#card-errors). Cards cannot be
 * looked up, so everything rests on it.
 * - `declined`: the bank said no; nothing is held or captured, and another card or another day may
 *   do
 * - `refused`: definitely not done, and the same call would be refused again
 * - `may_have_happened`: nobody can say; never sent again blindly
 *   (docs/decisions/0014-card-outcomes.md)
 * - `try_later`: not done, or harmless when done twice; the same call may be sent again
 */
export type CardVerdict =
  | { kind: "success"; code: string }
  | { kind: "declined"; code: string }
  | { kind: "refused"; reason: CardRefusal; code: string | null }
  | { kind: "may_have_happened"; code: string | null }
  | { kind: "try_later"; code: string | null }

/** What is read of an answer before its `data`. */
export interface CardAnswer {
  httpStatus: number
  code: string | null
  /** `status` of the body; null when there is none. */
  status: boolean | null
}

const SUCCESS: Record<CardCall, readonly string[]> = {
  create: ["CREATED"],
  authorize: ["AUTHORIZED"],
  renew: ["AUTHORIZED"],
  capture: ["CAPTURED"],
  cancel: ["SUCCESS", "ALREADY_CANCELLED"],
}

/** The bank's no to a capture. */
export const CAPTURE_DECLINED = "PAYMENT_CAPTURE_FAILED"

// The provider's own no, each for the one call it belongs to.
const DECLINED: Partial<Record<CardCall, string>> = {
  create: "SUBSCRIPTION_CREATION_FAILED",
  authorize: "PAYMENT_AUTHORIZATION_FAILED",
  renew: "PAYMENT_RENEWAL_FAILED",
  capture: CAPTURE_DECLINED,
}

// PROCESSING_ERROR counts by its HTTP status alone. Under 422 it is a capture of more than is held
// (docs/service.md#capture). Elsewhere it proves nothing.
const REFUSED_BY_CODE: ReadonlyMap<string, CardRefusal> = new Map([
  ["UNAUTHORIZED", "credentials"],
  ["ACCESS_DENIED", "forbidden"],
  ["NOT_FOUND", "not_found"],
  ["INVALID_STATE", "invalid_state"],
  ["VALIDATION_ERROR", "validation"],
])

const REFUSED_BY_HTTP: ReadonlyMap<number, CardRefusal> = new Map([
  [400, "validation"],
  [401, "credentials"],
  [403, "forbidden"],
  [404, "not_found"],
  [409, "invalid_state"],
  [422, "validation"],
])

/** A limiter turns a call away before it is looked at: sent again under the same reference. */
const TOO_MANY = 429

/** Only these move money or hold it. Cancel is idempotent. */
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
export function cardVerdict(call: CardCall, answer: CardAnswer): CardVerdict {
  const { httpStatus, status } = answer
  const code = answer.code?.trim().toUpperCase() ?? null
  const success = code !== null && SUCCESS[call].includes(code)
  if (httpStatus === TOO_MANY) {
    return { kind: "try_later", code }
  }
  if (httpStatus >= 200 && httpStatus < 300 && success && status !== false) {
    return { kind: "success", code }
  }
  // A failure's word counts only where failure is said; success under a failure, a redirect, and whatever a
  // failing server says prove nothing.
  const refusing = httpStatus >= 400 && httpStatus < 500
  const failed = refusing || (httpStatus >= 200 && httpStatus < 300 && status === false)
  if (success || !failed) {
    return ambiguousCardOutcome(call, code)
  }
  if (code !== null && code === DECLINED[call]) {
    return { kind: "declined", code }
  }
  const byCode = REFUSED_BY_CODE.get(code ?? "")
  const reason = byCode ?? REFUSED_BY_HTTP.get(httpStatus)
  return reason === undefined ? ambiguousCardOutcome(call, code) : { kind: "refused", reason, code }
}

/** What it means when a call that was sent got no answer, or one that says nothing. */
export function ambiguousCardOutcome(call: CardCall, code: string | null = null): CardVerdict {
  if (MOVES_MONEY[call]) {
    return { kind: "may_have_happened", code }
  }
  return call === "cancel"
    ? { kind: "try_later", code }
    : { kind: "refused", reason: "new_token", code }
}
