// Defect: Medusa writes its Capture before it asks the provider, and the order's transaction last. A process that dies in
// between leaves a Capture that blocks every later one.
// Hazard: docs/medusa.md#unfinished-captures
// Versions: 2.21.2
// Upstream: none known
// Test: integration-tests/http/card-capture-killed.spec.ts `before the service was asked is undone minutes later, and an operator can capture again`
// Gone when: no test notices; the test stages what a dying process leaves, so read the code of Medusa

import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { APPLY_CHECK_SECONDS } from "../../domain/time/schedule"
import { inTurns } from "../../tables/in-turns"

/**
 * The unfinished Capture (payment-module.js, capturePayment). Its age is read by the real clock: a clock
 * that a test moved would make a running capture look dead.
 */
const UNFINISHED = `
  c.deleted_at is null and p.deleted_at is null and p.captured_at is null and p.canceled_at is null
  and c.created_at < now() - ? * interval '1 second'
  and not exists (
    select 1 from order_transaction x where x.reference_id = c.id and x.deleted_at is null)`

/** The dead captures of a payment: the process that began them died long ago. */
export async function deadCaptures(pg: Knex, paymentId: string): Promise<string[]> {
  const found: { rows: { id: string }[] } = await pg.raw(
    `select c.id from capture c join payment p on p.id = c.payment_id
     where p.id = ? and ${UNFINISHED}`,
    [paymentId, APPLY_CHECK_SECONDS]
  )
  return found.rows.map(({ id }) => id)
}

/** Removes Medusa's capture mark from a payment without a Capture. */
export async function unmarkUncaptured(pg: Knex, paymentId: string): Promise<void> {
  await pg("payment")
    .where({ id: paymentId })
    .whereRaw(
      "not exists (select 1 from capture c where c.payment_id = payment.id and c.deleted_at is null)"
    )
    .update({ captured_at: null })
}

/** Holds of the plugin whose capture died before the card was asked, a page of them in turn. */
export async function holdsWithDeadCapture(pg: Knex, limit: number): Promise<{ id: string }[]> {
  return inTurns<"id", { id: string }>(pg, {
    name: "holds whose capture died",
    sql: `select distinct t.id from payin_card_transaction t
     join payment p on p.payment_collection_id = t.payment_collection_id
       and p.provider_id = t.provider_id
     join capture c on c.payment_id = p.id
     where t.release_after is not null and t.status = 'authorized' and t.apply_after is null
       and t.deleted_at is null and ${UNFINISHED}`,
    bindings: [APPLY_CHECK_SECONDS],
    key: "id",
    limit,
  })
}
