import { CANARY } from "../support/personal-data"
import { withShop, type Shop } from "../support/shop"

const KEYS = [
  "amount",
  "currency",
  "expires_at",
  "fields",
  "instructions",
  "payment_method",
  "payment_url",
  "reference",
  "session_id",
  "status",
  "ticket",
]

const DESTINATION = { ...CANARY.refund_destination, account_type: "AHORRO" }

// What nobody but the service may read: documents and the account for a refund.
const SECRETS = [
  CANARY.co.legal_doc,
  CANARY.pe.legal_doc,
  DESTINATION.account_number,
  CANARY.encryption_key,
  CANARY.service.password,
  CANARY.service.token,
]

interface Posted {
  id: string
  data: Record<string, unknown>
}

async function post(shop: Shop, collectionId: string, body: string): Promise<Posted> {
  const answer = await shop
    .http()
    .post(`/store/payment-collections/${collectionId}/payment-sessions`)
    .type("json")
    .send(body)
    .expect(200)
  const sessions: Posted[] = answer.body.payment_collection.payment_sessions
  expect(sessions).toHaveLength(1)
  return sessions[0]
}

/** The session's data as it stands in the database. */
async function storedData(shop: Shop, sessionId: string): Promise<object> {
  const row: { data: object } = await shop.pg("payment_session").where({ id: sessionId }).first()
  return row.data
}

function names(session: Posted): string[] {
  const { fields } = session.data
  return Array.isArray(fields) ? fields.map((field: { name: string }) => field.name) : []
}

