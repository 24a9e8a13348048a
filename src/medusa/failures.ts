import { codeOf, reasonOf } from "../domain/error/reason"

/**
 * Temporary failures of Medusa, which may be gone in a minute: locks, connections, serialization, a
 * database or a Redis that went down or was slow, and a payment session that the shopper's browser
 * replaced meanwhile. Read from error names, codes and the fixed texts of Medusa's own locking
 * modules ("Timed-out acquiring lock.", locking in-memory and redis providers; "is already locked",
 * locking-postgres; "lock timeout", PostgreSQL 55P03), of ioredis ("Connection is closed."), of
 * core-flows validate-cart-payments, of the payment module and of the workflow engine.
 */
const PASSING_CODES = new Set(["ECONNREFUSED", "ECONNRESET", "ETIMEDOUT", "EPIPE", "55P03"])
/**
 * Classes of SQLSTATE: connection, transaction rolled back, resources, operator (time-outs too),
 * system.
 */
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
  // Medusa's text for any error except its own during authorizing: if it was our refusal, the row
  // has moved.
  /payment authorization failed/i,
  /PaymentSession with id:? \S+ (?:was )?not found/i,
  /payment sessions are required to complete cart/i,
  /has no payment link/i,
  // The engine fails a step that it has already done, as seen on a busy machine (orchestration,
  // transaction-step). That says nothing about the cart, and the next run succeeds.
  /updating (?:state|status) from \S+ to \S+ is not allowed/i,
]

/** Medusa refused an update about a payment. */
export class MedusaRefusedError extends Error {
  /** A temporary failure is only retried; a lasting one is also shown to a person. */
  readonly passing: boolean

  constructor(message: string, passing: boolean) {
    super(message)
    this.name = "MedusaRefusedError"
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

/**
 * A workflow error as Medusa returns it with `throwOnError: false`: its own error is a plain object
 * there.
 */
export function refusedByMedusa(error: unknown): MedusaRefusedError {
  const inner =
    typeof error === "object" && error !== null && "error" in error ? error.error : error
  const asError = inner instanceof Error ? inner : errorFrom(inner)
  return new MedusaRefusedError(reasonOf(asError), isPassing(asError))
}

function errorFrom(said: unknown): Error {
  const message =
    typeof said === "object" && said !== null && "message" in said
      ? String(said.message)
      : String(said)
  const code = codeOf(said)
  return Object.assign(new Error(message), code !== null && { code })
}
