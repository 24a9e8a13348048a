import { Modules } from "@medusajs/framework/utils"
import { noticeOf, signatureOf, type Notice } from "../support/notification"
import { withShop, type Shop } from "../support/shop"

const NOT_SUPPORTED = { action: "not_supported" }
const STATUSES = ["CREATED", "PENDING", "APPROVED", "REJECTED", "DECLINED", "EXPIRED"] as const

/**
 * What Medusa's subscriber asks of the payment module when a notification came
 * (docs/medusa.md#ignored-webhooks).
 */
function translate(
  shop: Shop,
  notice: Notice,
  signature: string | undefined,
  provider = "payin_co"
) {
  return shop.container.resolve(Modules.PAYMENT).getWebhookActionAndData({
    provider,
    payload: {
      data: notice.body,
      rawData: Buffer.from(JSON.stringify(notice.body)),
      headers: signature === undefined ? {} : { "x-trx-signature": signature },
    },
  })
}

function translateSigned(shop: Shop, reference: string, change: Record<string, unknown>) {
  const notice = noticeOf(shop, reference, change)
  return translate(shop, notice, signatureOf(notice.ticket, reference))
}

/** A voucher whose order waits for the money. */
async function awaitingOrder(shop: Shop) {
  const checkout = await shop.checkout("co", { payment_method: "EFECTY" })
  const completed = await shop.complete(checkout.cart.id).expect(200)
  expect(completed.body.type).toBe("order")
  return checkout
}

