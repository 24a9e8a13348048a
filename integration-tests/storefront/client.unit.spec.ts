import { readFileSync } from "node:fs"
import path from "node:path"
import { createPayInClient, PayInError, sendToStore } from "../../src/storefront/client"
import { textsOf } from "../../src/storefront/texts"
import { problemText } from "../../src/storefront/texts/problem"
import { Refusal, storeOf } from "./store"

const CONTRACT = readFileSync(path.join(__dirname, "../../docs/openapi.yaml"), "utf8")
const store = { baseUrl: "http://medusa.example", publishableKey: "pk_1" }
const json = (body: object, status = 200) => new Response(JSON.stringify(body), { status })
const texts = textsOf("es")

describe("the client of a storefront", () => {
  it("calls every store route of the plugin, and no other route under /store/payin", async () => {
    const { store, asked } = storeOf([
      [/banks/, { banks: [] }],
      [/methods/, { methods: [] }],
      [/saved-cards\/x/, {}],
      [/saved-cards/, { saved_cards: [] }],
      [/cancel$/, { subscription: { id: "x" } }],
      [/subscriptions/, { subscriptions: [] }],
      [/pay-again-link$/, { url: "https://api.example/payin/pay/1" }],
      [/sessions\/x/, { status: "approved", order_id: "order_1" }],
    ])
    const client = createPayInClient(store)
    await client.methods({ cart_id: "cart_1" })
    await client.banks({ cart_id: "cart_1" })
    await client.session("x")
    await client.payAgainLink("x")
    await client.savedCards()
    await client.deleteSavedCard("x")
    await client.subscriptions()
    await client.cancelSubscription("x")
    const called = asked.map(({ method, path }) => `${method} ${path.replace(/\?.*/, "")}`)
    const routes = [...CONTRACT.matchAll(/^ {2}(\/store\/payin\S+):\n((?: {4}.*\n)+)/gm)].flatMap(
      ([, route, body]) =>
        [...body.matchAll(/^ {4}(get|post|delete):$/gm)].map(
          ([, method]) => `${method.toUpperCase()} ${route.replaceAll(/\{\w+\}/g, "x")}`
        )
    )
    // Listened to by `follow`, which has tests of its own.
    const listened = "GET /store/payin/sessions/x/events"
    expect(routes).toContain(listened)
    expect(routes.filter((route) => route !== listened && !called.includes(route))).toEqual([])
    expect(called.filter((route) => !routes.includes(route))).toEqual([])
  })

  it("sends the key, the language and the shopper's sign-in", async () => {
    const fetched = jest.fn(async () => json({ methods: [] }))
    const headers = async () => ({ authorization: "Bearer of-the-shopper" })
    const client = createPayInClient({ ...store, headers, locale: "en-US", fetch: fetched })
    await client.methods({ country_code: "co", currency_code: "cop", amount: "150000" })
    expect(fetched).toHaveBeenCalledWith(
      "http://medusa.example/store/payin/methods?country_code=co&currency_code=cop&amount=150000",
      expect.objectContaining({
        method: "GET",
        headers: expect.objectContaining({
          authorization: "Bearer of-the-shopper",
          "accept-language": "en",
          "x-publishable-api-key": "pk_1",
        }),
      })
    )
  })

  it("starts a payment with the provider of the cart's region, and fetches what the cart lacks", async () => {
    const data = { session_id: "payses_1" }
    const { store, asked } = storeOf([
      [/^\/store\/carts\/cart_1\?/, { cart: { id: "cart_1", region_id: "reg_1" } }],
      [/region_id=reg_1$/, { payment_providers: [{ id: "pp_other" }, { id: "pp_payin_pe" }] }],
      ["/store/payment-collections", { payment_collection: { id: "paycol_1" } }],
      [
        /payment-sessions$/,
        { payment_collection: { payment_sessions: [{ provider_id: "pp_payin_pe", data }] } },
      ],
    ])
    const started = createPayInClient(store).startSession(
      { id: "cart_1" },
      { payment_method: "QR" }
    )
    expect(await started).toEqual(data)
    expect(asked.map(({ body }) => body)).toEqual([
      undefined,
      undefined,
      { cart_id: "cart_1" },
      { provider_id: "pp_payin_pe", data: { payment_method: "QR" } },
    ])
  })

  it.each([
    ["a page of a proxy", new Response("<html>502</html>", { status: 502 }), 502],
    ["a page of a proxy that looks well", new Response("<html>ok</html>"), 0],
    ["no list", json({ banks: null }), 0],
  ])("rejects with one kind of error for %s", async (_, answer, status) => {
    const client = createPayInClient({ ...store, fetch: async () => answer })
    await expect(client.banks({ cart_id: "cart_1" })).rejects.toMatchObject({ status })
  })

  it("rejects with one kind of error when nobody answers", async () => {
    const client = createPayInClient({
      ...store,
      fetch: () => Promise.reject(new TypeError("fetch failed")),
    })
    const error = await client.session("x").catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(PayInError)
    expect(error).toMatchObject({ status: 0 })
  })
})

