import { EXAMPLES } from "../demo/steps/settings.mjs"

/** An order that an operator writes for a customer; nobody was asked to pay it yet. */
export async function draft({ seed }, ask) {
  const { email, first_name, last_name, address_1, city, phone } = EXAMPLES.co
  const { draft_order } = await ask("/admin/draft-orders", {
    sales_channel_id: seed.sales_channel_id,
    region_id: seed.regions.co,
    email,
    shipping_address: { first_name, last_name, address_1, city, phone, country_code: "co" },
    items: [{ variant_id: seed.variants["CAFE-GRANO"].id, quantity: 1 }],
  })
  return draft_order
}
