import { formatMoney } from "./money"

/** How amounts, dates and numbers are written for this user. */
export interface Format {
  locale: string
  /** A decimal string in major units; without currency or amount a dash. */
  money(amount: string | null, currency: string | null): string
  /** Day and time of an ISO 8601 time, in the user's zone. */
  time(iso: string): string
  /** The same to the second, with the zone's name: beside a clock of another zone. */
  zonedTime(iso: string): string
  /** The day of an ISO 8601 time, in the user's zone. */
  date(iso: string): string
  /** A day without a time or a zone, `YYYY-MM-DD`. */
  day(day: string, style?: "short" | "long"): string
  number(value: number): string
  /** The country of a currency: `COP` is Colombia's. */
  country(currency: string): string
}

/** @param locale of BCP 47 */
export function formatFor(locale: string): Format {
  const time = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short" })
  const zonedTime = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "long" })
  const date = new Intl.DateTimeFormat(locale, { dateStyle: "medium" })
  const longDay = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeZone: "UTC" })
  const shortDay = new Intl.DateTimeFormat(locale, {
    ...{ day: "numeric", month: "short" },
    timeZone: "UTC",
  })
  const number = new Intl.NumberFormat(locale)
  const region = new Intl.DisplayNames(locale, { type: "region" })
  return {
    locale,
    money: (amount, currency) =>
      amount === null || currency === null ? "–" : formatMoney(locale, amount, currency),
    time: (iso) => time.format(new Date(iso)),
    zonedTime: (iso) => zonedTime.format(new Date(iso)),
    date: (iso) => date.format(new Date(iso)),
    day: (day, style = "long") =>
      (style === "short" ? shortDay : longDay).format(new Date(`${day}T00:00:00Z`)),
    number: (value) => number.format(value),
    country: (currency) => region.of(countryOf(currency)) ?? currency,
  }
}

/** ISO 4217 begins the name of a currency with its country's (ISO 3166). */
export function countryOf(currency: string): string {
  return currency.slice(0, 2)
}
