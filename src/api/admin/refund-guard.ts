import type { MedusaNextFunction, MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { z } from "zod"
import { isOurProvider } from "../../domain/provider-id"
import { roomsOf } from "../../workflows/settle"
import { refuse } from "../refusal"

const payment = z.object({ provider_id: z.string(), captured_at: z.unknown() })
const order = z.object({
  payment_collections: z
    .array(z.object({ payments: z.array(payment.nullish()).nullish() }).nullish())
    .nullish(),
})

/** Why nothing is refunded under option `refunds: "block"`. */
export const REFUNDS_BLOCKED =
  "This payment was captured through PayIn, and the payment service has no refund call. Return the " +
  "money outside Medusa first: a refund booked here would not move any money. " +
  '(Option refunds: "block" of medusa-plugin-payin.)'

/** Under `refunds: "block"` refuses core's refund of a captured payment of ours: nothing would be paid back. */
export async function guardRefund(
  req: MedusaRequest,
  res: MedusaResponse,
  next: MedusaNextFunction
): Promise<void> {
  const query = req.scope.resolve(ContainerRegistrationKeys.QUERY)
  const { data } = await query.graph({
    entity: "payment",
    fields: ["provider_id", "captured_at"],
    filters: { id: req.params.id },
  })
  decide(req, res, next, data)
}

/** Refuses core's cancel of an order with a captured payment of ours: canceling refunds (medusa.md H3). */
export async function guardOrderCancel(
  req: MedusaRequest,
  res: MedusaResponse,
  next: MedusaNextFunction
): Promise<void> {
  const query = req.scope.resolve(ContainerRegistrationKeys.QUERY)
  const { data } = await query.graph({
    entity: "order",
    fields: [
      "id",
      "payment_collections.payments.provider_id",
      "payment_collections.payments.captured_at",
    ],
    filters: { id: req.params.id },
  })
  const payments = data.flatMap((found) =>
    (order.parse(found).payment_collections ?? []).flatMap((one) => one?.payments ?? [])
  )
  decide(req, res, next, payments)
}

function decide(
  req: MedusaRequest,
  res: MedusaResponse,
  next: MedusaNextFunction,
  payments: readonly unknown[]
): void {
  const { options } = roomsOf(req.scope).gateway
  const blocked = payments.some((candidate) => {
    const parsed = payment.safeParse(candidate)
    return (
      parsed.success && isOurProvider(parsed.data.provider_id) && parsed.data.captured_at != null
    )
  })
  if (options.refunds === "block" && blocked) {
    refuse(res, {
      status: 400,
      type: "not_allowed",
      message: REFUNDS_BLOCKED,
      code: "refunds_blocked",
    })
    return
  }
  next()
}
