import { z } from "zod"
import { fromWire, majorAmount } from "../../domain/money/amount"
import type { MajorAmount } from "../../domain/money/amount"
import type { PayInOptions } from "../../domain/options/options"
import { parseTicket } from "../../domain/row/reference"
import type { Ticket } from "../../domain/row/reference"
import { sanitize } from "../../domain/text/sanitize"
import { RefusedError, UnclearError } from "./errors"
import type { CallFacts, RefusedReason, UnclearReason } from "./errors"

/** An answer from the wire, not checked yet. */
export interface Answer {
  httpStatus: number
  /** null when `problem` says why there is no JSON object. */
  body: Record<string, unknown> | null
  problem: "empty" | "not_json" | "not_an_object" | null
  /**
   * Masks secrets and personal data in a text of the service before it becomes part of an error.
   */
  mask(text: string): string
}

const MAX_EXACT = Number.MAX_SAFE_INTEGER

/** Longer than any address or message; the rest is cut. */
const LONGEST_ANSWER = 8192

/**
 * Accepts a number as a text and a text as a number (docs/service.md#answers). A value of any other
 * type counts as absent.
 */
export const looseText = z
  // A number too large for JavaScript has already lost digits: as a ticket it would name another
  // transaction.
  .union([
    z.string(),
    z
      .number()
      .refine((n) => Math.abs(n) <= MAX_EXACT)
      .transform(String),
  ])
  .transform((text) => sanitize(text, LONGEST_ANSWER).trim())
  .transform((text) => (text === "" ? null : text))
  .nullish()
  .transform((text) => text ?? null)
  .catch(null)
/** Kept in its original type: only the money rules may turn it into an amount. */
export const looseAmount = z.union([z.string(), z.number()]).nullish().catch(null)

/**
 * The envelope of success and of failure (docs/service.md#envelope, docs/service.md#refusals).
 * Unknown fields are kept.
 */
const envelope = z.looseObject({
  code: looseText,
  status: looseText,
  error: looseText,
  message: looseText,
})
const record = z.record(z.string(), z.unknown())

type Outcome =
  | { kind: "success"; data: Record<string, unknown> | null }
  | { kind: "failure"; error: string | null; message: string | null }
  | { kind: "unclear"; reason: UnclearReason; detail: string }

/**
 * HTTP statuses that are a definite refusal (docs/service.md#refusals). Every other 4xx is unclear.
 */
const REFUSALS: Readonly<Record<number, RefusedReason>> = {
  400: "validation",
  401: "credentials",
  403: "forbidden",
  404: "not_found",
  422: "validation",
}

/**
 * Whether the answer is the service's own: its JSON has a `code` (docs/service.md#envelope,
 * docs/service.md#card-errors). A proxy's page or JSON has none.
 */
export function hasCode({ body }: Pick<Answer, "body">): boolean {
  return typeof body?.code === "string" && body.code.trim() !== ""
}

export const NOT_OF_THE_SERVICE = "the answer is not one of the service: it has no code"

/** Why the service refused, or null when the failure is not a definite refusal. */
function refusalReason(httpStatus: number, error: string | null): RefusedReason | null {
  const byStatus = REFUSALS[httpStatus]
  if (byStatus !== undefined) return byStatus
  return error?.toUpperCase() === "VALIDATION_ERROR" ? "validation" : null
}

/**
 * Sorts an answer by HTTP status, `code`, `status` and `error`, never by message text. Accepts the
 * envelope (`code`, `status`, `data`) and the flat form (docs/service.md#envelope).
 */
export function judge(answer: Answer): Outcome {
  const { httpStatus } = answer
  const nothing = saysNothing(answer)
  if (nothing !== null) return { kind: "unclear", ...nothing }
  const said = envelope.safeParse(answer.body)
  if (!said.success) return NO_WORDS
  const data = dataOf(answer.body ?? {})
  const meaning = meaningOf(said.data, data !== null)
  if (httpStatus >= 300 && meaning === "success") {
    return unclear("contradiction", `success was said under HTTP ${httpStatus}`)
  }
  if (meaning === "success") return { kind: "success", data }
  if (meaning === "failure" || httpStatus >= 300) {
    const { error, message } = said.data
    return { kind: "failure", error: errorCode(error, answer), message: shown(message, answer) }
  }
  return unclear("malformed", "the answer is neither a success nor a failure")
}

/**
 * Why an answer proves nothing, whatever its text: a failing server, a redirect, a body that is no
 * JSON object. null when its text counts.
 */
