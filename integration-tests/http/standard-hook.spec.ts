import { Modules, PaymentWebhookEvents } from "@medusajs/framework/utils"
import { expectPaidOnce } from "../support/books"
import { lookupsOf, quietCheckout } from "../support/lookups"
import { keptNotices, noticeOf, postRaw, signatureOf } from "../support/notification"
import { CANARY } from "../support/personal-data"
import { withShop } from "../support/shop"

const ADDRESSES = ["/hooks/payment/payin_co", "/hooks/payment/pp_payin_co"]

withShop("Medusa's standard hook address", {}, (shop) => {
  it.each(ADDRESSES)("makes the order of a paid cart: %s", async (address) => {
    const { cart, reference } = await shop.checkout()
    shop.sandbox.settle(reference, { status: "APPROVED", notify: false })
    const { ticket, body } = noticeOf(shop, reference)

    await shop
      .http()
      .post(address)
      .set("x-trx-signature", signatureOf(ticket, reference))
      .send(body)
      .expect(200)

    expect(await keptNotices(shop, reference)).toMatchObject([
      { source: "standard", signature: "valid", type: "APPROVED" },
    ])
    await shop.captured(cart.id)
    await shop.digested(reference)
    await expectPaidOnce(shop, cart.id)
  })

  it("books nothing twice when Medusa's own handling follows later", async () => {
    const { cart, reference } = await shop.checkout()
    shop.sandbox.settle(reference, { status: "APPROVED", notify: false })
    const { ticket, body } = noticeOf(shop, reference)
    const handled = new Promise<unknown>((resolve) => {
      const bus = shop.container.resolve(Modules.EVENT_BUS)
      bus.subscribe(PaymentWebhookEvents.WebhookReceived, async ({ data }) => {
        resolve(data)
      })
    })

    await shop
      .http()
      .post(ADDRESSES[0])
      .set("x-trx-signature", signatureOf(ticket, reference))
      .send(body)
      .expect(200)
    await shop.captured(cart.id)
    // Medusa emits its event some seconds after it answered
    // (docs/medusa.md#late-and-lost-webhooks).
    const event = JSON.stringify(await handled)
    await shop.digested(reference)
    // Medusa puts the request on the bus, without the payer and the signature.
    for (const secret of [reference, signatureOf(ticket, reference), CANARY.co.legal_doc]) {
      expect(event).not.toContain(secret)
    }

    await expectPaidOnce(shop, cart.id)
    expect(await shop.anomalies()).toEqual([])
  })

  it("needs the signature always, because there is no key in this address", async () => {
    const { reference, asked } = await quietCheckout(shop)
    const { ticket, body } = noticeOf(shop, reference, { top_status: "APPROVED" })
    const before = await shop.row(reference)

    for (const ipnSignature of ["require", "if-present", "off"]) {
      Object.assign(shop.gateway.options, { ipnSignature })
      for (const address of ADDRESSES) {
        const post = () => shop.http().post(address).send(body)
        await post().expect(401)
        await post().set("x-trx-signature", "f".repeat(64)).expect(401)
        await post().set("x-trx-signature", signatureOf("other", reference)).expect(401)
        await post()
          .set("x-trx-signature", signatureOf(ticket, reference, "another token"))
          .expect(401)
      }
    }
    Object.assign(shop.gateway.options, { ipnSignature: "if-present" })

    expect(await keptNotices(shop, reference)).toEqual([])
    expect(await shop.row(reference)).toEqual(before)
    expect(lookupsOf(shop, reference)).toBe(asked)
  })

  it("answers 404 to a notification that names no known payment", async () => {
    const { reference, asked } = await quietCheckout(shop)
    const { ticket, body } = noticeOf(shop, reference)
    const signature = signatureOf(ticket, reference)
    const bodies = {
      "an unknown reference": JSON.stringify({ ...body, top_reference: "pin_unknown" }),
      "no reference": JSON.stringify({ ...body, top_reference: null }),
      "a reference the database would refuse": JSON.stringify({ ...body, top_reference: "\0" }),
      "no body": "",
      "a list": "[]",
    }

    for (const [name, text] of Object.entries(bodies)) {
      const headers = { "content-type": "application/json", "x-trx-signature": signature }
      const answer = await postRaw(shop.url + ADDRESSES[0], headers, Buffer.from(text))
      expect([name, answer.status]).toEqual([name, 404])
    }
    expect(await keptNotices(shop, reference)).toEqual([])
    expect(lookupsOf(shop, reference)).toBe(asked)
  })

  it("answers 404 for a payment of another account", async () => {
    const { reference, asked } = await quietCheckout(shop)
    const { ticket, body } = noticeOf(shop, reference)
    const signature = signatureOf(ticket, reference)

    for (const address of ["/hooks/payment/payin_pe", "/hooks/payment/pp_payin_pe"]) {
      await shop.http().post(address).set("x-trx-signature", signature).send(body).expect(404)
    }
    expect(await keptNotices(shop, reference)).toEqual([])
    expect(lookupsOf(shop, reference)).toBe(asked)
  })

  it("leaves other providers' hooks to Medusa, which answers 200 to anything", async () => {
    const { reference, asked } = await quietCheckout(shop)
    const { body } = noticeOf(shop, reference)

    for (const provider of [
      "pp_system_default",
      "system_default",
      "payin_mx",
      "payin",
      "stripe_x",
    ]) {
      const answer = await shop.http().post(`/hooks/payment/${provider}`).send(body)
      expect([provider, answer.status]).toEqual([provider, 200])
    }
    expect(await keptNotices(shop, reference)).toEqual([])
    expect(lookupsOf(shop, reference)).toBe(asked)
  })
})
