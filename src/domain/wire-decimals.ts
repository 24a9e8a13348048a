import { z } from "zod"
import { CURRENCY_CODES } from "./countries"
import type { PayInOptions } from "./options"

const currencySchema = z.enum(CURRENCY_CODES)

/** Decimals of a currency on the wire. Not asked of the account: it may have left the options since. */
export function wireDecimals(
  { decimals }: Pick<PayInOptions, "decimals">,
  currency: string
): number {
  return decimals[currencySchema.parse(currency)]
}
