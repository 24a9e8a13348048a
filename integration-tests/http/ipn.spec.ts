import { lookupsOf, quietCheckout } from "../support/lookups"
import { keptNotices, noticeOf, signatureOf } from "../support/notification"
import { CANARY } from "../support/personal-data"
import { withShop, type Shop } from "../support/shop"

const OTHER_KEY = "0123456789abcdef0123456789abcdef"

function withOption(shop: Shop, ipnSignature: "require" | "if-present" | "off") {
  Object.assign(shop.gateway.options, { ipnSignature })
}

withShop("notifications of the service", {}, (shop) => {
  afterEach(() => {
    withOption(shop, "if-present")
  })

  it("finds nothing behind a wrong key or an unknown reference, and asks nobody", async () => {
    const other = await shop.checkout()
    const { reference, asked } = await quietCheckout(shop)
    const { path, key, body } = noticeOf(shop, reference, { top_status: "APPROVED" })
    const before = await shop.row(reference)
    const address = (ref: string, k: string) => `/hooks/payin/ipn/${ref}/${k}`

    const strangers = {
      "another key": address(reference, OTHER_KEY),
      "the key of another payment": address(reference, noticeOf(shop, other.reference).key),
      "half the key": address(reference, key.slice(0, 16)),
      "the key in capitals": address(reference, key.toUpperCase().replace(/^\d+$/, OTHER_KEY)),
      "the key twice": path + key,
      "a key of control characters": address(reference, "%00%01"),
      "an endless key": address(reference, "f".repeat(5000)),
      "an unknown reference": address("pin_unknown", key),
      "the reference in capitals": address(reference.toUpperCase(), key),
      "a reference of control characters": address("%00", key),
      "a reference of SQL": address("'%20or%20'1'='1", key),
    }
    const answers = await Promise.all(
      Object.entries(strangers).map(async ([name, where]) => {
        const answer = await shop.http().post(where).send(body)
        return [name, answer.status]
      })
    )

    expect(Object.fromEntries(answers)).toEqual(
      Object.fromEntries(Object.keys(strangers).map((name) => [name, 404]))
    )
    expect(await keptNotices(shop, reference)).toEqual([])
    expect(await shop.row(reference)).toEqual(before)
    expect(lookupsOf(shop, reference)).toBe(asked)
  })

  it("makes no lookup for a flood of wrong keys, however many come at once", async () => {
    const { reference, asked } = await quietCheckout(shop)
    const { body } = noticeOf(shop, reference, { top_status: "APPROVED" })
    const before = await shop.row(reference)

    const flood = Array.from({ length: 200 }, (_, n) => {
      const key = n.toString(16).padStart(32, "0")
      return shop.http().post(`/hooks/payin/ipn/${reference}/${key}`).send(body)
    })
    const statuses = (await Promise.all(flood)).map((answer) => answer.status)

    expect(new Set(statuses)).toEqual(new Set([404]))
    expect(await keptNotices(shop, reference)).toEqual([])
    expect(await shop.row(reference)).toEqual(before)
    expect(lookupsOf(shop, reference)).toBe(asked)
  })

  it("keeps nothing that is signed wrongly, whatever else is right about it", async () => {
    const other = await shop.checkout()
    const { reference, asked } = await quietCheckout(shop)
    const { path, ticket, body } = noticeOf(shop, reference, { top_status: "APPROVED" })
    const before = await shop.row(reference)

    const forged = {
      "another token": signatureOf(ticket, reference, "another token"),
      "another ticket": signatureOf("another-ticket", reference),
      "another reference": signatureOf(ticket, other.reference),
      "no digest at all": "signed",
      "half a digest": signatureOf(ticket, reference).slice(0, 32),
    }
    for (const signature of Object.values(forged)) {
      const refused = await shop.http().post(path).set("x-trx-signature", signature).send(body)
      expect([refused.status, refused.body.type]).toEqual([401, "unauthorized"])
    }
    // A body that is not JSON names no ticket: its signature cannot be right.
    await shop
      .http()
      .post(path)
      .set("x-trx-signature", signatureOf(ticket, reference))
      .type("text/plain")
      .send("APPROVED")
      .expect(401)

    expect(await keptNotices(shop, reference)).toEqual([])
    expect(await shop.row(reference)).toEqual(before)
    expect(lookupsOf(shop, reference)).toBe(asked)
  })

  it("takes what is signed rightly, also in capitals, and what is not signed at all", async () => {
    const { reference } = await shop.checkout()
    const signed = noticeOf(shop, reference)
    const loud = noticeOf(shop, reference, { top_extra_params1: "loud" })
    const unsigned = noticeOf(shop, reference, { top_extra_params1: "unsigned" })
    const signature = signatureOf(signed.ticket, reference)

    const post = (body: object) => shop.http().post(signed.path).send(body)
    await post(signed.body).set("x-trx-signature", signature).expect(202)
    await post(loud.body).set("x-trx-signature", signature.toUpperCase()).expect(202)
    await post(unsigned.body).expect(202)

    const kept = await keptNotices(shop, reference)
    expect(kept.map((notice) => notice.signature)).toEqual(["valid", "valid", "missing"])
  })

  it("accepts the signature of a ticket that the service writes as a number", async () => {
    const { reference } = await shop.checkout()
    const { path, body } = noticeOf(shop, reference, { top_ticket: 123456789012 })

    await shop
      .http()
      .post(path)
      .set("x-trx-signature", signatureOf(123456789012, reference))
      .send(body)
      .expect(202)

    expect(await keptNotices(shop, reference)).toMatchObject([{ signature: "valid" }])
  })

  it('takes only what is signed rightly under ipnSignature: "require"', async () => {
    const { reference } = await shop.checkout()
    const { path, ticket, body } = noticeOf(shop, reference)
    withOption(shop, "require")
    const post = () => shop.http().post(path).send(body)

    await post().expect(401)
    await post().set("x-trx-signature", "").expect(401)
    await post().set("x-trx-signature", "f".repeat(64)).expect(401)
    expect(await keptNotices(shop, reference)).toEqual([])

    await post().set("x-trx-signature", signatureOf(ticket, reference)).expect(202)
    expect(await keptNotices(shop, reference)).toMatchObject([{ signature: "valid" }])
  })

  it('looks at no signature under ipnSignature: "off", and still needs the key', async () => {
    const { reference } = await shop.checkout()
    const { path, body } = noticeOf(shop, reference)
    withOption(shop, "off")

    await shop.http().post(path).set("x-trx-signature", "f".repeat(64)).send(body).expect(202)
    await shop.http().post(`/hooks/payin/ipn/${reference}/${OTHER_KEY}`).send(body).expect(404)

    expect(await keptNotices(shop, reference)).toMatchObject([{ signature: "unchecked" }])
  })

  it("books nothing on the word of a notification that no lookup confirms", async () => {
    const { cart, reference } = await shop.checkout()
    const { path, ticket, body } = noticeOf(shop, reference, { top_status: "APPROVED" })

    await shop
      .http()
      .post(path)
      .set("x-trx-signature", signatureOf(ticket, reference))
      .send(body)
      .expect(202)
    const doubted = await shop.until(async () => {
      const [notice] = await keptNotices(shop, reference)
      return notice.last_error === null ? null : notice
    })

    // The lookup may lag behind: it is asked again later, and believed alone.
    expect(doubted).toMatchObject({ status: "received", signature: "valid" })
    expect(doubted.last_error).toMatch(/the notification says approved, the ledger pending/)
    expect(await shop.row(reference)).toMatchObject({
      status: "pending",
      service_status: "PENDING",
      approved_amount: null,
    })
    expect(await shop.ordersOf(cart.id)).toEqual([])
  })

  it("changes nothing in the ledger while the lookup fails, and asks again later", async () => {
    const { cart, reference } = await quietCheckout(shop)
    const before = await shop.row(reference)
    shop.sandbox.settle(reference, { status: "APPROVED", notify: false })
    shop.sandbox.injectFault({ operation: "lookup", kind: "error_before", times: "always" })
    const { path, body } = noticeOf(shop, reference)

    await shop.http().post(path).send(body).expect(202)
    await shop.until(async () => {
      const [notice] = await keptNotices(shop, reference)
      return notice.last_error
    })

    expect(await shop.row(reference)).toEqual(before)
    expect(await keptNotices(shop, reference)).toMatchObject([{ status: "received" }])
    shop.sandbox.clearFaults()
    await shop.workUntil(async () => (await shop.ordersOf(cart.id)).at(0) ?? null)
    await shop.captured(cart.id)
  })

  it("keeps of a notification neither the shopper's data nor the key", async () => {
    const { reference } = await shop.checkout()
    const { path, key, body } = noticeOf(shop, reference, {
      top_user: CANARY.co,
      top_user_email: CANARY.co.email,
    })
    await shop.http().post(path).send(body).expect(202)

    const rows = JSON.stringify(await shop.pg("payin_event").where({ reference }))
    expect(rows).toContain(reference)
    for (const secret of [key, ...Object.values(CANARY.co).filter((text) => text.length > 4)]) {
      expect(rows).not.toContain(secret)
    }
  })

  it("never lets a key reach the log of requests, whoever calls the address and how", async () => {
    const { reference } = await shop.checkout()
    const { path, key, body } = noticeOf(shop, reference)
    const written = jest.spyOn(process.stdout, "write")

    await shop.http().post(path).send(body).expect(202)
    await shop.http().post(path).set("x-trx-signature", "wrong").send(body).expect(401)
    await shop.http().post(`${path}?again=1`).send(body).expect(202)
    await shop.http().post(`${path}0`).send(body).expect(404)
    await shop.http().post(path.replace(reference, "%00")).send(body).expect(404)
    await shop.http().post(`${path}/more`).send(body).expect(404)
    await shop.http().post(path.toUpperCase().replace(key.toUpperCase(), key)).send(body)
    await shop.http().get(path).expect(404)
    const log = await shop.until(async () => {
      const lines = written.mock.calls.map(([line]) => String(line))
      const requests = lines.filter((line) => /hooks\/payin\/ipn/i.test(line))
      return requests.length < 8 ? null : lines.join("")
    })
    written.mockRestore()

    expect(log).toContain(`/hooks/payin/ipn/${reference}/[redacted]`)
    expect(log.toLowerCase()).not.toContain(key)
  })
})
