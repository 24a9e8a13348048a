import { createApiKeysWorkflow } from "@medusajs/core-flows"
import request from "supertest"
import { breakWriting } from "../support/gate"
import { DESTINATION, ORDERED, PayoutDesk, SECRETS } from "../support/payout-desk"
import { withShop } from "../support/shop"

const elsewhere = { ...DESTINATION, account_number: "55667788990" }
const DAY = 86_400_000

withShop("the payouts admin", {}, (shop) => {
  let desk: PayoutDesk
  beforeEach(async () => {
    desk = await PayoutDesk.open(shop)
  })

  /** The answer of this request is lost: it was carried out, and nobody was told. */
  async function unanswered(ask: () => PromiseLike<{ status: number }>): Promise<void> {
    const broken = await breakWriting(shop.pg, {
      table: "payin_operator_request",
      event: "update",
      when: "new.answer_status is not null",
    })
    expect((await ask()).status).toBe(500)
    await broken.mend()
    shop.advanceClock(DAY)
  }

  const allPayouts = async () => (await desk.maker.get("/admin/payin/payouts").expect(200)).body

  it("shows a payout with all that the contract promises", async () => {
    const payout = await desk.make({ note: "Invoice 118" })
    expect(payout).toMatchObject({
      id: expect.stringMatching(/^payout_/),
      account: "co",
      status: "awaiting_approval",
      reason: null,
      source: "operator",
      amount: "150000",
      currency_code: "COP",
      payment_method: "BANK_TRANSFER",
      destination: {
        full_name: DESTINATION.full_name,
        bank: "BANCOLOMBIA",
        account_type: "AHORRO",
        account_last_four: DESTINATION.account_number.slice(-4),
      },
      note: "Invoice 118",
      version: 1,
      created_by: expect.stringMatching(/^user_/),
      approved_by: null,
    })
    for (const absent of ["beneficiary_id", "order_id", "fulfillment_id", "refund_id"] as const) {
      expect(payout[absent]).toBeNull()
    }
    expect(await desk.look(payout.id)).toEqual({
      ...payout,
      form: null,
      clawback_due: null,
      retry_approval: null,
      rest_due: null,
      rest_ids: [],
      actions: ["approve", "destination", "paid-elsewhere", "cancel"],
      approval: { you_may: false, code: "second_person", approvers: null },
      outcome_approval: null,
      outcome_references: [],
      paid_elsewhere_approval: { you_may: false, code: "second_person", approvers: null },
      attempts: [],
      audit: [
        expect.objectContaining({
          action: "created",
          actor_type: "user",
          actor_id: payout.created_by,
          to_status: "awaiting_approval",
        }),
      ],
    })
    expect(await allPayouts()).toMatchObject({ payouts: [payout], count: 1, next_cursor: null })
  })

  it("queues a payout only once a second person approves: not its maker, its last editor or an API key", async () => {
    const third = await shop.admin()
    const { id } = await desk.make()
    const approve = (by: request.Agent) => desk.tryApprove(id, by)
    expect((await approve(desk.maker)).body).toMatchObject({ type: "not_allowed" })
    const blind = await desk.post(`/${id}/approve`, {}, undefined, desk.checker)
    expect([blind.status, blind.body.field]).toEqual([400, "version"])

    const { result } = await createApiKeysWorkflow(shop.container).run({
      input: { api_keys: [{ title: "robot", type: "secret", created_by: "nobody" }] },
    })
    const robot = request.agent(shop.url).auth(result[0].token, "")
    const byKey = await approve(robot)
    expect([byKey.status, byKey.body.type]).toEqual([409, "not_allowed"])

    await desk.checker
      .post(`/admin/payin/payouts/${id}/destination`)
      .send({ destination: elsewhere })
      .expect(200)
    const byEditor = await approve(desk.checker)
    expect([byEditor.status, byEditor.body.code]).toEqual([409, "second_person"])
    expect(await desk.look(id)).toMatchObject({ status: "awaiting_approval", version: 2 })

    const stale = await desk.post(`/${id}/approve`, { version: 1 }, undefined, third)
    expect([stale.status, stale.body.field]).toEqual([409, "version"])
    expect(stale.body.code).toBe("changed_since")
    const agreed = await desk.post(`/${id}/approve`, { version: 2 }, undefined, third)
    expect(agreed.body.payout).toMatchObject({
      status: "queued",
      approved_by: expect.stringMatching(/^user_/),
    })
    expect((await approve(third)).body.message).toMatch(/queued/)
  })

  it("makes one payout of a double click, and of a click whose answer was lost", async () => {
    const twice = await Promise.all([
      desk.post("", ORDERED, "double-click"),
      desk.post("", ORDERED, "double-click"),
    ])
    const made = await desk.post("", ORDERED, "double-click").expect(201)
    for (const { status, body } of twice) {
      expect([status, body]).toEqual([201, made.body])
    }
    await desk.post("", { ...ORDERED, amount: "1" }, "double-click").expect(409)
    expect((await allPayouts()).count).toBe(1)

    await unanswered(() => desk.post("", ORDERED, "lost"))
    const again = await desk.post("", ORDERED, "lost").expect(201)
    expect((await allPayouts()).payouts.map(({ id }: { id: string }) => id)).toEqual([
      again.body.payout.id,
      made.body.payout.id,
    ])
  })

  it("approves once per request: repeating it after a lost answer does not approve a later edit", async () => {
    const { id } = await desk.make()
    const first = { version: 1 }
    await unanswered(() => desk.post(`/${id}/approve`, first, "agree", desk.checker))
    expect(await desk.look(id)).toMatchObject({ status: "queued" })
    await desk.maker
      .post(`/admin/payin/payouts/${id}/destination`)
      .send({ destination: elsewhere })
      .expect(200)
    const again = await desk.post(`/${id}/approve`, first, "agree", desk.checker).expect(200)
    expect(again.body.payout).toMatchObject({ status: "awaiting_approval", version: 2 })
  })

  it("refuses to change, cancel, retry, resend or mark as paid elsewhere a pending payout", async () => {
    const { id, version } = await desk.sent()
    const path = `/admin/payin/payouts/${id}`
    const changed = await desk.maker.post(`${path}/destination`).send({ destination: elsewhere })
    const canceled = await desk.maker.post(`${path}/cancel`).send({ note: "Not wanted." })
    const proof = { note: "In cash.", proof: "receipt 7" }
    const paid = await desk.post(`/${id}/paid-elsewhere`, proof, undefined, desk.checker)
    const retried = await desk.post(`/${id}/retry`, {})
    const resent = await desk.post(`/${id}/resend`, {})
    for (const { status, body } of [changed, canceled, paid, retried, resent]) {
      expect([status, body]).toEqual([
        409,
        { type: "conflict", message: expect.stringContaining("pending"), code: "moved_on" },
      ])
    }
    expect(await desk.look(id)).toMatchObject({ status: "pending", version, proof: null })
    expect(shop.sandbox.payouts()).toHaveLength(1)
  })

  it("retries a rejected payout once per request, under a new reference and with corrected details", async () => {
    const { id, reference } = await desk.sent()
    shop.sandbox.rejectPayout(String(reference))
    expect(await desk.reaches(id, "rejected")).toMatchObject({
      response_message: expect.any(String),
      attempts: [{ number: 1, status: "rejected", reference }],
    })
    await desk.maker
      .post(`/admin/payin/payouts/${id}/destination`)
      .send({ destination: elsewhere })
      .expect(200)
    await unanswered(() => desk.post(`/${id}/retry`, {}, "again"))
    await desk.approve(id)
    const second = await desk.reaches(id, "pending")
    expect(second.attempts.map(({ number }) => number)).toEqual([1, 2])
    expect(second.reference).not.toBe(reference)

    shop.sandbox.rejectPayout(String(second.reference))
    await desk.reaches(id, "rejected")
    const repeated = await desk.post(`/${id}/retry`, {}, "again").expect(200)
    expect(repeated.body.payout).toMatchObject({ status: "rejected" })
    expect(shop.sandbox.payouts()).toHaveLength(2)
  })

  it("resends a payout without an answer once per request, under its own reference", async () => {
    shop.sandbox.setWallet("canary-merchant-id", 10_000_000)
    shop.sandbox.injectFault({ operation: "payout", kind: "timeout_before", ms: 100 })
    const { id } = await desk.make()
    await desk.approve(id)
    const { reference } = await desk.reaches(id, "unknown")
    const early = await desk.post(`/${id}/resend`, {}, "resend")
    expect([early.status, early.body.message]).toEqual([409, expect.stringContaining("wait")])

    await shop
      .pg("payin_payout_attempt")
      .where({ payout_id: id })
      .update({ not_known_count: 9, not_known_since: shop.pg.raw("now() - interval '1 day'") })
    await unanswered(() => desk.post(`/${id}/resend`, {}, "resend"))
    await desk.post(`/${id}/resend`, {}, "resend").expect(200)
    expect(shop.sandbox.payouts().map((taken) => taken.reference)).toEqual([reference])
    expect((await desk.look(id)).attempts).toMatchObject([{ number: 1, sends: 2, reference }])
  })

  it("cancels a payout that was not sent, and never sends it", async () => {
    const { id } = await desk.make()
    await desk.approve(id)
    const cancel = (body: object) => desk.maker.post(`/admin/payin/payouts/${id}/cancel`).send(body)
    expect((await cancel({}).expect(400)).body.field).toBe("note")
    expect((await cancel({ note: "Paid twice." }).expect(200)).body.payout).toMatchObject({
      status: "canceled",
      note: "Paid twice.",
    })
    await cancel({ note: "Again." }).expect(200)
    shop.sandbox.setWallet("canary-merchant-id", 10_000_000)
    const other = await desk.sent()
    expect(await desk.look(id)).toMatchObject({ status: "canceled", note: "Paid twice." })
    expect(shop.sandbox.payouts().map(({ reference }) => reference)).toEqual([other.reference])
  })

  it("marks a payout as paid elsewhere only with proof and a second person", async () => {
    const { id } = await desk.make()
    const paid = (body: object, by = desk.checker) =>
      desk.post(`/${id}/paid-elsewhere`, body, undefined, by)
    const said = { note: "In cash.", proof: "receipt 7" }
    expect((await paid({ note: "In cash." }).expect(400)).body.field).toBe("proof")
    expect((await paid(said, desk.maker).expect(409)).body.type).toBe("not_allowed")
    expect((await paid(said).expect(200)).body.payout).toMatchObject({
      status: "paid_elsewhere",
      ...said,
    })
    expect((await desk.tryApprove(id)).status).toBe(409)
  })

  it("shows an account number only on the reveal route, and records the operator who asked", async () => {
    const { id } = await desk.sent()
    const answers = await Promise.all([
      desk.maker.get(`/admin/payin/payouts/${id}`),
      desk.maker.get("/admin/payin/payouts"),
      desk.maker.get("/admin/payin/payouts?format=csv"),
      desk.maker.get("/admin/payin/audit"),
      desk.maker.get("/admin/payin/status"),
      desk.maker
        .post(`/admin/payin/payouts/${id}/destination`)
        .send({ destination: { ...DESTINATION, bank: "=cmd" } }),
    ])
    for (const { text } of answers) {
      expect(SECRETS.filter((secret) => text.includes(secret))).toEqual([])
    }
    const shown = await desk.checker.post(`/admin/payin/payouts/${id}/reveal`).expect(200)
    expect(shown.body).toEqual({ destination: DESTINATION })
    expect(shown.headers["cache-control"]).toBe("no-store")
    const { audit } = await desk.look(id)
    expect(audit.at(-1)).toMatchObject({ action: "revealed", actor_type: "user" })
    expect(audit.at(-1)?.actor_id).not.toBe(audit[0].actor_id)
  })

  it("describes the form fields of a destination", async () => {
    const ask = "/admin/payin/destination-form"
    const { body } = await desk.maker.get(`${ask}?account=co`).expect(200)
    expect(body.destination_form).toMatchObject({
      ...{ account: "co", country: "CO", currency_code: "COP", phone_code: "57" },
      person: expect.arrayContaining([
        {
          name: "legal_doc_type",
          label: { es: "Tipo de documento", en: "Document type" },
          max: null,
          options: ["CC", "CE", "PPN", "NIT"],
        },
      ]),
    })
    expect(body.destination_form.methods[0]).toEqual({
      payment_method: "BANK_TRANSFER",
      label: { es: "Transferencia bancaria", en: "Bank transfer" },
      account: { es: "Número de cuenta", en: "Account number" },
    })
    await desk.maker.get(`${ask}?account=nobody`).expect(400)
  })

  it("answers 404 for an unknown payout", async () => {
    const nobody = "/admin/payin/payouts/payout_nobody"
    await desk.maker.get(nobody).expect(404)
    await desk.maker.get("/admin/payin/payouts/%00").expect(404)
    for (const action of ["approve", "cancel", "retry", "resend", "destination", "reveal"]) {
      const answer = await desk.post(`/payout_nobody/${action}`, {})
      expect([answer.status, answer.body.type]).toEqual([404, "not_found"])
    }
  })
})
