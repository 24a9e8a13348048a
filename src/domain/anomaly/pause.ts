import { z } from "zod"
import { compareAmounts, isPowerOfTenApart, majorAmountSchema } from "../money/amount"
import { needsApproval, type ApprovalLimits } from "../payout/approval"
import { tellsOfPaid, tellsOfUnnamedPayment, type AnomalyKind } from "./kinds"
import type { Sum } from "./proposal"

/** A payout that pauses its account, because it was paid with another amount than ordered. */
export interface Pause {
  ordered: Sum
  /** What the service says that it paid; null: it names no amount, or none that is understood. */
  paid: Sum | null
}

const sum = z.object({ amount: majorAmountSchema, currency: z.string() })
const told = sum.extend({ ordered: sum.optional(), paid: z.unknown() })

/** Whether an open anomaly pauses the payouts of its account (modules/ledger/anomalies `isPaused`). */
export function isPausing({ kind, facts }: { kind: AnomalyKind; facts: unknown }): boolean {
  return (
    (kind === "payout_amount_mismatch" && tellsOfPaid(facts)) ||
    (kind === "unknown_status" && tellsOfUnnamedPayment(facts))
  )
}

/** Pause: what an anomaly that pauses an account tells of its payout; null when it pauses none. */
export function pauseOf(anomaly: {
  kind: AnomalyKind
  facts: unknown
  payout_id: string | null
}): Pause | null {
  if (anomaly.payout_id === null || !isPausing(anomaly)) {
    return null
  }
  const { amount, currency, ordered = { amount, currency }, paid } = told.parse(anomaly.facts)
  return { ordered, paid: sum.safeParse(paid).data ?? null }
}

/**
 * Pause: whether nobody knows how much the next payout of the account would be paid with. The service
 * names no amount, or the ordered one times a power of ten, which is another unit, or another currency,
 * or more than was ordered: a payout of any amount may leave as a hundred times of it.
 */
export function isUnsure({ ordered, paid }: Pause): boolean {
  return (
    paid === null ||
    paid.currency !== ordered.currency ||
    compareAmounts(paid.amount, ordered.amount) > 0 ||
    isPowerOfTenApart(ordered.amount, paid.amount)
  )
}

/** Pause: whether its payout is above the limit, by what was ordered or by what was paid. */
export function isPauseAbove({ ordered, paid }: Pause, limits: ApprovalLimits): boolean {
  return [ordered, paid].some(
    (one) => one !== null && needsApproval(one.amount, one.currency, limits)
  )
}
