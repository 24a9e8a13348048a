import type { MedusaNextFunction, MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { z } from "zod"
import { payableOf } from "../../domain/card/capturable-amount"
import { medusaAmount } from "../../domain/row/medusa-row"
import { compareAmounts, isPositive, type MajorAmount } from "../../domain/money/amount"
import { isCardProvider, isOurProvider } from "../../domain/options/provider-id"
import { orderOfCollection } from "../../medusa/links"
import { findOwingOrder, type OwingOrder } from "../../medusa/owing-order"
import { notOwing, obstacleToPaying, type Obstacle } from "../../workflows/payment-link/owing"
import { servicesOf } from "../../workflows/settle"
import { enterOrderLock } from "../order-lock"
import { refuse } from "../refusal"

const marked = z.object({ provider_id: z.string() })
const checked = z.object({ payment_session_id: z.string() })
const heldPayment = z.object({
  provider_id: z.string(),
  payment_collection_id: z.string(),
  captured_at: z.unknown(),
  amount: medusaAmount,
})
const captured = z.object({ amount: medusaAmount.nullish() })

const MARK_OURS =
  "Money that comes through PayIn is booked when the payment service reports it: it cannot be marked as " +
  "paid by hand. Send the payer a payment link of the order " +
  "(POST /admin/payin/orders/:id/payment-link), or mark it without provider_id if it was paid otherwise."

/**
 * Refuses to mark an order as paid with a provider of the plugin, which would only make a link, and
 * with another provider while money of the plugin is on its way to the order. Medusa would book
 * both (docs/medusa.md#marking-as-paid).
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
  const orderId = await orderOfCollection(
    req.scope.resolve(ContainerRegistrationKeys.QUERY),
    req.params.id
  )
  await goOneByOne(req, res, next, orderId, (order) => obstacleToPaying(req.scope, order))
}

/** Lets "check status" book a payment of ours only on an order that still owes it. */
export async function guardCheckStatus(
  req: MedusaRequest,
  res: MedusaResponse,
  next: MedusaNextFunction
): Promise<void> {
  const body = checked.safeParse(req.body)
  const { ledger } = servicesOf(req.scope)
  const known = body.success ? await ledger.sessions.find(body.data.payment_session_id) : null
  const orderId =
    known &&
    (await orderOfCollection(
      req.scope.resolve(ContainerRegistrationKeys.QUERY),
      known.payment_collection_id
    ))
  await goOneByOne(req, res, next, orderId, notOwing)
}

/**
 * Captures of a hold at most what its order still owes, as the jobs do. Medusa does not check that,
 * and would charge the card for money that a person collected or forgave meanwhile
 * (docs/medusa.md#marking-as-paid).
 */
export async function guardCapture(
  req: MedusaRequest,
  res: MedusaResponse,
  next: MedusaNextFunction
): Promise<void> {
  const { data } = await req.scope.resolve(ContainerRegistrationKeys.QUERY).graph({
    entity: "payment",
    fields: ["provider_id", "payment_collection_id", "captured_at", "amount", "raw_amount"],
    filters: { id: req.params.id },
  })
  const payment = data.length === 0 ? null : heldPayment.parse(data[0])
  const orderId =
    payment &&
    (await orderOfCollection(
      req.scope.resolve(ContainerRegistrationKeys.QUERY),
      payment.payment_collection_id
    ))
  const isHeld = payment?.captured_at == null && isCardProvider(payment?.provider_id ?? "")
  const asked = captured.safeParse(req.body).data?.amount ?? payment?.amount
  await goOneByOne(req, res, next, orderId, (order) =>
    isHeld && asked !== undefined ? tooMuchToTake(order, asked) : null
  )
}

function tooMuchToTake({ id, owed }: OwingOrder, asked: MajorAmount): Obstacle | null {
  const payable = payableOf(owed.outstanding)
  if (!isPositive(payable)) {
    const message = `Order ${id} owes nothing any more: the card is not charged. The hold is released by itself.`
    return { message, code: "nothing_owed" }
  }
  // Medusa's amounts have fractions of a cent, which no card pays.
  return compareAmounts(payableOf(asked), payable) <= 0
    ? null
    : { message: `Order ${id} owes ${payable} only: capture that amount, not ${asked}.` }
}

/**
 * Order lock: runs requests about one order one at a time, and refuses those that our order does
 * not allow.
 */
async function goOneByOne(
  req: MedusaRequest,
  res: MedusaResponse,
  next: MedusaNextFunction,
  orderId: string | null,
  obstacleOf: (order: OwingOrder) => Obstacle | null | Promise<Obstacle | null>
): Promise<void> {
  const entered = await enterOrderLock(req, res, orderId)
  if (entered === "refused") {
    return
  }
  const order =
    entered === "locked" && orderId !== null ? await findOwingOrder(req.scope, orderId) : null
  const obstacle = order && (await obstacleOf(order))
  if (obstacle !== null) {
    refuse(res, { status: 409, type: "conflict", ...obstacle })
    return
  }
  next()
}
