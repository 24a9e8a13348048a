import { createPayInClient, type Followed } from "../../src/storefront/client"
import { pollDelay } from "../../src/storefront/follow"
import { createTeller } from "../../src/storefront/return/tell-once"
import { textsOf } from "../../src/storefront/texts"
import { Refusal, storeOf } from "./store"

const store = { baseUrl: "http://medusa.example", publishableKey: "pk_1" }
const texts = textsOf("es")
const payment: Followed = {
  ...{ status: "pending", payment_url: "http://pay.example/1", order_id: null, message: null },
  instructions: null,
}
const approved: Followed = {
  ...{ ...payment, status: "approved", payment_url: null, order_id: "order_1" },
}
const ids = { sessionId: "payses_1", cartId: null }

/** What the page was told until the payment had an order. */
const toldUntilPaid = (follow: (onPayment: (now: Followed) => void) => () => void) =>
  new Promise<Followed[]>((resolve) => {
    const told: Followed[] = []
    const stop = follow((now) => {
      told.push(now)
      if (now.order_id === null) return
      resolve(told)
      setImmediate(() => stop())
    })
  })

describe("a page that listens to a payment", () => {
  const event = (told: Followed) => `event: status\ndata: ${JSON.stringify(told)}\n\n`

  /** Answers the stream in these pieces, and every poll with `polled`. */
  function medusa(pieces: string[] | null, polled: Followed) {
    return jest.fn(async (address: unknown, _?: RequestInit) => {
      if (!String(address).endsWith("/events")) {
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

  it("is told each change once, however the answer is cut", async () => {
    const whole = `:\n\n${event(payment)}${event(approved)}`
    const cut = [whole.slice(0, 30), whole.slice(30, 90), whole.slice(90)]
    const fetched = medusa(cut, payment)
    const client = createPayInClient({ ...store, fetch: fetched })
    expect(await toldUntilPaid((tell) => client.follow(ids, tell))).toEqual([payment, approved])
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
    const client = createPayInClient({ ...store, fetch: medusa(pieces, approved) })
    const told = await toldUntilPaid((tell) => client.follow(ids, tell))
    expect(told.at(-1)).toEqual(approved)
  })

  it("leaves the stream once it needs no more", async () => {
    const signals: (AbortSignal | null | undefined)[] = []
    const fetched = medusa([event(approved)], payment)
    const client = createPayInClient({
      ...store,
      fetch: async (address, init) => {
        signals.push(init?.signal)
        return fetched(address, init)
      },
    })
    await toldUntilPaid((tell) => client.follow(ids, tell))
    await new Promise(setImmediate)
    expect(signals.map((signal) => signal?.aborted)).toEqual([true])
  })

  it("polls when nothing is heard", async () => {
    jest.useFakeTimers({ doNotFake: ["setImmediate"] })
    const fetched = jest.fn((address: unknown, init?: RequestInit): Promise<Response> => {
      if (!String(address).endsWith("/events")) {
        return Promise.resolve(new Response(JSON.stringify(approved)))
      }
      return new Promise((_, reject) => {
        init?.signal?.addEventListener("abort", () => reject(new Error("aborted")))
      })
    })
    const client = createPayInClient({ ...store, fetch: fetched })
    const told = toldUntilPaid((tell) => client.follow(ids, tell))
    await new Promise(setImmediate)
    jest.advanceTimersByTime(5_000)
    expect(await told).toEqual([approved])
    jest.useRealTimers()
  })
})

describe("a page that polls a payment", () => {
  it("asks less and less often: every 2 seconds at first, every 15 in the end", () => {
    const delays = Array.from({ length: 60 }, (_, n) => pollDelay(n + 1))
    expect(delays[0]).toBe(2_000)
    expect(delays.at(-1)).toBe(15_000)
    expect(delays).toEqual([...delays].sort((a, b) => a - b))
    // A bank's app takes half a minute: the shopper does not wait long after it.
    expect(
      delays.filter((_, n) => delays.slice(0, n).reduce((a, b) => a + b, 0) < 30_000).at(-1)
    ).toBeLessThan(5_000)
  })

  it("does so where the storefront's server calls Medusa", async () => {
    const { store, asked } = storeOf([[/./, approved]])
    const { follow } = createPayInClient(store)
    expect(await toldUntilPaid((tell) => follow(ids, tell))).toEqual([approved])
    expect(asked.map(({ path }) => path)).toEqual(["/store/payin/sessions/payses_1"])
  })

  it("places the order of an approved payment if it knows the cart", async () => {
    const { store } = storeOf([
      [/complete$/, { type: "order", order: { id: "order_2" } }],
      [/./, { ...approved, order_id: null }],
    ])
    const { follow } = createPayInClient(store)
    const cart = { ...ids, cartId: "cart_1" }
    expect(await toldUntilPaid((tell) => follow(cart, tell))).toMatchObject([
      { order_id: "order_2" },
    ])
  })

  it.each(["rejected", "expired", "failed", "needs_input", "in_review", "canceled"])(
    "stops asking once the payment is %s",
    async (status) => {
      jest.useFakeTimers({ doNotFake: ["setImmediate"] })
      const { store, asked } = storeOf([[/./, { ...payment, status }]])
      const seen = jest.fn()
      createPayInClient(store).follow(ids, seen)
      for (let n = 0; n < 3; n++) await new Promise(setImmediate)
      expect(seen.mock.calls).toMatchObject([[{ status }]])
      jest.advanceTimersByTime(60_000)
      await new Promise(setImmediate)
      expect(asked).toHaveLength(1)
      jest.useRealTimers()
    }
  )

  it("says that an address names no payment, and asks no more", async () => {
    const seen = jest.fn()
    const { store } = storeOf([[/./, new Refusal(404, { message: "Not found" })]])
    const { follow } = createPayInClient(store)
    follow({ sessionId: "payses_of_nobody" }, seen)
    follow({ sessionId: null }, seen)
    for (let n = 0; n < 3; n++) await new Promise(setImmediate)
    expect(seen.mock.calls).toMatchObject([[{ status: "unknown" }], [{ status: "unknown" }]])
  })
})

describe("the callbacks of the return page", () => {
  const pageOf = () => ({ onOrder: jest.fn(), onFailed: jest.fn(), onReview: jest.fn() })

  it.each(["rejected", "expired", "failed", "needs_input"] as const)(
    "report once that a payment is %s, and no order",
    async (status) => {
      const page = pageOf()
      const tell = createTeller("cart_1")
      const ended = { ...payment, status, order_id: "order_void", message: "No funds" }
      await tell(ended, page, texts)
      await tell(ended, page, texts)
      expect(page.onFailed.mock.calls).toEqual([[{ status, message: "No funds" }]])
      expect(page.onOrder).not.toHaveBeenCalled()
    }
  )

  it.each(["in_review", "canceled"] as const)(
    "report once that the store decides: %s",
    async (status) => {
      const page = pageOf()
      const tell = createTeller(null)
      const now = { ...payment, status, payment_url: null, message: "The store looks into it." }
      await tell(now, page, texts)
      await tell({ ...now, order_id: "order_1" }, page, texts)
      expect(page.onReview.mock.calls).toEqual([[{ status, message: now.message }]])
      expect(page.onFailed).not.toHaveBeenCalled()
      expect(page.onOrder).not.toHaveBeenCalled()
    }
  )

  it("report an order once when it is placed and once more when it is paid", async () => {
    const page = pageOf()
    const tell = createTeller("cart_1")
    for (const now of [
      payment,
      { ...payment, order_id: "order_1" },
      { ...payment, order_id: "order_1" },
      approved,
    ]) {
      await tell(now, page, texts)
    }
    expect(page.onOrder.mock.calls).toEqual([
      [{ orderId: "order_1", isPaid: false, cartId: "cart_1" }],
      [{ orderId: "order_1", isPaid: true, cartId: "cart_1" }],
    ])
  })

  it("do not keep a payment from being shown when they fail", async () => {
    const onOrder = () => Promise.reject(new Error("The server action failed"))
    await expect(createTeller(null)(approved, { onOrder }, texts)).resolves.toBeUndefined()
  })
})
