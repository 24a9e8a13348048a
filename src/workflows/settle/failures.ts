import { redactText } from "../../domain/redaction"

/**
 * Reasons for which core fails today and may not fail in a minute: locks, connections, serialization, and a
 * payment session that the shopper's browser replaced meanwhile.
 * Read from error names, codes and the fixed texts of Medusa's own locking modules ("Timed-out acquiring
 * lock.", locking in-memory and redis providers; "is already locked", locking-postgres; "lock timeout",
 * PostgreSQL 55P03) and of core-flows validate-cart-payments and the payment module.
 */
const PASSING_CODES = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "ETIMEDOUT",
  "EPIPE",
  "40001",
  "40P01",
  "55P03",
  "57P01",
  "57P03",
  "08006",
  "08003",
])
const PASSING_TEXTS = [
  /timed-?out acquiring lock/i,
  /lock timeout/i,
  /failed to acquire lock/i,
  /is already locked/i,
  /deadlock/i,
  /connection (terminated|ended|refused|reset)/i,
  /acquiring a connection/i,
  /already being completed/i,
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
  const code = "code" in error ? String(error.code) : ""
  return PASSING_CODES.has(code) || PASSING_TEXTS.some((text) => text.test(error.message))
}

const SQLSTATE = /^[0-9A-Z]{5}$/
const STATEMENT = /\b(?:insert into|update|delete from|select) [^]*"/i

/**
 * A reason that may be logged and stored. Core's database errors carry whole statements with their values,
 * a shopper's name and address among them (promise 6), so of those only the code is kept.
 */
export function reasonOf(error: unknown): string {
  const code = typeof error === "object" && error !== null && "code" in error ? error.code : null
  if (typeof code === "string" && SQLSTATE.test(code)) {
    return `database error ${code}`
  }
  const message = error instanceof Error ? error.message : String(error)
  // The workflow engine hands errors on without their codes.
  return STATEMENT.test(message) ? "database error" : redactText(message).slice(0, 300)
}

/** A workflow error as Medusa returns it with `throwOnError: false`. */
export function refusedByCore(error: unknown): CoreRefusedError {
  const inner =
    typeof error === "object" && error !== null && "error" in error ? error.error : error
  const message =
    typeof inner === "object" && inner !== null && "message" in inner
      ? String(inner.message)
      : String(inner)
  const asError = inner instanceof Error ? inner : new Error(message)
  return new CoreRefusedError(
    reasonOf(inner instanceof Error ? inner : asError),
    isPassing(asError)
  )
}
