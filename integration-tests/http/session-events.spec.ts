import { MOST_LISTENERS } from "../../src/domain/session/events"
import { SESSION_POLL_SECONDS } from "../../src/domain/session/poll-throttle"
import { lookupsOf } from "../support/lookups"
import { printsOf } from "../../src/medusa/collection-changes"
import { withShop, type Shop } from "../support/shop"

/** A page that listens to a session. */
class Page {
  readonly events: Record<string, unknown>[] = []
  isOver = false
  readonly #leave = new AbortController()

  static async of(shop: Shop, sessionId: string): Promise<Page> {
    const page = new Page()
    const answer = await page.ask(shop, sessionId)
    expect([answer.status, answer.headers.get("content-type")]).toEqual([
      200,
      "text/event-stream; charset=utf-8",
    ])
    void page.read(answer).catch(() => undefined)
    return page
  }

  ask(shop: Shop, sessionId: string): Promise<Response> {
    return fetch(`${shop.url}/store/payin/sessions/${sessionId}/events`, {
      headers: { "x-publishable-api-key": shop.store.publishable_key },
      signal: this.#leave.signal,
    })
  }

  leave(): void {
    this.#leave.abort()
  }

  private async read({ body }: Response): Promise<void> {
    const decoder = new TextDecoder()
    let text = ""
    for await (const chunk of body ?? []) {
      const parts = (text + decoder.decode(chunk, { stream: true })).split("\n\n")
      text = parts.pop() ?? ""
      for (const part of parts.filter((one) => one !== ":")) {
        const [, data = "null"] = /^event: status\ndata: (.*)$/.exec(part) ?? []
        this.events.push(JSON.parse(data))
      }
    }
    this.isOver = true
  }
}

