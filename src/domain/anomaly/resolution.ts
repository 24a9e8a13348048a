import { z } from "zod"
import type { AnomalyKind } from "./kinds"
import { isDoubting } from "./doubt"
import type { CardStatus } from "../card/state"
import type { ToldCapture } from "../card/captured-amount"
import { isPositive, majorAmountSchema, type MajorAmount } from "../money/amount"
import { mayAdopt, type PayInStatus } from "../payin/state"

/** What an operator can do about an anomaly. */
export const ANOMALY_ACTIONS = [
  "accept",
  "refund",
  "ignore",
  "authorized",
  "declined",
  "captured",
  "released",
] as const

/**
 * - `accept`: the money is taken as it is, and booked where it belongs
 * - `refund`: it goes back; the payout is made from the resolved anomaly
 * - `ignore`: it was dealt with elsewhere, or is nothing. Money that arrived and is not booked is
 *   excluded: nothing books it later.
 * - `authorized`, `declined`, `captured`, `released`: what the payment service told a person of a card, which
 *   nobody can look up
 */
export type AnomalyAction = (typeof ANOMALY_ACTIONS)[number]

// Money in another currency cannot pay an order, and a canceled or paid order accepts no more
// money. Anomalies about payouts can only be closed here. For cards see
// CARD_ACTIONS and TAKEN_ALL_THE_SAME below.
const ACTIONS: Record<AnomalyKind, readonly AnomalyAction[]> = {
  amount_mismatch: ["accept", "refund", "ignore"],
  currency_mismatch: ["refund", "ignore"],
  paid_after_replaced: ["accept", "refund", "ignore"],
  paid_after_canceled: ["refund", "ignore"],
  paid_without_order: ["accept", "refund", "ignore"],
  duplicate_payment: ["refund", "ignore"],
  status_changed_after_final: ["accept", "refund", "ignore"],
  unknown_status: ["ignore"],
  settled_incompletely: ["accept", "refund", "ignore"],
  orphan_order: ["ignore"],
  refund_without_payout: ["refund", "ignore"],
  payout_unknown: ["ignore"],
  payout_stuck: ["ignore"],
  payout_amount_mismatch: ["ignore"],
  payout_for_canceled_fulfillment: ["ignore"],
  card_unknown: ["ignore"],
  captured_without_order: ["accept", "refund", "ignore"],
  hold_not_released: ["ignore"],
  order_refund_unknown: ["ignore"],
  webhook_unmatched: ["ignore"],
}

// Facts about a card that a person may report in each state (domain/card/state, cause `operator`).
const CARD_ACTIONS: Partial<
  Record<AnomalyKind, Partial<Record<CardStatus, readonly AnomalyAction[]>>>
> = {
  card_unknown: {
    // Refused while another question of the card tells of a capture (workflows/card/resolve).
    unknown: ["authorized", "declined", "released", "ignore"],
    capture_unknown: ["captured", "authorized", "ignore"],
  },
  hold_not_released: { authorized: ["released", "ignore"] },
}

// What is booked stands, or nobody says so.
const STILL_CAPTURED: readonly AnomalyAction[] = ["captured", "ignore"]

const UNCAPTURED: readonly CardStatus[] = [
  "creating",
  "unknown",
  "authorized",
  "capture_unknown",
  "declined",
  "error",
  "released",
]

// Anomalies in which the service reports a capture that contradicts the row's state or amount, or
// may report one.
const TAKEN_ALL_THE_SAME: Partial<Record<AnomalyKind, readonly CardStatus[]>> = {
  status_changed_after_final: UNCAPTURED,
  unknown_status: UNCAPTURED,
  amount_mismatch: UNCAPTURED,
}

const shownCapture = z.object({
  amount: majorAmountSchema.nullish(),
  currency: z.string().nullish(),
})
const takenFacts = z.union([
  z.object({ said: z.enum(["transaction.captured", "captured"]), shown: shownCapture }),
  // An event that calls a capture a hold.
  z.object({
    said: z.literal("transaction.authorized"),
    shown: shownCapture.extend({ kind: z.literal("capture") }),
  }),
])

/** The capture that the service reported, by the facts of an anomaly. Null: it reported none. */
export function toldTaken(facts: unknown): ToldCapture | null {
  const told = takenFacts.safeParse(facts)
  if (!told.success) {
    return null
  }
  const { amount = null, currency = null } = told.data.shown
  return { amount, currency }
}

/**
 * Whether an anomaly must be read first among all that contradict a card's state. For a card
 * without capture that is a reported capture, because only that anomaly lets a person book it. For
 * captured money it is a reported refund.
 */
export function isFirstToRead(
  kind: AnomalyKind,
  card: { status: CardStatus },
  facts: unknown
): boolean {
  const wentBack = kind === "status_changed_after_final" && card.status === "captured"
  return (toldTaken(facts) === null) === wentBack
}

/**
 * Unallocated money: anomalies about money that arrived and that Medusa does not show as paid. One
 * decision decides about all of it, and afterwards nothing books it automatically.
 */
export const UNALLOCATED_KINDS: readonly AnomalyKind[] = [
  "amount_mismatch",
  "currency_mismatch",
  "paid_after_replaced",
  "paid_after_canceled",
  "paid_without_order",
  "duplicate_payment",
  "settled_incompletely",
  "captured_without_order",
]

/** The pay-in of an anomaly, as far as it decides which actions make sense. */
export interface ResolvablePayIn {
  status: PayInStatus
  approved_amount: MajorAmount | null
}

/**
 * The card of an anomaly, as far as it decides which actions make sense, with the anomaly's facts.
 */
export interface ResolvableCard {
  status: CardStatus
  facts?: unknown
}

/** The actions that an open anomaly offers. Without a pay-in there is no money to move. */
export function actionsFor(
  kind: AnomalyKind,
  payIn: ResolvablePayIn | null,
  card: ResolvableCard | null = null
): readonly AnomalyAction[] {
  const ofCard = card && CARD_ACTIONS[kind]?.[card.status]
  if (ofCard) {
    return ofCard
  }
  if (card?.status === "captured" && isDoubting(kind)) {
    return STILL_CAPTURED
  }
  if (card && TAKEN_ALL_THE_SAME[kind]?.includes(card.status) && toldTaken(card.facts) !== null) {
    return ["captured", "ignore"]
  }
  const actions = ACTIONS[kind]
  return payIn !== null && hasMoney(kind, payIn)
    ? actions
    : actions.filter((action) => action === "ignore")
}

function hasMoney(kind: AnomalyKind, { status, approved_amount }: ResolvablePayIn): boolean {
  return kind === "status_changed_after_final"
    ? mayAdopt(status, "approved")
    : approved_amount !== null && isPositive(approved_amount)
}
