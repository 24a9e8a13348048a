import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { z } from "zod"
import { computedAmount } from "../../domain/money"
import { PAYER_FIELDS, payerSource } from "../../domain/payer"
import { orderSummary } from "../settle/place"

// Kept as it is: zod would copy a BigNumber into a plain object and lose its value.
const bigNumber = z.custom<object>((value) => typeof value === "object" && value !== null)
const amount = z
  .union([z.string(), z.number(), bigNumber])
  .transform((value) => computedAmount(value))
const many = <T extends z.ZodType>(item: T) =>
  z
    .array(item.nullish())
    .nullish()
    .transform((list) => (list ?? []).filter((entry) => entry != null))

const owingOrder = payerSource.extend({
  id: z.string(),
  status: z.string(),
  currency_code: z.string().transform((code) => code.toUpperCase()),
  summary: orderSummary,
  payment_collections: many(
    z.object({
      id: z.string(),
      status: z.string(),
      amount,
      captured_amount: amount.nullish(),
      payment_sessions: many(z.object({ id: z.string(), amount, status: z.string() })),
      payments: many(
        z.object({
          id: z.string(),
          provider_id: z.string(),
          captured_at: z.unknown(),
          canceled_at: z.unknown(),
        })
      ),
    })
  ),
})

/** An order with what it owes, what it has of payments, and its payer. Amounts in major units. */
export type OwingOrder = z.infer<typeof owingOrder>

/** Reads an order, a draft one included; null when there is none. */
export async function findOwingOrder(
  container: MedusaContainer,
  orderId: string
): Promise<OwingOrder | null> {
  const { data } = await container.resolve(ContainerRegistrationKeys.QUERY).graph({
    entity: "order",
    fields: [
      "id",
      "status",
      "currency_code",
      "summary",
      "payment_collections.*",
      "payment_collections.payment_sessions.*",
      "payment_collections.payments.*",
      ...PAYER_FIELDS,
    ],
    filters: { id: orderId },
  })
  return data.length === 0 ? null : owingOrder.parse(data[0])
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
