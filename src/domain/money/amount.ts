import BigNumberJs from "bignumber.js"
import { z } from "zod"

// A constructor of our own, so that other packages' settings do not reach our money, nor ours
// theirs. DECIMAL_PLACES only rounds divisions, of which `proportionOf` has the only one. It stays
// high so that the result is rounded once.
const Decimal = BigNumberJs.clone({
  DECIMAL_PLACES: 60,
  EXPONENTIAL_AT: 1e9,
  ROUNDING_MODE: BigNumberJs.ROUND_HALF_UP,
})

// Bounds what a text may expand to: "1e999999999" must not become a gigabyte of digits.
const NUMBER_TEXT = /^[+-]?(?:\d{1,80}(?:\.\d{0,80})?|\.\d{1,80})(?:[eE][+-]?\d{1,2})?$/
const TYPED_TEXT = /^-?\d{1,80}(?:\.\d{1,80})?$/
const THOUSANDS_FRACTION = /\.\d{3}$/

export const majorAmountSchema = z
  .string()
  .regex(/^(?:0|-?(?:[1-9]\d*|0)(?:\.\d*[1-9])?)$/)
  .brand<"MajorAmount">()
const wireAmountSchema = z.number().int().nonnegative().brand<"WireAmount">()

/**
 * An exact decimal in major units (pesos, soles) in canonical text: "1234.5", "0", "-3.2"
 * (docs/decisions/0009-decimal-strings.md).
 */
export type MajorAmount = z.infer<typeof majorAmountSchema>

export const ZERO = majorAmountSchema.parse("0")

/**
 * A safe integer in the units that are sent: major units x 10^decimals (docs/service.md#amounts).
 */
export type WireAmount = z.infer<typeof wireAmountSchema>

/**
 * What Medusa hands over as an amount: BigNumberInput in all its shapes
 * (docs/medusa.md#provider-inputs).
 */
export type AmountInput =
  number | string | { value: string | number } | { raw: { value: string | number } } | object

export type AmountErrorCode = "not_a_number" | "not_positive" | "too_many_decimals" | "too_large"

export type Rounding = "half_up" | "error"

/** An amount that cannot be used. `code` is stable; the message is meant for people. */
export class AmountError extends Error {
  readonly code: AmountErrorCode

  constructor(code: AmountErrorCode, message: string) {
    super(message)
    this.name = "AmountError"
    this.code = code
  }
}

/**
 * Reads any amount Medusa may hand over, in major units and exactly. A JS number counts by its
 * shortest decimal text (0.1 is 0.1), so no binary fraction enters.
 *
 * @throws AmountError `not_a_number` for what is no finite decimal number.
 */
export function majorAmount(input: AmountInput): MajorAmount {
  return canonical(readDecimal(input, 0))
}

/**
 * Requested amount: `exact` rounded to the decimals of the wire. Totals with percent discounts
 * carry fractions, so half up is the default of option `rounding`.
 *
 * @throws AmountError `too_many_decimals` when `rounding` is "error" and the amount does not fit.
 */
export function roundToWire(exact: MajorAmount, decimals: number, rounding: Rounding): MajorAmount {
  if (rounding === "error") {
    return fitting(exact, decimals)
  }
  return canonical(
    new Decimal(exact).decimalPlaces(checkedDecimals(decimals), BigNumberJs.ROUND_HALF_UP)
  )
}

/**
 * Requested amount: the exact total at wire precision, checked to fit the wire when above zero.
 * Zero and less are left to the caller, who reports them with the limits of the method.
 *
 * @throws AmountError `too_many_decimals` when `rounding` is "error", or `too_large`.
 */
export function requestedAmount(
  exact: MajorAmount,
  decimals: number,
  rounding: Rounding
): MajorAmount {
  const asked = roundToWire(exact, decimals, rounding)
  if (isPositive(asked)) {
    toWire(asked, decimals)
  }
  return asked
}

/**
 * An amount that Medusa computed. Its floats carry noise far beyond the last digit of any currency,
 * and the same total must read the same wherever it comes from.
 */
export function computedAmount(value: AmountInput): MajorAmount {
  return roundToWire(majorAmount(value), 8, "half_up")
}

/** Rounds towards zero, for shares and refund payouts: they never pay more than there is. */
export function roundDown(exact: MajorAmount, decimals: number): MajorAmount {
  return canonical(
    new Decimal(exact).decimalPlaces(checkedDecimals(decimals), BigNumberJs.ROUND_DOWN)
  )
}

/** The share of `amount` for `part` of `whole`, rounded towards zero. */
export function proportionOf(
  amount: MajorAmount,
  { part, whole }: { part: MajorAmount; whole: MajorAmount },
  decimals: number
): MajorAmount {
  return roundDown(canonical(new Decimal(amount).times(part).dividedBy(whole)), decimals)
}

/**
 * Major units to the integer that is sent. It never rounds. It throws if the amount is zero or
 * less, too precise or too large.
 *
 * @throws AmountError `too_many_decimals`, `too_large` (above what JSON carries exactly) or
 * `not_positive`.
 */
export function toWire(asked: MajorAmount, decimals: number): WireAmount {
  const wire = new Decimal(fitting(asked, decimals)).shiftedBy(decimals)
  if (!wire.isGreaterThan(0)) {
    throw new AmountError("not_positive", `The amount ${asked} must be above zero.`)
  }
  assertSafe(wire, asked)
  return wireAmountSchema.parse(wire.toNumber())
}

/**
 * An amount in wire units, as the service writes it (number or text), in major units and exactly.
 * It may be zero or negative (a wallet), and may carry a fraction of a wire unit.
 *
 * @throws AmountError `not_a_number` or `too_large`.
 */
