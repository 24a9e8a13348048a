import { cardCheckout, cardRow, type WantedCard } from "./card-checkout"
import { breakWriting } from "./gate"
import { signedInCustomer } from "./people"
import { CANARY } from "./personal-data"
import type { Shop } from "./shop"

/**
 * A cart of a signed-in customer whose card is held, without a payment in Medusa because writing
 * failed after the hold, and that went over to another account since.
 */
export async function cartGoneOver(shop: Shop, wanted: WantedCard = {}) {
  const [owner, other] = [
    await signedInCustomer(shop.container),
    await signedInCustomer(shop.container),
  ]
  const data = { token: "tok_test_approved", customer_data: CANARY.co, save_card: true }
  const checkout = await cardCheckout(shop, { data, ...wanted, as: owner.token })
  const broken = await breakWriting(shop.pg, {
    ...{ table: "payin_card", event: "update", when: "new.saved_at is not null" },
  })
  await shop.complete(checkout.cart.id)
  await broken.mend()
  expect(await cardRow(shop, checkout.reference)).toMatchObject({ status: "authorized" })
  await enterOtherCard(shop, checkout.cart.id, other.token)
  return { ...checkout, other }
}

/** Gives a cart to another signed-in customer, as Medusa does. */
export async function enterOtherCard(shop: Shop, cartId: string, token: string): Promise<void> {
  await shop
    .http()
    .post(`/store/carts/${cartId}/customer`)
    .set("Authorization", `Bearer ${token}`)
    .send({})
    .expect(200)
}
