import type { PayInCart, PayInInstructions, PayInSession } from "../wire.ts"

/** A session that is paid by what it says, on the shop's own page. */
export type Instructed = Pick<
  PayInSession,
  "session_id" | "payment_url" | "amount" | "currency"
> & {
  instructions: PayInInstructions
}

export function isInstructed(session: PayInSession): session is PayInSession & Instructed {
  return session.status === "pending" && Boolean(session.instructions)
}

/** Whether a key was good and is not any more. */
export function hasExpired(instructions: PayInInstructions, now: number): boolean {
  if (instructions.type !== "key" || instructions.expires_at === null) return false
  return Date.parse(instructions.expires_at) <= now
}

/** The session of a cart that was fetched, if it can be paid by what it says. */
export function instructedIn(cart: PayInCart, now: number): Instructed | null {
  for (const { provider_id, data = {} } of cart.payment_collection?.payment_sessions ?? []) {
    // Of another provider a client may have written the data.
    if (!provider_id.startsWith("pp_payin_")) continue
    const { session_id, payment_url, amount, currency, status } = data
    const instructions = instructionsOf(data.instructions)
    if (
      status === "pending" &&
      instructions !== null &&
      typeof session_id === "string" &&
      typeof amount === "string" &&
      typeof currency === "string" &&
      !hasExpired(instructions, now)
    ) {
      const isPage = typeof payment_url === "string" && /^https?:\/\//.test(payment_url)
      const page = isPage ? payment_url : null
      return { session_id, payment_url: page, amount, currency, instructions }
    }
  }
  return null
}

function instructionsOf(value: unknown): PayInInstructions | null {
  if (typeof value !== "object" || value === null) return null
  const said: Partial<Record<string, unknown>> = { ...value }
  if (said.type === "confirmation" && typeof said.text === "string") {
    return { type: "confirmation", text: said.text }
  }
  if (said.type !== "key" || typeof said.key !== "string") return null
  const expires_at = typeof said.expires_at === "string" ? said.expires_at : null
  return { type: "key", key: said.key, expires_at }
}
