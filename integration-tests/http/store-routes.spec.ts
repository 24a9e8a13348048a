import { SESSION_POLL_SECONDS } from "../../src/domain/poll-throttle"
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
}

async function methods(shop: Shop, query: string, language?: string): Promise<Method[]> {
  const asked = shop.http().get(`/store/payin/methods?${query}`)
  const answer = await (language === undefined ? asked : asked.set("Accept-Language", language))
  expect([query, answer.status]).toEqual([query, 200])
  return answer.body.methods
}

async function method(shop: Shop, query: string, name: string, language?: string) {
  return (await methods(shop, query, language)).find((one) => one.payment_method === name)
}

withShop("the store's routes", {}, (shop) => {
  describe("GET /store/payin/methods", () => {
    it("names each country's methods with limits in major units, documents and fields", async () => {
      const colombia = await methods(shop, "country_code=co&currency_code=cop")
      expect(colombia.map((one) => [one.payment_method, one.min, one.max])).toEqual([
        ["ALL_METHODS", null, "2000000"],
        ["PSE", "2000", "2000000"],
        ["TRANSFIYA", null, "2000000"],
        ["EFECTY", "10000", "2000000"],
        ["CASH", null, "2000000"],
        ["CARD", null, "2000000"],
        ["BREB", null, "11552000"],
      ])
      const peru = await methods(shop, "country_code=PE")
      expect(peru.map((one) => one.payment_method)).toEqual([
        "BANK_TRANSFER",
        "QR",
        "CASH",
        "PAGOEFECTIVO",
      ])
      expect(colombia[0].document_types).toEqual(["CC", "CE", "PPN"])
      expect(peru[0].document_types).toEqual(["DNI", "RUC", "CE", "PPN"])
      for (const one of [...colombia, ...peru]) {
        expect(Object.keys(one).sort()).toEqual(
          "available description document_types fields label max min payment_method reason".split(
            " "
          )
        )
        expect(one.fields.map((field) => field.name)).toEqual(Object.keys(CANARY.co).sort(byForm))
        expect([one.available, one.reason]).toEqual([true, null])
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
      const cash = await method(shop, "country_code=CO", "CASH", language)

      expect(cash?.label).toBe(label)
      expect(cash?.fields.find((field) => field.name === "full_name")?.label).toBe(name)
    })

    it("speaks the store's language to a browser without a supported language", async () => {
      Object.assign(shop.gateway.options, { language: "en" })
      const labels = [
        (await method(shop, "country_code=CO", "CASH"))?.label,
        (await method(shop, "country_code=CO", "CASH", "fr"))?.label,
        (await method(shop, "country_code=CO", "CASH", "es"))?.label,
      ]
      Object.assign(shop.gateway.options, { language: "es" })

      expect(labels).toEqual(["Cash", "Cash", "Efectivo"])
    })

    it("says of each method whether the amount can be paid with it, and why not", async () => {
      const at = async (amount: string) =>
        Object.fromEntries(
          (await methods(shop, `country_code=CO&currency_code=COP&amount=${amount}`))
            .filter((one) => ["PSE", "EFECTY", "BREB"].includes(one.payment_method))
            .map((one) => [one.payment_method, one.available ? "available" : one.reason])
        )
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
        { type: "invalid_data", message: expect.stringMatching(/.{10,}/), field },
      ])
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
      const nothing = { payment_url: null, order_id: null, message: null }
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
