import type { Agent } from "supertest"
import { csvRows } from "../support/csv-rows"
import { closeGate, waitingAtGates } from "../support/gate"
import { CANARY } from "../support/personal-data"
import { DESTINATION, ORDERED, PayoutDesk, SECRETS } from "../support/payout-desk"
import { withShop } from "../support/shop"
import { PayoutDriver } from "../support/payout-driver"

const NEW = {
  name: "Taller de cuero",
  currency_code: "cop",
  payment_method: "BANK_TRANSFER",
  destination: DESTINATION,
}
const elsewhere = { ...DESTINATION, account_number: "55667788990" }

withShop("beneficiaries", {}, (shop) => {
  let desk: PayoutDesk
  beforeEach(async () => {
    desk = await PayoutDesk.open(shop)
  })

  const post = (path: string, body: object, by: Agent = desk.maker) =>
    by.post(`/admin/payin${path}`).send(body)

  async function beneficiary(change: object = {}) {
    const { body } = await post("/beneficiaries", { ...NEW, ...change }).expect(201)
    return body.beneficiary
  }

  const rule = async (change: object = {}) => ({
    stock_location_id: shop.store.stock_location_id,
    percent: 60,
    trigger: "shipment.created",
    ...change,
  })

  it("are listed without their account number; reveal shows it and writes an audit entry", async () => {
    const { stock_location_id } = shop.store
    const made = await beneficiary({ stock_location_id })
    expect(made).toMatchObject({
      id: expect.stringMatching(/^paybnf_/),
      account: "co",
      currency_code: "COP",
      country: "CO",
      destination: { bank: "BANCOLOMBIA", account_last_four: DESTINATION.account_number.slice(-4) },
      stock_location_id,
    })
    const list = await desk.maker.get("/admin/payin/beneficiaries?q=taller").expect(200)
    expect(list.body).toMatchObject({ beneficiaries: [made], count: 1 })
    const csv = await desk.maker.get("/admin/payin/beneficiaries?format=csv").expect(200)
    expect(csv.text.startsWith('\ufeff"id","name",')).toBe(true)
    expect(csvRows(csv.text)[1].slice(0, 4)).toEqual([made.id, "Taller de cuero", "co", "COP"])
    for (const { text } of [list, csv]) {
      expect(SECRETS.filter((secret) => text.includes(secret))).toEqual([])
    }
    for (const q of ["nobody", "%"]) {
      const none = await desk.maker.get("/admin/payin/beneficiaries").query({ q }).expect(200)
      expect(none.body.count).toBe(0)
    }
    const shown = await post(`/beneficiaries/${made.id}/reveal`, {}, desk.checker).expect(200)
    expect(shown.body).toEqual({ destination: DESTINATION })
    const { body } = await desk.maker.get(`/admin/payin/audit?q=${made.id}`).expect(200)
    expect(body.audit).toMatchObject([
      { action: "revealed", actor_type: "user", subject_id: made.id },
      { action: "created", actor_id: made.created_by },
    ])
    expect(body.audit[0].actor_id).not.toBe(made.created_by)
  })

  it("are refused with the field that is wrong", async () => {
    const wrong: [object, string][] = [
      [{ name: "" }, "name"],
      [{ name: undefined }, "name"],
      [{ name: "n".repeat(256) }, "name"],
      [{ currency_code: "PEN" }, "currency_code"],
      [{ account: "nobody" }, "account"],
      [{ account: "pe", currency_code: "PEN" }, "destination.account_type"],
      [{ payment_method: "PSE" }, "payment_method"],
      [{ payment_method: "TRANSFIYA" }, "destination.account_number"],
      [{ destination: undefined }, "destination"],
      [{ destination: { ...DESTINATION, account_type: "WALLET" } }, "destination.account_type"],
      [{ stock_location_id: "sloc_nobody" }, "stock_location_id"],
      [{ id: "paybnf_mine" }, "id"],
    ]
    for (const [change, field] of wrong) {
      const pe = field === "destination.account_type" && "account" in change
      const answer = await post("/beneficiaries", {
        ...NEW,
        ...change,
        ...(pe && { destination: { ...DESTINATION, ...CANARY.pe, account_type: "AHORROS" } }),
        ...(field === "destination.account_number" && {
          destination: { ...DESTINATION, account_number: "12-34" },
        }),
      })
      expect([change, answer.status, answer.body.field]).toEqual([change, 400, field])
    }
    expect(await shop.pg("payin_beneficiary")).toEqual([])
  })

  it("leave earlier payouts unchanged when edited, and their last editor cannot approve their payouts", async () => {
    const { id } = await beneficiary()
    const copied = { ...ORDERED, destination: undefined, beneficiary_id: id }
    const third = await shop.admin()
    const first = await desk.make(copied)
    expect(first).toMatchObject({ beneficiary_id: id, payment_method: "BANK_TRANSFER" })
    const alone = { payment_method: "BREB" }
    expect((await post(`/beneficiaries/${id}`, alone).expect(400)).body.field).toBe("destination")
    const moved = { destination: elsewhere, name: "Taller nuevo" }
    const edited = await post(`/beneficiaries/${id}`, moved, desk.checker).expect(200)
    expect(edited.body.beneficiary).toMatchObject({
      name: "Taller nuevo",
      destination: { account_last_four: "8990" },
    })
    const second = await desk.make(copied)
    expect(second.destination?.account_last_four).toBe("8990")
    expect((await desk.look(first.id)).destination).toEqual(first.destination)
    for (const { id: payout } of [first, second]) {
      const answer = await desk.tryApprove(payout)
      expect([answer.status, answer.body.type]).toEqual([409, "not_allowed"])
    }
    const whole = { ...NEW, name: "Taller", account: "co", destination: undefined }
    await post(`/beneficiaries/${id}`, whole).expect(200)
    for (const field of ["account", "currency_code"]) {
      const changed = await post(`/beneficiaries/${id}`, { [field]: "pe" }).expect(400)
      expect(changed.body.field).toBe(field)
    }
    expect((await desk.tryApprove(first.id, third)).status).toBe(200)

    const other = await post("/beneficiaries", {
      ...NEW,
      account: "pe",
      currency_code: "PEN",
      destination: { ...DESTINATION, ...CANARY.pe, bank: "BCP" },
    }).expect(201)
    const foreign = { ...copied, beneficiary_id: other.body.beneficiary.id }
    expect((await desk.post("", foreign).expect(400)).body.field).toBe("beneficiary_id")
    const wrongWay = { ...copied, payment_method: "TRANSFIYA" }
    await post(`/beneficiaries/${id}`, { destination: { ...elsewhere, account_number: "12-34" } })
    expect((await desk.post("", wrongWay).expect(400)).body.field).toBe(
      "destination.account_number"
    )
  })

  it("keep their last editor, as their rules do, when they are posted back unchanged", async () => {
    const { id, ...made } = await beneficiary()
    const { body } = await post("/payout-rules", await rule({ beneficiary_id: id }))
    const { id: ruleId, ...terms } = body.payout_rule
    const seen = { percent: terms.percent, trigger: terms.trigger, tax: terms.tax }
    const same = { ...NEW, destination: DESTINATION }
    const edited_by = made.edited_by
    for (const change of [{}, same]) {
      const answer = await post(`/beneficiaries/${id}`, change, desk.checker).expect(200)
      expect(answer.body.beneficiary).toEqual({ id, ...made })
    }
    for (const change of [{}, seen]) {
      const answer = await post(`/payout-rules/${ruleId}`, change, desk.checker).expect(200)
      expect(answer.body.payout_rule).toEqual({ id: ruleId, ...terms })
    }
    const named = await post(`/beneficiaries/${id}`, { ...same, name: "Otro" }, desk.checker)
    expect(named.body.beneficiary).toMatchObject({ name: "Otro" })
    expect(named.body.beneficiary.makers).toHaveLength(2)
    expect(named.body.beneficiary.edited_by).not.toBe(edited_by)
    for (const q of [id, ruleId]) {
      const { body: noted } = await desk.maker.get(`/admin/payin/audit?q=${q}`).expect(200)
      const actions = noted.audit.map(({ action }: { action: string }) => action)
      expect(actions).toEqual(q === id ? ["edited", "created"] : ["created"])
    }
    const { body: changed } = await post(`/payout-rules/${ruleId}`, { percent: 5 }, desk.checker)
    expect(changed.payout_rule.edited_by).not.toBe(edited_by)
  })

  it("who are paid by key cannot get another account without its payment method", async () => {
    const key = { ...DESTINATION, account_number: "@taller" }
    const { id } = await beneficiary({ payment_method: "BREB", destination: key })
    const moved = { destination: elsewhere }
    const unsaid = await post(`/beneficiaries/${id}`, moved).expect(400)
    expect(unsaid.body.field).toBe("payment_method")
    await post(`/beneficiaries/${id}`, { ...moved, payment_method: "BANK_TRANSFER" }).expect(200)
    const copied = { ...ORDERED, destination: undefined, payment_method: undefined }
    expect(await desk.make({ ...copied, beneficiary_id: id })).toMatchObject({
      payment_method: "BANK_TRANSFER",
      destination: { account_last_four: "8990" },
    })
  })

  it("get at most 100 percent of what leaves a location, also when two rules come at the same moment", async () => {
    const { id } = await beneficiary()
    const terms = await rule({ beneficiary_id: id })
    const gate = await closeGate(shop.pg, { table: "payin_payout_rule", event: "insert" })
    const first = post("/payout-rules", terms).then((answer) => answer)
    await gate.arrived()
    const second = post("/payout-rules", terms).then((answer) => answer)
    await shop.until(async () => ((await waitingAtGates(shop.pg)) === 2 ? true : null))
    await gate.open()
    const both = await Promise.all([first, second])
    expect(both.map(({ status }) => status).sort()).toEqual([201, 400])
    const refused = both.find(({ status }) => status === 400)
    expect(refused?.body).toMatchObject({ type: "invalid_data", field: "percent" })

    // Whatever makes a rule pay: a parcel is packed, shipped and delivered.
    const later = await post("/payout-rules", { ...terms, trigger: "delivery.created" })
    expect([later.status, later.body.field]).toEqual([400, "percent"])
    const rest = await post("/payout-rules", { ...terms, percent: 39, trigger: "delivery.created" })
    const ruleId = rest.body.payout_rule.id
    expect(rest.body.payout_rule).toMatchObject({ percent: 39, tax: false, beneficiary_id: id })
    const edit = (change: object) => post(`/payout-rules/${ruleId}`, change)
    expect((await edit({ percent: 40.0001 }).expect(400)).body.field).toBe("percent")
    expect(
      (await edit({ trigger: "shipment.created" }).expect(200)).body.payout_rule
    ).toMatchObject({ percent: 39, trigger: "shipment.created" })
    const onto = await Promise.all([
      edit({ percent: 40 }),
      post("/payout-rules", { ...terms, percent: 1 }),
      post("/payout-rules", { ...terms, percent: 1, trigger: "delivery.created" }),
    ])
    expect(onto.map(({ status }) => status)).toContain(400)
    const { body } = await desk.maker.get("/admin/payin/payout-rules").expect(200)
    const sum = body.payout_rules.reduce(
      (all: number, one: { percent: number }) => all + one.percent,
      0
    )
    expect(sum).toBe(100)
    expect(JSON.parse(JSON.stringify(body.payout_rules[0].percent))).toEqual(expect.any(Number))
  })

  it("have only rules with valid terms, which are deleted with them", async () => {
    const { id } = await beneficiary()
    const terms = await rule({ beneficiary_id: id })
    const wrong: [object, string][] = [
      ...[0, -1, 100.1, 33.33333, "60", null, undefined, NaN].map((percent): [object, string] => [
        { percent },
        "percent",
      ]),
      [{ trigger: "order.placed" }, "trigger"],
      [{ tax: "yes" }, "tax"],
      [{ beneficiary_id: "paybnf_nobody" }, "beneficiary_id"],
      [{ stock_location_id: "sloc_nobody" }, "stock_location_id"],
      [{ amount: 5 }, "amount"],
    ]
    for (const [change, field] of wrong) {
      const answer = await post("/payout-rules", { ...terms, ...change })
      expect([change, answer.status, answer.body.field]).toEqual([change, 400, field])
    }
    const made = await post("/payout-rules", terms).expect(201)
    const ruleId = made.body.payout_rule.id
    await post(`/payout-rules/${ruleId}`, { ...terms, tax: true }).expect(200)
    for (const field of ["stock_location_id", "beneficiary_id"]) {
      for (const value of ["another", null]) {
        const changed = await post(`/payout-rules/${ruleId}`, { [field]: value }).expect(400)
        expect(changed.body.field).toBe(field)
      }
    }
    const csv = await desk.maker.get("/admin/payin/payout-rules?format=csv&account=co").expect(200)
    expect(csvRows(csv.text)[1].slice(0, 6)).toEqual([
      ...[ruleId, id, terms.stock_location_id, "60", "shipment.created", "true"],
    ])
    const none = await desk.maker.get("/admin/payin/payout-rules?account=pe").expect(200)
    expect(none.body.payout_rules).toEqual([])
    await post("/payout-rules/payrul_nobody", { percent: 1 }).expect(404)

    const gone = await desk.maker.delete(`/admin/payin/beneficiaries/${id}`).expect(200)
    expect(gone.body).toEqual({ id, object: "beneficiary", deleted: true })
    await desk.maker.delete(`/admin/payin/beneficiaries/${id}`).expect(404)
    await desk.maker.delete(`/admin/payin/payout-rules/${ruleId}`).expect(404)
    await post(`/beneficiaries/${id}/reveal`, {}).expect(404)
    expect((await post("/payout-rules", terms).expect(400)).body.field).toBe("beneficiary_id")
    const { body } = await desk.maker.get(`/admin/payin/audit?q=${ruleId}`).expect(200)
    expect(body.audit.map(({ action }: { action: string }) => action)).toEqual([
      "deleted",
      "edited",
      "created",
    ])
  })

  it("are deleted with their account; earlier payouts are still paid, approved by a non-editor", async () => {
    const { id } = await beneficiary()
    await post(`/beneficiaries/${id}`, { destination: elsewhere }, desk.checker).expect(200)
    const third = await shop.admin()
    const payout = await desk.make({ ...ORDERED, destination: undefined, beneficiary_id: id })
    await desk.maker.delete(`/admin/payin/beneficiaries/${id}`).expect(200)

    const row = await shop.pg("payin_beneficiary").where({ id }).first()
    expect(row).toMatchObject({ full_name: "", bank: "", account_type: "", account_last_four: "" })
    const context = { table: "payin_beneficiary", row: id, column: "destination_sealed" }
    expect(shop.ledger.sealer.open(row.destination_sealed, context)).toBe("{}")

    const byEditor = await desk.tryApprove(payout.id)
    expect([byEditor.status, byEditor.body.type]).toEqual([409, "not_allowed"])
    expect((await desk.tryApprove(payout.id, third)).status).toBe(200)
    const payoutDriver = new PayoutDriver(shop)
    payoutDriver.fill(1_000_000)
    await desk.reaches(payout.id, "pending")
    const { account_number } = elsewhere
    expect(payoutDriver.taken(payout.id)).toMatchObject([{ amount: 150_000, account_number }])
  })
})
