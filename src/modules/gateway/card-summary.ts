import { z } from "zod"
import { redactText } from "../../domain/privacy/redaction"

/** The stored parts of a card: enough to recognise it, useless to others. */
export interface CardSummary {
  brand: string | null
  type: string | null
  last_four: string | null
}

const holder = z.looseObject({ top_card: z.unknown(), card: z.unknown() })
const word = z.string().trim().min(1).max(40).transform(redactText).nullable().catch(null)
const digits = z
  .union([z.string(), z.number().int().nonnegative()])
  .transform(lastFour)
  .nullable()
  .catch(null)
const card = z.looseObject({ brand: word, type: word, lastFourDigits: digits })

/**
 * Reads brand, type and last four digits of the card used.
 * @param value a notification (`top_card`, docs/service.md#notification-body), a looked-up
 *   transaction (`top_card` or `card`), or the card itself
 * @returns null when no card is named in it
 */
export function readCardSummary(value: unknown): CardSummary | null {
  const held = holder.safeParse(value)
  if (!held.success) return null
  const found = card.safeParse(held.data.top_card ?? held.data.card ?? value)
  if (!found.success) return null
  const { brand, type, lastFourDigits } = found.data
  if (brand === null && type === null && lastFourDigits === null) return null
  return { brand, type, last_four: lastFourDigits }
}

/** A number has lost its leading zeros. Of a longer text only the end may be kept. */
function lastFour(value: string | number): string | null {
  const text = typeof value === "number" ? String(value).padStart(4, "0") : value.trim()
  return /\d{4}$/.exec(text)?.[0] ?? null
}
