import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { z } from "zod"
import { systemNote } from "../../domain/operator/system-note"
import { servicesOf } from "../settle"
import { eachRow } from "../settle/each-row"
import {
  CANCELED_PARCEL,
  payoutsOfCanceledParcels,
  payoutsOfLatelyCanceled,
} from "../../medusa/canceled-parcel"
import { COVERING } from "../../medusa/covered-shares"

const KIND = CANCELED_PARCEL
const BATCH = 50

/**
 * Cancels the payouts of a canceled fulfillment, or shows the ones already paid. An earlier payout
 * of the order may have covered this fulfillment, so the whole order is looked at.
 */
export async function withdrawSharesOfParcel(
  container: MedusaContainer,
  fulfillmentId: string
): Promise<void> {
  await withdrawShares(container, { fulfillment_id: fulfillmentId })
}

/** The same for every canceled fulfillment of an order. */
export async function withdrawSharesOfOrder(
  container: MedusaContainer,
  orderId: string
): Promise<void> {
  await withdrawShares(container, { order_id: orderId })
}

/** Closes the anomalies of an order's payouts that pay for what was packed anew. */
export async function closeCoveredShares(
  container: MedusaContainer,
  orderId: string
): Promise<void> {
  await closeEnded(container, "p.order_id = ?", [orderId])
}

/** The same after a lost signal; also closes anomalies of money that came back after all. */
export async function withdrawUnqueuedShares(container: MedusaContainer): Promise<void> {
  const pg = container.resolve(ContainerRegistrationKeys.PG_CONNECTION)
  await withdrawEach(container, await payoutsOfLatelyCanceled(pg, BATCH))
  await closeEnded(container, "true", [])
}

const endedRow = z.object({ id: z.string(), came_back: z.boolean() })

async function closeEnded(
  container: MedusaContainer,
  where: string,
  values: string[]
): Promise<void> {
  const pg = container.resolve(ContainerRegistrationKeys.PG_CONNECTION)
  const answer: { rows: unknown[] } = await pg.raw(
    `select * from (
       select p.id,
         p.status in ('rejected', 'canceled')
           and p.reason is distinct from 'contradiction' as came_back,
         ${COVERING} >= p.amount::numeric as is_covered
       from payin_anomaly a join payin_payout p on p.id = a.payout_id
       where a.kind = ? and a.status = 'open' and a.deleted_at is null and ${where}
     ) as shown where came_back or is_covered limit ?`,
    [KIND, ...values, BATCH]
  )
  const { anomalies } = servicesOf(container).ledger
  const ended = answer.rows.map((row) => endedRow.parse(row))
  const name = ({ id }: z.infer<typeof endedRow>) => `anomaly of payout ${id} not closed`
  await eachRow(container, ended, name, async ({ id, came_back }) => {
    const note = systemNote(came_back ? "payout_not_paid" : "share_covers")
    await anomalies.closeOfPayout(id, [KIND], note)
  })
}

async function withdrawShares(
  container: MedusaContainer,
  of: { order_id: string } | { fulfillment_id: string }
): Promise<void> {
  const pg = container.resolve(ContainerRegistrationKeys.PG_CONNECTION)
  await withdrawEach(container, await payoutsOfCanceledParcels(pg, of))
}

function withdrawEach(container: MedusaContainer, payouts: readonly { id: string }[]) {
  const name = ({ id }: { id: string }) => `payout ${id} of a canceled fulfillment`
  return eachRow(container, payouts, name, ({ id }) => takeBackPayout(container, id))
}

async function takeBackPayout(container: MedusaContainer, id: string): Promise<void> {
  const { payouts, ledger } = servicesOf(container)
  if (await payouts.releases.withdraw(id, "The fulfillment was canceled.")) {
    return
  }
  // Sent, perhaps since the check.
  const payout = await payouts.payouts.find(id)
  if (payout === null || payout.status === "rejected") {
    return
  }
  const { account, order_id, fulfillment_id, beneficiary_id, amount, currency, reference } = payout
  await ledger.anomalies.open({
    kind: KIND,
    subject: id,
    account,
    payout_id: id,
    order_id,
    facts: { fulfillment_id, beneficiary_id, reference, payout: { amount, currency } },
  })
}
