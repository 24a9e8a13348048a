import request, { type Agent } from "supertest"
import payinOrphans from "../../src/jobs/payin-orphans"
import { SHOPPER } from "../../src/domain/payout/actor"
import { operatorBehind } from "../../src/workflows/payout"
import { BackOffice } from "../support/back-office"
import { expectPaidOnce } from "../support/books"
import { Desk } from "../support/desk"
import { breakWriting } from "../support/gate"
import { ORDERED, PayoutDesk } from "../support/payout-desk"
import { CANARY } from "../support/personal-data"
import { withShop } from "../support/shop"
import { LOW_LIMIT } from "../support/shop-settings"
import { refundee, sold } from "../support/sold"
import { colleague, DESTINATION, MAKER, PayoutDriver } from "../support/payout-driver"
import { FulfillmentDriver } from "../support/fulfillment-driver"

const HOUR = 3_600_000
const elsewhere = { ...DESTINATION, account_number: "55667788990" }

/** A secret API key that this person made in the admin. */
async function secretKey(by: Agent): Promise<{ id: string; token: string }> {
  const { body } = await by.post("/admin/api-keys").send({ title: "robot", type: "secret" })
  return body.api_key
}

withShop("four eyes for payouts", LOW_LIMIT, (shop) => {
  const payoutDriver = new PayoutDriver(shop)
  beforeEach(() => payoutDriver.fill(1_000_000))

  const byKey = (token: string) => request.agent(shop.url).auth(token, "")

  /** A second person, who had no part in it, can still agree. */
  async function onlyAnotherAgrees(desk: PayoutDesk, id: string, third: Agent): Promise<void> {
    const own = await desk.tryApprove(id)
    expect([own.status, own.body.type]).toEqual([409, "not_allowed"])
    const words = { note: "In cash.", proof: "receipt 7" }
    const said = await desk.post(`/${id}/paid-elsewhere`, words, undefined, desk.checker)
    expect([said.status, said.body.type]).toEqual([409, "not_allowed"])
    await payoutDriver.run()
    expect(payoutDriver.taken(id)).toEqual([])
    expect((await desk.tryApprove(id, third)).status).toBe(200)
  }

  it("the operator who made a shopper's destination link cannot approve the payout to the account given there", async () => {
    const desk = await PayoutDesk.open(shop)
    const third = await shop.admin()
    const sale = await sold(shop)
    const refund = desk.maker.post(`/admin/payments/${sale.payment.id}/refund`)
    await refund.send({ amount: 60_000 }).expect(200)
    await payoutDriver.runIn(31)
    const { id } = await shop.pg("payin_payout").where({ order_id: sale.order.id }).first("id")
    const link = await desk.post(`/${id}/destination-link`, {}, undefined, desk.checker)
    const { bank, account_type, account_number } = elsewhere
    await request(shop.url)
      .post(new URL(link.body.url).pathname)
      .type("form")
      .send({ payment_method: "BANK_TRANSFER", bank, account_type, account_number })
      .expect(200)
    expect((await payoutDriver.payout(id)).status).toBe("awaiting_approval")
    await onlyAnotherAgrees(desk, id, third)
  })

  it("the operator whose secret API key made a payout, or made the key that did, cannot approve it", async () => {
    const desk = await PayoutDesk.open(shop)
    const third = await shop.admin()
    const own = await secretKey(desk.checker)
    const made = await desk.post("", ORDERED, undefined, byKey(own.token)).expect(201)
    const { users } = (await desk.checker.get("/admin/users").expect(200)).body
    expect(users.map(({ id }: { id: string }) => id)).toContain(made.body.payout.created_by)
    expect(made.body.payout.made_by).toEqual({
      ...{ user_id: made.body.payout.created_by, api_key_id: own.id },
    })
    await onlyAnotherAgrees(desk, made.body.payout.id, third)

    // A key that a key made.
    await shop.pg("api_key").insert({
      ...(await shop.pg("api_key").where({ id: own.id }).first()),
      ...{ id: "apk_of_a_key", created_by: own.id, token: "another", revoked_at: new Date() },
    })
    const by = await operatorBehind(shop.container, {
      ...{ actor_type: "api-key", actor_id: "apk_of_a_key" },
    })
    expect(by).toMatchObject({ type: "api-key", person: made.body.payout.created_by })
  })

  it("the operator whose key refunded an order in Medusa cannot approve the payout", async () => {
    const desk = await PayoutDesk.open(shop)
    const third = await shop.admin()
    const sale = await sold(shop)
    const { token } = await secretKey(desk.checker)
    const refund = byKey(token).post(`/admin/payments/${sale.payment.id}/refund`)
    await refund.send({ amount: 60_000 }).expect(200)
    await payoutDriver.runIn(31)
    const { id } = await shop.pg("payin_payout").where({ order_id: sale.order.id }).first("id")
    const method = { payment_method: "BANK_TRANSFER", other_person: false }
    const given = { destination: DESTINATION, ...method }
    await payoutDriver.payouts.decisions.giveDestination(id, given, SHOPPER)
    expect((await payoutDriver.payout(id)).status).toBe("awaiting_approval")
    await onlyAnotherAgrees(desk, id, third)
  })

  it("a user who is younger than the payout, or was removed, cannot approve it", async () => {
    const desk = await PayoutDesk.open(shop)
    const { id } = await desk.make()
    const approval = async (by: Agent) => {
      const { body } = await by.get(`/admin/payin/payouts/${id}`).expect(200)
      return body.payout.approval
    }
    const young = await shop.admin()
    const seen = await Promise.all([desk.maker, desk.checker, young].map(approval))
    expect(seen).toEqual([
      { you_may: false, code: "second_person", approvers: null },
      { you_may: true, code: null, approvers: null },
      { you_may: false, code: "too_new", approvers: null },
    ])
    const invited = await desk.tryApprove(id, young)
    expect([invited.status, invited.body.type, invited.body.code]).toEqual([
      ...[409, "not_allowed", "too_new"],
    ])
    const audit = await payoutDriver.payouts.audit.of(id)
    expect(audit.at(-1)).toMatchObject({ action: "approval_refused", facts: { code: "too_new" } })

    const { version } = await desk.look(id)
    await shop.pg("user").update({ deleted_at: new Date() })
    const removed = await desk.post(`/${id}/approve`, { version }, undefined, desk.checker)
    expect(removed.status).toBe(401)
    await shop.pg("user").update({ deleted_at: null })
    await desk.approve(id)
  })

  it("who may say that it was paid elsewhere, or how it ended, is told before anybody tries", async () => {
    const desk = await PayoutDesk.open(shop)
    const told = async (id: string, by: Agent) => {
      const { body } = await by.get(`/admin/payin/payouts/${id}`).expect(200)
      const { approval, outcome_approval, paid_elsewhere_approval } = body.payout
      return [approval, outcome_approval, paid_elsewhere_approval]
    }
    const not = { you_may: false, code: "second_person", approvers: null }
    const may = { you_may: true, code: null, approvers: null }
    const { id } = await desk.make()
    expect(await told(id, desk.maker)).toEqual([not, null, not])
    expect(await told(id, desk.checker)).toEqual([may, null, may])

    const small = await desk.make({ amount: "40000" })
    shop.sandbox.injectFault({ operation: "payout", kind: "timeout_before", ms: 100 })
    await desk.reaches(small.id, "unknown")
    expect(await told(small.id, desk.maker)).toEqual([null, null, null])
    await desk.approve(id)
    shop.sandbox.injectFault({ operation: "payout", kind: "timeout_before", ms: 100 })
    await desk.reaches(id, "unknown")
    expect(await told(id, desk.maker)).toEqual([null, not, null])
    expect(await told(id, desk.checker)).toEqual([null, may, null])
    const words = { outcome: "not_paid", note: "By phone.", proof: "case 7" }
    const tried = (by: Agent) => desk.post(`/${id}/conclude`, words, undefined, by)
    expect((await tried(desk.maker)).body.code).toBe(not.code)
    expect((await tried(desk.checker)).body.payout.status).toBe("rejected")
    const retry = async (by: Agent) =>
      (await by.get(`/admin/payin/payouts/${id}`).expect(200)).body.payout.retry_approval
    expect(await retry(desk.checker)).toEqual(not)
    expect(await retry(desk.maker)).toEqual(may)
  })

  it("a beneficiary and its rule are confirmed by another person who is signed in, and by no key", async () => {
    const desk = await PayoutDesk.open(shop)
    const { token } = await secretKey(desk.checker)
    const posting = (path: string, body: object, by: Agent = desk.maker) =>
      by.post(`/admin/payin${path}`).send(body)
    const seller = { name: "Taller", currency_code: "COP", destination: DESTINATION }
    const { beneficiary } = (await posting("/beneficiaries", seller).expect(201)).body
    const terms = {
      ...{ beneficiary_id: beneficiary.id, stock_location_id: shop.store.stock_location_id },
      ...{ percent: 80, trigger: "delivery.created", tax: true },
    }
    const { payout_rule } = (await posting("/payout-rules", terms).expect(201)).body
    const posted = { ...ORDERED, amount: "1000", destination: undefined }
    const made = await desk.make({ ...posted, beneficiary_id: beneficiary.id })
    expect(made).toMatchObject({ status: "awaiting_approval", reason: "beneficiary_unconfirmed" })

    for (const [path, row] of [
      [`/beneficiaries/${beneficiary.id}/approve`, beneficiary],
      [`/payout-rules/${payout_rule.id}/approve`, payout_rule],
    ]) {
      expect(row).toMatchObject({ version: 1, status: "awaiting_approval", approved_by: null })
      const list = path.split("/")[1]
      const asked = await Promise.all(
        [desk.maker, desk.checker, byKey(token)].map((by) =>
          by.get(`/admin/payin/${list}?q=${row.id}`).expect(200)
        )
      )
      const may = asked.map(({ body }) => body[list.replace("-", "_")][0].approval.you_may)
      expect(may).toEqual([false, true, false])
      const unseen = await posting(path, {}, desk.checker)
      expect([unseen.status, unseen.body.field]).toEqual([400, "version"])
      const stale = await posting(path, { version: 2 }, desk.checker)
      expect([stale.status, stale.body.code]).toEqual([409, "changed_since"])
      const own = await posting(path, { version: 1 })
      expect([own.status, own.body.type, own.body.code]).toEqual([
        ...[409, "not_allowed", "second_person"],
      ])
      const key = await posting(path, { version: 1 }, byKey(token))
      expect([key.status, key.body.type]).toEqual([403, "forbidden"])
      await posting(path, { version: 1 }, byKey(token))
      const audit = await payoutDriver.payouts.audit.of(row.id)
      expect(
        audit
          .filter(({ actor_type }) => actor_type === "api-key")
          .map(({ action, facts }) => [action, facts])
      ).toEqual([["approval_refused", { version: 1, code: "not_a_user" }]])
      const confirmed = await posting(path, { version: 1 }, desk.checker).expect(200)
      const [shown] = Object.values(confirmed.body)
      expect(shown).toMatchObject({ version: 1, status: "active", approved_at: expect.any(String) })
      await posting(path, { version: 1 }, desk.checker).expect(200)
    }
    await payoutDriver.run()
    expect(await payoutDriver.payout(made.id)).toMatchObject({ status: "pending", reason: null })
    const listed = async (list: string, id: string) => {
      const { body } = await desk.maker.get(`/admin/payin/${list}?q=${id}`).expect(200)
      return body[list.replace("-", "_")][0].confirmed
    }
    const { percent, trigger, tax } = terms
    expect(await listed("payout-rules", payout_rule.id)).toBeNull()
    await posting(`/payout-rules/${payout_rule.id}`, { percent: 90 }).expect(200)
    expect(await listed("payout-rules", payout_rule.id)).toEqual({ percent, trigger, tax })
    expect(await listed("beneficiaries", beneficiary.id)).toBeNull()
    const moved = { destination: elsewhere, name: "Otro taller" }
    await posting(`/beneficiaries/${beneficiary.id}`, moved).expect(200)
    expect(await listed("beneficiaries", beneficiary.id)).toEqual({
      ...{ name: "Taller", payment_method: "BANK_TRANSFER", bank: "BANCOLOMBIA" },
      changed: ["account_number", "name"],
      account_last_four: DESTINATION.account_number.slice(-4),
    })
    await posting(`/beneficiaries/${beneficiary.id}`, { destination: DESTINATION }).expect(200)
    await posting(`/beneficiaries/${beneficiary.id}/approve`, { version: 3 }, desk.checker)
    // The same number by another method is not where the second person confirmed that it goes.
    const by = (payment_method: string) =>
      desk.make({ ...posted, payment_method, beneficiary_id: beneficiary.id })
    expect(await by("BANK_TRANSFER")).toMatchObject({ status: "queued" })
    expect(await by("SERVICE")).toMatchObject({
      ...{ status: "awaiting_approval", reason: "beneficiary_unconfirmed" },
    })
    for (const path of ["/beneficiaries/paybnf_x/approve", "/payout-rules/payrul_x/approve"]) {
      await posting(path, { version: 1 }, desk.checker).expect(404)
    }
  })

  it("a whole account number is shown to people who are signed in, and to no key", async () => {
    const desk = await PayoutDesk.open(shop)
    const { token } = await secretKey(desk.checker)
    const { id } = await desk.make()
    const refused = await desk.post(`/${id}/reveal`, {}, undefined, byKey(token))
    expect([refused.status, refused.body.type, refused.body.code]).toEqual([
      ...[403, "forbidden", "not_a_user"],
    ])
    expect(refused.text).not.toContain(DESTINATION.account_number)
    await desk.post(`/${id}/reveal`, {}, undefined, desk.checker).expect(200)
  })

  it("a refund to another document than the payer's waits for another person, below the limit, too", async () => {
    const desk = await PayoutDesk.open(shop)
    const sale = await sold(shop)
    const refund = desk.maker.post(`/admin/payments/${sale.payment.id}/refund`)
    await refund.send({ amount: 1_000 }).expect(200)
    await payoutDriver.runIn(31)
    const { id } = await shop.pg("payin_payout").where({ order_id: sale.order.id }).first("id")
    const give = (destination: object) => desk.post(`/${id}/destination`, { destination })
    await give({ ...elsewhere, legal_doc: "1020304051" }).expect(200)
    expect(await desk.look(id)).toMatchObject({
      ...{ status: "awaiting_approval", reason: "other_person", other_person: true },
    })
    const own = await desk.tryApprove(id, desk.maker)
    expect([own.status, own.body.code]).toEqual([409, "second_person"])
    await desk.approve(id)
    await payoutDriver.run()
    expect(payoutDriver.taken(id)).toHaveLength(1)
  })

  it("a refund to a document that an operator typed waits for another person, below the limit, too, and whoever makes the link again", async () => {
    const desk = await PayoutDesk.open(shop)
    const [typist, colleague] = [await BackOffice.of(shop), await BackOffice.of(shop)]
    const order_id = await typist.draft()
    const own = { ...CANARY.co, legal_doc: "79555111" }
    await typist.link(order_id, { customer_data: own }).expect(200)
    const { body } = await colleague
      .link(order_id, { payment_method: "EFECTY", replace: true })
      .expect(200)
    const { reference } = body.payment_link
    await colleague.http.post(`/admin/draft-orders/${order_id}/convert-to-order`).send().expect(200)
    shop.sandbox.settle(reference, { status: "APPROVED" })
    await shop.until(async () => ((await shop.row(reference)).settled_at === null ? null : true))
    const { bank, account_number, account_type } = elsewhere
    const refunded = await colleague.http
      .post(`/admin/payin/orders/${order_id}/refund`)
      .set("Idempotency-Key", "refund-to-typed")
      .send({ amount: "1000", destination: { bank, account_number, account_type } })
    expect(refunded.status).toBe(201)
    await payoutDriver.runIn(31)
    const { id } = refunded.body.payout
    expect(await desk.look(id)).toMatchObject({
      ...{ status: "awaiting_approval", reason: "other_person", other_person: true },
    })
    const said = await desk.tryApprove(id, typist.http)
    expect([said.status, said.body.code]).toEqual([409, "second_person"])
    expect((await desk.tryApprove(id, colleague.http)).status).toBe(409)
    await desk.approve(id)
    await payoutDriver.run()
    expect(payoutDriver.taken(id)).toHaveLength(1)
  })

  it("a document that the shopper gave stays the shopper's when an operator types it again on Medusa's admin route", async () => {
    const { collection_id, reference, cart } = await shop.checkout("co", {
      payment_method: "EFECTY",
    })
    await shop.complete(cart.id).expect(200)
    expect((await shop.row(reference)).payer_typed_by).toBeNull()
    const office = await BackOffice.of(shop)
    const typed = async (customer_data: object) => {
      const { body } = await office.http
        .post(`/admin/payment-collections/${collection_id}/payment-sessions`)
        .send({ provider_id: "pp_payin_co", data: { payment_method: "PSE", customer_data } })
        .expect(200)
      const [{ data }] = body.payment_collection.payment_sessions
      expect(Object.keys(data)).not.toContain("payer_typed_by")
      return (await shop.row(data.reference)).payer_typed_by
    }
    expect(await typed(CANARY.co)).toBeNull()
    expect(await typed({ ...CANARY.co, legal_doc: "79555111" })).toEqual([
      expect.stringMatching(/^user_/),
    ])
    // A storefront cannot say who typed.
    const data = { payment_method: "PSE", customer_data: { ...CANARY.co, legal_doc: "79555112" } }
    const { body } = await shop
      .postSession(collection_id, "co", { ...data, payer_typed_by: ["user_framed"] })
      .expect(200)
    const [session] = body.payment_collection.payment_sessions
    expect((await shop.row(session.data.reference)).payer_typed_by).toBeNull()
  })

  it("the operator who set a beneficiary's account cannot approve its payout, even after a later correction", async () => {
    const desk = await PayoutDesk.open(shop)
    const third = await shop.admin()
    const { body } = await desk.maker
      .post("/admin/payin/beneficiaries")
      .send({ name: "Taller", currency_code: "COP", destination: DESTINATION })
      .expect(201)
    const path = `/admin/payin/beneficiaries/${body.beneficiary.id}`
    await desk.checker.post(path).send({ destination: elsewhere }).expect(200)
    const posted = { ...ORDERED, destination: undefined, beneficiary_id: body.beneficiary.id }
    const { id } = await desk.make(posted)
    const fixer = await shop.admin()
    await fixer.post(path).send({ destination: DESTINATION }).expect(200)
    await onlyAnotherAgrees(desk, id, third)
  })

  it("operators who set a rule's share or its beneficiary's account cannot approve, even after corrections", async () => {
    const fulfillmentDriver = await FulfillmentDriver.of(shop)
    const { rules, beneficiaries } = payoutDriver.payouts
    const seller = await fulfillmentDriver.seller()
    const rule = await fulfillmentDriver.rule(seller, 20, "order.fulfillment_created")
    const [sly, crony, other] = ["user_sly", "user_crony", "user_other"].map((id) => colleague(id))
    await rules.edit(rule.id, { percent: 100 }, sly)
    await beneficiaries.edit(seller.id, { destination: elsewhere }, crony)
    const { id: order_id } = await fulfillmentDriver.sell({ "CAFE-GRANO": 3 })
    await fulfillmentDriver.pack(order_id)
    const [{ id }] = await fulfillmentDriver.paid(order_id)
    await payoutDriver.runIn(61)
    await rules.edit(rule.id, { percent: 20 }, MAKER)
    await beneficiaries.edit(seller.id, { destination: DESTINATION }, MAKER)
    expect((await payoutDriver.payout(id)).status).toBe("awaiting_approval")
    for (const maker of [sly, crony]) {
      expect(await payoutDriver.approve(id, maker)).toMatchObject({ not_allowed: true })
    }
    expect((await payoutDriver.approve(id, other)).outcome).toBe("done")
  })

  it("who priced an order, marked it as paid or fulfilled it cannot approve its seller's share, also once the share is made", async () => {
    const filler = await shop.admin()
    const fulfillmentDriver = await FulfillmentDriver.of(shop, filler)
    const [pricer, cashier, editor] = await Promise.all([1, 2, 3].map(() => BackOffice.of(shop)))
    const desk = await PayoutDesk.open(shop)
    const third = await shop.admin()
    await fulfillmentDriver.rule(await fulfillmentDriver.seller(), 80, "order.fulfillment_created")
    const order_id = await pricer.draft()
    const [item] = (await pricer.shown(order_id)).items
    const edit = `/admin/draft-orders/${order_id}/edit`
    await pricer.http.post(edit).send().expect(200)
    const dear = { quantity: 1, unit_price: 20_000_000 }
    await pricer.http.post(`${edit}/items/item/${item.id}`).send(dear).expect(200)
    await pricer.http.post(`${edit}/confirm`).send().expect(200)
    await pricer.http.post(`/admin/draft-orders/${order_id}/convert-to-order`).send().expect(200)
    await cashier.markAsPaid(order_id)
    await fulfillmentDriver.pack(order_id)
    const [{ id, amount }] = await fulfillmentDriver.paid(order_id)
    expect(amount).toBe("16000000")
    await editor.edit(order_id, { "CAFE-MOLIDO": 1 })

    for (const agent of [filler, pricer.http, cashier.http, editor.http]) {
      const { body } = await agent.get(`/admin/payin/payouts/${id}`).expect(200)
      expect(body.payout.approval).toMatchObject({ you_may: false, code: "second_person" })
      const said = await desk.tryApprove(id, agent)
      expect([said.status, said.body.type]).toEqual([409, "not_allowed"])
      const words = { note: "In cash.", proof: "receipt 7" }
      const elsewhere = await desk.post(`/${id}/paid-elsewhere`, words, undefined, agent)
      expect([elsewhere.status, elsewhere.body.type]).toEqual([409, "not_allowed"])
    }
    expect((await desk.tryApprove(id, third)).status).toBe(200)
  })

  it("the operator who gave a refund's destination cannot mark it as paid elsewhere; the money pays its order", async () => {
    const { cart, reference } = await shop.checkout("co")
    const { id } = await shop.row(reference)
    const lease = await shop.until(() => shop.ledger.leases.acquire(id, "a pass that hangs"))
    const broken = await breakWriting(shop.pg, { table: "order_transaction", event: "insert" })
    shop.sandbox.settle(reference, { status: "APPROVED", notify: false })
    expect((await shop.complete(cart.id)).body.type).not.toBe("order")
    await shop.stock("CAFE-GRANO", 0)
    await broken.mend()
    const kept = await breakWriting(shop.pg, { table: "refund", event: "delete" })
    await shop.ledger.leases.release(lease)
    shop.advanceClock(HOUR)
    await shop.sweep()
    await shop.digested(reference)
    await (await Desk.open(shop)).find("paid_without_order")
    // A pass takes the refund back as often as it tries: none tries until the end.
    const passesAt = (apply_after: unknown) =>
      shop.pg("payin_transaction").where({ reference }).update({ apply_after })
    const last = await shop.until(() => shop.ledger.leases.acquire(id, "the last pass until then"))
    await passesAt(null)
    await shop.ledger.leases.release(last)
    await payinOrphans(shop.container)
    await payoutDriver.runIn(31)
    const payout = (await refundee(shop, payoutDriver).payouts({ reference })).at(-1)
    const path = `/${payout?.id}`
    const desk = await PayoutDesk.open(shop)
    await desk.post(`${path}/destination`, { destination: elsewhere }).expect(200)
    const words = { note: "In cash.", proof: "receipt 7" }
    const said = await desk.post(`${path}/paid-elsewhere`, words)
    expect([said.status, said.body.type]).toEqual([409, "not_allowed"])

    await kept.mend()
    await shop.stock("CAFE-GRANO", 10)
    await passesAt(shop.pg.fn.now())
    shop.advanceClock(HOUR)
    await shop.sweep()
    await shop.captured(cart.id)
    await expectPaidOnce(shop, cart.id)
    await payoutDriver.runIn(91)
    expect(shop.sandbox.payouts()).toEqual([])
  })
})