withShop("the payment provider", {}, (shop) => {
  describe("webhook actions for Medusa", () => {
    it("translate every status of the service", async () => {
      const { cart, reference, session } = await shop.checkout()
      const about = { data: { session_id: session.id, amount: String(cart.total) } }
      const said: Record<string, unknown> = {}
      for (const top_status of [...STATUSES, "SOMETHING NEW", "", null]) {
        said[String(top_status)] = await translateSigned(shop, reference, { top_status })
      }

      expect(said).toEqual({
        CREATED: { action: "pending", ...about },
        PENDING: { action: "pending", ...about },
        // No order yet: Medusa would capture first and refund afterwards.
        APPROVED: NOT_SUPPORTED,
        REJECTED: { action: "failed", ...about },
        DECLINED: { action: "failed", ...about },
        EXPIRED: { action: "canceled", ...about },
        "SOMETHING NEW": NOT_SUPPORTED,
        "": NOT_SUPPORTED,
        null: NOT_SUPPORTED,
      })
    })

    it("report a payment as captured only when the service confirms it and an order waits for it", async () => {
      const approved = { top_status: "APPROVED" }
      const early = await shop.checkout()
      shop.sandbox.settle(early.reference, { status: "APPROVED", notify: false })
      expect(await translateSigned(shop, early.reference, approved)).toEqual(NOT_SUPPORTED)

      const { cart, reference, session } = await awaitingOrder(shop)
      expect(await translateSigned(shop, reference, approved)).toEqual(NOT_SUPPORTED)

      shop.sandbox.settle(reference, { status: "APPROVED", notify: false })
      expect(await translateSigned(shop, reference, approved)).toEqual({
        action: "captured",
        data: { session_id: session.id, amount: String(cart.total) },
      })
    })

    it("report nothing when the received amount differs from the requested amount", async () => {
      const { cart, reference } = await awaitingOrder(shop)
      shop.sandbox.settle(reference, { status: "APPROVED", amount: cart.total - 1, notify: false })

      expect(await translateSigned(shop, reference, { top_status: "APPROVED" })).toEqual(
        NOT_SUPPORTED
      )
    })

    it("leave a stored notification to the inbox", async () => {
      const { reference } = await shop.checkout()
      const notice = noticeOf(shop, reference, { top_status: "REJECTED" })
      const signature = signatureOf(notice.ticket, reference)
      expect(await translate(shop, notice, signature)).toMatchObject({ action: "failed" })

      const raw = JSON.stringify(notice.body)
      await shop.http().post(notice.path).type("json").send(raw).expect(202)

      expect(await translate(shop, notice, signature)).toEqual(NOT_SUPPORTED)
    })

    it("refuse a notification without the right signature", async () => {
      const { reference } = await shop.checkout()
      const notice = noticeOf(shop, reference)

      await expect(translate(shop, notice, undefined)).rejects.toThrow("x-trx-signature is missing")
      await expect(translate(shop, notice, "f".repeat(64))).rejects.toThrow(
        "x-trx-signature is wrong"
      )
    })

    it("report nothing for another account's payment, unknown references and malformed bodies", async () => {
      const { reference } = await shop.checkout()
      const notice = noticeOf(shop, reference)
      const signature = signatureOf(notice.ticket, reference)
      const payments = shop.container.resolve(Modules.PAYMENT)

      expect(await translate(shop, notice, signature, "payin_pe")).toEqual(NOT_SUPPORTED)
      for (const top_reference of ["pin_unknown", "", null, "\0", 7]) {
        expect(await translateSigned(shop, reference, { top_reference })).toEqual(NOT_SUPPORTED)
      }
      for (const rawData of ["", "[]", "not json", Buffer.from([0, 255])]) {
        const payload = { data: {}, rawData, headers: {} }
        const said = await payments.getWebhookActionAndData({ provider: "payin_co", payload })
        expect(said).toEqual(NOT_SUPPORTED)
      }
    })
  })

  describe("provider methods", () => {
    it("capture an approved payment, again without another call to the service, and refuse a pending one", async () => {
      const { reference, session } = await shop.checkout()
      const data = session.data
      const capture = () => shop.provider("co").capturePayment({ data })

      await expect(capture()).rejects.toMatchObject({ type: "not_allowed" })
      await expect(capture()).rejects.toThrow(`${reference} is pending`)

      shop.sandbox.settle(reference, { status: "APPROVED", notify: false })
      expect(await capture()).toEqual({ data })
      const { create, lookup } = shop.sandbox.counters()
      expect(await capture()).toEqual({ data })
      expect(shop.sandbox.counters()).toMatchObject({ create, lookup })
    })

    it("refuse to capture a different amount or an unknown payment", async () => {
      const { cart, reference, session } = await shop.checkout()
      shop.sandbox.settle(reference, { status: "APPROVED", amount: cart.total + 1, notify: false })
      const provider = shop.provider("co")

      await expect(provider.capturePayment({ data: session.data })).rejects.toMatchObject({
        type: "not_allowed",
      })
      const strange = [undefined, {}, { session_id: "x", reference: null }, { reference: "pin_x" }]
      for (const data of strange) {
        await expect(provider.capturePayment({ data })).rejects.toMatchObject({ type: "not_found" })
        await expect(provider.retrievePayment({ data })).rejects.toMatchObject({
          type: "not_found",
        })
        await expect(provider.getPaymentStatus({ data })).rejects.toMatchObject({
          type: "not_found",
        })
      }
    })

    it("report the status of a payment after a lookup at the service", async () => {
      const { reference, session } = await shop.checkout()
      const provider = shop.provider("co")
      const { data } = session
      expect(await provider.getPaymentStatus({ data })).toEqual({ status: "pending", data })
      expect(await provider.retrievePayment({ data })).toMatchObject({
        data: { ...data, status: "pending" },
      })

      shop.sandbox.settle(reference, { status: "REJECTED", notify: false })
      expect(await provider.getPaymentStatus({ data })).toEqual({ status: "error", data })
      expect(await provider.retrievePayment({ data })).toMatchObject({
        data: { ...data, status: "rejected", ticket: session.data.ticket },
      })
    })

    it.each([
      ["PSE", "PENDING", "pending"],
      ["EFECTY", "PENDING", "pending_authorization"],
      ["CASH", "PENDING", "pending_authorization"],
      ["ALL_METHODS", "PENDING", "pending"],
      ["EFECTY", "APPROVED", "captured"],
      ["EFECTY", "DECLINED", "error"],
      ["PSE", "EXPIRED", "error"],
    ] as const)("report %s in status %s as %s", async (payment_method, status, expected) => {
      const { reference, session } = await shop.checkout("co", { payment_method })
      shop.sandbox.settle(reference, { status, notify: false })

      expect(await shop.provider("co").getPaymentStatus({ data: session.data })).toMatchObject({
        status: expected,
      })
    })

    it("cancel and update without a call to the service or a changed row", async () => {
      const { reference, session } = await shop.checkout()
      const before = await shop.row(reference)
      const counted = shop.sandbox.counters()
      const provider = shop.provider("co")
      const { data } = session

      expect(await provider.cancelPayment({ data })).toEqual({ data })
      expect(await provider.updatePayment({ data, amount: 1, currency_code: "cop" })).toEqual({
        data,
      })
      expect(await shop.row(reference)).toEqual(before)
      expect(shop.sandbox.counters()).toEqual(counted)
    })

    it("delete a session without ever throwing, and release no other session's payment", async () => {
      const { reference, session } = await shop.checkout()
      const other = await shop.checkout()
      const provider = shop.provider("co")
      const counted = shop.sandbox.counters()
      const garbage = [
        undefined,
        {},
        { session_id: 7, reference },
        { session_id: session.id },
        { session_id: session.id, reference: 7 },
        { session_id: other.session.id, reference },
        { session_id: "\0", reference: "\0" },
        { session_id: "payses_unknown", reference: null },
        JSON.parse('{"__proto__":{"session_id":"x"}}'),
      ]
      for (const data of garbage) {
        await expect(provider.deletePayment({ data })).resolves.toEqual({ data })
      }
      expect((await shop.row(reference)).released_at).toBeNull()
      expect((await shop.row(other.reference)).released_at).toBeNull()

      const { data } = session
      expect(await provider.deletePayment({ data })).toEqual({ data })
      expect(await shop.row(reference)).toMatchObject({
        status: "pending",
        released_at: expect.any(Date),
        superseded_at: null,
      })
      expect(shop.sandbox.counters()).toEqual(counted)
    })
  })
})
