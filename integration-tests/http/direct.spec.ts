import request from "supertest"
import { getPayAgainLink } from "../../src/exports"
import { BackOffice } from "../support/back-office"
import { expectPaidOnce } from "../support/books"
import { Contract } from "../support/openapi/contract"
import { CANARY } from "../support/personal-data"
import { withShop } from "../support/shop"
import { DIRECT } from "../support/shop-settings"

const MINUTE = 60_000
const PAYER = { bank: "0017", person_type: "NATURAL" }

withShop("direct payments", DIRECT, (shop) => {
  beforeEach(() => {
    shop.sandbox.configure({ direct: { PSE: "direct", BREB: "direct", TRANSFIYA: "direct" } })
  })
  afterEach(async () => {
    await shop.pg("payin_bank_list").delete()
  })

  const banks = (cartId: string, language = "es") =>
    shop
      .http()
      .get(`/store/payin/banks?cart_id=${cartId}`)
      .set("Accept-Language", language)
      .expect(200)

  const calls = (operation: "banks" | "create") => shop.sandbox.requests({ operation }).length

  describe("PSE with the bank chosen in the shop", () => {
    it("lists the banks of the account, asking the service once for all shoppers", async () => {
      const cart = await shop.cart()
      const listed = shop.http().get(`/store/payin/banks?cart_id=${cart.id}`)
      const { body } = await new Contract().holds(listed, 200)
      expect(body.message).toBeNull()
      expect(body.banks).toContainEqual({
        code: "0017",
        name: "Banco Orquídea",
        image: expect.stringMatching(/^http.*0017\.svg$/),
      })
      await Promise.all([banks(cart.id), banks(cart.id, "en")])
      expect(calls("banks")).toBe(1)

      const peru = await shop.cart("pe")
      expect((await banks(peru.id)).body).toEqual({ banks: [], message: null })
    })

    it("announces bank and person type with the method, and asks for them", async () => {
      const cart = await shop.cart()
      const { body } = await shop.http().get(`/store/payin/methods?cart_id=${cart.id}`).expect(200)
      const direct = body.methods.flatMap((one: { direct: boolean; payment_method: string }) =>
        one.direct ? [one.payment_method] : []
      )
      expect(direct).toEqual(["PSE", "TRANSFIYA", "BREB"])
      const asked = [
        { name: "bank", label: "Banco", max: 64 },
        { name: "person_type", label: "Tipo de persona", options: ["NATURAL"] },
      ]
      const pse = body.methods.find(
        (one: { payment_method: string }) => one.payment_method === "PSE"
      )
      expect(pse.fields.slice(-2)).toEqual(asked)

      const { session } = await shop.checkout("co", { payment_method: "PSE" })
      expect(session.data).toMatchObject({ status: "needs_input", fields: asked })
      expect(calls("create")).toBe(0)
    })

    it.each([
      [{ ...PAYER, bank: "9999" }, "bank", "en", "is not in the list of banks"],
      [{ ...PAYER, bank: "17" }, "bank", "es", "no está en la lista de bancos"],
      [{ ...PAYER, bank: 17 }, "bank", "es", "no está en la lista de bancos"],
      [{ ...PAYER, person_type: "JURIDICA" }, "person_type", "es", "debe ser uno de NATURAL"],
    ])("refuses %j before any call, naming the field", async (pse, field, language, says) => {
      const cart = await shop.cart()
      const collection = await shop.collection(cart.id)
      const answer = await shop
        .postSession(collection, "co", {
          payment_method: "PSE",
          customer_data: { ...CANARY.co, ...pse },
        })
        .set("Accept-Language", language)
      expect([answer.status, answer.body.field]).toEqual([400, `customer_data.${field}`])
      expect(answer.body.message).toContain(says)
      expect(calls("create")).toBe(0)
    })

    it("is bought at the page of the bank itself", async () => {
      const { cart, reference, session } = await shop.checkout("co", {
        payment_method: "PSE",
        customer_data: { ...CANARY.co, ...PAYER },
      })
      expect(session.data).toMatchObject({
        status: "pending",
        payment_url: expect.stringContaining("/pay/"),
        instructions: null,
      })
      const [sent] = shop.sandbox.requests({ operation: "create" })
      expect(sent.body).toMatchObject({ customer_data: PAYER })

      shop.sandbox.settle(reference, { status: "APPROVED" })
      await shop.captured(cart.id)
      await expectPaidOnce(shop, cart.id)
    })
  })

  describe("a Bre-B key", () => {
    it("is in the contract of the route that a return page polls", async () => {
      const { session } = await shop.checkout("co", { payment_method: "BREB" })
      const polled = shop.http().get(`/store/payin/sessions/${session.id}`)
      const { body } = await new Contract().holds(polled, 200)
      expect(body.instructions).toEqual(session.data.instructions)
    })

    it("is shown with its end, then hidden, and its late money buys the order all the same", async () => {
      const { cart, reference, session } = await shop.checkout("co", { payment_method: "BREB" })
      const { expires_at } = session.data
      const instructions = { type: "key", key: expect.stringMatching(/^@pago/), expires_at }
      expect(session.data).toMatchObject({ status: "pending", instructions })
      expect(expires_at).toEqual(expect.any(String))
      expect(await shop.poll(session.id)).toMatchObject({ status: "pending", instructions })

      shop.advanceClock(16 * MINUTE)
      expect(await shop.poll(session.id)).toMatchObject({ status: "pending", instructions: null })

      shop.sandbox.settle(reference, { status: "APPROVED" })
      await shop.captured(cart.id)
      await expectPaidOnce(shop, cart.id)
    })

    it("is given again to a shopper who goes back and forth, without another call", async () => {
      const { collection_id, session } = await shop.checkout("co", { payment_method: "BREB" })
      await shop.session(collection_id, "co", { payment_method: "EFECTY" })
      const again = await shop.session(collection_id, "co", { payment_method: "BREB" })
      expect(again.data.instructions).toEqual(session.data.instructions)
      expect(calls("create")).toBe(2)
    })

    it("that is paid with another amount buys nothing until a person decides", async () => {
      const { cart, reference, session } = await shop.checkout("co", { payment_method: "BREB" })
      shop.sandbox.settle(reference, { status: "APPROVED", amount: 1000 })
      await shop.digested(reference)
      expect(await shop.poll(session.id)).toMatchObject({ status: "in_review", instructions: null })
      expect(await shop.ordersOf(cart.id)).toEqual([])
      expect(await shop.anomalies("open")).toHaveLength(1)
    })
  })

  it("Transfiya tells what to confirm, and is looked up at once for its ticket", async () => {
    const { cart, reference, session } = await shop.checkout("co", { payment_method: "TRANSFIYA" })
    expect(session.data).toMatchObject({
      status: "pending",
      payment_url: null,
      ticket: shop.sandbox.transaction(reference)?.ticket,
      instructions: { type: "confirmation", text: expect.stringContaining("Confirme el pago") },
    })
    shop.sandbox.settle(reference, { status: "APPROVED" })
    await shop.captured(cart.id)
    await expectPaidOnce(shop, cart.id)
  })

  it.each(["PSE", "BREB", "TRANSFIYA"] as const)(
    "%s accepted without a word of how to pay is pending, and buys once the service says so",
    async (payment_method) => {
      shop.sandbox.configure({ direct: { [payment_method]: "nothing" } })
      const { cart, reference, session } = await shop.checkout("co", {
        payment_method,
        customer_data: { ...CANARY.co, ...PAYER },
      })
      expect(session.data).toMatchObject({
        status: "pending",
        payment_url: null,
        instructions: null,
        ticket: expect.any(String),
      })
      shop.sandbox.settle(reference, { status: "APPROVED" })
      await shop.captured(cart.id)
      await expectPaidOnce(shop, cart.id)
    }
  )

  it.each(["PSE", "BREB", "TRANSFIYA"] as const)(
    "%s answered with a hosted page after all is paid there",
    async (payment_method) => {
      shop.sandbox.configure({ direct: { [payment_method]: "hosted" } })
      const { cart, reference, session } = await shop.checkout("co", {
        payment_method,
        customer_data: { ...CANARY.co, ...PAYER },
      })
      const payment_url = expect.stringContaining("/pay/")
      expect(session.data).toMatchObject({ status: "pending", payment_url, instructions: null })
      shop.sandbox.settle(reference, { status: "APPROVED" })
      await shop.captured(cart.id)

      const admin = await shop.admin()
      const { body } = await admin.get("/admin/payin/status").expect(200)
      expect(body.problems).toContainEqual(
        expect.objectContaining({
          code: "direct_off",
          values: expect.objectContaining({ account: "co", method: payment_method, reference }),
        })
      )
    }
  )

  it.each([
    ["empty", "es", "elige otro medio de pago", 10],
    ["broken", "en", "choose another way to pay", 20],
    ["not_a_list", "en", "choose another way to pay", 30],
  ] as const)(
    "without a list of banks (%s) the shopper is told so, and buys in another way",
    async (bankList, language, says, minutes) => {
      // The service is left alone for a minute after a failure, that of the test before, too.
      shop.advanceClock(minutes * MINUTE)
      shop.sandbox.configure({ bankList })
      const cart = await shop.cart()
      const { body } = await banks(cart.id, language)
      expect(body).toEqual({ banks: [], message: expect.stringContaining(says) })
      const collection = await shop.collection(cart.id)
      const data = { payment_method: "PSE", customer_data: { ...CANARY.co, ...PAYER } }
      const refused = await shop
        .postSession(collection, "co", data)
        .set("Accept-Language", language)
      expect([refused.status, refused.body.field]).toEqual([400, "customer_data.bank"])
      expect(refused.body.message).toContain(says)

      const session = await shop.session(collection, "co", { payment_method: "TRANSFIYA" })
      shop.sandbox.settle(String(session.data.reference), { status: "APPROVED" })
      await shop.captured(cart.id)
    }
  )

  describe("an order that is paid again", () => {
    /** The page of a paid order that grew, as a browser without any key of ours uses it. */
    async function page() {
      const { cart, reference } = await shop.checkout("co", { payment_method: "EFECTY" })
      shop.sandbox.settle(reference, { status: "APPROVED" })
      const order = await shop.captured(cart.id)
      await (await BackOffice.of(shop)).edit(order.id, { "CAFE-GRANO": 2 })
      const link = await getPayAgainLink(shop.container, order.id)
      const { pathname } = new URL(link?.url ?? "")
      const browser = request(shop.url)
      return {
        order,
        shown: () => browser.get(pathname).expect(200),
        post: (fields: object) =>
          browser
            .post(pathname)
            .type("form")
            .send({ shown: "48000", ...fields }),
      }
    }

    it("shows an operator the key, or what is to be confirmed, beside the link", async () => {
      const { order } = await page()
      const office = await BackOffice.of(shop)
      const made = async (payment_method: string) => {
        const { body } = await office.link(order.id, { payment_method, replace: true }).expect(200)
        return body.payment_link.instructions
      }
      expect(await made("BREB")).toMatchObject({
        type: "key",
        key: expect.stringMatching(/^@pago/),
      })
      expect(await made("TRANSFIYA")).toMatchObject({ type: "confirmation" })
      expect(await made("EFECTY")).toBeNull()
    })

    it("asks for the bank on its page, and leads to the page of that bank", async () => {
      const { shown, post, order } = await page()
      expect((await shown()).text).toContain("Banco Orquídea")
      const before = calls("create")
      expect((await post({ payment_method: "PSE" }).expect(400)).text).toContain("Elige tu banco.")
      await post({ payment_method: "PSE", bank: "17" }).expect(400)
      expect(calls("create")).toBe(before)
      const { headers } = await post({ payment_method: "PSE", bank: "0017" }).expect(303)
      expect(headers.location).toContain("/pay/")
      const sent = shop.sandbox.requests({ operation: "create" }).at(-1)
      expect(sent?.body).toMatchObject({ customer_data: PAYER })
      const row = await shop
        .pg("payin_transaction")
        .where({ order_id: order.id, status: "pending" })
      shop.sandbox.settle(row[0].reference, { status: "APPROVED" })
      await shop.until(async () => {
        const link = await getPayAgainLink(shop.container, order.id)
        return link === null ? true : null
      })
    })

    it("shows a key and a text to confirm, and offers no PSE while its banks are unknown", async () => {
      shop.sandbox.configure({ bankList: "broken" })
      const { shown, post } = await page()
      expect((await shown()).text).toContain("PSE no informa sus bancos en este momento.")
      // A key comes beside a page of the service, which the form leads to.
      await post({ payment_method: "BREB" }).expect(303)
      const key = (await shown()).text
      expect(key).toMatch(/@pago/)
      expect(key).toMatch(/Paga exactamente \$\s48\.000/)
      const { text } = await post({ payment_method: "TRANSFIYA" }).expect(200)
      expect(text).toContain("Transfiya")
      expect(text).not.toMatch(/@pago|todavía no respondió/)
      shop.sandbox.configure({ bankList: "full" })
    })
  })

  it("the last good list serves for a week while the service gives none", async () => {
    shop.advanceClock(40 * MINUTE)
    const cart = await shop.cart()
    const good = (await banks(cart.id)).body.banks
    shop.sandbox.configure({ bankList: "broken" })
    shop.advanceClock(6 * 24 * 60 * MINUTE)
    expect((await banks(cart.id)).body.banks).toEqual(good)
    shop.advanceClock(2 * 24 * 60 * MINUTE)
    expect((await banks(cart.id)).body.banks).toEqual([])
    shop.sandbox.configure({ bankList: "full" })
    shop.advanceClock(2 * MINUTE)
    expect((await banks(cart.id)).body.banks).toEqual(good)
  })
})
