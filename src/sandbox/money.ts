import type { Currency } from "./catalog"
import type { Behaviour } from "./settings"

/** Inside the sandbox an amount is a whole number of wire units: major unit x 10^decimals. */
export function toMajor(wire: number, currency: Currency, behaviour: Behaviour): number {
  return wire / 10 ** behaviour.decimals[currency]
}

export function toWire(major: number, currency: Currency, behaviour: Behaviour): number {
  return Math.round(major * 10 ** behaviour.decimals[currency])
}

/**
 * The number that the service shows: the unit of lookup and wallet is open
 * (docs/service.md#unit-of-looked-up-amounts).
 */
export function shownAmount(
  wire: number,
  currency: Currency,
  unit: "wire" | "major",
  behaviour: Behaviour
): number {
  return unit === "wire" ? wire : toMajor(wire, currency, behaviour)
}
