import { closeGate } from "../support/gate"
import { keptNotices, noticeOf, signatureOf } from "../support/notification"
import { Treasury } from "../support/treasury"
import { withShop } from "../support/shop"
import { NO_LIMIT } from "../support/shop-settings"

const OTHER_KEY = "0123456789abcdef0123456789abcdef"

withShop("notices of payouts", NO_LIMIT, (shop) => {
  const treasury = new Treasury(shop)
  beforeEach(() => {
    treasury.fill(1_000_000)
  })

  /** A payout that the service took and that nobody asked about yet. */
  async function sent() {
    const { id } = await treasury.make(40_000)
    await treasury.run()
    const { reference } = await treasury.reaches(id, "pending")
    return { id, reference: String(reference) }
  }

  /** From now on nobody asks about a payout on schedule. */
  async function quiet(id: string): Promise<void> {
    const lookup_after = shop.pg.raw("now() + interval '50 minutes'")
    await shop.pg("payin_payout_attempt").where({ payout_id: id }).update({ lookup_after })
  }

  const digested = (reference: string) =>
    shop.until(async () => {
      const notices = await keptNotices(shop, reference)
      const looked = notices.every((one) => one.status !== "received" || one.last_error !== null)
      return looked && notices.length > 0 ? notices : null
    })

  it("asks about a payout as soon as it is told of, and tells of the approval once", async () => {
    const approved = shop.listen("payin.payout_approved")
    const { id, reference } = await sent()
    shop.sandbox.approvePayout(reference, { notify: { copies: 3 } })

    await treasury.reaches(id, "approved")
    await shop.sandbox.idle()
    expect(await digested(reference)).toMatchObject([
      { type: "APPROVED", status: "processed", signature: "valid" },
    ])
    await shop.until(async () => approved.data.at(0) ?? null)
    expect(approved.data).toHaveLength(1)
    expect(treasury.taken(id)).toHaveLength(1)
  })

  it("finds nothing behind a wrong key or reference, keeps nothing that is signed wrongly, and asks nobody", async () => {
    const { id, reference } = await sent()
    await quiet(id)
    const other = await sent()
    const sale = await shop.checkout()
    const { path, key, ticket, body } = noticeOf(shop, reference, { top_status: "APPROVED" })
    const before = await treasury.attempt(id)
    const post = (where: string) => shop.http().post(where).send(body)

    for (const stranger of [
      `/hooks/payin/ipn/${reference}/${OTHER_KEY}`,
      `/hooks/payin/ipn/${reference}/${noticeOf(shop, other.reference).key}`,
      `/hooks/payin/ipn/${reference}/${noticeOf(shop, sale.reference).key}`,
      `/hooks/payin/ipn/${sale.reference}/${key}`,
      `/hooks/payin/ipn/out_unknown/${key}`,
    ]) {
      await post(stranger).expect(404)
    }
    await post(path).set("x-trx-signature", signatureOf(ticket, other.reference)).expect(401)
    await post(path)
      .set("x-trx-signature", signatureOf(ticket, reference, "x"))
      .expect(401)

    expect(await keptNotices(shop, reference)).toEqual([])
    expect(await keptNotices(shop, sale.reference)).toEqual([])
    expect(await treasury.attempt(id)).toMatchObject({
      status: "pending",
      lookup_attempts: before.lookup_attempts,
      looked_up_at: before.looked_up_at,
    })
  })

  it("books nothing on the word of a notification, and asks again until the lookup agrees", async () => {
    const { id, reference } = await sent()
    shop.sandbox.notify(reference, { forge: "status", status: "APPROVED" })
    expect(await digested(reference)).toMatchObject([
      { status: "received", last_error: expect.stringMatching(/lookup says nothing else/) },
    ])
    expect(await treasury.payout(id)).toMatchObject({ status: "pending" })

    shop.sandbox.approvePayout(reference, { notify: false })
    shop.advanceClock(6_000)
    await shop.sweep()
    await treasury.reaches(id, "approved")
    expect(await shop.anomalies()).toEqual([])
  })

  it("keeps a pay-in's words on a payout's address, and the reverse, and believes neither of the other", async () => {
    const { id, reference } = await sent()
    const sale = await shop.checkout()
    const out = noticeOf(shop, reference, { top_status: "APPROVED" })
    const into = noticeOf(shop, sale.reference, { top_status: "APPROVED" })

    await shop.http().post(out.path).send(into.body).expect(202)
    await shop.http().post(into.path).send(out.body).expect(202)

    const ignored = [{ status: "ignored", status_reason: "names another reference" }]
    expect(await keptNotices(shop, reference)).toMatchObject(ignored)
    expect(await keptNotices(shop, sale.reference)).toMatchObject(ignored)
    // Both were looked up all the same: each by its own reference.
    await shop.until(async () => (await treasury.attempt(id)).looked_up_at)
    await shop.until(async () => (await shop.row(sale.reference)).looked_up_at)
    expect(await treasury.payout(id)).toMatchObject({ status: "pending" })
    expect(await shop.row(sale.reference)).toMatchObject({ status: "pending" })
    expect(await shop.anomalies()).toEqual([])
  })

  it("takes a payout's notification at Medusa's standard address, signed, and of that account only", async () => {
    const { id, reference } = await sent()
    shop.sandbox.approvePayout(reference, { notify: false })
    const { body, ticket } = noticeOf(shop, reference)
    const signature = signatureOf(ticket, reference)
    const post = (provider: string) => shop.http().post(`/hooks/payment/${provider}`).send(body)

    await post("payin_co").expect(401)
    await post("payin_pe").set("x-trx-signature", signature).expect(404)
    expect(await keptNotices(shop, reference)).toEqual([])
    await post("payin_co").set("x-trx-signature", signature).expect(200)

    await treasury.reaches(id, "approved")
    expect(await keptNotices(shop, reference)).toMatchObject([{ source: "standard" }])
  })

  it("believes an answer about a pay-in, or about another payout, as little", async () => {
    const { id, reference } = await sent()
    await quiet(id)
    const other = await sent()
    await quiet(other.id)
    shop.sandbox.approvePayout(reference, { notify: false })
    const lies = [
      { lie: { type_transaction: "DEPOSIT" }, reason: "is_a_payin" },
      { lie: { reference: other.reference }, reason: "other_reference" },
      { lie: { ticket: "another-ticket-1" }, reason: "other_ticket" },
    ]
    for (const [n, { lie, reason }] of lies.entries()) {
      shop.clerk.lie((answer) => ({ ...answer, ...lie }))
      const { path, body } = noticeOf(shop, reference, { top_extra_params1: String(n) })
      await shop.http().post(path).send(body).expect(202)
      await shop.until(async () => {
        const [anomaly] = await shop.anomalies("open")
        return anomaly?.facts?.reason === reason ? true : null
      })
    }
    expect(await treasury.payout(id)).toMatchObject({ status: "pending" })
    expect(await shop.anomalies()).toMatchObject([{ kind: "unknown_status", status: "open" }])

    shop.clerk.tellTheTruth()
    await treasury.runIn(3600)
    await treasury.reaches(id, "approved")
    expect(await shop.anomalies()).toMatchObject([{ kind: "unknown_status", status: "resolved" }])
  })

  it("hears of the result before the answer to its own call, and stays with the result", async () => {
    const when = "new.status = 'pending' and old.status = 'sending'"
    const gate = await closeGate(shop.pg, { table: "payin_payout_attempt", event: "update", when })
    const { id } = await treasury.make(40_000)
    const run = treasury.run()
    await gate.arrived()
    const [taken] = treasury.taken(id)
    shop.sandbox.approvePayout(taken.reference)
    await shop.sandbox.idle()
    await gate.open()
    await run

    await treasury.reaches(id, "approved")
    expect(await treasury.attempts(id)).toMatchObject([{ status: "approved", sends: 1 }])
    expect(treasury.taken(id)).toHaveLength(1)
    expect(await shop.anomalies()).toEqual([])
  })
})
