import type { MedusaNextFunction, MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { servicesOf } from "../workflows/settle"
import { afterPlacing } from "../workflows/settle/order-placing"
import { recountOrder } from "../medusa/repairs/order-summary"
import { isOurOrder } from "../workflows/settle/our-order"
import { refuse } from "./refusal"
import { holdLockUntilAnswered } from "./lock-until-answered"

/** `free`: no payment of ours was ever asked for this order; `refused`: the answer was given. */
export type Entered = "free" | "locked" | "refused"

/**
 * Order lock: runs requests about one order of ours one at a time, together with our bookings and
 * links.
 */
export async function enterOrderLock(
  req: MedusaRequest,
  res: MedusaResponse,
  orderId: string | null
): Promise<Entered> {
  if (orderId === null || !(await isOurOrder(req.scope, orderId))) {
    return "free"
  }
  // Before the order lock, which a completion may need.
  if (
    (await afterPlacing(req.scope, orderId)) &&
    (await holdLockUntilAnswered(servicesOf(req.scope).ledger, orderId, res))
  ) {
    await recountOrder(req.scope, orderId)
    return "locked"
  }
  const message = `Order ${orderId} is being placed, or a payment of it booked or started: try again in a moment.`
  refuse(res, { status: 409, type: "conflict", message, code: "busy" })
  return "refused"
}

/** The order of a request; null when there is none. */
export type OrderOf = (req: MedusaRequest) => string | null | Promise<string | null>

/**
 * Order lock: a middleware that lets Medusa work on an order only once it is placed, and while none
 * of its payments is being booked.
 */
export function awaitLockOf(orderOf: OrderOf) {
  return async (
    req: MedusaRequest,
    res: MedusaResponse,
    next: MedusaNextFunction
  ): Promise<void> => {
    if ((await enterOrderLock(req, res, await orderOf(req))) !== "refused") {
      next()
    }
  }
}
