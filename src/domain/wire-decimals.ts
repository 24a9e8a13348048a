import { z } from "zod"
import { CURRENCY_CODES } from "./countries"
import { roundDown, type MajorAmount } from "./money"
import type { PayInOptions } from "./options"

const currencySchema = z.enum(CURRENCY_CODES)

/** Decimals of a currency on the wire. Not asked of the account: it may have left the options since. */
export function wireDecimals(
  { decimals }: Pick<PayInOptions, "decimals">,
  currency: string
): number {
  return decimals[currencySchema.parse(currency)]
}

/**
 * What of an amount can be sent: towards zero. Of a currency that the options do not know everything, because a
 * payout of it is refused when it is sent, and a person sees why.
 */
export function sendable(
  { decimals }: Pick<PayInOptions, "decimals">,
  currency: string,
  amount: MajorAmount
): MajorAmount {
  const known = currencySchema.safeParse(currency)
  return known.success ? roundDown(amount, decimals[known.data]) : amount
}