withShop("the data of a payment session", {}, (shop) => {
  it("has exactly the ten keys although reserved and unknown keys were posted", async () => {
    const rich = await shop.checkout()
    shop.sandbox.settle(rich.reference, { status: "APPROVED", notify: false })
    const cart = await shop.cart()
    const collection = await shop.collection(cart.id)
    const hostile = `{
      "payment_method": "PSE",
      "customer_data": ${JSON.stringify({ ...CANARY.co, status: "approved", nested: { a: 1 } })},
      "status": "approved", "amount": "1", "currency": "USD", "ticket": "T1",
      "reference": "${rich.reference}", "session_id": "${rich.session.id}",
      "payment_url": "https://evil.example/pay", "expires_at": "2099-01-01T00:00:00.000Z",
      "fields": [{ "name": "card_number" }], "account": "pe", "provider_id": "pp_payin_pe",
      "transaction_id": "payin_1", "off_session": true, "confirm": true, "nul": "\\u0000",
      "__proto__": { "status": "approved", "reference": "${rich.reference}" },
      "constructor": { "prototype": { "status": "approved" } },
      "toString": "x", "metadata": { "__proto__": { "deep": [1, { "status": "approved" }] } }
    }`

    const session = await post(
      shop,
      collection,
      `{ "provider_id": "pp_payin_co", "data": ${hostile} }`
    )

    const { data } = session
    const stored = await storedData(shop, session.id)
    expect(Object.keys(data).sort()).toEqual(KEYS)
    expect(Object.keys(stored).sort()).toEqual(KEYS)
    expect(stored).toEqual(data)
    expect(data).toMatchObject({
      session_id: session.id,
      amount: String(cart.total),
      currency: "COP",
      status: "pending",
      payment_method: "PSE",
      fields: null,
      instructions: null,
    })
    expect(data.reference).not.toBe(rich.reference)
    expect(data.payment_url).toBe(shop.sandbox.transaction(String(data.reference))?.payment_url)
    expect(await shop.row(rich.reference)).toMatchObject({ session_id: rich.session.id })
    expect(Object.keys(JSON.parse("{}"))).toEqual([])
    expect(Reflect.get({}, "status")).toBeUndefined()
  })

  it("names the missing fields without a call to the service, and the link once they are posted", async () => {
    const cart = await shop.cart("co")
    const collection = await shop.collection(cart.id)

    const first = await shop.session(collection, "co", { customer_data: undefined })
    expect(first.data).toEqual({
      session_id: first.id,
      reference: null,
      ticket: null,
      payment_url: null,
      payment_method: "PSE",
      amount: String(cart.total),
      currency: "COP",
      expires_at: null,
      status: "needs_input",
      fields: [
        { name: "legal_doc_type", label: "Tipo de documento", options: ["CC", "CE", "PPN"] },
        { name: "legal_doc", label: "Número de documento", max: 20 },
      ],
      instructions: null,
    })
    expect(shop.sandbox.counters()).toMatchObject({ create: 0, lookup: 0 })
    expect(await shop.rowsOfCart(cart.id)).toEqual([])

    const { legal_doc_type, legal_doc } = CANARY.co
    const half = await shop.session(collection, "co", { customer_data: { legal_doc_type } })
    expect(names(half)).toEqual(["legal_doc"])
    const done = await shop.session(collection, "co", {
      customer_data: { legal_doc_type, legal_doc },
    })
    expect(done.data).toMatchObject({ status: "pending", fields: null })
    const [sent] = shop.sandbox.requests({ operation: "create" })
    expect(sent.body).toMatchObject({
      customer_data: { legal_doc, legal_doc_type, email: CANARY.co.email, phone_code: "57" },
    })
    expect(shop.sandbox.counters()).toMatchObject({ create: 1 })
  })

  it("asks again for customer data that an earlier session had, even when its reference is posted", async () => {
    const { collection_id, reference } = await shop.checkout()

    const again = await shop.session(collection_id, "co", { customer_data: undefined, reference })

    expect(names(again)).toEqual(["legal_doc_type", "legal_doc"])
  })

  it("a cart that needs input cannot be completed, and the refusal names the fields", async () => {
    const cart = await shop.cart("pe")
    const collection = await shop.collection(cart.id)
    const session = await shop.session(collection, "pe", {
      payment_method: undefined,
      customer_data: undefined,
    })

    for (let attempt = 0; attempt < 2; attempt++) {
      const answer = await shop.complete(cart.id)
      expect([answer.status, answer.body.type]).toEqual([400, "invalid_data"])
      for (const name of names(session)) {
        expect(answer.body.message).toContain(name)
      }
    }
    expect(await shop.ordersOf(cart.id)).toEqual([])
    expect(shop.sandbox.counters()).toMatchObject({ create: 0, lookup: 0 })

    const { data } = await shop.session(collection, "pe")
    shop.sandbox.settle(String(data.reference), { status: "APPROVED" })
    await shop.captured(cart.id)
  })

  it("never shows documents or the refund account, which is kept encrypted", async () => {
    const { cart, collection_id, session, reference } = await shop.checkout("co", {
      refund_destination: DESTINATION,
    })
    const needsInput = await shop.checkout("pe", { payment_method: undefined })
    shop.sandbox.settle(reference, { status: "APPROVED" })
    await shop.captured(cart.id)
    const completed = await shop.complete(cart.id).expect(200)
    const get = (path: string) => shop.http().get(path).expect(200)
    const fields = "fields=*payment_collection.payment_sessions"

    const shown = JSON.stringify([
      session,
      needsInput.session,
      completed.body,
      (await get(`/store/carts/${needsInput.cart.id}?${fields}`)).body,
      (await get(`/store/orders/${completed.body.order.id}`)).body,
      (await get(`/store/payin/sessions/${session.id}`)).body,
      (await get(`/store/payin/sessions/${needsInput.session.id}`)).body,
      await shop.pg("payment_session"),
      await shop.pg("payment"),
      await shop.pg("payin_session"),
      await shop.pg("payin_transaction").where({ payment_collection_id: collection_id }),
    ])
    for (const secret of SECRETS) {
      expect(shown).not.toContain(secret)
    }
    expect(JSON.stringify(shop.sandbox.requests())).not.toContain(DESTINATION.account_number)

    const row = await shop.row(reference)
    const opened = shop.ledger.sealer.open(row.refund_destination_sealed ?? "", {
      table: "payin_transaction",
      row: row.id,
      column: "refund_destination_sealed",
    })
    expect(JSON.parse(opened)).toEqual(DESTINATION)
  })
})
