import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { z } from "zod"
import { compareAmounts, ZERO, type MajorAmount } from "../domain/money/amount"
import { PAYOUT_REASONS, BLOCKING_REASONS } from "../domain/payout/reason"
import { coveredPart, moneyOfShare, type EarlierShare } from "../domain/payout/rule"
import { PAYOUT_STATUSES } from "../domain/payout/state"
import { storedAmount as amount } from "../domain/row/stored-field"
import { listed } from "../tables/listed"

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
    money: moneyOfShare(status, reason),
    covered: covered_amount ?? ZERO,
  }))

/** What a payout of a rule is known by. */
interface Share {
  order_id: string | null
  beneficiary_id: string | null
}

/** A payout of a rule with its amounts, in major units. */
interface SharePayout extends Share {
  id: string
  order_amount: MajorAmount
  covered_amount: MajorAmount | null
}

const PARCEL_GONE = "(parcel.canceled_at is not null or parcel.deleted_at is not null)"
const PAYS_FOR_NO_PARCEL = `(${PARCEL_GONE} or share.status = 'canceled')`

/**
 * SQL: how much of payout `p`, which is canceled or for a canceled fulfillment, pays for parcels of the order
 * that came in its place. The oldest payout pays first, also one that was canceled and paid after
 * all.
 */
export const COVERING = `
  (with of_the_same as (
    select share.*, ${PARCEL_GONE} as parcel_gone, ${PAYS_FOR_NO_PARCEL} as pays_for_no_parcel
    from payin_payout share join fulfillment parcel on parcel.id = share.fulfillment_id
    where share.order_id = p.order_id and share.beneficiary_id = p.beneficiary_id
      and share.source = 'rule' and share.deleted_at is null
  ), covered_by_earlier as (
    select coalesce(sum(covered_amount::numeric), 0) as amount from of_the_same
    where not parcel_gone
  ), paid_by_older as (
    select coalesce(sum(greatest(amount::numeric, paid_amount::numeric)), 0) as amount
    from of_the_same
    where pays_for_no_parcel and (created_at, id) < (p.created_at, p.id)
      and (status in ('approved', 'paid_elsewhere')
        or (status = 'canceled' and reason in ${listed(BLOCKING_REASONS)}))
  )
  select greatest(0, least(p.amount::numeric, covered_by_earlier.amount - paid_by_older.amount))
  from covered_by_earlier, paid_by_older)`

/**
 * An order's payouts of rules to one beneficiary.
 *
 * @param but the payout that is left out
 */
export async function sharesOf(
  container: MedusaContainer,
  { order_id, beneficiary_id }: Share,
  but = ""
): Promise<EarlierShare[]> {
  const pg = container.resolve(ContainerRegistrationKeys.PG_CONNECTION)
  const answer: { rows: unknown[] } = await pg.raw(
    `select share.status, share.reason, share.amount, share.paid_amount, share.covered_amount,
       ${PARCEL_GONE} as canceled
     from payin_payout share join fulfillment parcel on parcel.id = share.fulfillment_id
     where share.order_id = ? and share.beneficiary_id = ? and share.source = 'rule'
       and share.deleted_at is null and share.id <> ?`,
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
  payout: SharePayout
): Promise<MajorAmount | "open"> {
  const { id, order_amount } = payout
  const counted = payout.covered_amount ?? ZERO
  const covered = coveredPart(order_amount, await sharesOf(container, payout, id))
  return covered !== "open" && compareAmounts(covered, counted) < 0 ? counted : covered
}

/** Whether earlier payouts paid more of a share, or may have, than was counted when it was booked. */
export async function isCoveredSince(
  container: MedusaContainer,
  payout: SharePayout
): Promise<boolean> {
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
  {
    id,
    order_id,
    beneficiary_id,
    fulfillment_id,
  }: Share & { id: string; fulfillment_id: string | null }
): Promise<string[]> {
  const pg = container.resolve(ContainerRegistrationKeys.PG_CONNECTION)
  const answer: { rows: { id: string }[] } = await pg.raw(
    `select share.id from payin_payout share join fulfillment parcel on parcel.id = share.fulfillment_id
     where share.order_id = ? and share.source = 'rule' and share.deleted_at is null
       and share.id <> ? and share.reference is not null
       and share.status in ('rejected', 'canceled') and ${PAYS_FOR_NO_PARCEL}
       and (share.beneficiary_id = ? or share.fulfillment_id = ?)
     order by share.created_at, share.id`,
    [order_id, id, beneficiary_id, fulfillment_id]
  )
  return answer.rows.map((row) => row.id)
}