export function fromWire(wire: number | string, decimals: number): MajorAmount {
  const value = readDecimal(wire, 0)
  assertSafe(value, String(wire))
  return canonical(value.shiftedBy(-checkedDecimals(decimals)))
}

/**
 * An amount in major units that a person typed: never rounded, always above zero, a dot before
 * decimals. "50.000" is refused although it equals 50: in Colombia it is how fifty thousand is
 * written.
 *
 * @throws AmountError with any of its codes; the message says how to write it.
 */
export function typedAmount(text: string, decimals: number): MajorAmount {
  const typed = text.trim()
  if (!TYPED_TEXT.test(typed)) {
    throw new AmountError(
      "not_a_number",
      `"${typed.slice(0, 40)}" is not an amount: write digits only, with a dot before decimals and nothing between thousands, like 50000 or 12.5.`
    )
  }
  const value = new Decimal(typed)
  if (!value.isGreaterThan(0)) {
    throw new AmountError("not_positive", `The amount ${typed} must be above zero.`)
  }
  if (THOUSANDS_FRACTION.test(typed) && checkedDecimals(decimals) < 3) {
    throw new AmountError(
      "too_many_decimals",
      `The amount ${typed} is unclear: write nothing between thousands, and at most ${decimals} decimals.`
    )
  }
  const amount = canonical(value)
  toWire(amount, decimals)
  return amount
}

/**
 * Whether a text is a number that people in these countries write for a thousand times as much:
 * "500.000" is five hundred to a computer. Where the currency has decimals, three of them are a
 * computed total unless they end in zero, which no program writes.
 */
export function isUnclearThousands(text: string, decimals = 0): boolean {
  return /^\s*[+-]?[1-9]\d{0,2}\.\d{3}\s*$/.test(text) && (decimals === 0 || /0\s*$/.test(text))
}

export function compareAmounts(a: MajorAmount, b: MajorAmount): -1 | 0 | 1 {
  const left = new Decimal(a)
  if (left.isEqualTo(b)) {
    return 0
  }
  return left.isLessThan(b) ? -1 : 1
}

export function sameAmount(a: MajorAmount, b: MajorAmount): boolean {
  return compareAmounts(a, b) === 0
}

export function isPositive(a: MajorAmount): boolean {
  return new Decimal(a).isGreaterThan(0)
}

export function addAmounts(a: MajorAmount, b: MajorAmount): MajorAmount {
  return canonical(new Decimal(a).plus(b))
}

/** The sum of the rows' amounts. */
export function sumAmounts(rows: readonly { amount: MajorAmount }[]): MajorAmount {
  return rows.reduce((sum, { amount }) => addAmounts(sum, amount), ZERO)
}

/** Whether one amount is the other one times 10, 100, 1000 and so on, or divided by it. */
export function isPowerOfTenApart(a: MajorAmount, b: MajorAmount): boolean {
  const [less, more] = compareAmounts(a, b) < 0 ? [a, b] : [b, a]
  return isPositive(less) && /^10+$/.test(new Decimal(more).dividedBy(less).toFixed())
}

export function multiplyAmount(amount: MajorAmount, times: number): MajorAmount {
  return canonical(new Decimal(amount).times(times))
}

export function leastAmount(a: MajorAmount, b: MajorAmount): MajorAmount {
  return compareAmounts(a, b) < 0 ? a : b
}

export function subtractAmounts(a: MajorAmount, b: MajorAmount): MajorAmount {
  return canonical(new Decimal(a).minus(b))
}

function readDecimal(input: unknown, depth: number): BigNumberJs {
  if (typeof input === "number" || typeof input === "string") {
    const text = String(input).trim()
    if (NUMBER_TEXT.test(text)) {
      return new Decimal(text)
    }
    throw notANumber(text)
  }
  if (typeof input !== "object" || input === null || depth > 2) {
    throw notANumber(typeof input)
  }
  if (BigNumberJs.isBigNumber(input)) {
    return readDecimal(input.toString(10), depth + 1)
  }
  // `raw` before `numeric`: Medusa's BigNumber reads |x| <= 0.0001 as 0 through `numeric`
  // (docs/medusa.md#small-amounts).
  for (const key of ["raw", "value", "numeric"]) {
    const inner: unknown = Reflect.get(input, key)
    if (inner !== undefined && inner !== null) {
      return readDecimal(inner, depth + 1)
    }
  }
  throw notANumber("an object without a value")
}

function canonical(value: BigNumberJs): MajorAmount {
  return majorAmountSchema.parse(value.isZero() ? "0" : value.toFixed())
}

function fitting(exact: MajorAmount, decimals: number): MajorAmount {
  const fraction = exact.split(".")[1] ?? ""
  if (fraction.length > checkedDecimals(decimals)) {
    throw new AmountError(
      "too_many_decimals",
      decimals === 0
        ? `The amount ${exact} must be a whole number.`
        : `The amount ${exact} may have at most ${decimals} decimals.`
    )
  }
  return exact
}

function assertSafe(wire: BigNumberJs, shown: string): void {
  if (wire.abs().isGreaterThan(Number.MAX_SAFE_INTEGER)) {
    throw new AmountError("too_large", `The amount ${shown} is too large.`)
  }
}

function checkedDecimals(decimals: number): number {
  if (!Number.isInteger(decimals) || decimals < 0 || decimals > 20) {
    throw new RangeError(`decimals must be a whole number from 0 to 20, not ${decimals}`)
  }
  return decimals
}

function notANumber(shown: string): AmountError {
  return new AmountError("not_a_number", `"${shown.slice(0, 40)}" is not an amount.`)
}
