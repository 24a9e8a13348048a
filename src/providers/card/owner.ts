import { z } from "zod"
import type { Text } from "../../domain/text/language"
import type { CardTransaction } from "../../modules/subscriptions/card-rows"
import { findCheckoutContext, type CheckoutContext } from "../../medusa/checkout-context"
import type { GraphReader } from "../../medusa/links"

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
  return row.customer_id !== null && belongsToAnother(query, await checkoutOf(query, row), row)
}

/** The same for a cart only: a transferred order is still paid by its hold. */
export async function isInCartOfAnother(
  query: GraphReader,
  row: CardTransaction
): Promise<boolean> {
  if (row.customer_id === null) {
    return false
  }
  const checkout = await checkoutOf(query, row)
  return checkout.cart_id !== null && belongsToAnother(query, checkout, row)
}

function checkoutOf(query: GraphReader, row: CardTransaction): Promise<CheckoutContext> {
  return findCheckoutContext(query, row.payment_collection_id)
}

/** A guest's cart belongs to nobody else: Medusa names a guest's customer by the e-mail alone. */
async function belongsToAnother(
  query: GraphReader,
  checkout: CheckoutContext,
  { customer_id }: CardTransaction
): Promise<boolean> {
  if (checkout.customer_id === null || checkout.customer_id === customer_id) {
    return false
  }
  const { data } = await query.graph({
    entity: "customer",
    fields: ["has_account"],
    filters: { id: checkout.customer_id },
  })
  return data.length === 0 || account.parse(data[0]).has_account
}
