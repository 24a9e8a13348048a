import { z } from "zod"
import { withShop } from "../support/shop"
import { RENEWED_OTHERWISE } from "../support/shop-settings"
import { CoffeeClub } from "../support/subscriber"

const ordered = z.object({
  total: z.coerce.number(),
  tax_total: z.coerce.number(),
  items: z.array(
    z.object({
      id: z.string(),
      tax_lines: z.array(z.object({ code: z.string(), rate: z.coerce.number() })),
    })
  ),
})

withShop("the goods of a renewal", RENEWED_OTHERWISE, (shop) => {
  async function orderOf(id: string) {
    const query = shop.container.resolve("query")
    const { data } = await query.graph({
      entity: "order",
      fields: ["total", "tax_total", "items.id", "items.tax_lines.*"],
      filters: { id },
    })
    return ordered.parse(data[0])
  }

  it("are reserved at the stock location for its order, and taxed at the rate of that day", async () => {
    const club = await CoffeeClub.of(shop)
    const { subscription } = await club.join({ items: { "CAFE-GRANO": 2 } })
    const { inventory_item_id } = shop.store.variants["CAFE-GRANO"]
    const level = async () => {
      const row = await shop.pg("inventory_level").where({ inventory_item_id }).first()
      return Number(row.reserved_quantity)
    }
    const before = await level()
    const sold = await orderOf(subscription.order_id)
    // The tax changes: the renewal is taxed by the new rate, and its card is told so.
    await shop.pg("tax_rate").where({ code: "IVA" }).update({ rate: 5 })
    await club.untilDue(subscription.id)
    const { latest_order_id } = await club.until(
      subscription.id,
      ({ next_number }) => next_number === 2
    )
    const { items, total, tax_total } = await orderOf(latest_order_id)
    const reserved = await shop
      .pg("reservation_item")
      .where({ line_item_id: items[0].id })
      .whereNull("deleted_at")
    expect(reserved.map(({ quantity }) => Number(quantity))).toEqual([2])
    expect(await level()).toBe(before + 2)

    expect(items[0].tax_lines).toEqual([{ code: "IVA", rate: 5 }])
    expect(tax_total).toBeCloseTo((total / 105) * 5, 2)
    const [renewal, first] = shop.sandbox.cards.authorizations()
    expect(renewal).toMatchObject({ amount: total, tax: Math.floor(tax_total * 100) / 100 })
    expect(first).toMatchObject({ amount: sold.total, tax: Math.floor(sold.tax_total * 100) / 100 })
    expect(first.tax).toBeGreaterThan(renewal.tax)
    // A fraction of a centavo is rounded down: neither of the two is a whole number of them.
    expect(sold.tax_total).not.toBe(first.tax)
  })
})
