// Defect: a cancel or a failing completion leaves stock reserved when it meets another one, and an edit that dies or fails
// leaves it reserved for a line that no order has.
// Hazard: docs/medusa.md#inventory-locks, docs/medusa.md#killed-order-edit
// Versions: 2.21.2
// Upstream: none known
// Test: integration-tests/http/card-completion-failed.spec.ts `frees the stock that Medusa kept for the undone order while another completion held the locks`
// Gone when: that test fails

import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { deleteReservationsByLineItemsWorkflow } from "@medusajs/medusa/core-flows"
import { reasonOf } from "../../domain/error/reason"
import {
  CANCEL_WATCH_DAYS,
  ORPHAN_AFTER_SECONDS,
  ORPHAN_WATCH_DAYS,
} from "../../domain/time/schedule"
import { databaseNow } from "../../tables/now"
import { inTurns } from "../../tables/in-turns"
import { oldestId } from "../oldest-id"

// Canceled orders with reserved stock: Medusa's completion reserved it after somebody canceled the
// new order, or the second of two cancels failed and reserved the stock for the order again.
const CANCELED = `
  select o.id as order_id, array_agg(distinct i.item_id) as lines
  from "order" o
  join order_item i on i.order_id = o.id and i.deleted_at is null
  join reservation_item r on r.line_item_id = i.item_id and r.deleted_at is null
  where o.id >= ? and o.status = 'canceled' and o.canceled_at < ? and o.deleted_at is null
    and exists (
      select 1 from order_payment_collection link
      join (
        select payment_collection_id, deleted_at from payin_transaction
        union all select payment_collection_id, deleted_at from payin_card_transaction
      ) t on t.payment_collection_id = link.payment_collection_id
      where link.order_id = o.id and link.deleted_at is null and t.deleted_at is null)
  group by o.id`

// A failing completion removes its reservations under the lock of their products, for which Medusa
// waits five seconds. Without the lock Medusa still deletes the order (core-flows
// reserve-inventory, docs/medusa.md#inventory-locks). The order's lines go with it, and with them
// the owner of the reservations: Medusa writes lines before it reserves. An edit keeps the line that
// it removed, in an earlier version of the order: a process that died before Medusa freed its stock,
// or a later edit that failed and restored too much, leaves a reservation that nobody owns
// (docs/medusa.md#killed-order-edit).
const TAKEN_BACK = `
  select distinct r.line_item_id as line from reservation_item r
  where r.line_item_id >= ? and r.line_item_id like 'ordli\\_%' and r.created_at < ?
    and r.deleted_at is null
    and not exists (
      select 1 from order_item i join "order" o on o.id = i.order_id
      where i.item_id = r.line_item_id and i.deleted_at is null and o.deleted_at is null
        and ((i.version = o.version and i.quantity > 0) or i.updated_at >= ?))`

const BATCH = 20

/**
 * Frees the stock of orders of the plugin that were canceled while Medusa completed their cart.
 * Waits until both are over. Medusa frees under its own lock, so a second time changes nothing.
 */
export async function freeCanceled(container: MedusaContainer): Promise<number> {
  const pg = container.resolve(ContainerRegistrationKeys.PG_CONNECTION)
  const orders = await inTurns<"order_id", { order_id: string; lines: string[] }>(pg, {
    name: "stock of canceled orders",
    sql: CANCELED,
    bindings: [oldestId("order", CANCEL_WATCH_DAYS), finishedBefore(container)],
    key: "order_id",
    limit: BATCH,
  })
  for (const { order_id, lines } of orders) {
    await free(container, lines, `order ${order_id}, canceled while it was completed`)
  }
  return orders.length
}

/**
 * Frees the stock of lines that no order has: Medusa took the order back, or an edit removed the
 * line, and the reservation stayed. Line by line, because asking for the locks of several products
 * at once is the cause of this.
 */
export async function freeTakenBack(container: MedusaContainer): Promise<number> {
  const pg = container.resolve(ContainerRegistrationKeys.PG_CONNECTION)
  const lines = await inTurns<"line", { line: string }>(pg, {
    name: "stock of lines that no order has",
    sql: TAKEN_BACK,
    bindings: [
      oldestId("ordli", ORPHAN_WATCH_DAYS),
      finishedBefore(container),
      finishedBefore(container),
    ],
    key: "line",
    limit: BATCH,
  })
  for (const { line } of lines) {
    await free(container, [line], `${line}, which no order has any more`)
  }
  return lines.length
}

/** Medusa has finished with rows that are older than this. */
function finishedBefore(container: MedusaContainer): Knex.Raw {
  const pg = container.resolve(ContainerRegistrationKeys.PG_CONNECTION)
  return databaseNow(pg, -ORPHAN_AFTER_SECONDS)
}

/** A failure delays no other stock; it is tried again in the next run. */
async function free(container: MedusaContainer, lines: string[], whose: string): Promise<void> {
  const logger = container.resolve(ContainerRegistrationKeys.LOGGER)
  try {
    await deleteReservationsByLineItemsWorkflow(container).run({ input: { ids: lines } })
    logger.warn(`payin: freed the stock of ${whose}`)
  } catch (error) {
    logger.warn(`payin: the stock of ${whose} was not freed: ${reasonOf(error)}`)
  }
}
