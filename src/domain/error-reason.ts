import { redactText } from "./redaction"

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
