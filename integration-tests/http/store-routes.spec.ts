import request from "supertest"
import { SESSION_POLL_SECONDS } from "../../src/domain/session/poll-throttle"
import { lookupsOf } from "../support/lookups"
import { CANARY } from "../support/personal-data"
import { withShop, type Shop } from "../support/shop"

interface Method {
  payment_method: string
  label: string
  description: string
  min: string | null
  max: string | null
  document_types: string[]
  fields: { name: string; label: string }[]
  available: boolean
  reason: string | null
  reason_text: string | null
  paid_later: boolean
  direct: boolean
  icon: string
}

const KEYS =
  "available description direct document_types fields icon label max min paid_later payment_method reason reason_text"

async function methods(shop: Shop, cartId: string, language?: string): Promise<Method[]> {
  const asked = shop.http().get(`/store/payin/methods?cart_id=${cartId}`)
  const answer = await (language === undefined ? asked : asked.set("Accept-Language", language))
  expect([answer.status, answer.text]).toEqual([200, answer.text])
  return answer.body.methods
}

async function method(shop: Shop, cartId: string, name: string, language?: string) {
  return (await methods(shop, cartId, language)).find((one) => one.payment_method === name)
}

/** Makes Medusa's rows of a cart's payment say that it owes this much. */
async function owes(shop: Shop, cartId: string, amount: string): Promise<void> {
  const collection = await shop.collection(cartId)
  await shop
    .pg("payment_collection")
    .where({ id: collection })
    .update({ amount, raw_amount: JSON.stringify({ value: amount, precision: 20 }) })
}

