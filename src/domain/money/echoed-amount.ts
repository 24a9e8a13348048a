import { isPowerOfTenApart, sameAmount, type MajorAmount } from "./amount"

/** A requested amount, and its currency. In major units. */
interface Asked {
  amount: MajorAmount
  currency: string
}

/** What the answer to a create repeats of the request (docs/service.md#echoed-amounts). */
interface Echo {
  /** The amount in each unit that the service may write it in; empty when it names none. */
  readings: readonly MajorAmount[]
  currency: string | null
}

/**
 * Echoed amount: whether it is the requested one. `unit_suspected`: the requested one times a power
 * of ten, so the service counts in another unit than the options say. `differs`: another amount or
 * currency, so nobody may pay by this answer.
 */
export type EchoComparison =
  | { outcome: "absent" | "differs"; amount: null }
  | { outcome: "fits" | "unit_suspected"; amount: MajorAmount }

const DIFFERS: EchoComparison = { outcome: "differs", amount: null }

export function compareEcho(asked: Asked, { readings, currency }: Echo): EchoComparison {
  if (currency !== null && currency !== asked.currency) {
    return DIFFERS
  }
  const [amount] = readings
  if (amount === undefined) {
    return { outcome: "absent", amount: null }
  }
  if (readings.some((one) => sameAmount(one, asked.amount))) {
    return { outcome: "fits", amount: asked.amount }
  }
  return isPowerOfTenApart(amount, asked.amount) ? { outcome: "unit_suspected", amount } : DIFFERS
}

/** A payout under way, and what the service names of it. Amounts in major units. */
export interface NamedPayout {
  amount: MajorAmount
  currency: string
  /** By the answer to the create. */
  echoed_amount: MajorAmount | null
  /** By the newest lookup. */
  paid_amount: MajorAmount | null
  paid_currency: string | null
}

/**
 * Whether the service names a payout under way in another unit than the options say, so that the
 * next payout may leave as a hundred times its amount. The newest lookup wins over the answer to
 * the create.
 *
 * @param harmless whether a payout was paid rightly whose create was answered with an amount that
 *   was as many times the asked one
 */
export function isUnitDoubted(
  { amount, currency, echoed_amount, paid_amount, paid_currency }: NamedPayout,
  harmless: boolean
): boolean {
  if (paid_amount !== null && paid_currency === currency) {
    return isPowerOfTenApart(amount, paid_amount)
  }
  return !harmless && echoed_amount !== null && isPowerOfTenApart(amount, echoed_amount)
}
