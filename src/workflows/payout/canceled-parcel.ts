import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { reasonOf } from "../../domain/error-reason"
import { UNSENT_PAYOUT_STATUSES } from "../../domain/payout-state"
import { RULE_WATCH_DAYS } from "../../domain/schedule"
import { systemNote } from "../../domain/system-note"
import { listed } from "../../tables/listed"
import { servicesOf } from "../settle"
import { oldestParcel } from "./rules-due"

const KIND = "payout_for_canceled_fulfillment"
const BATCH = 50

// States of a payout that may have left and did not come back. A rejected one came back; its retry
// finds at the claim that the fulfillment is gone (eligibility.ts).
const LEFT = listed(["sending", "unknown", "pending", "approved", "paid_elsewhere"])
const UNSENT = listed(UNSENT_PAYOUT_STATUSES)

// Reads Medusa's row, not the event. An anomaly that a person closed is not opened again.
const CANCELED = `
  select p.id from fulfillment f
  join payin_payout p
    on p.fulfillment_id = f.id and p.source = 'rule' and p.deleted_at is null
  where f.canceled_at is not null
    and (p.status in ${UNSENT}
      or (p.status in ${LEFT} and not exists (
        select 1 from payin_anomaly a
        where a.payout_id = p.id and a.kind = '${KIND}' and a.deleted_at is null
          and (a.status = 'open' or a.action is distinct from 'settled'))))`

/** Cancels the payouts of a canceled fulfillment, or shows the ones already paid. */
export async function takeBackPayouts(
  container: MedusaContainer,
  fulfillmentId: string
): Promise<void> {
  await takeBack(container, `${CANCELED} and f.id = ?`, [fulfillmentId])
}

/** The same after a lost signal; also closes anomalies of money that came back after all. */
export async function takeBackForgotten(container: MedusaContainer): Promise<void> {
  await takeBack(
    container,
    `${CANCELED} and f.id >= ? and f.canceled_at >= now() - ? * interval '1 day' limit ?`,
    [oldestParcel(), RULE_WATCH_DAYS, BATCH]
  )
  const pg = container.resolve(ContainerRegistrationKeys.PG_CONNECTION)
  const unpaid: { rows: { payout_id: string }[] } = await pg.raw(
    `select a.payout_id from payin_anomaly a join payin_payout p on p.id = a.payout_id
     where a.kind = ? and a.status = 'open' and a.deleted_at is null
       and p.status in ('rejected', 'canceled') and p.reason is distinct from 'contradiction' limit ?`,
    [KIND, BATCH]
  )
  const { anomalies } = servicesOf(container).ledger
  for (const { payout_id } of unpaid.rows) {
    await anomalies.settlePayout(payout_id, [KIND], systemNote("payout_not_paid"))
  }
}

async function takeBack(
  container: MedusaContainer,
  sql: string,
  values: (string | number)[]
): Promise<void> {
  const pg = container.resolve(ContainerRegistrationKeys.PG_CONNECTION)
  const found: { rows: { id: string }[] } = await pg.raw(sql, values)
  for (const { id } of found.rows) {
    try {
      await takeBackPayout(container, id)
    } catch (error) {
      const logger = container.resolve(ContainerRegistrationKeys.LOGGER)
      logger.error(`payin: payout ${id} of a canceled fulfillment: ${reasonOf(error)}`)
    }
  }
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
