import { randomUUID } from "node:crypto"
import request from "supertest"
import type { AdminAnomaly } from "../../src/api/admin/payin/anomaly-types"
import { expectNothingBooked, expectPaidOnce, expectPaidPartly } from "../support/books"
import { cardOrder, cardRow, subscriptionsOf } from "../support/card-checkout"
import { CardPost } from "../support/card-webhooks"
import { Desk } from "../support/desk"
import { PayoutDesk } from "../support/payout-desk"
import { PayoutDriver } from "../support/payout-driver"
import { withShop } from "../support/shop"
import { LOW_LIMIT } from "../support/shop-settings"

withShop("four eyes for money that came in", LOW_LIMIT, (shop) => {
  const post = new CardPost(shop)

  /** Two people, of whom either may be the second one, and a secret API key of the first. */
  async function people() {
    const [one, two] = [await Desk.ofOne(shop), await Desk.ofOne(shop)]
    const made = await one.http.post("/admin/api-keys").send({ title: "robot", type: "secret" })
    const byKey = (id: string, action: string) =>
      request
        .agent(shop.url)
        .auth(made.body.api_key.token, "")
        .post(`/admin/payin/anomalies/${id}/resolve`)
        .set("Idempotency-Key", randomUUID())
        .send({ action, note: "By a script." })
    return { one, two, byKey }
  }

  async function paid(amount: number) {
    const checkout = await shop.checkout("co")
    shop.sandbox.settle(checkout.reference, { status: "APPROVED", amount })
    const all = await people()
    const anomaly = await all.one.find("amount_mismatch")
    await shop.digested(checkout.reference)
    return { ...checkout, ...all, anomaly }
  }

  /** What is answered to somebody who does not carry it out. */
  async function refusal(
    desk: Desk,
    { id }: Pick<AdminAnomaly, "id">,
    action: string,
    key?: string
  ) {
    const { status, body } = await desk.resolve(id, { action }, key)
    expect([status, body.type]).toEqual([409, "not_allowed"])
    return body.code
  }

  it("money above the limit is accepted by a second person, and by no key", async () => {
    const { cart, reference, anomaly, one, two, byKey } = await paid(55_000)
    for (const action of ["accept", "ignore"]) {
      const { status, body } = await byKey(anomaly.id, action)
      expect([status, body.code]).toEqual([403, "not_a_user"])
    }
    const noted = await shop
      .pg("payin_payout_audit")
      .where({ subject_id: anomaly.id, actor_type: "api-key" })
      .orderBy("created_at")
      .select("action", "facts")
    expect(noted).toEqual(
      ["accept", "ignore"].map((decision) => ({
        ...{ action: "approval_refused", facts: { decision, code: "not_a_user" } },
      }))
    )
    expect(await one.look(anomaly.id)).toMatchObject({ status: "open", proposed: null })

    const proposed = shop.listen("payin.anomaly_proposed")
    for (const key of ["own-1", "own-1", "own-2"]) {
      expect(await refusal(one, anomaly, "accept", key)).toBe("second_person")
    }
    expect(proposed.data).toMatchObject([{ id: anomaly.id, action: "accept" }])
    const invited = await Desk.ofOne(shop)
    expect(await refusal(invited, anomaly, "accept")).toBe("too_new")
    expect((await byKey(anomaly.id, "accept")).status).toBe(403)
    await expectNothingBooked(shop, cart.id)

    const seen = await two.look(anomaly.id)
    expect(seen).toMatchObject({
      ...{ status: "open", action: null },
      proposed: {
        ...{ action: "accept", amount: "55000", currency: "COP", refusal: null },
        ...{ by: expect.stringMatching(/^user_/), at: expect.any(String) },
      },
    })
    const whys = await Promise.all([one, invited].map((desk) => desk.look(anomaly.id)))
    expect(whys.map((why) => why.proposed?.refusal)).toEqual(["second_person", "too_new"])
    const listed = await two.http.get("/admin/payin/anomalies").query({ format: "csv" }).expect(200)
    expect(listed.text).toContain(seen.proposed?.by)

    const accepted = await two.decide(anomaly.id, { action: "accept", note: "I see it, too." })
    expect(accepted).toMatchObject({ action: "accept", note: "I see it, too." })
    expect(accepted.resolved_by).not.toBe(seen.proposed?.by)
    expect(accepted.proposed).toMatchObject({ by: seen.proposed?.by })
    await expectPaidPartly(shop, cart.id, 55_000)
    expect((await shop.row(reference)).settled_at).not.toBeNull()
    const { body } = await two.http.get(`/admin/payin/audit?q=${anomaly.id}`).expect(200)
    expect(body.audit.map(({ action }: { action: string }) => action).reverse()).toEqual([
      ...["approval_refused", "approval_refused"],
      ...["proposed", "approval_refused", "approval_refused", "confirmed"],
    ])
  })

  it("an order above the limit that a small amount pays is accepted by a second person, too", async () => {
    const { cart, anomaly, one, two } = await paid(1_000)
    expect(await refusal(one, anomaly, "accept")).toBe("second_person")
    await two.decide(anomaly.id, { action: "accept" })
    await expectPaidPartly(shop, cart.id, 1_000)
  })

  it("one person refunds money, and one person ignores it: no order is paid by it", async () => {
    const { cart, anomaly, byKey } = await paid(55_000)
    const { body } = await byKey(anomaly.id, "refund").expect(200)
    expect(body.anomaly).toMatchObject({ action: "refund", refund_amount: "55000" })
    await expectNothingBooked(shop, cart.id)
    const { anomaly: other, one } = await paid(54_000)
    expect(await one.decide(other.id, { action: "ignore" })).toMatchObject({ action: "ignore" })
  })

  it("an amount in another unit is refused before a second person is asked for", async () => {
    const { anomaly, one } = await paid(6_000_000)
    const { body } = await one.resolve(anomaly.id, { action: "accept" }).expect(409)
    expect(body.code).toBe("unit_suspected")
    expect(await one.look(anomaly.id)).toMatchObject({ proposed: null })
  })

  it("a proposal counts no more once the service corrected the amount", async () => {
    const { cart, reference, anomaly, one, two } = await paid(55_000)
    await refusal(one, anomaly, "accept")
    const { id } = await shop.row(reference)
    shop.sandbox.settle(reference, { status: "APPROVED", amount: 54_000, notify: false })
    await two.http.post(`/admin/payin/transactions/${id}/sync`).expect(200)
    const now = await two.find("amount_mismatch")
    expect(now).toMatchObject({ proposed: null, facts: { arrived: { amount: "54000" } } })
    expect(await refusal(two, now, "accept")).toBe("second_person")
    await one.decide(now.id, { action: "accept" })
    await expectPaidPartly(shop, cart.id, 54_000)
  })

  it("money without an order gets its order by a second person, also after a try in vain", async () => {
    const { cart, reference } = await shop.checkout("co")
    await shop.stock("CAFE-GRANO", 0)
    shop.sandbox.settle(reference, { status: "APPROVED" })
    const { one, two } = await people()
    const anomaly = await one.find("paid_without_order")
    await shop.digested(reference)
    expect(await refusal(one, anomaly, "accept")).toBe("second_person")
    expect(await two.refused(anomaly.id, { action: "accept" })).toMatch(/could not be put/)
    await expectNothingBooked(shop, cart.id)
    await shop.stock("CAFE-GRANO", 10)
    expect(await refusal(one, anomaly, "accept")).toBe("second_person")
    await two.decide(anomaly.id, { action: "accept" })
    await expectPaidOnce(shop, cart.id)
    expect(await shop.anomalies("open")).toEqual([])
  })

  it("the pause of an account is ended by two people, of whom the second did not make its payout", async () => {
    const { one, byKey } = await people()
    const driver = new PayoutDriver(shop)
    driver.fill(100_000_000)
    const payouts = await PayoutDesk.open(shop)
    const maker = Desk.by(shop, payouts.maker)
    const { id } = await payouts.make({ amount: "40000" })
    await driver.bringIn(1, id, "pending")
    const [{ reference }] = driver.taken(id)
    shop.sandbox.approvePayout(reference, { amount: 4_000_000, notify: false })
    await driver.bringIn(11, id, "approved")
    const anomaly = await one.find("payout_amount_mismatch")
    expect((await byKey(anomaly.id, "ignore")).status).toBe(403)

    expect(await refusal(one, anomaly, "ignore")).toBe("second_person")
    expect((await maker.look(anomaly.id)).proposed).toMatchObject({
      ...{ action: "ignore", amount: "4000000", refusal: "part_in_payout" },
    })
    expect(await refusal(maker, anomaly, "ignore")).toBe("second_person")
    expect((await maker.look(anomaly.id)).proposed).toMatchObject({ refusal: "second_person" })
    expect(await shop.ledger.anomalies.isPaused("co")).toBe(true)

    expect((await one.look(anomaly.id)).proposed).toMatchObject({ refusal: null })
    expect(await one.decide(anomaly.id, { action: "ignore" })).toMatchObject({ action: "ignore" })
    expect(await shop.ledger.anomalies.isPaused("co")).toBe(false)
  })

  it("a card's capture above the limit is told by two people, and by no key", async () => {
    const { reference } = await cardOrder(shop)
    await post.told(reference)
    const { cardTransactions } = subscriptionsOf(shop)
    await cardTransactions.wantRelease((await cardRow(shop, reference)).id)
    await post.sweep()
    await post.tell("transaction.captured", reference)
    await post.digested()
    const { one, two, byKey } = await people()
    const anomaly = await one.find("status_changed_after_final")
    expect((await byKey(anomaly.id, "captured")).status).toBe(403)
    expect(await refusal(one, anomaly, "captured")).toBe("second_person")
    expect(await refusal(one, anomaly, "captured")).toBe("second_person")
    expect(await cardRow(shop, reference)).toMatchObject({ status: "released" })
    expect((await two.look(anomaly.id)).proposed).toMatchObject({
      ...{ action: "captured", amount: "60000", refusal: null },
    })
    await two.decide(anomaly.id, { action: "captured" })
    expect(await cardRow(shop, reference)).toMatchObject({
      ...{ status: "captured", captured_amount: "60000" },
    })
  })
})
