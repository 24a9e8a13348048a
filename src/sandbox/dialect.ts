import type { Request } from "express"
import { refusal, type Answer } from "./answers"
import type { Context } from "./context"
import type { Merchant } from "./settings"

/** What the payment API and the card-payment API say differently: headers, names, refusals. */
export interface Dialect {
  /** Who calls, or the answer to a call without the right headers. */
  admit(context: Context, request: Request): { merchant: Merchant } | { refused: Answer }
  /** What an injected fault may name the call by; the journal notes the first one as reference. */
  names(request: Request, body: unknown): (string | null)[]
  invalid(context: Context, message: string): Answer
  wrongType(message: string): Answer
  rateLimited(message: string): Answer
  broken(status: number, message: string): Answer
  /** An answer that is neither a success nor a definite refusal. */
  unclear(error: string, message: string): Answer
  /** What is left of an answer that breaks off. */
  torn: string
}

/** See docs/service.md#refusals. */
export const PAYMENT_DIALECT: Dialect = {
  admit(context, request) {
    const merchant = context.credentials.check(request.headers)
    if (typeof merchant !== "string") return { merchant }
    return { refused: refusal(401, "UNAUTHORIZED", merchant) }
  },
  names: (request, body) => [request.params.ticketOrReference ?? textOf(body, "reference")],
  invalid: ({ behaviour }, message) =>
    refusal(behaviour.refusalStatus, "VALIDATION_ERROR", message),
  wrongType: (message) => refusal(415, "VALIDATION_ERROR", message),
  rateLimited: (message) => refusal(429, "TOO_MANY_REQUESTS", message),
  broken: (status, message) => refusal(status, "SERVICE_ERROR", message),
  unclear: (error, message) => refusal(200, error, message),
  torn: '{"code":"01","status":"SUCC',
}

export function textOf(body: unknown, key: string): string | null {
  if (typeof body !== "object" || body === null) return null
  const value: unknown = Reflect.get(body, key)
  return typeof value === "string" ? value : null
}
