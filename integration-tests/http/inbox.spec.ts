import type { Agent } from "supertest"
import { INBOX_MAX_ATTEMPTS } from "../../src/domain/time/schedule"
import payinPrune from "../../src/jobs/payin-prune"
import { expectNothingBooked, expectPaidOnce } from "../support/books"
import { quietCheckout } from "../support/lookups"
import { keptNotices, noticeOf } from "../support/notification"
import { withShop, type Shop } from "../support/shop"

const DAY = 24 * 3600 * 1000

/** A stored notification that no signal told a worker of, as a crash after the answer leaves it. */
async function unheard(shop: Shop, reference: string): Promise<string> {
  const { body } = noticeOf(shop, reference)
  const row = await shop.row(reference)
  const { id } = await shop.inbox.events.store({
    source: "ipn",
    type: String(body.top_status),
    reference,
    transaction_id: row.id,
    account: row.account,
    raw: Buffer.from(JSON.stringify(body)),
    payload: {},
    signature: "missing",
    ignored: null,
  })
  if (id === null) {
    throw new Error("the notification was stored before")
  }
  return id
}

/** A notification that was tried as often as it is: the service said nothing clear each time. */
async function dead(shop: Shop, reference: string): Promise<string> {
  const id = await unheard(shop, reference)
  await shop
    .pg("payin_event")
    .where({ id })
    .update({ attempts: INBOX_MAX_ATTEMPTS - 1 })
  shop.sandbox.injectFault({ operation: "lookup", kind: "malformed", times: "always" })
  await shop.sweep()
  shop.sandbox.clearFaults()
  return id
}

withShop("the inbox", {}, (shop) => {
  let admin: Agent
  beforeEach(async () => {
    admin = await shop.admin()
    shop.sandbox.configure({ notifications: { lose: true } })
  })

  const event = async (id: string) =>
    (await admin.get(`/admin/payin/events/${id}`).expect(200)).body.event
  const retry = (id: string) => admin.post(`/admin/payin/events/${id}/retry`)

  it("settles a sale whose notification was stored but not queued", async () => {
    const { cart, reference } = await shop.checkout()
    shop.sandbox.settle(reference, { status: "APPROVED" })
    const id = await unheard(shop, reference)
    await shop.sweep()
    await shop.captured(cart.id)
    await expectPaidOnce(shop, cart.id)
    expect(await event(id)).toMatchObject({ status: "processed", attempts: 1 })
  })

  it("shows a notification as dead after its last try, and settles it once under simultaneous retries", async () => {
    const { cart, reference } = await quietCheckout(shop)
    shop.sandbox.settle(reference, { status: "APPROVED" })
    const id = await dead(shop, reference)
    expect(await event(id)).toMatchObject({
      status: "dead",
      attempts: INBOX_MAX_ATTEMPTS,
      next_attempt_at: null,
      last_error: expect.stringContaining("transaction.lookup"),
    })
    const { body } = await admin.get("/admin/payin/status").expect(200)
    expect(body.queues).toMatchObject({ events_dead: 1, events_received: 0 })
    await expectNothingBooked(shop, cart.id)

    const answers = await Promise.all([retry(id), retry(id), retry(id)])
    // Who comes after it was processed is told so.
    expect(answers.filter(({ status }) => status !== 200 && status !== 409)).toEqual([])
    expect(answers.map(({ status, body }) => [status, body.event])).toContainEqual([
      200,
      expect.objectContaining({ id, status: "received", attempts: 0 }),
    ])
    await shop.captured(cart.id)
    await expectPaidOnce(shop, cart.id)
    expect(await event(id)).toMatchObject({ status: "processed", attempts: 1, last_error: null })
  })

  it("refuses to retry processed and ignored notifications, and names the sync to use instead", async () => {
    const { reference } = await shop.checkout()
    const { id: transaction } = await shop.row(reference)
    const processed = await unheard(shop, reference)
    await shop.sweep()
    const { path, body } = noticeOf(shop, reference, { top_reference: "pin_other" })
    await shop.http().post(path).send(body).expect(202)
    const ignored = (await keptNotices(shop, reference)).find((one) => one.status === "ignored")
    const before = await keptNotices(shop, reference)

    for (const id of [processed, Reflect.get(ignored ?? {}, "id")]) {
      const { body: answer } = await retry(id).expect(409)
      expect(answer).toMatchObject({
        type: "conflict",
        message: expect.stringContaining(`sync transaction ${transaction}`),
      })
    }
    await retry("payevt_unknown").expect(404)
    await retry("%00").expect(404)
    await shop.http().post(`/admin/payin/events/${processed}/retry`).expect(401)
    expect(await keptNotices(shop, reference)).toEqual(before)
  })

  it("changes nothing when a notification comes again after its first copy was pruned", async () => {
    shop.sandbox.configure({ notifications: { lose: false } })
    const { cart, reference } = await shop.checkout()
    shop.sandbox.settle(reference, { status: "APPROVED" })
    await shop.captured(cart.id)
    await shop.until(async () => ((await shop.row(reference)).placed_seen_at ? true : null))
    await shop.digested(reference)
    const before = await shop.row(reference)
    const { path, body } = noticeOf(shop, reference)
    shop.advanceClock(181 * DAY)
    await payinPrune(shop.container)
    expect(await keptNotices(shop, reference)).toEqual([])

    await shop.http().post(path).send(body).expect(202)
    await shop.digested(reference)
    await shop.sweep()
    const { asked_at: ___, looked_up_at: _, updated_at: __, ...after } = await shop.row(reference)
    expect(before).toMatchObject(after)
    expect(await keptNotices(shop, reference)).toMatchObject([{ status: "processed" }])
    expect(await shop.anomalies()).toEqual([])
    await expectPaidOnce(shop, cart.id)
  })
})
