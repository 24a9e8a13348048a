import fc, { type Arbitrary } from "fast-check"
import {
  anyBody,
  anyFraming,
  anyHeaders,
  anyJson,
  anySegment,
  anyText,
  jsonBody,
  mayLie,
  runs,
  sendHostile,
  type Body,
  type HostileRequest,
} from "../support/hostile"
import { lookupsOf, quietCheckout } from "../support/lookups"
import { keptNotices, noticeOf, signatureOf, type Notice } from "../support/notification"
import { withShop, type Shop } from "../support/shop"
import { snapshot } from "../support/snapshot"

/** A link that neither a sweep nor a lookup on schedule touches while a property runs. */
async function quietLink(shop: Shop): Promise<Notice & { reference: string; asked: number }> {
  const { reference, asked } = await quietCheckout(shop)
  return { ...noticeOf(shop, reference, { top_status: "APPROVED" }), reference, asked }
}

/** Sends it: the answer is the client's fault or none at all, and all tables are as before. */
async function expectRefused(shop: Shop, request: HostileRequest): Promise<void> {
  const before = await snapshot(shop)
  const answer = await sendHostile(shop.url, request)
  if (!mayLie(request) || answer.status !== 0) {
    expect(answer.status).toBeGreaterThanOrEqual(400)
  }
  expect(answer.status).toBeLessThan(500)
  expect(await snapshot(shop)).toEqual(before)
}

/** Any request for this target. */
function requests(target: Arbitrary<string>, body: Arbitrary<Body>): Arbitrary<HostileRequest> {
  return fc.record({
    method: fc.constant("POST"),
    target,
    headers: anyHeaders,
    framing: anyFraming,
    body,
  })
}

const notKey = fc.oneof(
  anySegment,
  fc.stringMatching(/^[0-9a-f]{32}$/),
  fc.stringMatching(/^[0-9a-fA-F]{30,34}$/)
)

withShop("hostile notifications", {}, (shop) => {
  it("of any bytes with a wrong key are refused and change no table", async () => {
    const { reference, key, body, asked } = await quietLink(shop)
    const target = fc
      .tuple(fc.oneof(fc.constant(reference), anySegment), notKey)
      .filter(([, segment]) => segment !== key)
      .map(([known, segment]) => `/hooks/payin/ipn/${known}/${segment}`)
    const bodies = fc.oneof(anyBody, fc.constant(jsonBody(body)))

    await fc.assert(
      fc.asyncProperty(requests(target, bodies), (request) => expectRefused(shop, request)),
      runs(150)
    )
    expect(lookupsOf(shop, reference)).toBe(asked)
  })

  it("by any method to any address below /hooks/payin get no 5xx and change no table", async () => {
    const { reference } = await quietLink(shop)
    const any = fc.record({
      method: fc.constantFrom("POST", "GET", "HEAD", "PUT", "DELETE", "OPTIONS", "PATCH", "TRACE"),
      target: fc
        .array(fc.oneof(anySegment, fc.constantFrom("ipn", reference)), { maxLength: 5 })
        .map((segments) => ["/hooks/payin", ...segments].join("/")),
      headers: anyHeaders,
      framing: anyFraming,
      body: anyBody,
    })
    await fc.assert(
      fc.asyncProperty(any, async (request) => {
        const before = await snapshot(shop)
        const { status } = await sendHostile(shop.url, request)
        expect(status).toBeLessThan(500)
        expect(await snapshot(shop)).toEqual(before)
      }),
      runs(75)
    )
  })

  it("of any bytes with the right key are stored once, and change no payment", async () => {
    const { reference, path, ticket, key } = await quietLink(shop)
    const before = await shop.row(reference)
    const bodies = fc.oneof(
      anyBody,
      fc
        .record(
          {
            top_ticket: fc.oneof(fc.constant(ticket), anyJson),
            top_reference: fc.oneof(fc.constant(reference), anyJson),
            top_status: fc.oneof(fc.constant("APPROVED"), anyText, anyJson),
            top_card: fc.oneof(
              anyJson,
              fc.record({ brand: anyJson, type: anyJson, lastFourDigits: anyJson })
            ),
          },
          { requiredKeys: [] }
        )
        .map((notice) => jsonBody(notice))
    )
    const known = requests(fc.constant(path), bodies)
    // What was cut off, or answered of bytes beyond a length that lies (400, as a request of their own,
    // before or after the first), may be kept a moment later: it counts as of a later request.
    let unanswered = 0
    await fc.assert(
      fc.asyncProperty(known, async (request) => {
        const kept = (await keptNotices(shop, reference)).length
        const { status } = await sendHostile(shop.url, request)
        const fresh = (await keptNotices(shop, reference)).length - kept
        expect(status).toBeLessThan(500)
        // A wrong signature (401) keeps nothing; the same bytes again (202) keep nothing new.
        const lies = request.framing.kind === "length that lies"
        unanswered += status === 0 || lies ? 1 : 0
        const late = Math.max(0, fresh - (status === 202 && !lies ? 1 : 0))
        expect(late).toBeLessThanOrEqual(unanswered)
        unanswered -= late
        const { status: state, settled_at, approved_amount } = await shop.row(reference)
        expect({ state, settled_at, approved_amount }).toEqual({
          state: before.status,
          settled_at: null,
          approved_amount: null,
        })
      }),
      runs(125)
    )

    const rows: { payload: object }[] = await keptNotices(shop, reference)
    expect(rows.length).toBeGreaterThan(50)
    const largest = Math.max(...rows.map(({ payload }) => JSON.stringify(payload).length))
    expect(largest).toBeLessThan(1000)
    expect(JSON.stringify(rows)).not.toContain(key)
  })

  it("of any bytes at Medusa's standard addresses are refused without the service's signature", async () => {
    const { reference, body } = await quietLink(shop)
    // Of the service's own token, for another payment.
    const signature = signatureOf("another-ticket", reference)
    const scalar = fc.oneof(anyText, fc.double({ noNaN: true, noDefaultInfinity: true }))
    const named = fc
      .record({ top_ticket: scalar, top_status: scalar, top_card: anyJson }, { requiredKeys: [] })
      .map((changed) => jsonBody({ ...body, ...changed }))
    const target = fc.constantFrom(
      "/hooks/payment/payin_co",
      "/hooks/payment/pp_payin_co",
      "/hooks/payment/payin_pe",
      "/hooks/payment/payin_co/"
    )
    const json: [string, string] = ["content-type", "application/json"]
    const claimed = requests(target, fc.oneof(anyBody, named)).map((request) => ({
      ...request,
      headers: [...request.headers.filter(([name]) => name !== "content-type"), json],
    }))

    await fc.assert(
      fc.asyncProperty(
        fc.oneof(claimed, requests(target, fc.oneof(anyBody, named))),
        fc.boolean(),
        async (request, stale) => {
          const signed = stale
            ? { ...request, headers: [...request.headers, ["x-trx-signature", signature] as const] }
            : request
          await expectRefused(shop, signed)
        }
      ),
      runs(150)
    )
  })
})
