import { z } from "zod"
import { CURRENCY_CODES } from "../country/countries"
import { roundDown, type MajorAmount } from "./amount"
import type { PayInOptions } from "../options/options"

const currencySchema = z.enum(CURRENCY_CODES)

/**
 * Decimals of a currency on the wire. Read without the account, which may have left the options.
 */
export function wireDecimals(
  { decimals }: Pick<PayInOptions, "decimals">,
  currency: string
): number {
  return decimals[currencySchema.parse(currency)]
}

/**
 * The part of an amount that can be sent, rounded towards zero. For a currency that is not in the
 * options that is the whole amount: sending will be refused, and a person sees why.
 */
export function sendable(
  { decimals }: Pick<PayInOptions, "decimals">,
  currency: string,
  amount: MajorAmount
): MajorAmount {
  const known = currencySchema.safeParse(currency)
  return known.success ? roundDown(amount, decimals[known.data]) : amount
}
