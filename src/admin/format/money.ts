/** Medusa keeps no cents of these; the others have two. */
const WITHOUT_CENTS = new Set(["COP", "CLP", "PYG"])

/**
 * An amount as people write it: "$ 113.000", "S/ 12.50". It is formatted digit by digit, never as a float;
 * digits that the currency usually has not are shown when they are not zero. Text that is no amount stays.
 *
 * @param amount decimal string in major units, as the routes answer it
 */
export function formatMoney(locale: string, amount: string, currency: string): string {
  const read = /^(-?)(\d+)(?:\.(\d+))?$/.exec(amount)
  if (read === null || !/^[A-Za-z]{3}$/.test(currency)) {
    return `${currency} ${amount}`.trim()
  }
  const [, sign, whole, written = ""] = read
  const fraction = written.replace(/0+$/, "")
  const usual = WITHOUT_CENTS.has(currency.toUpperCase()) && fraction === "" ? 0 : 2
  const digits = Math.min(Math.max(usual, fraction.length), 20)
  const parts = new Intl.NumberFormat(locale, {
    style: "currency",
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).formatToParts(BigInt(whole))
  const text = parts
    .map(({ type, value }) => (type === "fraction" ? fraction.padEnd(digits, "0") : value))
    .join("")
  return sign === "" ? text : `-${text}`
}
