import { z } from "zod"
import type { GraphReader } from "./dependencies"

const text = z.string().nullish()
const person = z.object({ first_name: text, last_name: text, phone: text }).nullish()

const sessionSchema = z.object({ payment_collection_id: z.string() })
const cartLinkSchema = z.object({
  cart_id: z.string(),
  cart: z.object({ customer_id: text }).nullish(),
})
const payerSchema = z.object({
  email: text,
  customer: z.object({ email: text, first_name: text, last_name: text, phone: text }).nullish(),
  billing_address: person,
  shipping_address: person,
})

/** Where a payment stands: its collection and, at checkout, its cart. */
export interface Place {
  payment_collection_id: string
  cart_id: string | null
  customer_id: string | null
}

/** What cart, customer and addresses know of the payer, best first. */
export interface Payer {
  email: string | null
  full_name: string | null
  phone_number: string | null
}

/**
 * Core hands a provider neither collection nor cart (medusa.md 1.1), but the session's row is committed
 * before the provider is called. null when the session is gone.
 */
export async function findCollection(
  query: GraphReader,
  sessionId: string
): Promise<string | null> {
  const { data } = await query.graph({
    entity: "payment_session",
    fields: ["payment_collection_id"],
    filters: { id: sessionId },
  })
  return data.length === 0 ? null : sessionSchema.parse(data[0]).payment_collection_id
}

export async function findPlace(query: GraphReader, paymentCollectionId: string): Promise<Place> {
  const { data } = await query.graph({
    entity: "cart_payment_collection",
    fields: ["cart_id", "cart.customer_id"],
    filters: { payment_collection_id: paymentCollectionId },
  })
  const link = data.length === 0 ? null : cartLinkSchema.parse(data[0])
  return {
    payment_collection_id: paymentCollectionId,
    cart_id: link?.cart_id ?? null,
    customer_id: link?.cart?.customer_id ?? null,
  }
}

/** Read only when the shopper did not tell everything: addresses and customer cost two more questions. */
export async function findPayer(query: GraphReader, cartId: string): Promise<Payer> {
  const { data } = await query.graph({
    entity: "cart",
    fields: [
      "email",
      "customer.email",
      "customer.first_name",
      "customer.last_name",
      "customer.phone",
      "billing_address.*",
      "shipping_address.*",
    ],
    filters: { id: cartId },
  })
  const cart = data.length === 0 ? null : payerSchema.parse(data[0])
  const people = [cart?.billing_address, cart?.shipping_address, cart?.customer]
  return {
    email: cart?.email ?? cart?.customer?.email ?? null,
    full_name: firstFilled(
      people.map((p) => [p?.first_name, p?.last_name].filter(Boolean).join(" "))
    ),
    phone_number: firstFilled(people.map((p) => p?.phone)),
  }
}

function firstFilled(candidates: (string | null | undefined)[]): string | null {
  return candidates.find((candidate) => candidate !== "" && candidate != null) ?? null
}
