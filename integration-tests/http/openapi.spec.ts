import { randomUUID } from "node:crypto"
import request, { type Agent, type Response } from "supertest"
import { signTestWebhook } from "../../src/domain/notification/test-webhook"
import { BackOffice } from "../support/back-office"
import { cardOrder } from "../support/card-checkout"
import { noticeOf } from "../support/notification"
import { Contract } from "../support/openapi/contract"
import { DESTINATION, ORDERED } from "../support/payout-desk"
import { signedInCustomer } from "../support/people"
import { CANARY } from "../support/personal-data"
import { withShop } from "../support/shop"
import { sold } from "../support/sold"
import { CoffeeClub } from "../support/subscriber"

const ADMIN = "/admin/payin"
const PAYOUTS = `${ADMIN}/payouts`
const { bank, account_number, account_type } = DESTINATION
/** Enough where the payer is known. */
const ACCOUNT = { bank, account_number, account_type }
const TODAY = new Date().toISOString().slice(0, 10)

/** A picture that is text. */
function asText(answer: Response, done: (error: null, body: string) => void): void {
  answer.text = ""
  answer.on("data", (chunk) => (answer.text += String(chunk)))
  answer.on("end", () => done(null, answer.text))
}

withShop("docs/openapi.yaml", {}, (shop) => {
  const contract = new Contract()
  const holds: Contract["holds"] = (...asked) => contract.holds(...asked)

  const once = (by: Agent, path: string) => by.post(path).set("Idempotency-Key", randomUUID())

  /** A list that holds something, and the same as a file. */
  async function listed(by: Agent, name: string, key = name.replace("-", "_")) {
    const path = `${ADMIN}/${name}`
    const { body } = await holds(by.get(path), 200)
    expect([path, body[key]]).toEqual([path, expect.arrayContaining([expect.anything()])])
    await holds(by.get(`${path}?format=csv`), 200)
    return body[key]
  }

  /** Each field that the contract wants is missed, and named, when it is left out. */
  async function missed(by: Agent, address: string, path: string, body: Record<string, unknown>) {
    for (const name of contract.needed("post", address)) {
      const { [name]: _, ...rest } = body
      const answer = await holds(once(by, path), 400, rest)
      expect([path, answer.body.field]).toEqual([path, name])
    }
  }

  it("matches the requests and answers about pay-ins", async () => {
    const sale = await sold(shop)
    const open = await shop.checkout("pe")
    const admin = await shop.admin()
    const { id } = await shop.row(sale.reference)
    await holds(admin.post(`${ADMIN}/transactions/${id}/sync`), 200, {})
    const { anomaly } = await shop.ledger.anomalies.open({
      kind: "status_changed_after_final",
      subject: id,
      account: "co",
      transaction_id: id,
      facts: {},
    })

    await holds(shop.http().get(`${ADMIN}/status`), 401)
    for (const name of ["overview", "status", "merchant", "destination-form"]) {
      await holds(admin.get(`${ADMIN}/${name}`), 200)
    }
    await holds(admin.post(`${ADMIN}/status/test`), 200, {})
    // What a backup of another database would hold.
    await shop.pg("payin_installation").update({ database: "1" })
    await holds(once(admin, `${ADMIN}/status/take-over`), 200, { note: "The other one is gone." })
    await holds(admin.get(`${ADMIN}/lookup/${sale.reference}`), 200)
    await listed(admin, "transactions")
    await holds(admin.get(`${ADMIN}/transactions/${id}`), 200)
    await listed(admin, "anomalies")
    await holds(admin.get(`${ADMIN}/anomalies/${anomaly.id}`), 200)
    const resolve = `${ADMIN}/anomalies/${anomaly.id}/resolve`
    const decision = { action: "ignore", note: "Told by the service to be one." }
    await missed(admin, `${ADMIN}/anomalies/{id}/resolve`, resolve, decision)
    await holds(once(admin, resolve), 200, decision)
    const together = `${ADMIN}/anomalies/resolve`
    const nothing = { action: "released", note: "Told by the service.", ids: [anomaly.id] }
    await missed(admin, together, together, nothing)
    await holds(once(admin, together), 200, nothing)
    const [event] = await listed(admin, "events")
    await holds(admin.get(`${ADMIN}/events/${event.id}`), 200)
    await holds(admin.post(`${ADMIN}/events/${event.id}/retry`), 409, {})
    const report = `${ADMIN}/reports/reconciliation`
    await holds(admin.get(`${report}?date=${TODAY}`), 200)
    await holds(admin.get(`${report}?date=${TODAY}&format=csv`), 200)

    const link = `${ADMIN}/orders/${sale.order.id}/payment-link`
    await holds(once(admin, link), 409, {})
    const { legal_doc_type, legal_doc } = CANARY.co
    const draft = await (await BackOffice.of(shop)).draft()
    await holds(once(admin, `${ADMIN}/orders/${draft}/payment-link`), 200, {
      customer_data: { legal_doc_type, legal_doc },
    })
    await holds(admin.post(`${ADMIN}/orders/${sale.order.id}/pay-again-link`), 409, {})
    const again = await holds(admin.post(`${ADMIN}/orders/${draft}/pay-again-link`), 200, {})
    const payPage = new URL(again.body.url).pathname
    await holds(request(shop.url).get(payPage), 200)
    const form = { shown: "48000", payment_method: "ALL_METHODS" }
    await holds(request(shop.url).post(payPage).type("form").accept("html"), 303, form)
    await holds(request(shop.url).post(payPage).type("form"), 409, { ...form, shown: "1" })
    await holds(request(shop.url).get(`${payPage}0`), 404)

    const offered = `/store/payin/methods?cart_id=${open.cart.id}`
    const { body } = await holds(shop.http().get(offered), 200)
    await holds(shop.http().get(`/store/payin/banks?cart_id=${open.cart.id}`), 200)
    await holds(shop.http().get("/store/payin/banks"), 400)
    await holds(shop.http().get("/store/payin/methods"), 400)
    await holds(shop.http().get("/store/payin/methods?cart_id=cart_of_nobody"), 404)
    await holds(request(shop.url).get(offered), 400)
    await holds(request(shop.url).get(body.methods[0].icon).buffer(true).parse(asText), 200)
    for (const { session } of [sale, open]) {
      await holds(shop.http().get(`/store/payin/sessions/${session.id}`), 200)
    }
    await holds(shop.http().get(`/store/payin/sessions/${sale.session.id}/events`), 200)
    await holds(shop.http().get("/store/payin/sessions/payses_of_nobody/events"), 404)
    await holds(shop.http().post(`/store/payin/sessions/${sale.session.id}/pay-again-link`), 409)
  })

  it("matches the requests and answers about refunds", async () => {
    const { order } = await sold(shop)
    const admin = await shop.admin()
    const path = `${ADMIN}/orders/${order.id}/refund`
    const refunded = async (body: object) => {
      const answer = await holds(once(admin, path), 201, body)
      return `${PAYOUTS}/${answer.body.payout.id}`
    }
    await missed(admin, `${ADMIN}/orders/{id}/refund`, path, { amount: "10000" })
    await refunded({ amount: "10000", destination: ACCOUNT, note: "A broken cup." })
    const later = `${await refunded({ amount: 10000 })}/destination`
    await missed(admin, `${PAYOUTS}/{id}/destination`, later, { destination: ACCOUNT })
    await holds(admin.post(later), 200, { destination: ACCOUNT })
    await holds(admin.post(`${later}-link`), 409, {})

    const asked = await holds(
      admin.post(`${await refunded({ amount: "10000" })}/destination-link`),
      200,
      {}
    )
    const page = new URL(asked.body.url).pathname
    const browser = () => request(shop.url)
    const form = (fields: object, status: number) =>
      holds(browser().post(page).type("form"), status, fields)
    await holds(browser().get(page), 200)
    await form({ ...ACCOUNT, bank: "" }, 400)
    await form({ ...ACCOUNT, payment_method: "BANK_TRANSFER" }, 200)
    await holds(browser().get("/payin/refund/never-was"), 404)
  })

  it("matches the requests and answers about payouts", async () => {
    const [maker, checker] = [await shop.admin(), await shop.admin()]
    await missed(maker, PAYOUTS, PAYOUTS, ORDERED)
    const made = async () => {
      const { body } = await holds(once(maker, PAYOUTS), 201, ORDERED)
      return { path: `${PAYOUTS}/${body.payout.id}`, version: Number(body.payout.version) }
    }
    const { path, version } = await made()
    const destination = { ...DESTINATION, account_number: "55667788990" }
    await holds(maker.post(`${path}/destination`), 200, { destination })
    await holds(once(checker, `${path}/approve`), 409, { version })
    await holds(once(checker, `${path}/approve`), 200, { version: version + 1 })
    const [{ path: canceled }, { path: paid }] = [await made(), await made()]
    await missed(maker, `${PAYOUTS}/{id}/cancel`, `${canceled}/cancel`, { note: "Twice." })
    await holds(maker.post(`${canceled}/cancel`), 200, { note: "Twice." })
    for (const step of ["retry", "resend"]) {
      await holds(once(maker, `${canceled}/${step}`), 409, {})
    }
    const given = { note: "In cash.", proof: "Receipt 118" }
    const elsewhere = "paid-elsewhere"
    await missed(checker, `${PAYOUTS}/{id}/${elsewhere}`, `${paid}/${elsewhere}`, given)
    await holds(once(checker, `${paid}/${elsewhere}`), 200, given)
    await holds(maker.post(`${path}/reveal`), 200, {})
    await holds(maker.get(path), 200)

    const upload = `${PAYOUTS}/import`
    const { content } = contract.document.paths[upload].post.requestBody
    const [csv] = content["text/csv"].schema.examples
    await missed(maker, upload, upload, { csv })
    await holds(once(maker, upload), 400, { csv: csv.replace("AHORRO", "?") })
    await holds(once(maker, upload), 200, { csv, dry_run: true })
    await holds(once(maker, `${upload}?dry_run=true`).type("text/csv"), 200, csv)
    const taken = await holds(once(maker, upload), 201, { csv })
    await holds(maker.get(`${PAYOUTS}/imports/${taken.body.import.id}`), 200)
    await listed(maker, "payouts")
  })

  it("matches the requests and answers about beneficiaries and payout rules", async () => {
    const admin = await shop.admin()
    const checker = await shop.admin()
    const { stock_location_id } = shop.store
    const posted = { name: "Taller de cuero", currency_code: "COP", destination: DESTINATION }
    const people = `${ADMIN}/beneficiaries`
    await missed(admin, people, people, posted)
    const { body } = await holds(admin.post(people), 201, { ...posted, stock_location_id })
    const person = `${people}/${body.beneficiary.id}`
    await holds(admin.post(person), 200, { name: "Taller" })
    await holds(admin.post(`${person}/reveal`), 200, {})
    await missed(checker, `${people}/{id}/approve`, `${person}/approve`, { version: 2 })
    await holds(admin.post(`${person}/approve`), 409, { version: 2 })
    await holds(checker.post(`${person}/approve`), 200, { version: 2 })
    await listed(admin, "beneficiaries")

    const rules = `${ADMIN}/payout-rules`
    const beneficiary_id: string = body.beneficiary.id
    const rule = { beneficiary_id, stock_location_id, percent: 12.5, trigger: "delivery.created" }
    await missed(admin, rules, rules, rule)
    const made = await holds(admin.post(rules), 201, rule)
    const ruled = `${rules}/${made.body.payout_rule.id}`
    await holds(admin.post(ruled), 200, { percent: 10 })
    await missed(checker, `${rules}/{id}/approve`, `${ruled}/approve`, { version: 2 })
    await holds(checker.post(`${ruled}/approve`), 200, { version: 2 })
    await listed(admin, "payout-rules")
    await holds(admin.delete(`${rules}/${made.body.payout_rule.id}`), 200)
    await holds(admin.delete(person), 200)
    await listed(admin, "audit")
  })

  it("matches the requests and answers about subscriptions, for operators and shoppers", async () => {
    const club = await CoffeeClub.of(shop)
    const { token } = await signedInCustomer(shop.container)
    const card = {
      token: "tok_test_approved",
      customer_data: CANARY.co,
      brand: "visa",
      save_card: true,
    }
    const sale = await cardOrder(shop, { data: { ...card, last_four: "1111" }, as: token })
    const { id } = await club.started(sale.order.id)
    const admin = await shop.admin()
    const held = await holds(admin.get(`${ADMIN}/orders/${sale.order.id}/holds`), 200)
    expect(held.body.holds).toHaveLength(1)
    const path = `${ADMIN}/subscriptions/${id}`
    await holds(once(admin, `${path}/capture`), 200, {})
    const { body } = await holds(once(admin, `${path}/renew`), 200, {})
    expect(body.renewal.cycle).not.toBeNull()
    const one = await holds(admin.get(path), 200)
    expect(one.body.subscription).toMatchObject({
      cycles: expect.arrayContaining([expect.anything()]),
      holds: expect.arrayContaining([expect.anything()]),
    })
    await listed(admin, "subscriptions")

    const own = "/store/payin"
    const signed = { Authorization: `Bearer ${token}` }
    const cards = await holds(shop.http().get(`${own}/saved-cards`).set(signed), 200)
    const seen = await holds(shop.http().get(`${own}/subscriptions`).set(signed), 200)
    expect([cards.body.saved_cards, seen.body.subscriptions]).toMatchObject([[{}], [{ id }]])
    await holds(shop.http().get(`${own}/subscriptions`), 401)
    const one_card = `${own}/saved-cards/${cards.body.saved_cards[0].id}`
    await holds(shop.http().delete(one_card).set(signed), 200)
    await holds(shop.http().delete(`${own}/saved-cards/paycard_none`).set(signed), 404)
    await holds(shop.http().delete(one_card), 401)
    await holds(shop.http().post(`${own}/subscriptions/${id}/cancel`).set(signed), 200, {})
    await holds(admin.post(`${path}/cancel`), 200, {})
    await holds(once(admin, `${path}/renew`), 409, {})
  })

  it("matches the notifications of the service and their answers", async () => {
    const { reference } = await shop.checkout("co")
    const { path, body } = noticeOf(shop, reference)
    await holds(request(shop.url).post(path), 202, body)
    await holds(request(shop.url).post(`${path}0`), 404, body)
    const { body: webhook, headers } = signTestWebhook(
      { event: "subscription.cancelled", data: { subscription: { subscription_id: "sub_no" } } },
      { secret: CANARY.webhook_secret }
    )
    const card = () => request(shop.url).post("/hooks/payin/card")
    await holds(card().set(headers), 202, webhook)
    await holds(card().type("json"), 401, webhook)
  })

  it("was compared with an answer of every operation except six that need the service to fail", async () => {
    expect(contract.left()).toEqual([
      `POST ${ADMIN}/events/{id}/retry`,
      `POST ${PAYOUTS}/{id}/conclude`,
      `POST ${PAYOUTS}/{id}/pay-rest`,
      `POST ${PAYOUTS}/{id}/resend`,
      `POST ${PAYOUTS}/{id}/retry`,
      // Held in ends-kept.spec.ts, where orders stay.
      "POST /store/payin/sessions/{payment_session_id}/pay-again-link",
    ])
  })

  it("would notice a key too many and one too few", async () => {
    const { id } = await shop.cart()
    const { body } = await holds(shop.http().get(`/store/payin/methods?cart_id=${id}`), 200)
    const [{ label: _, ...method }] = body.methods
    const wrong = { methods: [{ ...method, colour: "red" }] }
    const place = ["components", "schemas", "StoreMethodsAnswer"]
    expect(contract.differences(place, wrong)).toHaveLength(2)
  })
})
