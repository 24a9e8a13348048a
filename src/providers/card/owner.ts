import { z } from "zod"
import type { Text } from "../../domain/text"
import type { CardTransaction } from "../../modules/subscriptions/card-rows"
import { findPlace, type GraphReader, type Place } from "../../settlement/place"

/** Code of our own refusal, made without a call to the service. */
export const OTHER_CUSTOMER = "OTHER_CUSTOMER"

export const OTHER_CUSTOMER_TEXT: Text = {
  es: "La tarjeta es de otra persona que inició sesión: elige la tuya.",
  en: "The card belongs to somebody else who was signed in: choose one of yours.",
}

const account = z.object({ has_account: z.boolean() })

/**
 * Whether the cart or order went over to another account since its card was chosen: Medusa gives a
 * cart to the signed-in customer, and keeps its payment session.
 */
export async function isOfAnother(query: GraphReader, row: CardTransaction): Promise<boolean> {
  return row.customer_id !== null && belongsToAnother(query, await placeOf(query, row), row)
}

/** The same for a cart only: a transferred order is still paid by its hold. */
export async function isInCartOfAnother(
  query: GraphReader,
  row: CardTransaction
): Promise<boolean> {
  if (row.customer_id === null) {
    return false
  }
  const place = await placeOf(query, row)
  return place.cart_id !== null && belongsToAnother(query, place, row)
}

function placeOf(query: GraphReader, row: CardTransaction): Promise<Place> {
  return findPlace(query, row.payment_collection_id)
}

/** A guest's cart belongs to nobody else: Medusa names a guest's customer by the e-mail alone. */
async function belongsToAnother(
  query: GraphReader,
  place: Place,
  { customer_id }: CardTransaction
): Promise<boolean> {
  if (place.customer_id === null || place.customer_id === customer_id) {
    return false
  }
  const { data } = await query.graph({
    entity: "customer",
    fields: ["has_account"],
    filters: { id: place.customer_id },
  })
  return data.length === 0 || account.parse(data[0]).has_account
}