withShop("a page that listens to a session", {}, (shop) => {
  const pages: Page[] = []
  const listen = async (id: string) => {
    const page = await Page.of(shop, id)
    pages.push(page)
    return page
  }
  const over = (page: Page) => shop.until(async () => (page.isOver ? true : null))

  afterEach(() => {
    pages.splice(0).forEach((page) => page.leave())
  })

  it("is told at once how it stands, then each change once, and gets the order without a notification", async () => {
    const { session, reference } = await shop.checkout()
    const page = await listen(session.id)
    await shop.until(async () => (page.events.length > 0 ? true : null))
    expect(page.events).toEqual([await shop.poll(session.id)])

    shop.sandbox.settle(reference, { status: "APPROVED", notify: false })
    shop.advanceClock(10_000)
    await over(page)

    const paid = await shop.poll(session.id)
    expect(paid).toMatchObject({ status: "approved", order_id: expect.any(String) })
    expect(page.events.at(-1)).toEqual(paid)
    const told = page.events.map((event) => JSON.stringify(event))
    expect(new Set(told).size).toBe(told.length)
  })

  it("comes back by an address that names the session, and not the cart", async () => {
    const { session, reference } = await shop.checkout()
    const { redirect_url = "" } = shop.sandbox.transaction(reference) ?? {}
    expect(redirect_url).toBe(`http://localhost:8000/return?session_id=${session.id}`)
  })

  it("is told why a payment failed, and the answer ends", async () => {
    const { session, reference } = await shop.checkout()
    const page = await listen(session.id)
    shop.sandbox.settle(reference, { status: "REJECTED", response_message: "Fondos insuficientes" })
    await over(page)
    expect(page.events.at(-1)).toMatchObject({
      status: "rejected",
      message: "Fondos insuficientes",
    })
  })

  it("gets one event and the end where the shopper has something to do, or the order exists", async () => {
    const cart = await shop.cart()
    const collection = await shop.collection(cart.id)
    const { id } = await shop.session(collection, "co", { customer_data: undefined })
    const asked = await listen(id)
    await over(asked)
    expect(asked.events).toMatchObject([{ status: "needs_input" }])

    const sale = await shop.checkout("co", { payment_method: "EFECTY" })
    await shop.complete(sale.cart.id).expect(200)
    const waiting = await listen(sale.session.id)
    await over(waiting)
    expect(waiting.events).toMatchObject([{ status: "pending", order_id: expect.any(String) }])
  })

  it("is one of many for whom the session is read once, and the service asked as one poll would", async () => {
    const { session, reference } = await shop.checkout()
    const before = lookupsOf(shop, reference)
    const began = Date.now()
    const read = jest.spyOn(shop.ledger.transactions, "ofCollections")
    const many = await Promise.all(
      Array.from({ length: MOST_LISTENERS.ofCart }, () => listen(session.id))
    )
    const full = await shop.http().get(`/store/payin/sessions/${session.id}/events`)
    expect([full.status, full.body.type, full.body.retry_after]).toEqual([
      429,
      "too_many_listeners",
      expect.any(Number),
    ])
    expect(full.get("retry-after")).toBe(String(full.body.retry_after))
    expect(await shop.poll(session.id)).toMatchObject({ status: "pending" })

    await shop.until(async () => (many.every(({ events }) => events.length === 1) ? true : null))
    await shop.until(async () => (Date.now() - began > 4_000 ? true : null))
    const seconds = (Date.now() - began) / 1_000
    expect(read.mock.calls.length).toBeLessThanOrEqual(2 + seconds / 1.5)
    expect(lookupsOf(shop, reference) - before).toBeLessThanOrEqual(
      1 + seconds / SESSION_POLL_SECONDS
    )
    read.mockRestore()

    many[0].leave()
    await shop.until(async () => {
      const again = await new Page().ask(shop, session.id)
      await again.body?.cancel()
      return again.status === 200 ? true : null
    })
  })

  it("is one of 200 that listen to four carts: those of the paid one are told and end, and the others hear nothing", async () => {
    const carts = [await shop.checkout(), await shop.checkout()]
    carts.push(await shop.checkout(), await shop.checkout())
    const many = await Promise.all(
      carts.flatMap(({ session }) => Array.from({ length: 50 }, () => listen(session.id)))
    )
    await shop.until(async () => (many.every(({ events }) => events.length === 1) ? true : null))

    const read = jest.spyOn(shop.ledger.transactions, "ofCollections")
    shop.sandbox.settle(carts[0].reference, { status: "APPROVED" })
    await shop.captured(carts[0].cart.id)
    await shop.until(async () => (many.slice(0, 50).every(({ isOver }) => isOver) ? true : null))
    const readings = read.mock.calls.length
    read.mockRestore()

    const last = many.map(({ events }) => events.at(-1)?.status)
    expect(last.slice(0, 50)).toEqual(Array.from({ length: 50 }, () => "approved"))
    expect(many.slice(50).every(({ events, isOver }) => events.length === 1 && !isOver)).toBe(true)
    expect(readings).toBeLessThan(50)
  })

  it("is found by one look at all carts once anything changes that it would be told", async () => {
    const [paid, closed, still] = [
      await shop.checkout(),
      await shop.checkout("co", { payment_method: "EFECTY" }),
      await shop.checkout(),
    ]
    const ids = [paid, closed, still].map(({ cart }) => cart.id)
    const collections: { id: string; cart_id: string }[] = await shop
      .pg("cart_payment_collection")
      .whereIn("cart_id", ids)
      .select("payment_collection_id as id", "cart_id")
    const look = async () => {
      const prints = await printsOf(shop.container, [
        ...collections.map(({ id }) => id),
        "paycol_no",
      ])
      return ids.map((cart) => {
        const collection = collections.find(({ cart_id }) => cart_id === cart)
        return prints.get(collection?.id ?? "")
      })
    }
    const seen = [await look()]
    const changed = async () => {
      const [before, now] = [seen.at(-1), await look()]
      seen.push(now)
      return ids.filter((_, number) => before?.[number] !== now[number])
    }
    expect(new Set(seen[0]).size).toBe(3)
    expect(await changed()).toEqual([])

    shop.sandbox.settle(paid.reference, { status: "APPROVED" })
    await shop.captured(paid.cart.id)
    const placed = await shop.complete(closed.cart.id).expect(200)
    expect(await changed()).toEqual([paid.cart.id, closed.cart.id])
    await shop.pg("order").where({ id: placed.body.order.id }).update({ status: "archived" })
    expect(await changed()).toEqual([closed.cart.id])
    const row = await shop.ledger.transactions.findByReference(still.reference)
    await shop.ledger.anomalies.open({
      kind: "unknown_status",
      subject: still.reference,
      account: null,
      transaction_id: row?.id ?? null,
      facts: {},
    })
    expect(await changed()).toEqual([still.cart.id])
  })

  it("leaves nothing behind that reads on", async () => {
    const { session } = await shop.checkout()
    const page = await listen(session.id)
    await shop.until(async () => (page.events.length > 0 ? true : null))
    page.leave()
    const read = jest.spyOn(shop.ledger.transactions, "ofCollections")
    const began = Date.now()
    await shop.until(async () => (Date.now() - began > 3_500 ? true : null))
    expect(read.mock.calls.length).toBeLessThanOrEqual(1)
    read.mockRestore()
  })

  it("is told that the session was never one of PayIn, as a page that polls", async () => {
    for (const id of ["payses_unknown", "%00", "x".repeat(3000)]) {
      const answer = await shop.http().get(`/store/payin/sessions/${id}/events`)
      expect([id.slice(0, 20), answer.status, answer.body.type]).toEqual([
        id.slice(0, 20),
        404,
        "not_found",
      ])
    }
  })
})
