import { createHash, randomBytes, timingSafeEqual } from "node:crypto"

import { z } from "zod"
import { sanitize } from "../text/sanitize"

// At most 36 of these characters, made by the plugin, never used twice
// (docs/service.md#references-and-tickets).
const referenceSchema = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,36}$/)
  .brand<"Reference">()
// A ticket is an opaque text of bounded length (docs/service.md#references-and-tickets).
const ticketSchema = z.string().trim().min(1).max(255).brand<"Ticket">()
const ipnKeySchema = z
  .string()
  .regex(/^[0-9a-f]{32}$/)
  .brand<"IpnKey">()

/** Our unique name of one call that moves money. The service's lookup accepts it. */
export type Reference = z.infer<typeof referenceSchema>
/** The service's name of a transaction: an opaque string. */
export type Ticket = z.infer<typeof ticketSchema>
/**
 * The unguessable part of one `ipn_url` (docs/decisions/0011-notification-address.md). A pay-in keeps
 * its hash only. A payout keeps it encrypted too, because it is sent again with the same address.
 */
export type IpnKey = z.infer<typeof ipnKeySchema>

// The prefix tells money in from money out, and a reference of one never finds the other.
const PREFIXES = { payIn: "pin_", payOut: "out_", card: "crd_" } as const
// Crockford's base32, one case only: a service that folds case still tells two references apart.
const DIGITS = "0123456789abcdefghjkmnpqrstvwxyz"
const TIME_LENGTH = 10
const RANDOM_LENGTH = 16

/** A new reference: 48 bits of time, so that indexes stay in order, then 80 random bits. */
export function newReference(kind: keyof typeof PREFIXES = "payIn"): Reference {
  let time = Date.now()
  let prefix = ""
  for (let i = 0; i < TIME_LENGTH; i++) {
    prefix = DIGITS.charAt(time % DIGITS.length) + prefix
    time = Math.floor(time / DIGITS.length)
  }
  // 256 is a multiple of 32: the remainder of a random byte is not biased.
  const random = Array.from(randomBytes(RANDOM_LENGTH), (byte) =>
    DIGITS.charAt(byte % DIGITS.length)
  ).join("")
  return referenceSchema.parse(`${PREFIXES[kind]}${prefix}${random}`)
}

/**
 * A reference that derives from what it pays and the number of the try: the same in every copy of
 * the database, so that the service sees one payment where two copies try to make it. 130 bits of
 * SHA-256.
 */
export function derivedReference(
  kind: keyof typeof PREFIXES,
  ...of: readonly (string | number)[]
): Reference {
  const bytes = createHash("sha256")
    .update(JSON.stringify([kind, ...of]))
    .digest()
  const digits = Array.from(bytes.subarray(0, TIME_LENGTH + RANDOM_LENGTH), (byte) =>
    DIGITS.charAt(byte % DIGITS.length)
  ).join("")
  return referenceSchema.parse(`${PREFIXES[kind]}${digits}`)
}

/** Whether a text of the service names this reference, in whatever case it writes it. */
export function sameReference(said: string | null, reference: string): boolean {
  return said !== null && said.toLowerCase() === reference.toLowerCase()
}

/**
 * Whether a text of the service is this ticket, in whatever case it writes it. Beside it the
 * reference decides which transaction is meant.
 */
export function sameTicket(said: string | null, ticket: string): boolean {
  return said !== null && said.toLowerCase() === ticket.toLowerCase()
}

/** Whether a reference is of a payout. */
export function isPayOutReference(reference: Reference): boolean {
  return reference.startsWith(PREFIXES.payOut)
}

const OF_A_CARD = new RegExp(`^${PREFIXES.card}[${DIGITS}]{${TIME_LENGTH + RANDOM_LENGTH}}$`, "i")

/** Whether a text has the form of the references that the plugin gives card payments, in any case. */
export function isCardReference(text: string): boolean {
  return OF_A_CARD.test(text)
}

const OF_A_LINK_OR_PAYOUT = new RegExp(
  `^(?:${PREFIXES.payIn}|${PREFIXES.payOut})[${DIGITS}]{${TIME_LENGTH + RANDOM_LENGTH}}$`,
  "i"
)

/** Whether a text has the form of the references that the plugin gives links and payouts, in any case. */
export function isLinkOrPayoutReference(text: string): boolean {
  return OF_A_LINK_OR_PAYOUT.test(text)
}

/**
 * Reads the reference of a notification, in the case that the plugin writes: the service may write
 * another one. Null when the text cannot be one.
 */
export function notifiedReference(text: string): Reference | null {
  return parseReference(isLinkOrPayoutReference(text) ? text.toLowerCase() : text)
}

/** Reads a reference from outside; null when the text cannot be one. */
export function parseReference(text: string): Reference | null {
  return referenceSchema.safeParse(text).data ?? null
}

/**
 * The ticket in an answer of the service.
 *
 * @throws Error when it is empty or longer than 255 characters.
 */
export function parseTicket(text: string): Ticket {
  const parsed = ticketSchema.safeParse(text)
  if (!parsed.success) {
    throw new Error("The service's ticket must be a text of 1 to 255 characters.")
  }
  return parsed.data
}

/**
 * The ticket that a notification names; null when it cannot be one. It is kept whole: a part of it
 * would find nothing, or another transaction.
 */
export function notifiedTicket(text: string | null): Ticket | null {
  const ticket = ticketSchema.safeParse(text).data ?? null
  return ticket !== null && sanitize(ticket, ticket.length) === ticket ? ticket : null
}

/** 128 random bits in hex. */
export function newIpnKey(): IpnKey {
  return ipnKeySchema.parse(randomBytes(16).toString("hex"))
}

/**
 * Where the service sends the notifications of one link or payout
 * (docs/decisions/0011-notification-address.md).
 */
export function ipnUrl(callbackUrl: string, reference: Reference, key: string): string {
  return `${callbackUrl.replace(/\/+$/, "")}/hooks/payin/ipn/${reference}/${key}`
}

/**
 * The stored hash of a key. A plain hash suffices: 128 random bits cannot be guessed through it.
 */
export function hashIpnKey(key: string): string {
  return createHash("sha256").update(key).digest("hex")
}

/** Compares in constant time. Any text is safe, and a malformed hash does not match. */
export function ipnKeyMatches(key: string, hash: string): boolean {
  if (typeof key !== "string" || typeof hash !== "string") {
    return false
  }
  const actual = Buffer.from(hashIpnKey(key))
  const expected = Buffer.from(hash)
  return actual.length === expected.length && timingSafeEqual(actual, expected)
}
