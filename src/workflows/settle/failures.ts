import { redactText } from "../../domain/redaction"

/**
 * Reasons for which core fails today and may not fail in a minute: locks, connections, serialization, a database or
 * a Redis that went down or was slow, and a payment session that the shopper's browser replaced meanwhile.
 * Read from error names, codes and the fixed texts of Medusa's own locking modules ("Timed-out acquiring
 * lock.", locking in-memory and redis providers; "is already locked", locking-postgres; "lock timeout",
 * PostgreSQL 55P03), of ioredis ("Connection is closed.") and of core-flows validate-cart-payments and the payment
 * module.
 */
const PASSING_CODES = new Set(["ECONNREFUSED", "ECONNRESET", "ETIMEDOUT", "EPIPE", "55P03"])
/** Classes of SQLSTATE: connection, transaction rolled back, resources, operator (time-outs too), system. */
const PASSING_SQLSTATE = /^(?:08|40|53|57|58)[0-9A-Z]{3}$/
const PASSING_TEXTS = [
  /timed-?out acquiring lock/i,
  /lock timeout/i,
  /statement timeout/i,
  /failed to acquire lock/i,
  /is already locked/i,
  /deadlock/i,
  /connection (terminated|ended|refused|reset|is closed)/i,
  /acquiring a connection/i,
  /already being completed/i,
  // What core says of any error but Medusa's own while it authorizes: a refusal of ours has its row moved.
  /payment authorization failed/i,
  /PaymentSession with id:? \S+ (?:was )?not found/i,
  /payment sessions are required to complete cart/i,
  /has no payment link/i,
]

/** Why core could not be told of a payment. */
export class CoreRefusedError extends Error {
  /** A passing reason is only tried again; a lasting one is also shown to a person. */
  readonly passing: boolean

  constructor(message: string, passing: boolean) {
    super(message)
    this.name = "CoreRefusedError"
    this.passing = passing
  }
}

export function isPassing(error: unknown): boolean {
  if (!(error instanceof Error)) {
    return false
  }
  const code = codeOf(error) ?? ""
  return (
    PASSING_CODES.has(code) ||
    PASSING_SQLSTATE.test(code) ||
    PASSING_TEXTS.some((text) => text.test(error.message))
  )
}

function codeOf(error: unknown): string | null {
  const code = typeof error === "object" && error !== null && "code" in error ? error.code : null
  return typeof code === "string" ? code : null
}

const SQLSTATE = /^[0-9A-Z]{5}$/
const STATEMENT = /\b(?:insert into|update|delete from|select) [^]*"/i

/**
 * A reason that may be logged and stored. Core's database errors carry whole statements with their values,
 * a shopper's name and address among them (promise 6), so of those only the code is kept.
 */
export function reasonOf(error: unknown): string {
  const code = codeOf(error)
  if (code !== null && SQLSTATE.test(code)) {
    return `database error ${code}`
  }
  const message = error instanceof Error ? error.message : String(error)
  // Not every error keeps its code on its way through core.
  return STATEMENT.test(message) ? "database error" : redactText(message).slice(0, 300)
}

/** A workflow error as Medusa returns it with `throwOnError: false`: its own error is a plain object there. */
export function refusedByCore(error: unknown): CoreRefusedError {
  const inner =
    typeof error === "object" && error !== null && "error" in error ? error.error : error
  const asError = inner instanceof Error ? inner : errorFrom(inner)
  return new CoreRefusedError(reasonOf(asError), isPassing(asError))
}

function errorFrom(said: unknown): Error {
  const message =
    typeof said === "object" && said !== null && "message" in said
      ? String(said.message)
      : String(said)
  const code = codeOf(said)
  return Object.assign(new Error(message), code !== null && { code })
}
