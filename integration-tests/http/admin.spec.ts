import { setTimeout as sleep } from "node:timers/promises"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { updateRegionsWorkflow } from "@medusajs/medusa/core-flows"
import type { Agent } from "supertest"
import request from "supertest"
import payinPrune from "../../src/jobs/payin-prune"
import { expectPaidOnce } from "../support/books"
import { quietCheckout } from "../support/lookups"
import { CANARY } from "../support/personal-data"
import { withShop } from "../support/shop"
import { ONE_TRY } from "../support/shop-settings"

const UNKNOWN = "payin_01JZZZZZZZZZZZZZZZZZZZZZZZ"

withShop("routes of the admin", ONE_TRY, (shop) => {
  let admin: Agent
  beforeEach(async () => {
    admin = await shop.admin()
  })

  const secrets = [
    CANARY.service.username,
    CANARY.service.password,
    CANARY.service.token,
    CANARY.service.merchant_id,
    CANARY.encryption_key,
  ]

  function expectNoSecret(body: unknown): void {
    for (const secret of secrets) {
      expect(JSON.stringify(body)).not.toContain(secret)
    }
  }

  it("refuse requests that are not signed in", async () => {
    const routes = ["merchant", "lookup/pin_1", "transactions", `transactions/${UNKNOWN}`]
    for (const path of [...routes, "anomalies", "events", "events/payevt_1", "status"]) {
      await request(shop.url).get(`/admin/payin/${path}`).expect(401)
    }
    await shop.http().post(`/admin/payin/transactions/${UNKNOWN}/sync`).expect(401)
    await shop.http().post("/admin/payin/status/test").expect(401)
  })

  describe("the merchant", () => {
    it("is shown with the balance in major units", async () => {
      shop.sandbox.setWallet(CANARY.service.merchant_id, 1_234_567)
      const { body } = await admin.get("/admin/payin/merchant").expect(200)
      expect(body).toEqual({
        merchant: {
          name: "Comercio de prueba",
          nit: "900000000-1",
          email: "comercio@example.com",
          currency: "COP",
          wallet: "1234567",
        },
      })
      expect((await admin.get("/admin/payin/merchant?account=pe").expect(200)).body).toEqual(body)
    })

    it("is not requested from the service when the query is wrong", async () => {
      const queries = ["account=mx", "account=", "account=co&account=pe", "acount=co"]
      for (const query of queries) {
        const { body } = await admin.get(`/admin/payin/merchant?${query}`).expect(400)
        expect(body).toMatchObject({ type: "invalid_data", field: query.split("=")[0] })
      }
      expect(shop.sandbox.requests()).toEqual([])
    })

    it("is answered with the reason when the service fails, and the status keeps that reason", async () => {
      const faults = [
        ["error_before", 502, "server_error"],
        ["malformed", 502, "malformed"],
        // The last one: the account's line then waits as long as it was told to.
        ["rate_limited", 503, "rate_limited"],
      ] as const
      for (const [kind, status, reason] of faults) {
        shop.sandbox.injectFault({ operation: "merchant", kind, retryAfterSeconds: 1 })
        const { body, headers } = await admin.get("/admin/payin/merchant").expect(status)
        expect(body).toMatchObject({ type: "unexpected_state", reason, account: "co" })
        expect(headers["retry-after"]).toBe(status === 503 ? "1" : undefined)
        expectNoSecret(body)

        const { last_errors } = (await admin.get("/admin/payin/status").expect(200)).body
        expect(last_errors).toEqual([
          expect.objectContaining({ account: "co", operation: "merchant.profile", reason }),
        ])
        expectNoSecret(last_errors)
      }
      await sleep(1_100)
    })
  })

  describe("the connection test", () => {
    const test = async () => (await admin.post("/admin/payin/status/test").expect(200)).body

    it("asks the service as each account, and changes nothing there", async () => {
      const body = await test()
      expect(body).toEqual({
        ok: true,
        accounts: ["co", "pe"].map((account) => ({
          account,
          ok: true,
          operation: null,
          reason: null,
          message: null,
          merchant: "Comercio de prueba",
          currency: "COP",
          milliseconds: expect.any(Number),
        })),
      })
      expectNoSecret(body)
      const asked = shop.sandbox.requests().map(({ operation }) => operation)
      expect(asked.sort()).toEqual(["lookup", "lookup", "merchant", "merchant"])
    })

    it("reports which account failed at which operation and why, without a secret", async () => {
      shop.sandbox.injectFault({ operation: "merchant", kind: "error_before" })
      const refused = await test()
      expect(refused.ok).toBe(false)
      expect(refused.accounts.filter(({ ok }: { ok: boolean }) => !ok)).toEqual([
        expect.objectContaining({ operation: "merchant.profile", reason: "server_error" }),
      ])
      expectNoSecret(refused)

      shop.sandbox.injectFault({ operation: "lookup", kind: "malformed", times: "always" })
      const unclear = await test()
      expect(unclear.accounts).toEqual(
        ["co", "pe"].map((account) =>
          expect.objectContaining({
            ...{ account, ok: false, merchant: "Comercio de prueba" },
            ...{ operation: "transaction.lookup", reason: "malformed" },
          })
        )
      )
      expectNoSecret(unclear)
    })

    it("reports no_connection for each account when the service is down", async () => {
      await shop.proxy.close()
      try {
        expect(await test()).toMatchObject({
          ok: false,
          accounts: [
            { ok: false, reason: "no_connection", merchant: null },
            { ok: false, reason: "no_connection", merchant: null },
          ],
        })
      } finally {
        await shop.proxy.open()
      }
    })
  })

  describe("a lookup", () => {
    it("shows the service's answer beside our own row, refuses another payment's answer, and changes nothing", async () => {
      const { reference } = await quietCheckout(shop, "co")
      const before = await shop.row(reference)
      shop.sandbox.settle(reference, { status: "APPROVED", notify: false })

      for (const name of [reference, String(before.ticket)]) {
        const { body } = await admin.get(`/admin/payin/lookup/${name}`).expect(200)
        expect(body.remote).toMatchObject({
          reference,
          ticket: before.ticket,
          amount: "60000",
          currency: "COP",
          status: "APPROVED",
          kind: "payin",
          customer: { legal_doc_last_four: CANARY.co.legal_doc.slice(-4) },
        })
        expect(body.local).toMatchObject({ id: before.id, status: "pending", amount: "60000" })
        expect(JSON.stringify(body)).not.toContain(CANARY.co.legal_doc)
        expect(JSON.stringify(body)).not.toContain(CANARY.co.phone_number)
        expectNoSecret(body)
      }
      shop.proxy.lie((answer) => ({ ...answer, ticket: "another-ticket-1" }))
      const { body } = await admin.get(`/admin/payin/lookup/${before.ticket}`).expect(502)
      expect(body).toMatchObject({ reason: "reference_mismatch", account: "co" })
      expect(await shop.row(reference)).toEqual(before)
    })

    it("reports whether this account, another or none knows a name that the service does not know", async () => {
      const { reference } = await shop.checkout("pe")
      const { id } = await shop.row(reference)
      shop.sandbox.reset()

      const mistaken = await admin.get(`/admin/payin/lookup/${reference}`).expect(404)
      expect(mistaken.body).toMatchObject({
        ...{ type: "not_found", field: "ticket_or_reference" },
        ...{ code: "known_elsewhere", values: { account: "pe" } },
      })
      expect(mistaken.body.message).toContain('under account "pe"')
      const right = await admin.get(`/admin/payin/lookup/${reference}?account=pe`).expect(404)
      expect(right.body.message).toContain(id)
      expect(right.body.code).toBe("known_here")
      const nobody = await admin.get("/admin/payin/lookup/nobody-knows-it").expect(404)
      expect(nobody.body.code).toBe("unknown_anywhere")
    })

    it("refuses a wrong name or account without asking the service", async () => {
      const before = shop.sandbox.requests()
      const names = ["%00", "%20", "%2E%2E%00", "x".repeat(256)]
      for (const path of ["pin_1?account=mx", ...names]) {
        const { body } = await admin.get(`/admin/payin/lookup/${path}`).expect(400)
        const field = path.includes("?") ? "account" : "ticket_or_reference"
        expect(body).toMatchObject({ type: "invalid_data", field })
      }
      expect(shop.sandbox.requests()).toEqual(before)
    })
  })

  describe("a pay-in", () => {
    it("is shown with its public fields, without key hash, sealed customer data and fingerprint", async () => {
      const { reference, cart, session } = await shop.checkout("co")
      const row = await shop.row(reference)
      const { body } = await admin.get(`/admin/payin/transactions/${row.id}`).expect(200)
      expect(body).toEqual({
        transaction: expect.objectContaining({
          id: row.id,
          account: "co",
          reference,
          ticket: row.ticket,
          session_id: session.id,
          cart_id: cart.id,
          order_id: null,
          payment_method: "PSE",
          amount: "60000",
          currency: "COP",
          status: "pending",
          expires_at: row.expires_at?.toISOString(),
          released_at: null,
          superseded_at: null,
          lapsed_at: null,
          settled_at: null,
          card: null,
          created_at: row.created_at.toISOString(),
        }),
      })
      const shown = JSON.stringify(body)
      for (const hidden of [row.ipn_key_hash, row.customer_sealed, row.fingerprint]) {
        expect(shown).not.toContain(hidden)
      }
    })

    it("is answered with 404 under an id that does not exist or is malformed", async () => {
      for (const id of [UNKNOWN, "%00", "..%2F..", "x".repeat(300)]) {
        const { body } = await admin.get(`/admin/payin/transactions/${id}`).expect(404)
        expect(body.type).toBe("not_found")
        await admin.post(`/admin/payin/transactions/${id}/sync`).expect(404)
        await admin.get(`/admin/payin/events/${id}`).expect(404)
      }
    })

    it("becomes one order when an operator syncs it after its notification was lost", async () => {
      const { reference, cart } = await quietCheckout(shop, "co")
      const { id } = await shop.row(reference)
      shop.sandbox.settle(reference, { status: "APPROVED", notify: false })

      const sync = () => admin.post(`/admin/payin/transactions/${id}/sync`)
      const { body } = await sync().expect(200)

      const order = await shop.captured(cart.id)
      expect(body.transaction).toMatchObject({ id, status: "approved", order_id: order.id })
      expect(body.transaction.settled_at).not.toBeNull()
      await Promise.all([sync().expect(200), sync().expect(200)])
      await expectPaidOnce(shop, cart.id)
    })

    it("stays unchanged when the service fails during a sync", async () => {
      const { reference } = await quietCheckout(shop, "co")
      const before = await shop.row(reference)
      shop.sandbox.injectFault({ operation: "lookup", kind: "error_before", times: "always" })

      const { body } = await admin.post(`/admin/payin/transactions/${before.id}/sync`).expect(502)

      expect(body).toMatchObject({ type: "unexpected_state", reason: "server_error" })
      expect(await shop.row(reference)).toEqual(before)
    })

    it("is not synced when its account is no longer configured, and the refusal names the account", async () => {
      const { reference } = await shop.checkout("co")
      const { id } = await shop.row(reference)
      await shop.pg("payin_transaction").where({ id }).update({ account: "gone" })
      const { body } = await admin.post(`/admin/payin/transactions/${id}/sync`).expect(409)
      expect(body).toMatchObject({ type: "conflict", message: expect.stringContaining('"gone"') })
    })
  })

  it("show a stored notification's payload without the shopper's personal data", async () => {
    const { reference } = await shop.checkout("co")
    shop.sandbox.settle(reference, { status: "REJECTED" })
    const row = await shop.digested(reference)
    const { events } = (await admin.get("/admin/payin/events").expect(200)).body
    const { body } = await admin.get(`/admin/payin/events/${events[0].id}`).expect(200)
    expect(body.event).toMatchObject({
      ...events[0],
      transaction_id: row.id,
      signature: "valid",
      payload: { top_reference: reference, top_ticket: row.ticket, top_status: "REJECTED" },
    })
    const { legal_doc, phone_number, email } = CANARY.co
    for (const personal of [legal_doc, phone_number, email]) {
      expect(JSON.stringify(body)).not.toContain(personal)
    }
  })

  describe("the status", () => {
    it("shows the setup of the store, the length of the queues and the addresses to register", async () => {
      await shop.checkout("co")
      const { body } = await admin.get("/admin/payin/status").expect(200)
      expect(body).toMatchObject({
        version: expect.stringMatching(/^\d+\.\d+\.\d+/),
        accounts: [
          { id: "co", provider_id: "pp_payin_co", country: "CO", currency: "COP" },
          { id: "pe", provider_id: "pp_payin_pe", country: "PE", currency: "PEN" },
        ],
        options: { refunds: "payout", ipnSignature: "if-present" },
        wire_examples: [
          { currency: "COP", decimals: 0, example: "COP 50 000 is sent as 50000" },
          { currency: "PEN", decimals: 2, example: "PEN 150 is sent as 15000" },
        ],
        addresses: {
          ipn: `${shop.url}/hooks/payin/ipn/{reference}/{key}`,
          standard: [
            { provider_id: "pp_payin_co", url: `${shop.url}/hooks/payment/payin_co` },
            { provider_id: "pp_payin_pe", url: `${shop.url}/hooks/payment/payin_pe` },
          ],
        },
        queues: {
          events_received: 0,
          events_dead: 0,
          transactions_pending: 1,
          transactions_approved_unsettled: 0,
          anomalies_open: 0,
        },
        regions_without_provider: [],
      })
      expect(body.accounts[0].base_url_host).toBe(new URL(shop.proxy.url).host)
      expectNoSecret(body)
    })

    it("names the regions where a shopper cannot choose the provider", async () => {
      const offer = (market: "co" | "pe", payment_providers: string[]) =>
        updateRegionsWorkflow(shop.container).run({
          input: { selector: { id: shop.store.regions[market] }, update: { payment_providers } },
        })
      await offer("pe", ["pp_system_default"])
      await offer("co", ["pp_payin_co", "pp_system_default"])
      const { body } = await admin.get("/admin/payin/status").expect(200)
      const named: { region_id: string; provider_id: string }[] = body.regions_without_provider
      expect(named.sort((a, b) => (a.provider_id < b.provider_id ? -1 : 1))).toEqual([
        {
          region_id: shop.store.regions.co,
          name: "Colombia",
          currency: "COP",
          provider_id: "pp_payin-card_co",
        },
        {
          region_id: shop.store.regions.pe,
          name: "Perú",
          currency: "PEN",
          provider_id: "pp_payin_pe",
        },
      ])
      expect(body.problems).toEqual([])

      await offer("co", ["pp_payin_co", "pp_payin-card_co", "pp_payin_pe"])
      const { body: wrong } = await admin.get("/admin/payin/status").expect(200)
      expect(wrong.problems).toMatchObject([
        {
          code: "region_currency",
          values: { region: "Colombia", currency: "COP", provider: "pp_payin_pe", takes: "PEN" },
        },
      ])
      const errors: string[] = []
      const error = jest
        .spyOn(shop.container.resolve(ContainerRegistrationKeys.LOGGER), "error")
        .mockImplementation((line) => errors.push(String(line)))
      await payinPrune(shop.container)
      await payinPrune(shop.container)
      error.mockRestore()
      expect(errors).toEqual([expect.stringMatching(/^payin: region_currency: Region "Colombia"/)])
    })
  })
})
