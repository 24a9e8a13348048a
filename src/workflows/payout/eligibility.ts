import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { z } from "zod"
import { medusaAmount } from "../../domain/medusa-row"
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
import { servicesOf } from "../settle"
import { stillOwed } from "./clawback"

/** Eligibility: whether the reason for a payout still exists. */
export type Eligibility =
  | { outcome: "stands"; order_id?: string; failed_completion?: true }
  /**
   * Another amount is owed now. An attempt that was sent once is sent again unchanged: it may have
   * arrived.
   */
  | { outcome: "changed"; amount: MajorAmount; note: string }
  /** Final: nothing is owed any more. */
  | { outcome: "gone"; note: string }
  /** Not to be sent yet. */
  | { outcome: "wait"; reason: PayoutReason; seconds: number }

const STANDS: Eligibility = { outcome: "stands" }

const parcelRow = z.object({
  canceled: z.boolean(),
  currency: z.string().nullable(),
  outstanding: medusaAmount.nullable(),
})
type ParcelRow = z.infer<typeof parcelRow>

/**
 * Eligibility: checks a payout's reason before money leaves, when it is released and again when it
 * is claimed.
 */
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
 * Eligibility: the last check before a send. From here on the money is not booked on an order any
 * more. A payout refused here is checked again later.
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
 * A refund before the seller is paid lowers the share, so the rest needs no clawback. A refund that
 * Medusa may still take back changes nothing yet: a payout canceled for it would stay canceled.
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
    : { outcome: "changed", amount, note: noteOf(amount, payout.order_amount) }
}

function noteOf(owed: MajorAmount, share: MajorAmount): string {
  return sameAmount(owed, share)
    ? systemNote("share_whole", { share })
    : systemNote("share_part", { owed, share })
}

/**
 * Eligibility: a seller is paid for a fulfillment that was not canceled, of an order that is fully
 * paid or owes nothing. An amount that the order owes only because a Refund still lacks its credit
 * line was paid once.
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

/** Less than the currency's smallest unit on the wire cannot be paid, and counts as nothing. */
async function isUnpaid(
  container: MedusaContainer,
  orderId: string | null,
  { currency, outstanding }: ParcelRow
): Promise<boolean> {
  if (orderId === null || currency === null || outstanding === null) {
    return true
  }
  const { options } = servicesOf(container).gateway
  const isOwed = (amount: MajorAmount) =>
    isPositive(sendable(options, currency.toUpperCase(), amount))
  if (!isOwed(outstanding)) {
    return false
  }
  const lacking = sumAmounts(await lackingCredits(container, orderId))
  return isOwed(subtractAmounts(outstanding, lacking))
}

async function ofAnomaly(container: MedusaContainer, { anomaly_id }: Payout): Promise<Eligibility> {
  const { ledger } = servicesOf(container)
  const anomaly = anomaly_id === null ? null : await ledger.anomalies.find(anomaly_id)
  return anomaly?.refund_amount == null
    ? { outcome: "gone", note: systemNote("decision_taken_back") }
    : STANDS
}
