import { lookupsOf, quietCheckout } from "../support/lookups"
import { keptNotices, noticeOf, postRaw } from "../support/notification"
import { withShop, type Shop } from "../support/shop"

const LIMIT = 64 * 1024

/** A notification of exactly so many bytes. */
function bodyOf(notice: { body: Record<string, unknown> }, bytes: number): Buffer {
  const bare = Buffer.byteLength(JSON.stringify({ ...notice.body, filler: "" }))
  return Buffer.from(JSON.stringify({ ...notice.body, filler: "x".repeat(bytes - bare) }))
}

async function event(shop: Shop, reference: string) {
  const kept = await keptNotices(shop, reference)
  expect(kept).toHaveLength(1)
  return kept[0]
}

/** From now on every lookup waits: none is answered before they are served. */
function holdLookups(shop: Shop) {
  let serve = () => {}
  let held = 0
  const served = new Promise<void>((resolve) => (serve = resolve))
  shop.proxy.meet((address) => {
    if (address.includes("/transaction/")) {
      held += 1
      return served
    }
  })
  return { serve, held: () => held }
}

withShop("bodies of notifications", {}, (shop) => {
  it("are accepted up to exactly 64 kB and refused above, with a content-length or chunked", async () => {
    const { reference } = await quietCheckout(shop)
    const notice = noticeOf(shop, reference)
    const url = shop.url + notice.path
    const before = await shop.row(reference)
    const tooLarge = bodyOf(notice, LIMIT + 1)
    const pieces = [tooLarge.subarray(0, LIMIT), tooLarge.subarray(LIMIT)]

    const refused = {
      "content-length": await postRaw(url, { "content-length": tooLarge.length }, tooLarge),
      chunked: await postRaw(url, { "transfer-encoding": "chunked" }, pieces),
      "far too large": await postRaw(url, {}, Buffer.alloc(5 * 1024 * 1024, 32)),
      // Answered without waiting for bytes that never come.
      "a length that lies": await postRaw(url, { "content-length": LIMIT + 1 }, Buffer.from("{")),
    }

    for (const [told, answer] of Object.entries(refused)) {
      expect([told, answer.status]).toEqual([told, 413])
      expect(JSON.parse(answer.body)).toEqual({
        type: "invalid_data",
        message: expect.stringContaining("64 kB"),
      })
    }
    expect(await keptNotices(shop, reference)).toEqual([])
    expect(await shop.row(reference)).toEqual(before)

    const fits = bodyOf(notice, LIMIT)
    expect(await postRaw(url, {}, fits)).toMatchObject({ status: 202 })
    expect((await event(shop, reference)).payload).toMatchObject({ bytes: LIMIT })
  })

  it("are refused as too large before key and reference are checked", async () => {
    const url = `${shop.url}/hooks/payin/ipn/pin_unknown/${"0".repeat(32)}`

    expect(await postRaw(url, {}, Buffer.alloc(LIMIT + 1, 32))).toMatchObject({ status: 413 })
    expect(await postRaw(url, {}, Buffer.alloc(LIMIT, 32))).toMatchObject({ status: 404 })
  })

  it("are read with any content type, and with none", async () => {
    const types = [
      "application/json",
      "application/json; charset=utf-8",
      "text/plain",
      "application/x-www-form-urlencoded",
      "multipart/form-data; boundary=x",
      "application/xml",
      "nonsense",
      undefined,
    ]
    const { reference } = await shop.checkout()
    for (const [n, type] of types.entries()) {
      const { path, body } = noticeOf(shop, reference, { top_extra_params1: n })
      const headers = type === undefined ? {} : { "content-type": type }
      const answer = await postRaw(shop.url + path, headers, Buffer.from(JSON.stringify(body)))
      expect([type, answer.status]).toEqual([type, 202])
    }

    const kept = await keptNotices(shop, reference)
    expect(kept).toHaveLength(types.length)
    expect(new Set(kept.map((notice) => notice.status_reason))).toEqual(new Set([null]))
    expect(new Set(kept.map((notice) => notice.type))).toEqual(new Set(["PENDING"]))
  })

  it("that cannot be used are stored as ignored, answered with 202, and still cause a lookup", async () => {
    const { reference, asked } = await quietCheckout(shop)
    const { path } = noticeOf(shop, reference)
    const useless = {
      "an empty body": "",
      "no JSON": "top_status=APPROVED",
      "half a JSON": '{"top_status":"APPROVED"',
      "a list": "[]",
      null: "null",
      "bytes that are no text": Buffer.from([0xff, 0xfe, 0x00, 0x80]),
      "nested without end": "[".repeat(60_000),
      "another reference": JSON.stringify({ top_reference: "pin_other", top_status: "APPROVED" }),
    }

    for (const [name, body] of Object.entries(useless)) {
      const answer = await postRaw(shop.url + path, {}, Buffer.from(body))
      expect([name, answer.status]).toEqual([name, 202])
    }

    const kept = await keptNotices(shop, reference)
    expect(kept).toHaveLength(Object.keys(useless).length)
    expect(new Set(kept.map((notice) => notice.status))).toEqual(new Set(["ignored"]))
    expect(kept.at(-1)?.status_reason).toBe("names another reference")
    await shop.until(async () => (lookupsOf(shop, reference) > asked ? true : null))
    expect(await shop.row(reference)).toMatchObject({ status: "pending" })
  })

  it("with characters that the database refuses are stored", async () => {
    const { reference } = await shop.checkout()
    const { path, body } = noticeOf(shop, reference, {
      top_status: `APPROVED\0${"😀".repeat(40)}`,
      top_ticket: `\0${"😀".repeat(40)}`,
      top_card: { brand: "VI\0SA", type: "\ud800", lastFourDigits: "4242" },
    })

    const lookups = holdLookups(shop)
    await shop.http().post(path).send(body).expect(202)

    const kept = await event(shop, reference)
    lookups.serve()
    expect(kept).toMatchObject({ status: "received", signature: "missing" })
    expect(kept.payload.top_card).toMatchObject({ last_four: "4242" })
  })

  it("are stored once when repeated, with a lookup each time until the payment is final", async () => {
    const { cart, reference } = await quietCheckout(shop)
    const { path, body } = noticeOf(shop, reference)
    const lookups = () => lookupsOf(shop, reference)
    const post = () => shop.http().post(path).send(body).expect(202)

    await post()
    await shop.digested(reference)
    const first = lookups()
    expect(first).toBeGreaterThan(0)
    await post()
    await shop.until(async () => (lookups() > first ? true : null))
    await event(shop, reference)

    // The very same words again, but by now the service says more.
    shop.sandbox.settle(reference, { status: "APPROVED", notify: false })
    await post()
    await shop.captured(cart.id)
    await shop.digested(reference)
    const asked = lookups()
    await Promise.all([post(), post(), post()])
    await shop.sweep()

    expect(lookups()).toBe(asked)
    await event(shop, reference)
  })

  it("are answered once they are stored, before their lookup is answered", async () => {
    const { cart, reference } = await quietCheckout(shop)
    shop.sandbox.settle(reference, { status: "APPROVED", notify: false })
    const lookups = holdLookups(shop)
    const { path, body } = noticeOf(shop, reference)

    await shop.http().post(path).send(body).expect(202)
    await shop.until(async () => (lookups.held() > 0 ? true : null))

    expect(await keptNotices(shop, reference)).toMatchObject([{ status: "received" }])
    lookups.serve()
    await shop.captured(cart.id)
  })
})
