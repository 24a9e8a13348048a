import { z } from "zod"
import type { GraphReader } from "./dependencies"

const text = z.string().nullish()
const address = z
  .object({ first_name: text, last_name: text, phone: text, country_code: text })
  .nullish()

const placeSchema = z.object({
  payment_collection_id: z.string(),
  payment_collection: z
    .object({
      cart: z
        .object({
          id: z.string(),
          email: text,
          customer_id: text,
          customer: z
            .object({ email: text, first_name: text, last_name: text, phone: text })
            .nullish(),
          billing_address: address,
          shipping_address: address,
        })
        .nullish(),
    })
    .nullish(),
})

/** Where a payment session stands: its collection and, at checkout, its cart. */
export interface Place {
  payment_collection_id: string
  cart_id: string | null
  customer_id: string | null
  /** What cart, customer and addresses know of the payer, best first. */
  payer: { email: string | null; full_name: string | null; phone_number: string | null }
}

/**
 * Core hands a provider neither cart nor collection (medusa.md 1.1), but the session's row is committed
 * before the provider is called.
 */
export async function findPlace(query: GraphReader, sessionId: string): Promise<Place | null> {
  const { data } = await query.graph({
    entity: "payment_session",
    fields: [
      "payment_collection_id",
      "payment_collection.cart.id",
      "payment_collection.cart.email",
      "payment_collection.cart.customer_id",
      "payment_collection.cart.customer.email",
      "payment_collection.cart.customer.first_name",
      "payment_collection.cart.customer.last_name",
      "payment_collection.cart.customer.phone",
      "payment_collection.cart.billing_address.*",
      "payment_collection.cart.shipping_address.*",
    ],
    filters: { id: sessionId },
  })
  if (data.length === 0) {
    return null
  }
  const found = placeSchema.parse(data[0])
  const cart = found.payment_collection?.cart
  const people = [cart?.billing_address, cart?.shipping_address, cart?.customer]
  return {
    payment_collection_id: found.payment_collection_id,
    cart_id: cart?.id ?? null,
    customer_id: cart?.customer_id ?? null,
    payer: {
      email: cart?.email ?? cart?.customer?.email ?? null,
      full_name: firstFilled(
        people.map((p) => [p?.first_name, p?.last_name].filter(Boolean).join(" "))
      ),
      phone_number: firstFilled(people.map((p) => p?.phone)),
    },
  }
}

function firstFilled(candidates: (string | null | undefined)[]): string | null {
  return candidates.find((candidate) => candidate !== "" && candidate != null) ?? null
}
