import type { MedusaNextFunction, MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { z } from "zod"
import { medusaRows } from "../../domain/row/medusa-row"
import { isOurProvider } from "../../domain/options/provider-id"
import { orderOfCollection } from "../../medusa/links"
import { completeEarlier } from "../../workflows/refund/books"
import { isChanging, ORDER_CHANGING } from "../../medusa/repairs/order-change"
import { servicesOf } from "../../workflows/settle"
import { isOurOrder } from "../../workflows/settle/our-order"
import { enterOrderLock } from "../order-lock"
import { refuse, type Refusal } from "../refusal"

const payment = z.object({
  provider_id: z.string(),
  captures: medusaRows(z.object({ id: z.string() })),
})
const collected = payment.extend({
  payment_collection_id: z.string(),
  refunds: medusaRows(z.object({ id: z.string() })),
})
type Payment = z.infer<typeof payment>
const order = z.object({
  payment_collections: medusaRows(z.object({ payments: medusaRows(payment) })),
})

/** Why nothing is refunded under option `refunds: "block"`. */
export const REFUNDS_BLOCKED =
  "This payment was captured through PayIn, and the payment service has no refund call. Return the " +
  "money outside Medusa first: a refund booked here would not move any money. " +
  '(Option refunds: "block" of medusa-plugin-payin.)'

/**
 * Lets Medusa refund a captured payment of ours under the order lock, and while nobody changes the
 * order. Under `refunds: "block"` it is refused: no money would be paid back.
 */
export async function guardRefund(
  req: MedusaRequest,
  res: MedusaResponse,
  next: MedusaNextFunction
): Promise<void> {
  const query = req.scope.resolve(ContainerRegistrationKeys.QUERY)
  const { data } = await query.graph({
    entity: "payment",
    fields: ["provider_id", "payment_collection_id", "captures.id", "refunds.id"],
    filters: { id: req.params.id },
  })
  const found = collected.safeParse(data.at(0)).data
  if (found === undefined || !isOurProvider(found.provider_id) || !isCaptured(found)) {
    next()
    return
  }
  const orderId = await orderOfCollection(
    req.scope.resolve(ContainerRegistrationKeys.QUERY),
    found.payment_collection_id
  )
  if ((await enterOrderLock(req, res, orderId)) === "refused") {
    return
  }
  const obstacle = await obstacleOf(req, { orderId, refunds: true })
  if (obstacle !== null) {
    refuse(res, obstacle)
    return
  }
  await completeEarlier(req.scope, found)
  next()
}

/**
 * Refuses Medusa's cancel of an order with a payment or link of the plugin while somebody changes
 * the order: Medusa voids holds and refunds before it finds that it cannot cancel. With a captured
 * payment it is also refused under `refunds: "block"`, because canceling refunds
 * (docs/medusa.md#refunds-that-never-happen). Called under the order's lock.
 */
export async function guardOrderCancel(
  req: MedusaRequest,
  res: MedusaResponse,
  next: MedusaNextFunction
): Promise<void> {
  const query = req.scope.resolve(ContainerRegistrationKeys.QUERY)
  const { data } = await query.graph({
    entity: "order",
    fields: [
      "payment_collections.payments.provider_id",
      "payment_collections.payments.captures.id",
    ],
    filters: { id: req.params.id },
  })
  if (await isOurOrder(req.scope, req.params.id)) {
    const captured = data
      .flatMap((found) => order.parse(found).payment_collections)
      .flatMap(({ payments }) => payments)
      .filter(isCaptured)
    const obstacle = await obstacleOf(req, {
      orderId: req.params.id,
      refunds: captured.some(({ provider_id }) => isOurProvider(provider_id)),
    })
    if (obstacle !== null) {
      refuse(res, obstacle)
      return
    }
  }
  next()
}

/**
 * Captured, in full or in part: Medusa never sets `captured_at` for a hold captured in part. A
 * canceled payment counts too, because Medusa refunds its captures all the same.
 */
function isCaptured({ captures }: Payment): boolean {
  return captures.length > 0
}

async function obstacleOf(
  req: MedusaRequest,
  { orderId, refunds }: { orderId: string | null; refunds: boolean }
): Promise<Refusal | null> {
  if (refunds && servicesOf(req.scope).gateway.options.refunds === "block") {
    const code = "refunds_blocked"
    return { status: 400, type: "not_allowed", message: REFUNDS_BLOCKED, code }
  }
  return orderId !== null && (await isChanging(req.scope, orderId))
    ? { status: 409, type: "conflict", message: ORDER_CHANGING, code: "order_changing" }
    : null
}
