// Defect: a process that dies while Medusa writes a credit line leaves a change of the order open, which nobody sees and
// which bars every other one.
// Hazard: docs/medusa.md#half-written-refunds
// Versions: 2.21.2
// Upstream: none known
// Test: integration-tests/http/refunds-changing.spec.ts `whose process died while Medusa wrote the credit line are completed, and the next refund succeeds`
// Gone when: no test notices; the test stages what a dying process leaves, so read the code of Medusa

import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { UNQUEUED_AFTER_SECONDS } from "../../domain/time/schedule"
import { databaseNow } from "../../tables/now"

interface OpenChange {
  id: string
  /**
   * Medusa's own change, of a credit line whose process died: no page shows it, and nobody else
   * would close it.
   */
  dead: boolean
}

/** Shown to a person who wants to refund or cancel meanwhile. */
export const ORDER_CHANGING =
  "This order is being changed: an edit, a return, an exchange, a claim or a transfer of it is not finished. " +
  "Confirm or cancel that first. Medusa would give the money back, or let a hold go, before it finds that it " +
  "cannot go on."

// The same condition as in Medusa's order module before it opens another change
// (createOrderChange_): while one is open, Medusa writes no credit line, even after it has booked
// the Refund.
const OPEN = `
  select id,
    change_type = 'credit_line' and created_at < ? as dead
  from order_change
  where order_id = ? and status in ('pending', 'requested') and deleted_at is null`

/** Whether somebody changes this order right now. A dead change is ended first, and does not count. */
export async function isChanging(container: MedusaContainer, orderId: string): Promise<boolean> {
  const changes = await openChanges(container, orderId)
  await endDeadChanges(container, changes)
  return changes.some(({ dead }) => !dead)
}

async function openChanges(container: MedusaContainer, orderId: string): Promise<OpenChange[]> {
  const pg = container.resolve(ContainerRegistrationKeys.PG_CONNECTION)
  const found: { rows: OpenChange[] } = await pg.raw(OPEN, [
    databaseNow(pg, -UNQUEUED_AFTER_SECONDS),
    orderId,
  ])
  return found.rows
}

/**
 * Ends the changes of credit lines that are older than {@link UNQUEUED_AFTER_SECONDS}: Medusa writes
 * a credit line faster, so the process died.
 */
async function endDeadChanges(container: MedusaContainer, changes: OpenChange[]): Promise<void> {
  for (const { id } of changes.filter(({ dead }) => dead)) {
    await container.resolve(Modules.ORDER).cancelOrderChange(id)
  }
}

// Links whose order should have been released long ago; `end_after` is set while that is tried.
const KEPT = `
  select distinct link.order_id
  from payin_transaction t
  join order_payment_collection link
    on link.payment_collection_id = t.payment_collection_id and link.deleted_at is null
  join order_change c on c.order_id = link.order_id
    and c.status in ('pending', 'requested') and c.created_at < ? and c.deleted_at is null
  where t.end_after is not null and t.end_attempts > 0 and t.deleted_at is null
  order by link.order_id limit ?`

/** Unpaid orders that keep their stock because a change of them is never finished. */
export async function ordersKeptByChanges(
  container: MedusaContainer,
  { seconds, limit }: { seconds: number; limit: number }
): Promise<string[]> {
  const pg = container.resolve(ContainerRegistrationKeys.PG_CONNECTION)
  const found: { rows: { order_id: string }[] } = await pg.raw(KEPT, [
    databaseNow(pg, -seconds),
    limit,
  ])
  return found.rows.map(({ order_id }) => order_id)
}
