import { BOUNDARIES } from "./boundaries"
import { CARD_BOUNDARIES, RENEWAL_BOUNDARIES } from "./card-boundaries"
import type { SeededRandom } from "./seeded-random"
import { EDIT_BOUNDARIES } from "./edit-boundaries"
import { PARCEL_BOUNDARIES } from "./parcel-boundaries"
import { isPayoutPlace, PAYOUT_BOUNDARIES, PLACES, type Place } from "./payout-boundaries"

/** A `kill -9` of one of the processes. */
export type Strike =
  | { after_ms: number }
  /** While the service has so many payouts, and the store no answer to the last. */
  | { at_payout: number }
  /** At the first of these that is reached; `written`: the writing still happens, else it does not. */
  | { at: Place[]; written: boolean }

/**
 * How often a schedule has one. To start a process again costs as much as all else in a schedule, and what
 * chance does to shoppers, service and notifications shows in the others as well: at this share a thousand
 * schedules still hold some 280 kills, and every boundary has its turn (plan.unit.spec.ts).
 */
const SHARE = 0.33

const SALES = Object.keys(BOUNDARIES).filter(isSalesPlace)
const CARDS = Object.keys(CARD_BOUNDARIES).filter(isCardPlace)
const RENEWALS = Object.keys(RENEWAL_BOUNDARIES).filter(isRenewalPlace)
const EDITS = Object.keys(EDIT_BOUNDARIES).filter(isEditPlace)
const PARCELS = Object.keys(PARCEL_BOUNDARIES).filter(isParcelPlace)
const PAYOUTS = Object.keys(PAYOUT_BOUNDARIES).filter(isPayoutPlace)

/** The strike of a schedule, null for none. Where money goes out too, mostly at that. */
export function strikeOf(random: SeededRandom, paysOut: boolean): Strike | null {
  if (!random.chance(SHARE)) {
    return null
  }
  return paysOut && random.chance(0.65) ? payoutStrike(random) : saleStrike(random)
}

/** Where parcels are packed too: what is at a sale or a moment strikes a parcel or a seller's share instead. */
export function parcelStrikeOf(random: SeededRandom, strike: Strike | null): Strike | null {
  const stays = strike !== null && ("at_payout" in strike || isAtPayout(strike))
  const strikes = strike === null ? random.chance(0.05) : !stays
  return strikes ? boundaryStrike(random, PARCELS, PARCELS) : strike
}

/** Where an operator changes orders, and nothing else is struck: now and then their changes. */
export function editStrikeOf(random: SeededRandom, strike: Strike | null): Strike | null {
  return strike === null && random.chance(0.03) ? boundaryStrike(random, EDITS, EDITS) : strike
}

function isAtPayout(strike: Strike): boolean {
  return "at" in strike && strike.at.some(isPayoutPlace)
}

/** The strike of a schedule of sales by card. */
export function cardStrikeOf(random: SeededRandom, renews: boolean): Strike | null {
  if (!random.chance(SHARE)) {
    return null
  }
  if (random.chance(0.2)) {
    return { after_ms: random.between(50, 2_000) }
  }
  const names = renews && random.chance(0.7) ? RENEWALS : CARDS
  return boundaryStrike(random, names, names)
}

function saleStrike(random: SeededRandom): Strike {
  return random.chance(0.2)
    ? { after_ms: random.between(50, 1_500) }
    : boundaryStrike(random, SALES, SALES.filter(isLate))
}

function payoutStrike(random: SeededRandom): Strike {
  return random.chance(0.2)
    ? { at_payout: random.between(1, 3) }
    : boundaryStrike(random, PAYOUTS, PAYOUTS)
}

/** Two places, which makes it likelier that one is met; two triggers of one table could not be told apart. */
function boundaryStrike(
  random: SeededRandom,
  names: readonly Place[],
  seconds: readonly Place[]
): Strike {
  // What can only be the first of two is drawn as often as the others are in both.
  const first = random.pick(names.flatMap((name) => (isLate(name) ? [name] : [name, name])))
  const others = seconds.filter((name) => PLACES[name].table !== PLACES[first].table)
  return { at: [first, random.pick(others)], written: random.chance(0.5) }
}

/** Not met by every sale at its very beginning, before the other place can be. */
function isLate(name: Place): boolean {
  return !name.startsWith("link") && !name.endsWith("locked")
}

function isCardPlace(name: string): name is keyof typeof CARD_BOUNDARIES {
  return name in CARD_BOUNDARIES
}

function isRenewalPlace(name: string): name is keyof typeof RENEWAL_BOUNDARIES {
  return name in RENEWAL_BOUNDARIES
}

function isEditPlace(name: string): name is keyof typeof EDIT_BOUNDARIES {
  return name in EDIT_BOUNDARIES
}

function isParcelPlace(name: string): name is keyof typeof PARCEL_BOUNDARIES {
  return name in PARCEL_BOUNDARIES
}

function isSalesPlace(name: string): name is keyof typeof BOUNDARIES {
  return name in BOUNDARIES
}
