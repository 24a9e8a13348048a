import { FetchError } from "@medusajs/js-sdk"
import type { FaultCode, RefusalCode } from "../../api/admin/payin/refusal-types"
import { en } from "../i18n/en/texts"
import type { TextKey } from "../text/key"
import type { TextValues } from "../text/use-texts"
import { faultOf, isOneOf, valuesOf, type Fault } from "./fault"
import { Refused } from "./refused"
import { isServiceReason, serviceReason } from "./service-reason"

/** What went wrong, for a person: a heading of ours, and a sentence of ours or else the server's. */
export interface ProblemText {
  title: TextKey
  sentence: Sentence | null
}

/** What is said below the heading, in the best words that there are for it. */
export type Sentence =
  | { hint: TextKey }
  | { refused: DecisionCode; values: TextValues }
  | { fault: Fault }
  | { asks: readonly string[] }
  | { service: TextKey; undone: boolean }
  | { both: { es: string; en: string } }
  | { said: string }

/** Why the server did not do what it was asked to; faults of values have words of their own. */
type DecisionCode = Exclude<RefusalCode, FaultCode>

const BY_STATUS: Partial<Record<number, TextKey>> = {
  401: "problem.forbidden",
  403: "problem.forbidden",
  404: "problem.not_found",
  409: "problem.conflict",
  502: "problem.service",
  503: "problem.service",
}

export function problemOf(error: unknown): ProblemText {
  if (!(error instanceof FetchError) || error.status === undefined) {
    return { title: "problem.offline", sentence: { hint: "problem.offlineHint" } }
  }
  const { status, message } = error
  const known = BY_STATUS[status]
  const sentence = error instanceof Refused ? sentenceOf(error) : null
  if (known !== undefined || status < 500) {
    return { title: known ?? "problem.refused", sentence: sentence ?? { said: message } }
  }
  return { title: "problem.server", sentence: { hint: "problem.serverHint" } }
}

/** What the server names by a code is said in the user's language; the rest in the server's words. */
function sentenceOf({ body, status, acts }: Refused): Sentence | null {
  if (isServiceReason(body.reason) && isOfService(status)) {
    return { service: serviceReason(body.reason), undone: acts }
  }
  const both = textOf(body.reason_text)
  if (both !== null) {
    return { both }
  }
  const asks = namesOf(body.fields)
  if (asks.length > 0) {
    return { asks }
  }
  const fault = faultOf(body)
  if (fault !== null) {
    return { fault }
  }
  // "Try again" says nothing of why: that stands beside it.
  const code = body.code === "try_again" ? body.reason : body.code
  return isDecisionCode(code) ? { refused: code, values: valuesOf(body) } : null
}

/** Whether the service was asked in vain: then nothing was done here either. */
function isOfService(status: number | undefined): boolean {
  return status === 502 || status === 503
}

/** What is still to be told of a person. */
function namesOf(fields: unknown): string[] {
  return Array.isArray(fields)
    ? fields.flatMap((field: unknown) =>
        typeof field === "object" &&
        field !== null &&
        "name" in field &&
        typeof field.name === "string"
          ? [field.name]
          : []
      )
    : []
}

/** Whether the admin has words for this refusal. */
export function isDecisionCode(code: unknown): code is DecisionCode {
  return typeof code === "string" && isOneOf(en.problem.code, code)
}

function textOf(text: unknown): { es: string; en: string } | null {
  return typeof text === "object" &&
    text !== null &&
    "es" in text &&
    typeof text.es === "string" &&
    "en" in text &&
    typeof text.en === "string"
    ? { es: text.es, en: text.en }
    : null
}

/** The server's stable name of a refusal, where it has one. */
export function codeOf(error: unknown): string | null {
  const code = error instanceof Refused ? error.body.code : undefined
  return typeof code === "string" ? code : null
}

/** Whether the server said that there is no such thing. */
export function isMissing(error: unknown): boolean {
  return error instanceof FetchError && error.status === 404
}
