import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { Agent } from "supertest"
import { csvRows } from "../support/csv-rows"
import { withShop } from "../support/shop"

/** Copies of a stored pay-in, as it would stand there after years; `created_at` is SQL over `n`. */
async function copies(pg: Knex, id: string, count: number, created_at: string): Promise<void> {
  const row = await pg("payin_transaction").where({ id }).first()
  const fresh: Record<string, string> = {
    id: "'payin_copy_' || lpad(n::text, 6, '0')",
    reference: "'pin_copy_' || n",
    ticket: "'ticket_copy_' || n",
    status: "'expired'",
    created_at,
  }
  const columns = Object.keys(row).map((column) => `"${column}"`)
  const values = Object.keys(row).map((column) => fresh[column] ?? `source."${column}"`)
  await pg.raw(
    `insert into payin_transaction (${columns.join(", ")})
     select ${values.join(", ")} from payin_transaction source, generate_series(1, ${count}) n
     where source.id = ?`,
    [id]
  )
}

const SAME_INSTANT = "timestamptz '2026-01-31T10:00:00.123456Z'"

withShop("lists of the admin", {}, (shop) => {
  let admin: Agent
  beforeEach(async () => {
    admin = await shop.admin()
  })

  async function list(query: Record<string, unknown> = {}, path = "transactions") {
    const answer = await admin.get(`/admin/payin/${path}`).query(query).expect(200)
    return answer.body
  }

  async function ids(query: Record<string, unknown>, path = "transactions"): Promise<string[]> {
    const body = await list(query, path)
    return body[path].map((row: { id: string }) => row.id)
  }

  /** Every id that a person finds who pages to the end. */
  async function pagedThrough(query: Record<string, unknown>): Promise<string[]> {
    const found: string[] = []
    let cursor: string | undefined
    do {
      const body = await list({ ...query, ...(cursor && { cursor }) })
      expect(body.offset).toBe(found.length)
      found.push(...body.transactions.map((row: { id: string }) => row.id))
      cursor = body.next_cursor ?? undefined
    } while (cursor !== undefined)
    return found
  }

  it("stay out of every cache, also as CSV, and so do sessions and cards of a shopper", async () => {
    for (const path of ["transactions", "transactions?format=csv", "status"]) {
      const { headers } = await admin.get(`/admin/payin/${path}`).expect(200)
      expect(headers["cache-control"]).toBe("no-store")
    }
    for (const path of ["sessions/payses_unknown", "saved-cards"]) {
      const { headers } = await shop.http().get(`/store/payin/${path}`)
      expect(headers["cache-control"]).toBe("no-store")
    }
  })

  it("and all else refuse a body that nests without end", async () => {
    const deep = `${'{"a":'.repeat(15_000)}1${"}".repeat(15_000)}`
    const session = `{"provider_id":"pp_payin_co","data":${deep}}`
    const id = await shop.collection((await shop.cart("co")).id)
    for (const answer of [
      await admin
        .post("/admin/payin/payouts")
        .set("Idempotency-Key", "deep")
        .type("json")
        .send(deep),
      await admin.post("/admin/payin/anomalies/any/resolve").type("json").send(deep),
      await admin
        .post(`/admin/payment-collections/${id}/payment-sessions`)
        .type("json")
        .send(session),
      await shop
        .http()
        .post(`/store/payment-collections/${id}/payment-sessions`)
        .type("json")
        .send(session),
    ]) {
      expect([answer.status, answer.body]).toEqual([
        400,
        expect.objectContaining({ message: expect.stringContaining("nests deeper") }),
      ])
    }
  })

  it("take no form, which a page of another site could send in the name of who opens it", async () => {
    const admin = await shop.admin()
    for (const type of ["form", "text/plain"]) {
      const refused = await admin
        .post("/admin/payin/payouts/any/destination")
        .type(type)
        .send("destination[account_number]=1")
      expect([refused.status, refused.body.message]).toEqual([
        400,
        expect.stringContaining("has to be JSON"),
      ])
    }
  })

  it("answer with rows under the list's name, and with count, limit, offset and next_cursor", async () => {
    for (const path of ["transactions", "anomalies", "events"]) {
      expect(await list({}, path)).toEqual({
        [path]: [],
        count: 0,
        limit: 20,
        offset: 0,
        next_cursor: null,
      })
    }
  })

  it("show every row once when paged by cursor, also rows created at the same instant", async () => {
    const { reference } = await shop.checkout("co")
    const { id } = await shop.row(reference)
    await copies(shop.pg, id, 57, SAME_INSTANT)

    const found = await pagedThrough({ limit: 10, status: "expired" })

    expect(found).toHaveLength(57)
    expect(new Set(found).size).toBe(57)
    expect(found).toEqual([...found].sort().reverse())
  })

  it("lose and repeat nothing when rows arrive between two pages", async () => {
    const { reference } = await shop.checkout("co")
    const first = await shop.row(reference)
    await copies(shop.pg, first.id, 30, `${SAME_INSTANT} + n * interval '1 microsecond'`)
    const before = await list({ limit: 15 })

    const later = await shop.checkout("pe")
    const after = await list({ limit: 16, cursor: before.next_cursor })

    const seen = [...before.transactions, ...after.transactions].map((row) => row.id)
    expect(new Set(seen).size).toBe(31)
    expect(seen).not.toContain((await shop.row(later.reference)).id)
    expect(after.next_cursor).toBeNull()
  })

  it("count up to 10,000, mark a count above that as capped, and page on by cursor where offset ends", async () => {
    const { reference } = await shop.checkout("co")
    const { id } = await shop.row(reference)
    await copies(shop.pg, id, 10_000, `${SAME_INSTANT} + n * interval '1 second'`)

    const exact = await list({ status: "expired" })
    expect(exact.count).toBe(10_000)
    expect(exact).not.toHaveProperty("count_capped")

    const end = await list({ offset: 10_000 })
    expect(end).toMatchObject({ count: 10_000, count_capped: true, next_cursor: null })
    expect(end.transactions).toHaveLength(1)

    const near = await list({ offset: 9_900, limit: 100 })
    const beyond = await list({ cursor: near.next_cursor })
    expect(beyond.offset).toBe(10_000)
    expect(beyond.transactions).toEqual(end.transactions)
  })

  it("find a pay-in by its whole id, reference, ticket, cart or session id, and by no part of one", async () => {
    const { cart, session, reference, collection_id } = await shop.checkout("co")
    await shop.checkout("pe")
    const again = await shop.session(collection_id, "co")
    const row = await shop.row(reference)
    expect(row.session_id).toBe(again.id)

    const names = [row.id, reference, row.ticket, cart.id, session.id, again.id]
    for (const q of names) {
      expect(await ids({ q })).toEqual([row.id])
    }
    expect(await ids({ q: reference.slice(0, -1) })).toEqual([])
    expect(await ids({ q: "%" })).toEqual([])
    expect(await ids({ q: "' or true --" })).toEqual([])
    expect(await ids({ q: "" })).toHaveLength(2)
  })

  it("apply each filter, and several filters together", async () => {
    const co = await shop.checkout("co")
    const pe = await shop.checkout("pe")
    shop.sandbox.settle(co.reference, { status: "APPROVED" })
    const order = await shop.captured(co.cart.id)
    const paid = await shop.digested(co.reference)
    const waiting = await shop.row(pe.reference)

    expect(await ids({ status: "approved" })).toEqual([paid.id])
    expect(await ids({ status: ["approved", "pending"] })).toEqual([waiting.id, paid.id])
    expect(await ids({ account: "pe" })).toEqual([waiting.id])
    expect(await ids({ account: "gone" })).toEqual([])
    expect(await ids({ order_id: order.id })).toEqual([paid.id])
    expect(await ids({ q: order.id })).toEqual([paid.id])
    expect(await ids({ order_id: order.id, account: "pe" })).toEqual([])
    expect(await ids({ customer_id: "cus_nobody" })).toEqual([])
  })

  it("keep to a span of time, its ends included", async () => {
    const first = await shop.checkout("co")
    const second = await shop.checkout("co")
    const [a, b] = [await shop.row(first.reference), await shop.row(second.reference)]
    const [from, until] = [a.created_at.toISOString(), b.created_at.toISOString()]

    expect(await ids({ "created_at[$gte]": from, "created_at[$lte]": until })).toEqual([b.id, a.id])
    expect(await ids({ "created_at[$lte]": from })).toEqual([a.id])
    expect(await ids({ "created_at[$gte]": until })).toEqual([b.id])
    expect(await ids({ "created_at[$gte]": "2900-01-01" })).toEqual([])
    expect(await ids({ "created_at[$gte]": until, "created_at[$lte]": from })).toEqual([])
  })

  it("refuse a wrong value and name its field", async () => {
    const wrong = {
      limit: ["limit=101", "limit=20&limit=20"],
      offset: ["offset=10001"],
      cursor: ["cursor=bm9uc2Vuc2U"],
      status: ["status=paid", "status[]=paid", "status[$in]=approved"],
      "created_at[$gte]": ["created_at[$gte]=yesterday"],
      "created_at[$gt]": ["created_at[$gt]=2026-01-31"],
      created_at: ["created_at=2026-01-31"],
      account: ["account=CO"],
      q: ["q=%00", "q[x]=1"],
      kind: ["kind=amount_mismatch"],
      format: ["format=xml", "format=csv&format=csv"],
    }
    for (const [field, queries] of Object.entries(wrong)) {
      for (const query of queries) {
        const answer = await admin.get(`/admin/payin/transactions?${query}`)
        const message = expect.stringContaining(field)
        expect([query, answer.status, answer.body]).toEqual([
          query,
          400,
          { type: "invalid_data", message, field },
        ])
      }
    }
  })

  it("export all rows as CSV, also more rows than a page holds", async () => {
    const { reference } = await shop.checkout("co")
    const { id } = await shop.row(reference)
    await copies(shop.pg, id, 1_100, SAME_INSTANT)
    const csv = async (query: string, path = "transactions") => {
      const answer = await admin.get(`/admin/payin/${path}?format=csv${query}`).expect(200)
      const [header, ...lines] = csvRows(answer.text)
      return { header: header.join(), ids: lines.map(([id]) => id) }
    }
    const all = await csv("&status=expired")
    expect(all.header).toMatch(/^id,account,reference,ticket,status,amount,currency,/)
    expect(all.ids).toEqual([...(await pagedThrough({ limit: 100, status: "expired" }))])
    expect((await csv("&status=expired&limit=7&offset=3")).ids).toEqual(all.ids.slice(3, 10))
    expect((await csv("&q=nobody")).ids).toEqual([])
    expect((await csv("", "anomalies")).header).toMatch(/^id,kind,status,/)
    expect((await csv("", "events")).header).toMatch(/^id,source,type,/)
  })

  it("refuse cursor and offset at once", async () => {
    const { reference } = await shop.checkout("co")
    const { id } = await shop.row(reference)
    await copies(shop.pg, id, 1, SAME_INSTANT)
    const { next_cursor } = await list({ limit: 1 })

    const answer = await admin
      .get("/admin/payin/transactions")
      .query({ cursor: next_cursor, offset: 0 })
      .expect(400)
    expect(answer.body).toMatchObject({ type: "invalid_data", field: "offset" })
  })

  it("find a notification by reference, ticket and type", async () => {
    const paid = await shop.checkout("co")
    const refused = await shop.checkout("co")
    shop.sandbox.settle(paid.reference, { status: "APPROVED" })
    shop.sandbox.settle(refused.reference, { status: "REJECTED" })
    const { ticket } = await shop.digested(paid.reference)
    await shop.digested(refused.reference)

    for (const q of [paid.reference, ticket, "APPROVED", "approved"]) {
      const { events } = await list({ q }, "events")
      expect(events).toEqual([
        expect.objectContaining({
          source: "ipn",
          type: "APPROVED",
          reference: paid.reference,
          status: "processed",
          attempts: 1,
          last_error: null,
        }),
      ])
    }
    expect(await ids({ status: "processed", account: "co" }, "events")).toHaveLength(2)
    expect(await ids({ status: ["received", "dead"] }, "events")).toEqual([])
    expect(await ids({ q: "PAID" }, "events")).toEqual([])
  })

  it("find an anomaly by id, kind, status and account, and by its pay-in's reference or ticket", async () => {
    const { reference } = await shop.checkout("co")
    await shop.checkout("co")
    shop.sandbox.settle(reference, { status: "APPROVED", amount: 50_000 })
    const row = await shop.until(async () => {
      const found = await shop.digested(reference)
      return (await shop.anomalies()).length > 0 ? found : null
    })

    const { anomalies } = await list({}, "anomalies")
    expect(anomalies).toEqual([
      expect.objectContaining({
        kind: "amount_mismatch",
        status: "open",
        transaction_id: row.id,
        payout_id: null,
        order_id: null,
        facts: expect.objectContaining({ arrived: { amount: "50000", currency: "COP" } }),
      }),
    ])
    const [{ id }] = anomalies
    const hits = [
      { q: reference },
      { q: row.ticket },
      { q: id },
      { kind: ["amount_mismatch", "duplicate_payment"] },
      { status: "open", account: "co" },
    ]
    for (const query of hits) {
      expect(await ids(query, "anomalies")).toEqual([id])
    }
    const misses = [{ q: "pin_other" }, { kind: "orphan_order" }, { status: "resolved" }]
    for (const query of [...misses, { account: "pe" }, { order_id: "order_other" }]) {
      expect(await ids(query, "anomalies")).toEqual([])
    }
  })
})
