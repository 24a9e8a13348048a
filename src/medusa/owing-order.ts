import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { z } from "zod"
import { medusaAmount, medusaRows } from "../domain/medusa-row"
import { PAYER_FIELDS, payerSource } from "../domain/payer"
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

const link = z.object({ order_id: z.string() })

/** The order that a payment collection belongs to; null at checkout. */
export async function orderOfCollection(
  container: MedusaContainer,
  paymentCollectionId: string
): Promise<string | null> {
  const { data } = await container.resolve(ContainerRegistrationKeys.QUERY).graph({
    entity: "order_payment_collection",
    fields: ["order_id"],
    filters: { payment_collection_id: paymentCollectionId },
  })
  return data.length === 0 ? null : link.parse(data[0]).order_id
}
