import { readFileSync } from "node:fs"
import path from "node:path"
import { createElement, type ReactElement } from "react"
import {
  AskedFields,
  callerOf,
  followPayment,
  type Language,
  PaymentNow,
  type Payment,
  PayInCheckout,
  Refused,
  tellOnce,
  TAILWIND,
  TEXTS,
  watchPayment,
  wordsOf,
} from "../../docs/PayInCheckout"

const { renderToStaticMarkup: markupOf } = jest.requireActual<{
  renderToStaticMarkup(element: ReactElement): string
}>("react-dom/server")

const LANGUAGES: Language[] = ["es", "en"]
const store = { backendUrl: "http://medusa.example", publishableKey: "pk_1" }
const payment: Payment = {
  status: "pending",
  payment_url: "http://pay.example/1",
  order_id: null,
  message: null,
}
describe.each(["PayInCheckout.tsx", "PayInCard.tsx"])("docs/%s", (file) => {
  it("begins with the use client directive, without which the App Router refuses its state", () => {
    const text = readFileSync(path.join(__dirname, "../../docs", file), "utf8")
    expect(text.startsWith('"use client"\n')).toBe(true)
  })
})

describe("the texts of the checkout component", () => {
  it("exist in both languages and are all translated", () => {
    const texts = (language: Language) => Object.entries(flat(TEXTS[language]))
    const spanish = texts("es")
    expect(spanish.map(([name]) => name)).toEqual(texts("en").map(([name]) => name))
    expect(spanish.filter(([name, text]) => flat(TEXTS.en)[name] === text)).toEqual([])
  })

  it("name a refused field in the shopper's language and show nothing technical", () => {
    const refused = new Refused("customer_data.email must be ...", 400, "customer_data.email")
    expect(wordsOf(refused, TEXTS.es)).toBe(TEXTS.es.wrong.email)
    const technical = new Refused("The service does not accept the (credentials)", 400)
    expect(wordsOf(technical, TEXTS.es)).toBe(TEXTS.es.notStarted)
    expect(wordsOf(new TypeError("fetch failed"), TEXTS.en)).toBe(TEXTS.en.tryAgain)
  })

  it.each(LANGUAGES)("show the status of a payment in %s", (language) => {
    const say = (now: Payment | null) =>
      markupOf(createElement(PaymentNow, { payment: now, language, classes: TAILWIND }))
    const texts = TEXTS[language]
    expect(say(null)).toContain(texts.wait)
    expect(say(payment)).toContain(texts.backToPayment)
    expect(say({ ...payment, order_id: "order_1" })).toContain(texts.placed)
    expect(say({ ...payment, status: "approved" })).toContain(texts.paid)
    expect(say({ ...payment, status: "rejected" })).toContain(texts.notPaid)
    expect(say({ ...payment, status: "rejected", message: "No funds" })).toContain("No funds")
    expect(say({ ...payment, status: "unknown" })).toContain(texts.unknown)
  })
})

describe("the markup of the checkout component", () => {
  const fields = [{ name: "legal_doc", label: "Document", max: 20 }]
  const asked = (wrong: string | null) =>
    markupOf(createElement(AskedFields, { fields, wrong, language: "es", classes: TAILWIND }))

  it("shows the document field with a border and marks it as invalid when it is wrong", () => {
    expect(asked(null)).toContain("Número de documento")
    expect(asked(null)).toMatch(/<input [^>]*class="[^"]*\bborder\b/)
    expect(asked(null)).toContain('aria-invalid="false"')
    expect(asked("legal_doc")).toContain('aria-invalid="true"')
  })

  it("styles its button with Tailwind classes or with the shop's own classes", () => {
    const props = {
      store,
      returnUrl: "http://shop.example/return",
      cart: { id: "cart_1", region_id: "reg_1", total: 50_000 },
    } as const
    const usual = markupOf(createElement(PayInCheckout, props))
    expect(usual).toMatch(/<button [^>]*class="[^"]*\bbg-gray-900\b[^>]*>Pagar</)
    const classNames = { button: "buy" }
    const own = markupOf(createElement(PayInCheckout, { ...props, language: "en", classNames }))
    expect(own).toContain('class="buy">Pay</button>')
    expect(own).toContain(TAILWIND.fieldset)
  })
})

