import { cardCheckout, cardRow, type CardWish } from "./card-checkout"
import { breakWriting } from "./gate"
import { signedInCustomer } from "./people"
import type { Shop } from "./shop"

/**
 * A cart whose card is held for whoever was signed in, of which Medusa made no payment because
 * writing failed behind the hold, and that went over to somebody else's account since.
 */
export async function cartGoneOver(shop: Shop, wish: CardWish = {}) {
  const [owner, other] = [
    await signedInCustomer(shop.container),
    await signedInCustomer(shop.container),
  ]
  const checkout = await cardCheckout(shop, { ...wish, as: owner.token })
  const broken = await breakWriting(shop.pg, {
    ...{ table: "payin_card", event: "update", when: "new.saved_at is not null" },
  })
  await shop.complete(checkout.cart.id)
  await broken.mend()
  expect(await cardRow(shop, checkout.reference)).toMatchObject({ status: "authorized" })
  await handOver(shop, checkout.cart.id, other.token)
  return { ...checkout, other }
}

/** Medusa hands a cart to whoever is signed in. */
export async function handOver(shop: Shop, cartId: string, token: string): Promise<void> {
  await shop
    .http()
    .post(`/store/carts/${cartId}/customer`)
    .set("Authorization", `Bearer ${token}`)
    .send({})
    .expect(200)
}
