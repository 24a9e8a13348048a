import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { z } from "zod"
import { coreAmount } from "../../domain/core-row"
import {
  isPositive,
  sameAmount,
  subtractAmounts,
  sumAmounts,
  type MajorAmount,
} from "../../domain/money"
import type { PayoutReason } from "../../domain/payout-reason"
import { HELD_SECONDS, REFUND_YOUNG_SECONDS } from "../../domain/schedule"
import { systemNote } from "../../domain/system-note"
import { sendable } from "../../domain/wire-decimals"
import type { Payout } from "../../modules/payouts/rows"
import { lackingCredits } from "../refund/credits"
import { giveUpBooking } from "../refund/give-up"
import { eligibilityOfRefund } from "../refund/eligibility"
import { roomsOf } from "../settle"
import { stillOwed } from "./clawback"

/** Whether what a payout is for still stands outside of it. */
export type Eligibility =
  | { outcome: "stands"; order_id?: string; failed_completion?: true }
  /** Another amount is owed by now. What was sent once goes again as it was: it may have arrived. */
  | { outcome: "changed"; amount: MajorAmount; note: string }
  /** For ever: nothing is owed any more. */
  | { outcome: "gone"; note: string }
  /** Not yet to be sent. */
  | { outcome: "wait"; reason: PayoutReason; seconds: number }

const STANDS: Eligibility = { outcome: "stands" }

const parcelRow = z.object({
  canceled: z.boolean(),
  currency: z.string().nullable(),
  outstanding: coreAmount.nullable(),
})
type ParcelRow = z.infer<typeof parcelRow>

/** Looks outside before money leaves; asked when a payout is released and again when it is claimed. */
export async function eligibilityOf(
  container: MedusaContainer,
  payout: Payout
): Promise<Eligibility> {
  switch (payout.source) {
    case "refund":
      return eligibilityOfRefund(container, payout)
    case "rule":
      return eligibilityOfShare(container, payout)
    case "anomaly":
      return ofAnomaly(container, payout)
    default:
      return STANDS
  }
}

/**
 * The last look before it is sent: money that could still have found its order is given up for that. What
 * was refused here is asked about again later.
 */
export async function eligibilityAtSending(
  container: MedusaContainer,
  payout: Payout
): Promise<Eligibility> {
  const eligibility = await eligibilityOf(container, payout)
  if (eligibility.outcome !== "stands" || eligibility.failed_completion !== true) {
    return eligibility
  }
  return (await giveUpBooking(container, payout))
    ? eligibility
    : { outcome: "wait", reason: "adoption_pending", seconds: HELD_SECONDS }
}

/**
 * What was paid back before the seller was paid lowers the share: the rest is the seller's, without
 * a clawback. A refund that Medusa may still take back changes nothing yet: what was withdrawn for
 * it would stay withdrawn.
 */
async function eligibilityOfShare(
  container: MedusaContainer,
  payout: Payout
): Promise<Eligibility> {
  const eligibility = await fulfillmentEligibility(container, payout)
  if (eligibility.outcome !== "stands") {
    return eligibility
  }
  const { amount, young } = await stillOwed(container, payout)
  if (young) {
    return { outcome: "wait", reason: "refund_young", seconds: REFUND_YOUNG_SECONDS }
  }
  if (!isPositive(amount)) {
    return { outcome: "gone", note: systemNote("share_gone") }
  }
  return sameAmount(amount, payout.amount)
    ? eligibility
    : { outcome: "changed", amount, note: noteOf(amount, payout.exact_amount) }
}

function noteOf(owed: MajorAmount, share: MajorAmount): string {
  return sameAmount(owed, share)
    ? systemNote("share_whole", { share })
    : systemNote("share_part", { owed, share })
}

/**
 * A seller is paid for a parcel that was not canceled, of an order that is paid for wholly or owes nothing. What it
 * asks for only because a Refund lacks its credit line yet was paid once.
 */
export async function fulfillmentEligibility(
  container: MedusaContainer,
  { fulfillment_id, order_id }: Pick<Payout, "fulfillment_id" | "order_id">
): Promise<Eligibility> {
  const pg = container.resolve(ContainerRegistrationKeys.PG_CONNECTION)
  const answer: { rows: unknown[] } = await pg.raw(
    `select f.canceled_at is not null or f.deleted_at is not null as canceled,
       o.currency_code as currency, s.outstanding
     from fulfillment f
     left join "order" o on o.id = ?
     left join lateral (
       select (s.totals ->> 'pending_difference')::numeric as outstanding
       from order_summary s where s.order_id = o.id and s.deleted_at is null
       order by s.version desc limit 1
     ) s on true
     where f.id = ?`,
    [order_id, fulfillment_id]
  )
  const [fulfillment] = z.array(parcelRow).parse(answer.rows)
  if (fulfillment === undefined || fulfillment.canceled) {
    return { outcome: "gone", note: systemNote("parcel_canceled") }
  }
  return (await isUnpaid(container, order_id, fulfillment))
    ? { outcome: "wait", reason: "payment_not_captured", seconds: HELD_SECONDS }
    : STANDS
}

/** What is less than the currency's smallest unit on the wire nobody can pay. */
async function isUnpaid(
  container: MedusaContainer,
  orderId: string | null,
  { currency, outstanding }: ParcelRow
): Promise<boolean> {
  if (orderId === null || currency === null || outstanding === null) {
    return true
  }
  const { options } = roomsOf(container).gateway
  const isOwed = (amount: MajorAmount) =>
    isPositive(sendable(options, currency.toUpperCase(), amount))
  if (!isOwed(outstanding)) {
    return false
  }
  const lacking = sumAmounts(await lackingCredits(container, orderId))
  return isOwed(subtractAmounts(outstanding, lacking))
}

async function ofAnomaly(container: MedusaContainer, { anomaly_id }: Payout): Promise<Eligibility> {
  const { ledger } = roomsOf(container)
  const anomaly = anomaly_id === null ? null : await ledger.anomalies.find(anomaly_id)
  return anomaly?.refund_amount == null
    ? { outcome: "gone", note: systemNote("decision_taken_back") }
    : STANDS
}
