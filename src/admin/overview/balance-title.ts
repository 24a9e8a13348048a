import { countryOf, type Format } from "../format/format"
import type { Say } from "../text/use-texts"

/** Whose balance it is: a country's, and where the account is not simply named after it, that account's. */
export function balanceTitle(
  { account, currency }: { account: string; currency: string },
  say: Say,
  format: Pick<Format, "country">
): string {
  const country = format.country(currency)
  return account.toUpperCase() === countryOf(currency)
    ? say("overview.balance", { country })
    : say("overview.balanceOf", { country, account })
}
