import type { MedusaContainer } from "@medusajs/framework/types"
import { subtractAmounts, ZERO, type MajorAmount } from "../../domain/money/amount"
import { isBlocked } from "../../domain/payout/reason"
import { ruleAmounts } from "../../domain/payout/rule"
import { wireDecimals } from "../../domain/money/wire-decimals"
import type { Payout } from "../../modules/payouts/rows"
import { servicesOf } from "../settle"
import { findParcel } from "../../medusa/parcel"

const WHOLE = { percent: 100, tax: true }

/**
 * The part of a parcel's worth that is left for a share, in major units, once a canceled payout of
 * the parcel to another beneficiary turned out paid after all; null when none did. What the share's
 * own beneficiary was paid covers it instead.
 */
export async function leftOfWorth(
  container: MedusaContainer,
  { id, order_id, fulfillment_id, beneficiary_id, covered_amount, currency }: Payout
): Promise<MajorAmount | null> {
  const { payouts, gateway } = servicesOf(container)
  if (order_id === null || fulfillment_id === null) {
    return null
  }
  const isAstray = ({ status, reason }: Payout) => status === "canceled" && isBlocked(reason)
  const all = await payouts.payouts.ofFulfillment(fulfillment_id)
  const beside = all.filter(
    (one) => one.id !== id && !(isAstray(one) && one.beneficiary_id === beneficiary_id)
  )
  const parcel = beside.some(isAstray)
    ? await findParcel(container, { fulfillment_id, order_id })
    : null
  if (parcel === null) {
    return null
  }
  const paid = beside.map(({ order_amount }) => order_amount)
  const decimals = wireDecimals(gateway.options, currency)
  const { left } = ruleAmounts(parcel.lines, WHOLE, { paid, decimals })
  return subtractAmounts(left, covered_amount ?? ZERO)
}
