import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { UNSENT_PAYOUT_STATUSES } from "../../domain/payout-state"
import { UNQUEUED_AFTER_SECONDS } from "../../domain/schedule"
import { systemNote } from "../../domain/system-note"
import { databaseNow } from "../../tables/now"
import { servicesOf } from "../settle"
import { eachRow } from "../settle/each-row"
import { inTurns } from "../../tables/in-turns"

// A missing Refund never comes back (`refundRows`).
const UNWANTED = `
  select b.id from payin_payout b
  where b.source = 'refund' and b.status = any(?) and b.created_at < ? and b.deleted_at is null
    and not exists (select 1 from refund r where r.id = b.refund_id and r.deleted_at is null)`

const BATCH = 50

/**
 * Cancels payouts that nobody sent yet of Refunds that Medusa took back: no shopper or operator is
 * asked where the money goes. Safe to run twice at once.
 */
export async function withdrawRolledBackRefunds(container: MedusaContainer): Promise<void> {
  const pg = container.resolve(ContainerRegistrationKeys.PG_CONNECTION)
  const unwanted = await inTurns<"id", { id: string }>(pg, {
    name: "payouts of refunds taken back",
    sql: UNWANTED,
    bindings: [[...UNSENT_PAYOUT_STATUSES], databaseNow(pg, -UNQUEUED_AFTER_SECONDS)],
    key: "id",
    limit: BATCH,
  })
  const { releases } = servicesOf(container).payouts
  const name = ({ id }: { id: string }) => `payout ${id} not withdrawn`
  await eachRow(container, unwanted, name, async ({ id }) => {
    await releases.withdraw(id, systemNote("refund_taken_back"))
  })
}
