import { withShop } from "../support/shop"
import { RENEWED_OTHERWISE } from "../support/shop-settings"
import { CoffeeClub } from "../support/subscriber"

withShop("prices of renewals", RENEWED_OTHERWISE, (shop) => {
  it("apply to a renewal when the store's options say so", async () => {
    const club = await CoffeeClub.of(shop)
    const { subscription } = await club.join()
    await club.price("CAFE-GRANO", 99_000)
    await club.untilDue(subscription.id)
    const renewed = await club.until(subscription.id, ({ next_number }) => next_number === 2)
    expect((await club.orders()).map(({ total }) => total)).toEqual([60_000, 111_000])
    expect(renewed.amount).toBe("111000")
    expect(shop.sandbox.cards.captures().map(({ amount }) => amount)).toEqual([111_000, 60_000])
  })
})
