import http from "node:http"
import { CANARY } from "../support/personal-data"
import { withShop, type Shop } from "../support/shop"
import { ONE_TRY } from "../support/shop-settings"

/** One of each way to be unclear: no answer, an answer that asks to come back, one about something else or about another amount. */
const UNCLEAR = ["reset_after", "rate_limited", "wrong_reference", "wrong_amount"] as const

async function sessionsOf(shop: Shop, payment_collection_id: string) {
  const rows: { id: string; data: Record<string, unknown> }[] = await shop
    .pg("payment_session")
    .where({ payment_collection_id })
  return rows
}

/** Posts a session and hangs up when the service has been called. */
async function postAndLeave(shop: Shop, collectionId: string, data: object): Promise<void> {
  const request = http.request(
    `${shop.url}/store/payment-collections/${collectionId}/payment-sessions`,
    {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "x-publishable-api-key": shop.store.publishable_key,
      },
    }
  )
  request.on("error", () => undefined)
  request.end(JSON.stringify({ provider_id: "pp_payin_co", data }))
  await shop.until(async () => (shop.sandbox.counters().create > 0 ? true : null))
  request.destroy()
}

withShop("a link request that the service does not fulfil", ONE_TRY, (shop) => {
  it("passes a definite refusal on as 400 with its reason class", async () => {
    shop.sandbox.configure({ refusalStatus: 422, limits: { COP: { PSE: { min: 1_000_000 } } } })
    const cart = await shop.cart()
    const collection = await shop.collection(cart.id)
    const post = () =>
      shop.postSession(collection, "co", { payment_method: "PSE", customer_data: CANARY.co })

    const answer = await post()

    expect([answer.status, answer.body]).toEqual([
      400,
      expect.objectContaining({
        type: "invalid_data",
        message: expect.stringMatching(/payment service refused the request \(validation\): .*PSE/),
      }),
    ])
    expect(await sessionsOf(shop, collection)).toEqual([])
    expect(await shop.rowsOfCart(cart.id)).toMatchObject([
      { status: "failed", status_cause: "refused", payment_url: null },
    ])
    shop.sandbox.configure({ limits: { COP: {} } })
    const { data } = await shop.session(collection, "co")
    expect(data).toMatchObject({ status: "pending" })
    expect(await shop.rowsOfCart(cart.id)).toHaveLength(2)
  })

  it.each(UNCLEAR)(
    "asks to try again when the answer is unclear (%s), watches the row, and makes a new link",
    async (kind) => {
      const cart = await shop.cart()
      const collection = await shop.collection(cart.id)
      shop.sandbox.injectFault({ operation: "create", kind })

      const answer = await shop.postSession(collection, "co", {
        payment_method: "PSE",
        customer_data: CANARY.co,
      })

      expect([answer.status, answer.body]).toEqual([
        500,
        expect.objectContaining({
          type: "unexpected_state",
          message: expect.stringMatching(/try again/),
        }),
      ])
      expect(await sessionsOf(shop, collection)).toEqual([])
      const [first] = await shop.rowsOfCart(cart.id)
      expect(first).toMatchObject({ status: "creating", payment_url: null, superseded_at: null })
      await shop.pg("payin_transaction").update({ looked_up_at: shop.pg.raw("now()") })

      const { data } = await shop.session(collection, "co")
      expect(data).toMatchObject({ status: "pending" })
      expect(data.reference).not.toBe(first.reference)
      expect(await shop.row(first.reference)).toMatchObject({
        status: "creating",
        superseded_at: expect.any(Date),
      })
    }
  )

  it("is a pending payment without a page, and watched, when the service took it and gave no page", async () => {
    const cart = await shop.cart()
    const collection = await shop.collection(cart.id)
    shop.proxy.meet((path, response) => {
      if (path.endsWith("/payin")) {
        response.json({
          code: "01",
          status: "SUCCESS",
          data: { confirmation: "Confirma en tu banco" },
        })
      }
    })
    const session = await shop.session(collection, "co")
    shop.proxy.tellTheTruth()
    expect(session.data).toMatchObject({
      status: "pending",
      payment_url: null,
      ticket: null,
      fields: null,
      instructions: { type: "confirmation", text: "Confirma en tu banco" },
    })
    const row = await shop.row(String(session.data.reference))
    expect(row).toMatchObject({ status: "pending", lookup_after: expect.any(Date) })
    expect(await shop.poll(session.id)).toMatchObject({ status: "pending", payment_url: null })
  })

  it("shows no secret in answers, ledger rows and diagnostics when it fails", async () => {
    const collection = await shop.collection((await shop.cart()).id)
    const said: unknown[] = []
    for (const kind of ["error_before", "malformed", "reset_before"] as const) {
      shop.sandbox.injectFault({ operation: "create", kind })
      const answer = await shop.postSession(collection, "co", {
        payment_method: "PSE",
        customer_data: CANARY.co,
      })
      said.push(answer.body)
    }
    const rows = await shop.pg("payin_transaction").select("response_message", "apply_error")

    for (const secret of [...Object.values(CANARY.service), CANARY.co.legal_doc, shop.proxy.url]) {
      expect(JSON.stringify([said, rows, shop.gateway.diagnostics()])).not.toContain(secret)
    }
  })

  it("leaves one session when a shopper leaves during the call and starts again", async () => {
    const cart = await shop.cart()
    const collection = await shop.collection(cart.id)
    const data = { payment_method: "PSE", customer_data: CANARY.co }
    // Slower than a hasty shopper, far quicker than the time-out.
    shop.sandbox.injectFault({ operation: "create", kind: "slow", ms: 500 })

    await postAndLeave(shop, collection, data)
    const session = await shop.session(collection, "co")

    expect(await sessionsOf(shop, collection)).toMatchObject([{ id: session.id }])
    expect(await shop.rowsOfCart(cart.id)).toMatchObject([{ session_id: session.id }])
    expect(shop.sandbox.counters()).toMatchObject({ create: 1 })
  })
})