export function saysNothing(answer: Answer): { reason: UnclearReason; detail: string } | null {
  const { httpStatus } = answer
  if (httpStatus >= 500) return { reason: "server_error", detail: "the service failed" }
  if (httpStatus >= 300 && httpStatus < 400) {
    const detail = "the service answered with a redirect, which is never followed"
    return { reason: "redirect", detail }
  }
  if (answer.body !== null || httpStatus >= 300) return null
  return { reason: "malformed", detail: PROBLEMS[answer.problem ?? "not_json"] }
}

const NO_WORDS: Outcome = { kind: "failure", error: null, message: null }
const PROBLEMS = {
  empty: "the answer has no body",
  not_json: "the answer is not JSON",
  not_an_object: "the answer is not a JSON object",
}

type Envelope = z.output<typeof envelope>

function meaningOf(said: Envelope, hasData: boolean): "success" | "failure" | null {
  const code = said.code?.padStart(2, "0")
  const status = said.status?.toUpperCase()
  if (code === "00" || status === "ERROR") return "failure"
  if (code === "01") return "success"
  if (code !== undefined) return null
  if (said.error !== null) return "failure"
  return hasData ? "success" : null
}

/** The envelope's `data`, or the flat form itself, known by its ticket or reference. */
function dataOf(body: Record<string, unknown>): Record<string, unknown> | null {
  const data = record.safeParse(body.data)
  if (data.success) return data.data
  return body.ticket !== undefined || body.reference !== undefined ? body : null
}

function unclear(reason: UnclearReason, detail: string): Outcome {
  return { kind: "unclear", reason, detail }
}

/** An `error` is a code word; any other text in its place is not repeated in our messages. */
export function errorCode(text: string | null, answer: Answer): string | null {
  if (text === null || !/^[A-Za-z0-9_.-]{1,64}$/.test(text)) return null
  return answer.mask(text) === text ? text.toUpperCase() : null
}

/** The service's text as it may be stored and shown: masked, at most 300 characters. */
export function shown(text: string | null, answer: Answer): string | null {
  return text === null ? null : answer.mask(text).slice(0, 300)
}

/**
 * The `data` of a success, null when it has none.
 * @throws RefusedError a definite refusal (docs/service.md#refusals)
 * @throws UnclearError everything else that is not a success
 */
export function successData(answer: Answer, facts: CallFacts): Record<string, unknown> | null {
  const outcome = judge(answer)
  if (outcome.kind === "success") return outcome.data
  if (outcome.kind === "unclear") throw new UnclearError(outcome.reason, facts, outcome.detail)
  const reason = refusalReason(answer.httpStatus, outcome.error)
  if (reason !== null && !hasCode(answer)) {
    throw new UnclearError("malformed", facts, NOT_OF_THE_SERVICE)
  }
  if (reason !== null) throw new RefusedError(reason, facts, outcome)
  throw new UnclearError("failed", facts, "the service failed without refusing", {
    error: outcome.error,
  })
}

/** Reads the ticket of an answer; null when it is missing or invalid. */
export function ticketIn(text: string | null): Ticket | null {
  if (text === null) return null
  try {
    return parseTicket(text)
  } catch {
    return null
  }
}

/**
 * An answered amount in major units (options `amounts.lookup` and `amounts.wallet`,
 * docs/service.md#unit-of-looked-up-amounts).
 * @returns null when it is no number, or in wire units of a currency whose decimals nobody named
 */
export function readAmount(
  amount: string | number | null | undefined,
  currency: string | null,
  unit: "wire" | "major",
  decimals: PayInOptions["decimals"]
): MajorAmount | null {
  if (amount === null || amount === undefined) return null
  const places = Object.entries(decimals).find(([code]) => code === currency)?.[1]
  if (unit === "wire" && places === undefined) return null
  try {
    return unit === "wire" && places !== undefined ? fromWire(amount, places) : majorAmount(amount)
  } catch {
    return null
  }
}

/** Reads the text of a body. An answer is only ever a JSON object. */
export function readBody(text: string): Pick<Answer, "body" | "problem"> {
  if (text.trim() === "") return { body: null, problem: "empty" }
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return { body: null, problem: "not_json" }
  }
  const body = Array.isArray(value) ? null : record.safeParse(value)
  return body?.success
    ? { body: body.data, problem: null }
    : { body: null, problem: "not_an_object" }
}
