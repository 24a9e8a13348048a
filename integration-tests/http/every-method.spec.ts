import { COUNTRIES } from "../../src/domain/country/countries"
import { expectPaidOnce } from "../support/books"
import { withShop, type MarketCode } from "../support/shop"

const MARKETS = [
  { market: "co", country: "CO" },
  { market: "pe", country: "PE" },
] as const satisfies { market: MarketCode; country: keyof typeof COUNTRIES }[]

const METHODS = MARKETS.flatMap(({ market, country }) =>
  COUNTRIES[country].methods
    .filter(({ enabled }) => enabled)
    .map(({ payment_method }) => ({ market, payment_method }))
)

withShop("every method", {}, (shop) => {
  it.each(METHODS)(
    "$payment_method of $market gives one captured order of the cart's total",
    async ({ market, payment_method }) => {
      const { cart, reference, session } = await shop.checkout(market, { payment_method })
      expect(session.data).toMatchObject({ payment_method, status: "pending" })

      shop.sandbox.settle(reference, { status: "APPROVED" })

      const order = await shop.captured(cart.id)
      await expectPaidOnce(shop, cart.id)
      expect(Number(order?.total)).toBe(cart.total)
      // The notification booked it: no job had to.
      expect(await shop.row(reference)).toMatchObject({ apply_attempts: 0 })
      expect(await shop.anomalies()).toEqual([])
    }
  )
})
