import { CARD_SESSION_KEYS, onlySession, postCard } from "../support/card-checkout"
import { CANARY } from "../support/personal-data"
import { withShop, type Shop } from "../support/shop"
import { STRICT } from "../support/shop-settings"

const token = "tok_test_approved"
const customer_data = CANARY.co

/** Marks a variant as a subscription, or takes the mark away. */
async function sellAs(shop: Shop, sku: string, metadata: Record<string, unknown>): Promise<void> {
  const { id } = shop.store.variants[sku]
  await shop
    .pg("product_variant")
    .where({ id })
    .update({ metadata: JSON.stringify(metadata) })
}

withShop("the input of a card session", STRICT, (shop) => {
  async function open(items?: Record<string, number>) {
    const cart = await shop.cart("co", items)
    return { cart, collection_id: await shop.collection(cart.id) }
  }

  it.each([
    [
      "both a token and a saved card",
      { token, saved_card_id: "paycard_1" },
      "saved_card_id",
      "cannot be given both",
    ],
    [
      "the document type of another country",
      { token, customer_data: { ...customer_data, legal_doc_type: "DNI" } },
      "customer_data.legal_doc_type",
      "must be one of CC, CE, NIT, TI, PPN, PAS",
    ],
  ])("%s is refused, and the live session is kept", async (_, data, field, text) => {
    const { collection_id } = await open()
    const live = onlySession((await postCard(shop, collection_id, { token, customer_data })).body)

    const refused = await shop
      .http()
      .post(`/store/payment-collections/${collection_id}/payment-sessions`)
      .set("Accept-Language", "en")
      .send({ provider_id: "pp_payin-card_co", data })
      .expect(400)

    expect(refused.body).toMatchObject({
      ...{ type: "invalid_data", field },
      message: expect.stringContaining(text),
    })
    const kept = await shop.pg("payment_session").where({ payment_collection_id: collection_id })
    expect(kept.filter((one) => one.deleted_at === null).map(({ id }) => id)).toEqual([live.id])
  })

  it("is refused above the limit of the store's account", async () => {
    const { collection_id } = await open({ "CAFE-GRANO": 3 })

    const refused = await postCard(shop, collection_id, { token, customer_data }).expect(400)

    expect(refused.body).toMatchObject({
      field: "amount",
      message: expect.stringContaining("por encima del máximo de COP 150000 para tarjetas"),
    })
  })

  it("is refused in another currency than COP", async () => {
    await shop.pg("region_payment_provider").insert({
      id: "regpp_card_pe",
      region_id: shop.store.regions.pe,
      payment_provider_id: "pp_payin-card_co",
    })
    const cart = await shop.cart("pe", { "CAFE-GRANO": 1 })
    const collection_id = await shop.collection(cart.id)

    const refused = await postCard(shop, collection_id, { token, customer_data }).expect(400)

    expect(refused.body).toMatchObject({ field: "currency_code" })
  })

  it("gives the service's subscription the plan name of the cart's variant, and leaves the calendar to the plugin", async () => {
    await sellAs(shop, "CAFE-GRANO", {
      payin_plan_name: "Café del mes",
      payin_periodicity: "monthly",
    })
    const { cart, collection_id } = await open()
    await postCard(shop, collection_id, { token, customer_data }).expect(200)
    await shop.complete(cart.id).expect(200)

    expect(shop.sandbox.cards.subscriptions()).toEqual([
      expect.objectContaining({ plan_name: "Café del mes", periodicity: "custom" }),
    ])
  })

  it("is stored without its unknown and reserved keys", async () => {
    const { collection_id } = await open()
    const hostile: Record<string, unknown> = JSON.parse(
      `{"__proto__": {"polluted": true}, "status": "approved", "amount": "1", "cvv": "123"}`
    )
    const posted = { ...hostile, token, customer_data, last_four: "12345", brand: "<b>" }

    const session = onlySession((await postCard(shop, collection_id, posted).expect(200)).body)

    expect(session.data).toMatchObject({ status: "pending", amount: "60000" })
    expect(session.data).toMatchObject({ last_four: null, brand: null })
    const stored = await shop.pg("payment_session").where({ id: session.id }).first()
    expect(Object.keys(stored.data).sort()).toEqual(CARD_SESSION_KEYS)
  })

  it("leads to one hold when it is posted several times at the same moment", async () => {
    const { cart, collection_id } = await open()

    await Promise.all([1, 2, 3].map(() => postCard(shop, collection_id, { token, customer_data })))

    const completed = await shop.complete(cart.id).expect(200)
    expect(completed.body.type).toBe("order")
    expect(shop.sandbox.cards.authorizations()).toHaveLength(1)
  })
})
