import { redactText } from "../privacy/redaction"

const SQLSTATE = /^[0-9A-Z]{5}$/
const STATEMENT = /\b(?:insert into|update|delete from|select) [^]*"/i

/** The code that a driver, Node or the database gave an error; null without one. */
export function codeOf(error: unknown): string | null {
  const code = typeof error === "object" && error !== null && "code" in error ? error.code : null
  return typeof code === "string" ? code : null
}

/**
 * Redaction: an error's reason that may be logged and stored. Database errors carry whole
 * statements with their values (knex binds them into the message), among them a shopper's name and
 * address. Of those only the code is kept.
 */
export function reasonOf(error: unknown): string {
  const code = codeOf(error)
  if (code !== null && SQLSTATE.test(code)) {
    return `database error ${code}`
  }
  const message = error instanceof Error ? error.message : String(error)
  // Not every error keeps its code on its way through Medusa.
  return STATEMENT.test(message) ? "database error" : redactText(message).slice(0, 300)
}

/** What JavaScript says when a program did not expect that something is missing. */
const OF_A_PROGRAM = [
  /^cannot (?:read|set) propert(?:y|ies) /i,
  /^cannot destructure property /i,
  /^cannot convert undefined or null to object$/i,
  / is not (?:iterable|a function|defined)\b/i,
  / is (?:undefined|null)$/i,
]

/**
 * Whether an error is a program's that met something missing. Medusa fails so on a cart whose
 * product or promotion was deleted, each time again.
 */
export function isProgramFailure(error: unknown): boolean {
  return error instanceof Error && OF_A_PROGRAM.some((text) => text.test(error.message))
}
