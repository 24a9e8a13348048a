import type { Fault } from "../error/fault"

/** What is said of one in a text, after the name of the field. */
export const NO_CARD_NUMBER = "must not hold the number of a card"
export const CARD_NUMBER: Fault = { code: "card_number" }

/** Between two digits of a card number that somebody wrote in groups, over several lines, or disguised. */
const BETWEEN = "[^\\p{L}\\p{N}]{0,4}"
const RUN = new RegExp(`\\d(?:${BETWEEN}\\d)+`, "gu")
const LENGTH = { least: 13, most: 19 }
const ONLY_DIGITS = new RegExp(`^${BETWEEN}\\d(?:${BETWEEN}\\d){11,22}${BETWEEN}$`, "u")
const INVISIBLE = /[\p{Cf}\p{M}\p{Default_Ignorable_Code_Point}]/gu

/**
 * Whether a text holds the number of a payment card, in whatever form: in groups, with signs,
 * line breaks or invisible characters between them, in digits of another width or script. The check
 * digit has to fit, so that most other long numbers pass. Other numbers may stand before and behind
 * it, as its month and code do.
 */
export function holdsCardNumber(text: string): boolean {
  return [...plain(text).matchAll(RUN)].some(([run]) => holdsOne(run.match(/\d+/g) ?? []))
}

/** Whether a card number begins with one of these groups of digits and ends with one. */
function holdsOne(groups: readonly string[]): boolean {
  return groups.some((_, first) => {
    let digits = ""
    for (const group of groups.slice(first, first + LENGTH.most)) {
      digits += group
      if (digits.length > LENGTH.most) return false
      if (digits.length >= LENGTH.least && isCardNumber(digits)) return true
    }
    return false
  })
}

/** Whether a text consists of 12 to 23 digits and what stands between them. */
export function looksLikeCardNumber(text: string): boolean {
  return ONLY_DIGITS.test(plain(text))
}

/**
 * First digits and lengths of the card brands. Dates and telephone numbers in a row have neither,
 * except for a few.
 */
const BRANDS = [
  /^22(?:0[0-4]|2[1-9]|[3-9]\d)\d{12}$/,
  /^2(?:[3-6]\d\d|7[01]\d|720)\d{12}$/,
  /^3(?:[47]\d{13}|[0689]\d{12}|5\d{14})$/,
  /^4(?:\d{12}|\d{15}|\d{18})$/,
  /^5\d{15}$/,
  /^6\d{15,18}$/,
]

/** Digits of a card brand of which the last one checks the others. */
function isCardNumber(digits: string): boolean {
  const sum = Array.from(digits)
    .reverse()
    .reduce((total, digit, index) => {
      const value = index % 2 === 0 ? Number(digit) : Number(digit) * 2
      return total + (value > 9 ? value - 9 : value)
    }, 0)
  return BRANDS.some((brand) => brand.test(digits)) && sum % 10 === 0
}

function plain(text: string): string {
  return text
    .normalize("NFKC")
    .replace(INVISIBLE, "")
    .replace(/\p{Nd}/gu, asciiDigit)
}

/** Unicode has the ten digits of a script in a row, the zero at a code that others cannot precede. */
function asciiDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0
  let value = 0
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) {
    value += 1
  }
  return String(value)
}
