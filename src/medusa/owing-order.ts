import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "zod"
import { medusaAmount, medusaRows } from "../domain/row/medusa-row"
import { PAYER_FIELDS, payerSource } from "../domain/payin/payer"
import { readOrder, type OrderRead } from "./order"

const owingOrder = payerSource.extend({
  created_at: z.coerce.date(),
  payment_collections: medusaRows(
    z.object({
      id: z.string(),
      status: z.string(),
      amount: medusaAmount,
      captured_amount: medusaAmount.nullish(),
      payment_sessions: medusaRows(
        z.object({ id: z.string(), amount: medusaAmount, status: z.string() })
      ),
      payments: medusaRows(
        z.object({
          id: z.string(),
          provider_id: z.string(),
          captures: medusaRows(z.object({ id: z.string() })),
          captured_at: z.unknown(),
          canceled_at: z.unknown(),
        })
      ),
    })
  ),
})

/** An order with what it owes, its payments and its payer. Amounts in major units. */
export type OwingOrder = z.infer<typeof owingOrder> & OrderRead

/** Reads an order, a draft one included; null when there is none. */
export async function findOwingOrder(
  container: MedusaContainer,
  orderId: string
): Promise<OwingOrder | null> {
  return readOrder(container, orderId, {
    fields: [
      "payment_collections.*",
      "payment_collections.payment_sessions.*",
      "payment_collections.payments.*",
      "payment_collections.payments.captures.id",
      "created_at",
      ...PAYER_FIELDS,
    ],
    schema: owingOrder,
  })
}
