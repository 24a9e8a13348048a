import { lookupsOf, quietCheckout } from "../support/lookups"
import { keptNotices, noticeOf, signatureOf } from "../support/notification"
import { withShop } from "../support/shop"

const OTHER_KEY = "0123456789abcdef0123456789abcdef"

withShop("notifications of the service", {}, (shop) => {
  it("with a wrong key or an unknown reference get 404, are not stored and cause no lookup", async () => {
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

  it("with a wrong signature are refused and not stored, though key and reference are right", async () => {
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

  it("are accepted with a right signature, also in capitals, and without a signature", async () => {
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

  it("leave no key in the request log, also when their address, method or signature is wrong", async () => {
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
