import type { MedusaNextFunction, MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { z } from "zod"
import { isOurProvider } from "../../domain/provider-id"
import {
  findOwingOrder,
  orderOfCollection,
  type OwingOrder,
} from "../../workflows/payment-link/order"
import { alreadyPaying, collectionsOf, notOwing } from "../../workflows/payment-link/owing"
import { roomsOf } from "../../workflows/settle"
import { refuse } from "../refusal"
import { takeTurnUntilAnswered } from "../turn"

const marked = z.object({ provider_id: z.string() })
const checked = z.object({ payment_session_id: z.string() })

const MARK_OURS =
  "Money that comes through PayIn is booked when the payment service reports it: it cannot be marked as " +
  "paid by hand. Send the payer a payment link of the order " +
  "(POST /admin/payin/orders/:id/payment-link), or mark it without provider_id if it was paid otherwise."

/**
 * Refuses to mark as paid with a provider of ours, which would only make a link; and with another one while
 * money of ours is on its way to the same order. Core itself would book both.
 */
export async function guardMarkAsPaid(
  req: MedusaRequest,
  res: MedusaResponse,
  next: MedusaNextFunction
): Promise<void> {
  const body = marked.safeParse(req.body)
  if (body.success && isOurProvider(body.data.provider_id)) {
    const field = "provider_id"
    refuse(res, { status: 400, type: "not_allowed", message: MARK_OURS, field })
    return
  }
  const orderId = await orderOfCollection(req.scope, req.params.id)
  const rooms = roomsOf(req.scope)
  await goOneByOne(req, res, next, orderId, async (order) => {
    return notOwing(order) ?? (await alreadyPaying(rooms, order))
  })
}

/** Lets "check status" book a payment of ours only on an order that still owes it. */
export async function guardCheckStatus(
  req: MedusaRequest,
  res: MedusaResponse,
  next: MedusaNextFunction
): Promise<void> {
  const body = checked.safeParse(req.body)
  const { ledger } = roomsOf(req.scope)
  const known = body.success ? await ledger.sessions.find(body.data.payment_session_id) : null
  const orderId = known && (await orderOfCollection(req.scope, known.payment_collection_id))
  await goOneByOne(req, res, next, orderId, notOwing)
}

/** Lets an order be canceled only while none of its payments is being booked or started. */
export async function awaitOrderTurn(
  req: MedusaRequest,
  res: MedusaResponse,
  next: MedusaNextFunction
): Promise<void> {
  await goOneByOne(req, res, next, req.params.id, () => null)
}

/**
 * Passes requests about one order one at a time, beside bookings and links of ours; orders that never had
 * a link of ours pass at once.
 */
async function goOneByOne(
  req: MedusaRequest,
  res: MedusaResponse,
  next: MedusaNextFunction,
  orderId: string | null,
  obstacleOf: (order: OwingOrder) => string | null | Promise<string | null>
): Promise<void> {
  const { ledger } = roomsOf(req.scope)
  const before = orderId === null ? null : await findOwingOrder(req.scope, orderId)
  if (
    before === null ||
    (await ledger.transactions.ofCollections(collectionsOf(before))).length === 0
  ) {
    next()
    return
  }
  const conflict = (message: string) => refuse(res, { status: 409, type: "conflict", message })
  if (!(await takeTurnUntilAnswered(ledger, before.id, res))) {
    conflict(`A payment of order ${before.id} is being booked or started: try again in a moment.`)
    return
  }
  const order = await findOwingOrder(req.scope, before.id)
  const obstacle = order && (await obstacleOf(order))
  if (obstacle !== null) {
    conflict(obstacle)
    return
  }
  next()
}
