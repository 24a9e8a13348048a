import { SESSION_DATA_KEYS } from "../../src/domain/session/data"
import { expectPaidOnce } from "../support/books"
import { percentOff } from "../demo/seed/promotion"
import { CANARY } from "../support/personal-data"
import { withShop } from "../support/shop"

withShop("a sale through PayIn", {}, (shop) => {
  it("gives the shopper an order although the browser is closed after the payment", async () => {
    const captured = shop.listen("payment.captured")
    const placed = shop.listen("order.placed")
    const { cart, reference, session } = await shop.checkout("co")
    expect(session.data).toMatchObject({ status: "pending", currency: "COP", amount: "60000" })
    expect(session.data.payment_url).toMatch(/^http/)
    const store = await shop.pg("store").first("name")
    const description = `Compra en ${store.name}`
    expect(shop.sandbox.transaction(reference)).toMatchObject({ description })

    shop.sandbox.settle(reference, { status: "APPROVED" })

    const order = await shop.captured(cart.id)
    await expectPaidOnce(shop, cart.id)
    const [payment] = order.payment_collections[0].payments
    expect(captured.data).toEqual([{ id: payment.id }])
    expect(placed.data).toEqual([expect.objectContaining({ id: order.id })])
    // The notification booked it: no job had to.
    const booked = { status: "approved", order_id: order.id, apply_attempts: 0 }
    expect(await shop.row(reference)).toMatchObject(booked)
    await shop.sandbox.idle()
    expect(shop.sandbox.counters()).toMatchObject({ create: 1, notifications_accepted: 1 })
    expect(await shop.anomalies()).toEqual([])
  })

  it("gives the shopper an order although no notification of the payment arrives", async () => {
    shop.sandbox.configure({ notifications: { lose: true } })
    const { cart, reference } = await shop.checkout("co")
    shop.sandbox.settle(reference, { status: "APPROVED" })
    shop.advanceClock(15_000)
    await shop.sandbox.advanceClock(15_000)
    await shop.reconcile()
    await shop.captured(cart.id)
    await expectPaidOnce(shop, cart.id)
  })

  it("keeps brand, type and last four digits of the card, and nothing else of it", async () => {
    const { cart, reference } = await shop.checkout("co", { payment_method: "CARD" })
    const top_card = {
      bank: "BANCO CONDOR",
      bin: "411111",
      country: "CO",
      lastFourDigits: "1111",
      type: "CREDIT",
      brand: "VISA",
    }

    shop.sandbox.settle(reference, { status: "APPROVED", notify: { body: { top_card } } })

    await shop.captured(cart.id)
    const row = await shop.digested(reference)
    expect(row.card).toEqual({ brand: "VISA", type: "CREDIT", last_four: "1111" })
    const [event] = await shop.pg("payin_event").where({ reference })
    expect(JSON.stringify({ row, event })).not.toContain("411111")
  })

  it("shows a storefront exactly the promised keys, no secrets and no personal data", async () => {
    const { session, collection_id } = await shop.checkout("co", {
      refund_destination: { ...CANARY.refund_destination, account_type: "AHORRO" },
      status: "approved",
      amount: "1",
      hidden: { secret: "x" },
    })
    const read = await shop.http().get(`/store/payin/sessions/${session.id}`).expect(200)

    expect(Object.keys(session.data).sort()).toEqual([...SESSION_DATA_KEYS].sort())
    expect(session.data).toMatchObject({ session_id: session.id, status: "pending", fields: null })
    const [stored] = await shop
      .pg("payment_session")
      .where({ payment_collection_id: collection_id })
    const shown = JSON.stringify([session, read.body, stored.data])
    const { legal_doc, phone_number, email, full_name } = CANARY.co
    const { account_number } = CANARY.refund_destination
    const row = await shop.row(String(session.data.reference))
    for (const secret of [legal_doc, phone_number, email, full_name, account_number]) {
      expect(shown).not.toContain(secret)
      expect(JSON.stringify(row)).not.toContain(secret)
    }
    expect(shown).not.toContain("ipn")
    expect(shown).not.toContain(row.ipn_key_hash)
  })

  it("captures a COP total with a percent discount", async () => {
    const cart = await shop.cart("co", { "CHOCOLATE-90": 3, "CAFE-GRANO": 7 })
    await shop
      .http()
      .post(`/store/carts/${cart.id}/promotions`)
      .send({ promo_codes: [shop.store.promotion_code] })
      .expect(200)
    const session = await shop.session(await shop.collection(cart.id), "co")
    // 15 % off 3 x 26 500 and 7 x 48 000, and 12 000 for shipping.
    expect(session.data.amount).toBe("365175")

    const reference = String(session.data.reference)
    expect(shop.sandbox.transaction(reference)).toMatchObject({ amount: 365_175, currency: "COP" })
    shop.sandbox.settle(reference, { status: "APPROVED" })

    await shop.captured(cart.id)
    await expectPaidOnce(shop, cart.id)
    expect(await shop.anomalies()).toEqual([])
  })

  it("requests a COP total with fractions of a peso rounded half up, and books the exact total", async () => {
    await percentOff(shop.container, "TERCIO", 33.33)
    const cart = await shop.cart("co", { "CHOCOLATE-90": 1 })
    await shop
      .http()
      .post(`/store/carts/${cart.id}/promotions`)
      .send({ promo_codes: ["TERCIO"] })
      .expect(200)
    const session = await shop.session(await shop.collection(cart.id), "co")
    const reference = String(session.data.reference)

    // 26 500 less 8 832.45, and 12 000 for shipping.
    expect(await shop.row(reference)).toMatchObject({
      order_amount: "29667.55",
      requested_amount: "29668",
    })
    expect(shop.sandbox.transaction(reference)).toMatchObject({ amount: 29_668 })
    shop.sandbox.settle(reference, { status: "APPROVED" })

    await shop.captured(cart.id)
    const order = await expectPaidOnce(shop, cart.id)
    expect(Number(order.total)).toBe(29_667.55)
    expect(await shop.anomalies()).toEqual([])
  })

  it.each<{ items: Record<string, number>; asked: string; wire: number }>([
    { items: { "CAFE-GRANO": 3 }, asked: "141.2", wire: 14_120 },
    { items: { "CAFE-GRANO": 1, "CHOCOLATE-90": 7 }, asked: "215.7", wire: 21_570 },
  ])("requests $asked PEN to the cent", async ({ items, asked, wire }) => {
    const { cart, reference, session } = await shop.checkout("pe", {}, items)
    expect(session.data).toMatchObject({ amount: asked, currency: "PEN" })
    expect(shop.sandbox.transaction(reference)).toMatchObject({ amount: wire, currency: "PEN" })

    shop.sandbox.settle(reference, { status: "APPROVED" })

    await shop.captured(cart.id)
    const order = await expectPaidOnce(shop, cart.id)
    expect(Number(order.total)).toBe(Number(asked))
    expect(await shop.anomalies()).toEqual([])
  })
})
