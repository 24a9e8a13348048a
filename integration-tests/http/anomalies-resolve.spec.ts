import { Modules } from "@medusajs/framework/utils"
import { expectNothingBooked, expectPaidPartly } from "../support/books"
import { Desk } from "../support/desk"
import { breakWriting, closeGate } from "../support/gate"
import { CANARY } from "../support/personal-data"
import { withShop, type Shop } from "../support/shop"

const HOUR = 3_600_000

const DESTINATION = {
  ...CANARY.co,
  bank: "BANCOLOMBIA",
  account_number: "00112233445566",
  account_type: "AHORRO",
}

/** A cart of 60,000 for which 50,000 arrived. */
async function underpaid(shop: Shop) {
  const checkout = await shop.checkout("co")
  shop.sandbox.settle(checkout.reference, { status: "APPROVED", amount: 50_000 })
  const desk = await Desk.open(shop)
  const anomaly = await desk.find("amount_mismatch")
  await shop.digested(checkout.reference)
  return { ...checkout, desk, anomaly }
}

withShop("decisions about anomalies", {}, (shop) => {
  it("with a wrong field is refused with the name of the field, and decides nothing", async () => {
    const { desk, anomaly } = await underpaid(shop)
    const wrong: [Record<string, unknown>, string][] = [
      [{ action: "capture" }, "action"],
      [{ action: undefined }, "action"],
      [{ action: "refund", note: "" }, "note"],
      [{ action: "refund", note: undefined }, "note"],
      [{ action: "refund", note: "x".repeat(501) }, "note"],
      [{ action: "refund", notes: "?" }, "notes"],
      [{ action: "ignore", destination: DESTINATION }, "destination"],
      [{ action: "refund", destination: "my account" }, "destination"],
      [
        { action: "refund", destination: { ...DESTINATION, account_type: "WALLET" } },
        "destination.account_type",
      ],
    ]
    for (const [decision, field] of wrong) {
      const answer = await desk.resolve(anomaly.id, { action: "", ...decision })
      const message = expect.stringContaining(field)
      expect(answer).toMatchObject({ status: 400, body: { type: "invalid_data", message, field } })
      expect(JSON.stringify(answer.body)).not.toContain(DESTINATION.account_number)
    }
    expect(await desk.look(anomaly.id)).toMatchObject({ status: "open", action: null })
    await desk.resolve("payano_nothing", { action: "ignore" }).expect(404)
    await desk.http.get("/admin/payin/anomalies/payano_nothing").expect(404)
  })

  it("needs a valid idempotency key and a signed-in operator", async () => {
    const { desk, anomaly } = await underpaid(shop)
    const path = `/admin/payin/anomalies/${anomaly.id}/resolve`
    const body = { action: "ignore", note: "Known." }
    await shop.http().post(path).set("Idempotency-Key", "k1").send(body).expect(401)
    const missing = await desk.http.post(path).send(body).expect(400)
    expect(missing.body).toMatchObject({ type: "invalid_data", field: "Idempotency-Key" })
    for (const key of ["", "x".repeat(65), "a key", "ñ".normalize("NFD")]) {
      const answer = await desk.http
        .post(path)
        .set("Idempotency-Key", encodeURIComponent(key) === key ? key : "a key")
        .send(body)
      expect([answer.status, answer.body.field]).toEqual([400, "Idempotency-Key"])
    }
    expect(await desk.look(anomaly.id)).toMatchObject({ status: "open" })
  })

  it("repeated under another key is answered with the first decision, and a different one is refused", async () => {
    const { desk, anomaly, cart } = await underpaid(shop)
    await desk.decide(anomaly.id, { action: "accept", note: "First." })
    const again = await desk.decide(anomaly.id, { action: "accept", note: "Second." })
    expect(again).toMatchObject({ action: "accept", note: "First." })
    for (const action of ["refund", "ignore"]) {
      expect(await desk.refused(anomaly.id, { action })).toMatch(/resolved with "accept"/)
    }
    await expectPaidPartly(shop, cart.id, 50_000)
  })

  it("is made once when two operators decide differently at the same moment", async () => {
    const { desk, anomaly, cart, reference } = await underpaid(shop)
    const other = await Desk.open(shop)
    const answers = await Promise.all([
      desk.resolve(anomaly.id, { action: "accept" }),
      other.resolve(anomaly.id, { action: "refund" }),
      desk.resolve(anomaly.id, { action: "accept" }),
      other.resolve(anomaly.id, { action: "refund" }),
    ])
    const { action } = await desk.look(anomaly.id)
    const same = [200, 409, 200, 409]
    expect(answers.map(({ status }) => status)).toEqual(
      action === "accept" ? same : [...same].reverse()
    )
    if (action === "accept") {
      // Another decision may hold the lease when the first one tells Medusa: the next try does.
      await shop.workUntil(async () => (await shop.row(reference)).settled_at)
      expect(await shop.row(reference)).toMatchObject({ excluded_at: null })
      await expectPaidPartly(shop, cart.id, 50_000)
    } else {
      const row = await shop.row(reference)
      expect(row).toMatchObject({ accepted_at: null, settled_at: null })
      await expectNothingBooked(shop, cart.id)
    }
  })

  it("that is under way under its key is not begun a second time", async () => {
    const { desk, anomaly, cart } = await underpaid(shop)
    const gate = await closeGate(shop.pg, { table: "order_transaction", event: "insert" })
    const first = desk.resolve(anomaly.id, { action: "accept" }, "key-2").then((answer) => answer)
    await gate.arrived()
    const second = await desk.resolve(anomaly.id, { action: "accept" }, "key-2").expect(409)
    // By this whoever asks knows to keep the key: a new one would decide a second time.
    expect(second.body).toMatchObject({
      code: "under_way",
      message: expect.stringMatching(/under way/),
    })
    const third = desk.resolve(anomaly.id, { action: "accept" }, "key-2").then((answer) => answer)
    await gate.open()
    const answers = await Promise.all([first, third])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(answers[1].body).toEqual(answers[0].body)
    await expectPaidPartly(shop, cart.id, 50_000)
  })

  it("goes on under its key after a process died in the middle of it", async () => {
    const { desk, anomaly, cart, reference } = await underpaid(shop)
    const broken = await breakWriting(shop.pg, {
      table: "payin_operator_request",
      event: "update",
      when: "new.answer_status is not null",
    })
    await desk.resolve(anomaly.id, { action: "accept" }, "key-3").expect(500)
    await broken.mend()
    await shop
      .pg("payin_operator_request")
      .where({ key: "key-3" })
      .update({ leased_until: shop.pg.raw("now() + interval '60 seconds'") })
    shop.advanceClock(61_000)
    expect(await desk.decide(anomaly.id, { action: "accept" }, "key-3")).toMatchObject({
      action: "accept",
    })
    await expectPaidPartly(shop, cart.id, 50_000)
    expect((await shop.row(reference)).settled_at).not.toBeNull()
  })

  it("to accept is applied later when Medusa fails at first", async () => {
    const captured = shop.listen("payment.captured")
    const { desk, anomaly, cart, reference } = await underpaid(shop)
    const broken = await breakWriting(shop.pg, { table: "order_transaction", event: "insert" })
    await desk.decide(anomaly.id, { action: "accept" })
    await shop.digested(reference)
    await broken.mend()
    shop.advanceClock(HOUR)
    await shop.sweep()
    await shop.captured(cart.id)
    await expectPaidPartly(shop, cart.id, 50_000)
    expect(captured.data).toHaveLength(1)
    expect(await shop.anomalies("open")).toEqual([])
  })

  it("writes capture and order transaction once when a process dies between them", async () => {
    const { desk, anomaly, cart, reference } = await underpaid(shop)
    await desk.decide(anomaly.id, { action: "accept" })
    const { id } = await shop.row(reference)
    const { transactions } = await shop.captured(cart.id)
    await shop.container
      .resolve(Modules.ORDER)
      .deleteOrderTransactions(transactions.map((one: { id: string }) => one.id))
    await shop
      .pg("payin_transaction")
      .where({ id })
      .update({ settled_at: null, apply_after: shop.pg.raw("now()"), captured_event_at: null })
    await shop.sweep()
    await shop.captured(cart.id)
    expect(await shop.pg("capture").select("id")).toHaveLength(1)
    await expectPaidPartly(shop, cart.id, 50_000)
  })

  it("is refused while the service gives no answer, and succeeds under the same key once it does", async () => {
    const { desk, anomaly, cart } = await underpaid(shop)
    shop.sandbox.injectFault({ operation: "lookup", kind: "error_before", times: "always" })
    const answer = await desk.resolve(anomaly.id, { action: "accept" }, "key-4")
    expect([answer.status, answer.body.type]).toEqual([502, "unexpected_state"])
    expect(await desk.look(anomaly.id)).toMatchObject({ status: "open", action: null })
    await expectNothingBooked(shop, cart.id)

    shop.sandbox.clearFaults()
    await desk.decide(anomaly.id, { action: "accept" }, "key-4")
    await expectPaidPartly(shop, cart.id, 50_000)
  })

  it("to refund stores its destination sealed and shows no account number", async () => {
    const { desk, anomaly } = await underpaid(shop)
    const decided = await desk.decide(anomaly.id, { action: "refund", destination: DESTINATION })
    expect(decided).toMatchObject({ destination_known: true, refund_amount: "50000" })
    expect(JSON.stringify(decided)).not.toContain(DESTINATION.account_number)
    const row = await shop.pg("payin_anomaly").where({ id: anomaly.id }).first()
    expect(JSON.stringify(row)).not.toContain(DESTINATION.account_number)
    const { sealer } = shop.ledger
    expect(row.sealed_with).toBe(sealer.key_ids[0])
    const context = { table: "payin_anomaly", row: anomaly.id, column: "destination_sealed" }
    expect(JSON.parse(sealer.open(row.destination_sealed, context))).toMatchObject({
      account_number: DESTINATION.account_number,
    })
    const requests = await shop.pg("payin_operator_request")
    expect(JSON.stringify(requests)).not.toContain(DESTINATION.account_number)
  })
})
