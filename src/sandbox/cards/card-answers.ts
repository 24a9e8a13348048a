import type { Answer } from "../answers"
import type { Context } from "../context"
import { textOf, type Dialect } from "../dialect"
import type { ActiveFault } from "../faults"
import type { Authorization, Capture } from "./records"

/** Answer bodies of the card-payment API (docs/service.md#card-errors). */
export function done(code: string, message: string, data: unknown): Answer {
  return { status: 200, body: { code, status: true, message, data } }
}

export function refused(status: number, code: string, message: string, data?: unknown): Answer {
  return { status, body: { code, status: false, message, ...(data ? { data } : {}) } }
}

export function invalid(message: string): Answer {
  return refused(422, "VALIDATION_ERROR", message)
}

/** See docs/service.md#card-transactions. */
export function transactionData(
  { behaviour }: Context,
  transaction: Authorization | Capture,
  fault: ActiveFault | null
): Record<string, unknown> {
  const { transaction_id, created_at, linked, status, type, reference_id, currency } = transaction
  const amount = transaction.amount + (fault?.kind === "wrong_amount" ? 1 : 0)
  return {
    transaction_id,
    transaction_date: new Date(created_at).toISOString(),
    ...(linked ? { linked_transaction_id: linked.transaction_id } : {}),
    transaction_status: status,
    transaction_type: type,
    reference_id: fault?.kind === "wrong_reference" ? `${reference_id}-x` : reference_id,
    amount: behaviour.cards.answerAmounts === "string" ? amount.toFixed(2) : amount,
    currency,
  }
}

const IDS = ["reference_id", "transaction_id", "subscription_id", "linked_transaction_id"] as const

/** Headers of docs/service.md#credentials, refusals of docs/service.md#card-errors. */
export const CARD_DIALECT: Dialect = {
  admit(context, { headers }) {
    for (const name of ["X-Merchant-ID", "X-Request-ID"]) {
      const value = headers[name.toLowerCase()]
      if (typeof value === "string" && value.trim() !== "") continue
      return { refused: missing(context, `El encabezado ${name} es obligatorio.`) }
    }
    const merchant = context.credentials.check(headers)
    if (typeof merchant !== "string") return { merchant }
    return { refused: refused(401, "UNAUTHORIZED", merchant) }
  },
  names: (_request, body) => IDS.map((key) => textOf(body, key)),
  invalid: (_context, message) => invalid(message),
  wrongType: (message) => refused(415, "VALIDATION_ERROR", message),
  rateLimited: (message) => refused(429, "TOO_MANY_REQUESTS", message),
  broken: (status, message) => refused(status, "SERVICE_ERROR", message),
  unclear: (error, message) => refused(200, error, message),
  torn: '{"code":"AUTHORIZED","status":tr',
}

/** A plain message without a code (docs/service.md#card-errors). */
function missing({ behaviour }: Context, message: string): Answer {
  const body = behaviour.cards.missingHeader === "text" ? message : { status: false, message }
  return { status: 400, body }
}