describe("what a shopper reads of an error", () => {
  const said = (status: number, body: object) =>
    createPayInClient(storeOf([[/./, new Refusal(status, body)]]).store)
      .session("x")
      .catch((error: unknown) => problemText(error, texts))

  it.each([
    ["a wrong field", 400, { field: "customer_data.email" }, texts.wrong.email],
    ["a bank that is not in the list", 400, { field: "customer_data.bank" }, texts.wrong.bank],
    ["an order already", 400, { field: "cart_id" }, texts.cartGone],
    ["no cart any more", 404, {}, texts.cartGone],
    ["another payment at once", 409, {}, texts.busy],
    ["too many links", 429, { type: "too_many_links", retry_after: 60 }, texts.tooMany],
    ["a field named like a part of the language", 400, { field: "toString" }, texts.notStarted],
    ["wrong credentials of the store", 400, { message: "(credentials)" }, texts.notStarted],
    ["no clear answer", 500, { message: "unexpected_state" }, texts.notStarted],
  ])("is plain for %s", async (_, status, body, text) => {
    expect(await said(status, body)).toBe(text)
  })

  it("is to try again when nobody answered", () => {
    expect(problemText(new TypeError("fetch failed"), texts)).toBe(texts.tryAgain)
  })
})

describe("a server action that stands in for the browser", () => {
  const request = { method: "POST", locale: "es", body: "{}" } as const

  it("calls Medusa with the sign-in", async () => {
    const fetched = jest.spyOn(globalThis, "fetch").mockResolvedValue(json({ ok: true }, 201))
    const headers = { authorization: "Bearer of-the-shopper" }
    const path = "/store/payment-collections/paycol_1/payment-sessions"
    expect(await sendToStore({ ...store, headers }, path, request)).toEqual({
      ...{ status: 201, body: '{"ok":true}' },
    })
    expect(fetched).toHaveBeenCalledWith(
      `http://medusa.example${path}`,
      expect.objectContaining({ headers: expect.objectContaining(headers) })
    )
    fetched.mockRestore()
  })

  it.each([
    "/admin/orders",
    "/store/customers/me",
    "/store/payin/../../admin/orders",
    "/store/payin/sessions/..%2f..%2fadmin",
    "@evil.example/store/payin/methods",
    "/store/payin/methods?cart_id=1#/../..",
    "http://evil.example/store/payin/methods",
  ])("refuses %s, which no component calls", async (path) => {
    const fetched = jest.spyOn(globalThis, "fetch")
    await expect(sendToStore(store, path, request)).rejects.toThrow("no call of")
    expect(fetched).not.toHaveBeenCalled()
    fetched.mockRestore()
  })

  it("takes no time over a path that is made to take long", async () => {
    const path = `/store/payin/${"a/".repeat(50_000)}!`
    await expect(sendToStore(store, path, request)).rejects.toThrow("no call of")
  })
})