withShop("the store's routes", {}, (shop) => {
  describe("GET /store/payin/methods", () => {
    it("names the methods of the cart's account with limits in major units, documents and fields", async () => {
      const colombia = await methods(shop, (await shop.cart()).id)
      expect(colombia.map((one) => [one.payment_method, one.min, one.max])).toEqual([
        ["ALL_METHODS", null, "2000000"],
        ["PSE", "2000", "2000000"],
        ["TRANSFIYA", null, "2000000"],
        ["EFECTY", "10000", "2000000"],
        ["CASH", null, "2000000"],
        ["CARD", null, "2000000"],
        ["BREB", null, "11552000"],
      ])
      const peru = await methods(shop, (await shop.cart("pe")).id)
      expect(peru.map((one) => one.payment_method)).toEqual([
        "BANK_TRANSFER",
        "QR",
        "CASH",
        "PAGOEFECTIVO",
      ])
      expect(colombia[0].document_types).toEqual(["CC", "CE", "PPN"])
      expect(peru[0].document_types).toEqual(["DNI", "RUC", "CE", "PPN"])
      for (const one of [...colombia, ...peru]) {
        expect(Object.keys(one).sort().join(" ")).toBe(KEYS)
        expect(one.fields.map((field) => field.name)).toEqual(Object.keys(CANARY.co).sort(byForm))
        expect([one.available, one.reason, one.reason_text]).toEqual([true, null, null])
        expect(one.direct).toBe(false)
      }
    })

    it.each([
      [undefined, "Efectivo", "Nombre completo"],
      ["es", "Efectivo", "Nombre completo"],
      ["es-CO,es;q=0.9,en;q=0.8", "Efectivo", "Nombre completo"],
      ["en", "Cash", "Full name"],
      ["en-US,en;q=0.9,es;q=0.8", "Cash", "Full name"],
      ["EN", "Cash", "Full name"],
      ["es;q=0.4,en;q=0.7", "Cash", "Full name"],
      ["fr,en;q=0.5", "Cash", "Full name"],
      ["fr,de;q=0.5", "Efectivo", "Nombre completo"],
      ["*", "Efectivo", "Nombre completo"],
      [";;;", "Efectivo", "Nombre completo"],
    ])("speaks the shopper's language: %s", async (language, label, name) => {
      const cash = await method(shop, (await shop.cart()).id, "CASH", language)

      expect(cash?.label).toBe(label)
      expect(cash?.fields.find((field) => field.name === "full_name")?.label).toBe(name)
    })

    it("speaks the store's language to a browser without a supported language", async () => {
      const { id } = await shop.cart()
      Object.assign(shop.gateway.options, { language: "en" })
      const labels = [
        (await method(shop, id, "CASH"))?.label,
        (await method(shop, id, "CASH", "fr"))?.label,
        (await method(shop, id, "CASH", "es"))?.label,
      ]
      Object.assign(shop.gateway.options, { language: "es" })

      expect(labels).toEqual(["Cash", "Cash", "Efectivo"])
    })

    it("says of each method whether what the cart owes can be paid with it, and why not", async () => {
      const { id } = await shop.cart()
      const at = async (amount: string) => {
        await owes(shop, id, amount)
        return Object.fromEntries(
          (await methods(shop, id))
            .filter((one) => ["PSE", "EFECTY", "BREB"].includes(one.payment_method))
            .map((one) => [one.payment_method, one.available ? "available" : one.reason])
        )
      }
      const [below, above, available] = ["below_minimum", "above_maximum", "available"]
      const cases = {
        "1999": { PSE: below, EFECTY: below, BREB: available },
        "1999.5": { PSE: available, EFECTY: below, BREB: available },
        "2000": { PSE: available, EFECTY: below, BREB: available },
        "10000": { PSE: available, EFECTY: available, BREB: available },
        "2000000": { PSE: available, EFECTY: available, BREB: available },
        "2000001": { PSE: above, EFECTY: above, BREB: available },
        "99999999999": { PSE: above, EFECTY: above, BREB: above },
      }
      for (const [amount, expected] of Object.entries(cases)) {
        expect([amount, await at(amount)]).toEqual([amount, expected])
      }
      const reason = (language: string) => method(shop, id, "PSE", language)
      expect((await reason("es"))?.reason_text).toBe("Disponible hasta $\u00a02.000.000.")
      expect((await reason("en"))?.reason_text).toBe("Available up to COP\u00a02,000,000.")
    })

    it("offers a method exactly when a session with it is not refused for its amount", async () => {
      const cart = await shop.cart()
      const collection = await shop.collection(cart.id)
      for (const amount of ["1999", "2000", "2000001"]) {
        await owes(shop, cart.id, amount)
        const offered = (await method(shop, cart.id, "PSE"))?.available
        const data = { payment_method: "PSE", customer_data: CANARY.co }
        const { status } = await shop.postSession(collection, "co", data)
        expect([amount, status]).toEqual([amount, offered ? 200 : 400])
      }
    })

    it("reads the total of a cart whose payment was not begun", async () => {
      const cart = await shop.cart("co", { "CAFE-GRANO": 1 })
      const before = await shop.pg("cart_payment_collection").where({ cart_id: cart.id })
      expect(before).toEqual([])
      const { CO } = shop.gateway.options.countries
      const pse = CO.methods.find(({ payment_method }) => payment_method === "PSE")
      Object.assign(pse ?? {}, { max: String(cart.total) })
      expect((await method(shop, cart.id, "PSE"))?.available).toBe(true)
      Object.assign(pse ?? {}, { max: String(cart.total - 1) })
      expect((await method(shop, cart.id, "PSE"))?.reason).toBe("above_maximum")
    })

    it.each([
      [
        ["EFECTY", "CASH", "PAGOEFECTIVO"],
        ["EFECTY", "CASH"],
      ],
      [["BREB"], ["BREB"]],
      ["never", []],
      ["always", ["ALL_METHODS", "PSE", "TRANSFIYA", "EFECTY", "CASH", "CARD", "BREB"]],
    ])("says whose order waits for the money: %j", async (placeOrderWhilePending, later) => {
      Object.assign(shop.gateway.options, { placeOrderWhilePending })
      const offered = await methods(shop, (await shop.cart()).id)
      const named = offered.filter((one) => one.paid_later).map((one) => one.payment_method)
      expect(named).toEqual(later)
    })

    it("names a drawing of each method, which a browser gets without a key and may keep", async () => {
      const offered = await methods(shop, (await shop.cart()).id)
      for (const { icon } of offered) {
        const answer = await request(shop.url).get(icon).buffer(true)
        expect([icon, answer.status, answer.get("content-type")]).toEqual([
          icon,
          200,
          "image/svg+xml; charset=utf-8",
        ])
        expect(String(answer.body)).toMatch(/^<svg .*<\/svg>$/)
        expect(answer.get("cache-control")).toBe("public, max-age=86400")
      }
      for (const name of ["visa.svg", "bank", "..%2fbank.svg", "__proto__.svg"]) {
        await request(shop.url).get(`/payin/icons/${name}`).expect(404)
      }
    })

    it.each([
      "",
      "cart_id=",
      "cart_id=%00",
      "cart_id[x]=cart_1",
      "cart_id=cart_1&cart_id=cart_2",
      "cart_id=&country_code=co",
    ])("wants one cart: ?%s", async (query) => {
      const answer = await shop.http().get(`/store/payin/methods?${query}`)

      expect([answer.status, answer.body]).toEqual([
        400,
        { type: "invalid_data", message: expect.stringMatching(/^cart_id /), field: "cart_id" },
      ])
    })

    it("names the methods of a country to a page without a cart, with or without an amount", async () => {
      const offered = async (query: string): Promise<Method[]> =>
        (await shop.http().get(`/store/payin/methods?${query}`).expect(200)).body.methods
      const available = async (query: string) =>
        (await offered(query)).filter((one) => one.available).map((one) => one.payment_method)
      expect(await available("country_code=PE")).toEqual([
        "BANK_TRANSFER",
        "QR",
        "CASH",
        "PAGOEFECTIVO",
      ])
      expect(await available("country_code=co&currency_code=cop&amount=1999")).not.toContain("PSE")
      const [first] = await offered("country_code=co&currency_code=cop&amount=150000.50")
      expect(Object.keys(first).sort().join(" ")).toBe(KEYS)
      expect([first.available, first.reason, first.reason_text]).toEqual([true, null, null])
    })

    it.each([
      ["country_code", "currency_code=COP"],
      ["country_code", "country_code="],
      ["country_code", "country_code=BR"],
      ["country_code", "country_code=MX"],
      ["country_code", "country_code=constructor"],
      ["country_code", "country_code=CO&country_code=PE"],
      ["country_code", "country_code[x]=CO"],
      ["currency_code", "country_code=CO&currency_code=PEN"],
      ["currency_code", "country_code=CO&currency_code=USD"],
      ["currency_code", "country_code=CO&currency_code=COP&currency_code=PEN"],
      ["amount", "country_code=CO&amount=0"],
      ["amount", "country_code=CO&amount=-5000"],
      ["amount", "country_code=CO&amount=many"],
      ["amount", "country_code=CO&amount="],
      ["amount", "country_code=CO&amount=5,000"],
      ["amount", "country_code=CO&amount=150.000"],
      ["amount", "country_code=CO&amount=NaN"],
      ["amount", "country_code=CO&amount=Infinity"],
      ["amount", "country_code=CO&amount=5000&amount=6000"],
    ])("names the wrong field: %s of ?%s", async (field, query) => {
      const answer = await shop.http().get(`/store/payin/methods?${query}`)

      expect([answer.status, answer.body]).toEqual([
        400,
        { type: "invalid_data", message: expect.stringMatching(`^${field}\\W.{10,}`), field },
      ])
    })

    it("names what is wrong with a cart, in the shopper's language", async () => {
      const refused = async (cartId: string, language = "en") => {
        const { status, body } = await shop
          .http()
          .get(`/store/payin/methods?cart_id=${cartId}`)
          .set("Accept-Language", language)
        return [status, body.type, body.field, body.message]
      }
      expect(await refused("cart_of_nobody")).toEqual([
        404,
        "not_found",
        "cart_id",
        "cart_id names no cart of this store.",
      ])
      const cart = await shop.cart()
      const says = async (field: string, words: string) => {
        expect(await refused(cart.id)).toEqual([
          400,
          "invalid_data",
          field,
          expect.stringContaining(words),
        ])
        expect((await refused(cart.id, "es")).at(-1)).not.toContain(words)
      }
      const saysWith = async (row: Record<string, unknown>, field: string, words: string) => {
        const [before] = await shop.pg("cart").where({ id: cart.id })
        await shop.pg("cart").where({ id: cart.id }).update(row)
        await says(field, words)
        const kept = Object.keys(row).map((name) => [name, before[name]])
        await shop.pg("cart").where({ id: cart.id }).update(Object.fromEntries(kept))
      }
      await saysWith({ completed_at: new Date() }, "cart_id", "an order already")
      await saysWith({ region_id: null }, "region_id", "is missing")
      await saysWith({ currency_code: "usd" }, "currency_code", "its region takes COP")
      await owes(shop, cart.id, "0")
      await says("amount", "owes nothing")
      await shop.pg("region_payment_provider").where({ region_id: cart.region_id }).delete()
      await says("region_id", "no provider of PayIn is on")
    })
  })

  describe("GET /store/payin/sessions/:id", () => {
    it("answers 404 for an unknown session or a session of another provider", async () => {
      const cart = await shop.cart()
      const collection = await shop.collection(cart.id)
      const foreign = await shop
        .http()
        .post(`/store/payment-collections/${collection}/payment-sessions`)
        .send({ provider_id: "pp_system_default" })
        .expect(200)
      const ids = [
        foreign.body.payment_collection.payment_sessions[0].id,
        "payses_unknown",
        "%00",
        "'%20or%20''='",
        "x".repeat(3000),
      ]
      for (const id of ids) {
        const answer = await shop.http().get(`/store/payin/sessions/${id}`)
        expect([id, answer.status, answer.body.type]).toEqual([id, 404, "not_found"])
      }
    })

    it("answers for each session of a cart with the cart's current payment", async () => {
      const cart = await shop.cart()
      const collection = await shop.collection(cart.id)
      const ids: string[] = []
      const pollAll = async () => {
        const views = await Promise.all(ids.map((id) => shop.poll(id)))
        expect(views).toHaveLength(ids.length)
        expect(new Set(views.map((view) => JSON.stringify(view))).size).toBe(1)
        return views[0]
      }
      const start = async (data: Record<string, unknown>) => {
        const session = await shop.session(collection, "co", data)
        ids.push(session.id)
        return session
      }

      await start({ customer_data: undefined })
      const nothing = { payment_url: null, instructions: null, order_id: null, message: null }
      expect(await pollAll()).toEqual({ status: "needs_input", ...nothing })

      const first = await start({})
      expect(await pollAll()).toEqual({
        ...nothing,
        status: "pending",
        payment_url: first.data.payment_url,
      })

      const second = await start({ payment_method: "CARD" })
      expect(await pollAll()).toMatchObject({ payment_url: second.data.payment_url })

      shop.sandbox.settle(String(second.data.reference), { status: "APPROVED" })
      const order = await shop.captured(cart.id)
      expect(await pollAll()).toEqual({ ...nothing, status: "approved", order_id: order.id })
    })

    it.each(["REJECTED", "DECLINED", "EXPIRED"] as const)(
      "shows a payment that is %s with the service's message for shoppers",
      async (status) => {
        const { session, reference } = await shop.checkout()
        const response_message = "Fondos insuficientes"
        shop.sandbox.settle(reference, { status, response_message, notify: false })

        await shop.poll(session.id)
        const view = await shop.until(async () => {
          const seen = await shop.poll(session.id)
          return seen.status === "pending" ? null : seen
        })

        expect(view).toEqual({
          status: status === "EXPIRED" ? "expired" : "rejected",
          payment_url: null,
          instructions: null,
          order_id: null,
          message: response_message,
        })
      }
    )

    it("does not show a different amount as approved, and says that the store reviews it", async () => {
      const { cart, session, reference } = await shop.checkout()
      shop.sandbox.settle(reference, { status: "APPROVED", amount: cart.total - 1 })
      await shop.until(async () => ((await shop.row(reference)).status === "approved" ? 1 : null))

      expect(await shop.poll(session.id)).toEqual({
        status: "in_review",
        payment_url: null,
        instructions: null,
        order_id: null,
        message: expect.stringContaining("La tienda lo está revisando"),
      })
    })

    it("gives the order without any notification, to a page that only polls", async () => {
      const { session, reference } = await shop.checkout()
      shop.sandbox.settle(reference, { status: "APPROVED", notify: false })

      const view = await shop.until(async () => {
        const seen = await shop.poll(session.id)
        return seen.order_id === null ? null : seen
      })

      expect(view).toMatchObject({ status: "approved", message: null })
    })

    it("asks the service once in a few seconds while many pages poll", async () => {
      const { session, reference } = await shop.checkout()
      const lookups = () => lookupsOf(shop, reference)
      const pollTwenty = () => Promise.all(Array.from({ length: 20 }, () => shop.poll(session.id)))

      const earlier = lookups()
      const began = Date.now()
      await pollTwenty()
      await shop.until(async () => (lookups() > earlier ? true : null))
      await pollTwenty()
      const spans = Math.floor((Date.now() - began) / (SESSION_POLL_SECONDS * 1000))
      expect(lookups() - earlier).toBeLessThanOrEqual(1 + spans)

      const before = lookups()
      shop.advanceClock(10_000)
      await pollTwenty()
      await shop.until(async () => (lookups() > before ? true : null))
    })

    it("keeps the known status while the service does not answer", async () => {
      const { session } = await shop.checkout()
      shop.sandbox.injectFault({ operation: "lookup", kind: "error_before", times: "always" })

      for (let poll = 0; poll < 3; poll++) {
        expect(await shop.poll(session.id)).toMatchObject({
          status: "pending",
          payment_url: session.data.payment_url,
        })
        shop.advanceClock(10_000)
      }
    })
  })
})

const FORM = ["legal_doc_type", "legal_doc", "phone_code", "phone_number", "email", "full_name"]

function byForm(a: string, b: string): number {
  return FORM.indexOf(a) - FORM.indexOf(b)
}
