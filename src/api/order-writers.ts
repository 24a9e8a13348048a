import type { MedusaRequest } from "@medusajs/framework/http"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { z } from "zod"
import type { OrderOf } from "./order-lock"

const named = z.object({ order_id: z.string() })

export const byPath: OrderOf = ({ params }) => params.id

export const byBody: OrderOf = ({ body }) => named.safeParse(body).data?.order_id ?? null

export const byChange =
  (entity: "return" | "order_exchange" | "order_claim" | "order_change"): OrderOf =>
  async (req) =>
    named.safeParse(await rowOf(req, entity, ["order_id"], req.params.id)).data?.order_id ?? null

/**
 * Order lock: Medusa's routes that write an order's books, and how each names the order. Medusa
 * reads the order's payments and writes the sums of its new version afterwards, without a lock that
 * a booking takes. A booking in between, or one undone with a failed version, is in no sum
 * (order-module-service `applyOrderChanges_`, `updateOrderPaidRefundableAmount_`). Two bookings at
 * once lose one in the same way (docs/medusa.md#lost-sums).
 */
export const ORDER_WRITERS: Readonly<Record<string, OrderOf>> = {
  "/admin/order-edits/:id/confirm": byPath,
  "/admin/draft-orders/:id/edit/confirm": byPath,
  "/admin/draft-orders/:id/convert-to-order": byPath,
  "/admin/orders/:id/credit-lines": byPath,
  "/admin/orders/:id/fulfillments": byPath,
  "/admin/orders/:id/fulfillments/:fulfillment_id/shipments": byPath,
  "/admin/orders/:id/fulfillments/:fulfillment_id/mark-as-delivered": byPath,
  "/admin/orders/:id/fulfillments/:fulfillment_id/cancel": byPath,
  "/admin/orders/:id/transfer/guest": byPath,
  "/store/orders/:id/transfer/accept": byPath,
  "/store/returns": byBody,
  "/admin/returns/:id/request": byChange("return"),
  "/admin/returns/:id/receive/confirm": byChange("return"),
  "/admin/returns/:id/cancel": byChange("return"),
  "/admin/exchanges/:id/request": byChange("order_exchange"),
  "/admin/exchanges/:id/cancel": byChange("order_exchange"),
  "/admin/claims/:id/request": byChange("order_claim"),
  "/admin/claims/:id/cancel": byChange("order_claim"),
}

/** Undefined: no such row. */
export async function rowOf(
  { scope }: MedusaRequest,
  entity: string,
  fields: string[],
  id: string | undefined
): Promise<unknown> {
  if (id === undefined) {
    return undefined
  }
  const query = scope.resolve(ContainerRegistrationKeys.QUERY)
  const { data } = await query.graph({ entity, fields, filters: { id } })
  return data.at(0)
}
