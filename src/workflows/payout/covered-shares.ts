import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { z } from "zod"
import { compareAmounts, ZERO, type MajorAmount } from "../../domain/money"
import { PAYOUT_REASONS, STOP_REASONS } from "../../domain/payout-reason"
import { coveredPart, shareStanding, type EarlierShare } from "../../domain/payout-rule"
import { PAYOUT_STATUSES } from "../../domain/payout-state"
import { storedAmount as amount } from "../../domain/stored-field"
import type { Payout } from "../../modules/payouts/rows"
import { listed } from "../../tables/listed"

const shareRow = z
  .object({
    canceled: z.boolean(),
    status: z.enum(PAYOUT_STATUSES),
    reason: z.enum(PAYOUT_REASONS).nullable(),
    amount,
    paid_amount: amount.nullable(),
    covered_amount: amount.nullable(),
  })
  .transform(({ status, reason, covered_amount, ...row }): EarlierShare => ({
    ...row,
    withdrawn: status === "canceled",
    standing: shareStanding(status, reason),
    covered: covered_amount ?? ZERO,
  }))

const GONE = "(g.canceled_at is not null or g.deleted_at is not null)"
// Pays for no parcel of its own.
const FREED = `(${GONE} or c.status = 'canceled')`
const OF_THE_SAME = `
  from payin_payout c join fulfillment g on g.id = c.fulfillment_id
  where c.order_id = p.order_id and c.beneficiary_id = p.beneficiary_id and c.source = 'rule'
    and c.deleted_at is null`

/**
 * SQL: how much of payout `p`, which is canceled or for a canceled fulfillment, pays for parcels of the order
 * that came in its place. The oldest payout pays first, also one that was canceled and paid after
 * all.
 */
export const COVERING = `
  greatest(0, least(p.amount::numeric,
    coalesce((select sum(c.covered_amount::numeric) ${OF_THE_SAME}
      and c.covered_amount is not null and not ${GONE}), 0)
    - coalesce((select sum(greatest(c.amount::numeric, c.paid_amount::numeric)) ${OF_THE_SAME}
      and ${FREED} and (c.created_at, c.id) < (p.created_at, p.id)
      and (c.status in ('approved', 'paid_elsewhere')
        or (c.status = 'canceled' and c.reason in ${listed(STOP_REASONS)}))), 0)))`

/**
 * An order's payouts of rules to one beneficiary.
 *
 * @param but the payout that is left out
 */
export async function sharesOf(
  container: MedusaContainer,
  { order_id, beneficiary_id }: Pick<Payout, "order_id" | "beneficiary_id">,
  but = ""
): Promise<EarlierShare[]> {
  const pg = container.resolve(ContainerRegistrationKeys.PG_CONNECTION)
  const answer: { rows: unknown[] } = await pg.raw(
    `select c.status, c.reason, c.amount, c.paid_amount, c.covered_amount, ${GONE} as canceled
     from payin_payout c join fulfillment g on g.id = c.fulfillment_id
     where c.order_id = ? and c.beneficiary_id = ? and c.source = 'rule' and c.deleted_at is null
       and c.id <> ?`,
    [order_id, beneficiary_id, but]
  )
  return answer.rows.map((row) => shareRow.parse(row))
}

/**
 * How much of an unsent share earlier payouts paid, as far as is known now: one that was rejected
 * may have been paid after all. It never falls below what was counted when the share was booked.
 *
 * @returns `open` while nobody knows whether one of them was paid
 */
export async function coveredNow(
  container: MedusaContainer,
  payout: Payout
): Promise<MajorAmount | "open"> {
  const { id, order_amount } = payout
  const counted = payout.covered_amount ?? ZERO
  const covered = coveredPart(order_amount, await sharesOf(container, payout, id))
  return covered !== "open" && compareAmounts(covered, counted) < 0 ? counted : covered
}

/** Whether earlier payouts paid more of a share, or may have, than was counted when it was booked. */
export async function isCoveredSince(container: MedusaContainer, payout: Payout): Promise<boolean> {
  const covered = await coveredNow(container, payout)
  return covered === "open" || compareAmounts(covered, payout.covered_amount ?? ZERO) > 0
}

/**
 * The ids of payouts that may have left, were rejected then, and pay for no parcel of their own: what
 * is paid of them after all covers this share. Of the same order and beneficiary, whatever became of
 * parcel and rule; and canceled ones of the same parcel to another beneficiary, because both together
 * may be more than it is worth.
 */
export async function rejectedShares(
  container: MedusaContainer,
  { id, order_id, beneficiary_id, fulfillment_id }: Payout
): Promise<string[]> {
  const pg = container.resolve(ContainerRegistrationKeys.PG_CONNECTION)
  const answer: { rows: { id: string }[] } = await pg.raw(
    `select c.id from payin_payout c join fulfillment g on g.id = c.fulfillment_id
     where c.order_id = ? and c.source = 'rule' and c.deleted_at is null and c.id <> ?
       and c.reference is not null and c.status in ('rejected', 'canceled') and ${FREED}
       and (c.beneficiary_id = ? or c.fulfillment_id = ?)
     order by c.created_at, c.id`,
    [order_id, id, beneficiary_id, fulfillment_id]
  )
  return answer.rows.map((row) => row.id)
}
