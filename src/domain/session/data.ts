import { z } from "zod"
import type { SessionField } from "../privacy/customer-data"
import { parseReference, type Reference } from "../row/reference"

/** The states of a session that a storefront reads. */
export const SESSION_STATUSES = [
  "needs_input",
  "pending",
  "approved",
  "rejected",
  "expired",
  "failed",
] as const

export type SessionStatus = (typeof SESSION_STATUSES)[number]

/** How to pay without a page: a key to pay to, or what the shopper has to confirm. */
export type Instructions =
  { type: "key"; key: string; expires_at: string | null } | { type: "confirmation"; text: string }

/**
 * All that a storefront may read of a payment session: exactly these keys
 * (docs/decisions/0021-session-data.md). Nothing is personal or secret. `amount` is in major units,
 * `currency` upper case, `expires_at` ISO 8601 in UTC.
 */
export interface SessionData {
  session_id: string
  reference: string | null
  ticket: string | null
  payment_url: string | null
  payment_method: string | null
  amount: string
  currency: string
  expires_at: string | null
  status: SessionStatus
  /** What is still to be asked of the shopper; null when nothing is. */
  fields: SessionField[] | null
  /** Beside `payment_url` or in its place; null when there are none. */
  instructions: Instructions | null
}

export const SESSION_DATA_KEYS = [
  "session_id",
  "reference",
  "ticket",
  "payment_url",
  "payment_method",
  "amount",
  "currency",
  "expires_at",
  "status",
  "fields",
  "instructions",
] as const satisfies readonly (keyof SessionData)[]

/** {@link withoutClientKeys} for a session with a link. */
export function eraseClientKeys(clientData: unknown, ours: SessionData): Record<string, unknown> {
  return withoutClientKeys(clientData, ours, SESSION_DATA_KEYS)
}

/**
 * The plugin's session data with every other key of the client set to `undefined`. Medusa merges
 * the client's posted data under the provider's answer, so a missing key would stay
 * (docs/medusa.md#client-data). The object is built from entries: an assigned key `__proto__` would
 * set a prototype and leave the client's key in place.
 */
export function withoutClientKeys<Ours extends object>(
  clientData: unknown,
  ours: Ours,
  keys: readonly (keyof Ours & string)[]
): Record<string, unknown> {
  const clientKeys =
    typeof clientData === "object" && clientData !== null ? Object.keys(clientData) : []
  return Object.fromEntries([
    ...clientKeys.map((key): [string, unknown] => [key, undefined]),
    ...keys.map((key): [string, unknown] => [key, ours[key]]),
  ])
}

const named = z.object({ reference: z.string().nullable() })

/**
 * The reference of the row that made a payment, read from its session data; null when there is
 * none.
 */
export function referenceInData(data: unknown): Reference | null {
  const ours = named.safeParse(data)
  return parseReference((ours.success && ours.data.reference) || "")
}