describe("a request of the checkout component", () => {
  const answer = () => new Response(JSON.stringify({ methods: [] }), { status: 200 })

  afterEach(() => {
    jest.restoreAllMocks()
  })

  it("carries the shopper's sign-in and language", async () => {
    const fetched = jest.spyOn(globalThis, "fetch").mockImplementation(async () => answer())
    const headers = async () => ({ authorization: "Bearer of-the-shopper" })
    await callerOf({ ...store, headers }, "en")("/store/payin/methods")
    expect(fetched).toHaveBeenCalledWith(
      "http://medusa.example/store/payin/methods",
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

  it("goes through the storefront's server when that knows the sign-in", async () => {
    const fetched = jest.spyOn(globalThis, "fetch")
    const send = jest.fn(async () => ({ status: 400, body: '{"message":"No","field":"email"}' }))
    const asked = callerOf({ ...store, send }, "es")("/store/carts/1/complete", {})
    await expect(asked).rejects.toMatchObject({ message: "No", status: 400, field: "email" })
    expect(send).toHaveBeenCalledWith("/store/carts/1/complete", "es", {})
    expect(fetched).not.toHaveBeenCalled()
  })
})

describe("the callbacks of the return page", () => {
  const told = () => ({ onOrder: jest.fn(), onFailed: jest.fn(), onReview: jest.fn() })

  it.each(["rejected", "expired", "failed", "needs_input"])(
    "report once that a payment is %s, and no order",
    (status) => {
      const page = told()
      const tell = tellOnce("es")
      tell({ ...payment, status, order_id: "order_void", message: "No funds" }, page)
      tell({ ...payment, status, order_id: "order_void", message: "No funds" }, page)
      expect(page.onFailed.mock.calls).toEqual([[{ status, message: "No funds" }]])
      expect(page.onOrder).not.toHaveBeenCalled()
    }
  )

  it.each(["in_review", "canceled"])("report once that the store decides: %s", (status) => {
    const page = told()
    const tell = tellOnce("es")
    const waiting = { ...payment, status, payment_url: null, message: "The store looks into it." }
    tell(waiting, page)
    tell({ ...waiting, order_id: "order_1" }, page)
    expect(page.onReview.mock.calls).toEqual([[{ status, message: waiting.message }]])
    expect(page.onFailed).not.toHaveBeenCalled()
    expect(page.onOrder).not.toHaveBeenCalled()
    const shown = markupOf(
      createElement(PaymentNow, { payment: waiting, language: "es", classes: TAILWIND })
    )
    expect(shown).toContain(waiting.message)
    expect(shown).not.toContain("href")
  })

  it.each(["in_review", "canceled"])("stop asking once the store decides: %s", async (status) => {
    jest.useFakeTimers({ doNotFake: ["setImmediate"] })
    const send = async () => ({ status: 200, body: JSON.stringify({ ...payment, status }) })
    const ids = { sessionId: "payses_1", cartId: null }
    const seen = jest.fn()
    watchPayment(callerOf({ ...store, send }, "es"), ids, seen)
    await new Promise(setImmediate)
    expect(seen.mock.calls).toMatchObject([[{ status }]])
    expect(jest.getTimerCount()).toBe(0)
    jest.useRealTimers()
  })

  it("report an order once when it is placed and once more when it is paid", () => {
    const page = told()
    const tell = tellOnce("es")
    tell(payment, page)
    tell({ ...payment, order_id: "order_1" }, page)
    tell({ ...payment, order_id: "order_1" }, page)
    tell({ ...payment, status: "approved", order_id: "order_1" }, page)
    expect(page.onOrder.mock.calls).toEqual([
      ["order_1", false],
      ["order_1", true],
    ])
    expect(page.onFailed).not.toHaveBeenCalled()
  })

  it("report an unknown payment when the address names none", async () => {
    const seen = jest.fn()
    const nobody = async () => {
      throw new Refused("Not found", 404)
    }
    watchPayment(nobody, { sessionId: "payses_of_nobody", cartId: null }, seen)
    watchPayment(nobody, { sessionId: null, cartId: null }, seen)
    await new Promise(setImmediate)
    expect(seen.mock.calls).toMatchObject([[{ status: "unknown" }], [{ status: "unknown" }]])
    const page = told()
    tellOnce("en")({ ...payment, status: "unknown", payment_url: null }, page)
    expect(page.onFailed).toHaveBeenCalledWith({ status: "unknown", message: TEXTS.en.unknown })
  })
})

describe("a return page that is told by the plugin", () => {
  const ids = { sessionId: "payses_1", cartId: null }
  const approved = { ...payment, status: "approved", payment_url: null, order_id: "order_1" }
  const isStream = (address: unknown) => typeof address === "string" && address.endsWith("/events")
  const event = (told: Payment) => `event: status\ndata: ${JSON.stringify(told)}\n\n`

  /** Answers the stream in these pieces, and every poll with `polled`. */
  function medusa(pieces: string[] | null, polled: Payment) {
    return jest.spyOn(globalThis, "fetch").mockImplementation(async (address) => {
      if (!isStream(address)) {
        return new Response(JSON.stringify(polled), { status: 200 })
      }
      if (pieces === null) return new Response("{}", { status: 429 })
      const bytes = new TextEncoder()
      const body = new ReadableStream({
        start(stream) {
          pieces.forEach((piece) => stream.enqueue(bytes.encode(piece)))
          stream.close()
        },
      })
      return new Response(body, { status: 200 })
    })
  }

  /** What the page was told until the payment ended. */
  const toldUntilPaid = (by: (onPayment: (now: Payment) => void) => () => void) =>
    new Promise<Payment[]>((resolve) => {
      const told: Payment[] = []
      const stop = by((now) => {
        told.push(now)
        if (now.order_id === null) return
        resolve(told)
        setImmediate(() => stop())
      })
    })

  afterEach(() => {
    jest.restoreAllMocks()
  })

  it("hears each event once, however the answer is cut", async () => {
    const whole = `:\n\n${event(payment)}${event(approved)}`
    const cut = [whole.slice(0, 30), whole.slice(30, 90), whole.slice(90)]
    const fetched = medusa(cut, payment)
    expect(await toldUntilPaid((tell) => followPayment(store, "es", ids, tell))).toEqual([
      payment,
      approved,
    ])
    expect(fetched).toHaveBeenCalledTimes(1)
    const [address, { headers } = {}] = fetched.mock.calls[0]
    expect(address).toBe("http://medusa.example/store/payin/sessions/payses_1/events")
    expect(headers).toMatchObject({ "x-publishable-api-key": "pk_1" })
  })

  it.each([
    ["is refused because too many listen", null],
    ["ends before the payment", [event(payment)]],
    ["is nonsense", ["data: {no\n\n"]],
  ])("polls when the stream %s", async (_, pieces) => {
    medusa(pieces, approved)
    const told = await toldUntilPaid((tell) => followPayment(store, "es", ids, tell))
    expect(told.at(-1)).toEqual(approved)
  })

  it("polls where the storefront's server calls Medusa", async () => {
    const fetched = jest.spyOn(globalThis, "fetch")
    const send = async () => ({ status: 200, body: JSON.stringify(approved) })
    const by = (tell: (now: Payment) => void) => followPayment({ ...store, send }, "es", ids, tell)
    expect(await toldUntilPaid(by)).toEqual([approved])
    expect(fetched).not.toHaveBeenCalled()
  })

  it("polls when nothing is heard", async () => {
    jest.useFakeTimers({ doNotFake: ["setImmediate"] })
    jest.spyOn(globalThis, "fetch").mockImplementation(async (address, { signal } = {}) => {
      if (!isStream(address)) {
        return new Response(JSON.stringify(approved), { status: 200 })
      }
      return new Promise((_, reject) => {
        signal?.addEventListener("abort", () => reject(new Error("aborted")))
      })
    })
    const told = toldUntilPaid((tell) => followPayment(store, "es", ids, tell))
    await jest.advanceTimersByTimeAsync(5_000)
    expect(await told).toEqual([approved])
    jest.useRealTimers()
  })

  it("places the order of an approved payment when it knows the cart", async () => {
    const bare = { ...approved, order_id: null }
    const fetched = medusa([event(bare)], bare).mockImplementationOnce(
      async () => new Response(event(bare), { status: 200 })
    )
    fetched.mockImplementationOnce(
      async () => new Response(JSON.stringify({ order: { id: "order_1" } }), { status: 200 })
    )
    const known = { ...ids, cartId: "cart_1" }
    const told = await toldUntilPaid((tell) => followPayment(store, "es", known, tell))
    expect(told).toEqual([approved])
    expect(fetched.mock.calls[1][0]).toBe("http://medusa.example/store/carts/cart_1/complete")
  })
})

/** Texts by their path. */
function flat(texts: object): Record<string, string> {
  return Object.fromEntries(
    Object.entries(texts).flatMap(([name, text]: [string, string | object]) =>
      typeof text === "string"
        ? [[name, text]]
        : Object.entries(flat(text)).map(([inner, said]) => [`${name}.${inner}`, said])
    )
  )
}
