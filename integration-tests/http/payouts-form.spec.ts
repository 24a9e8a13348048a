import request from "supertest"
import { getRefundLink } from "../../src/exports"
import { Contract } from "../support/openapi/contract"
import { PayoutDesk } from "../support/payout-desk"
import { CANARY } from "../support/personal-data"
import { withShop } from "../support/shop"

const FORMS = { options: { approvalAbove: { PEN: 500 }, payouts: { form: true } } }
const BY_FORM = {
  ...{ account: "pe", amount: "40", currency_code: "PEN", payment_method: "FORM" },
  destination: CANARY.pe,
}

withShop("a payout whose recipient names the account in a form", FORMS, (shop) => {
  const fill = () => shop.sandbox.setWallet(CANARY.service.merchant_id, 10_000_000, "PEN")

  it("is offered for payouts, and taken for no beneficiary, file or refund page", async () => {
    const desk = await PayoutDesk.open(shop)
    const { body } = await desk.maker.get("/admin/payin/destination-form?account=pe").expect(200)
    expect(body.destination_form.methods).toMatchObject([
      { payment_method: "BANK_TRANSFER" },
      { payment_method: "FORM", by_form: true },
    ])
    const beneficiary = {
      ...{ name: "Taller", account: "pe", currency_code: "PEN", payment_method: "FORM" },
      destination: CANARY.pe,
    }
    const refused = await desk.maker.post("/admin/payin/beneficiaries").send(beneficiary)
    expect([refused.status, refused.body.field]).toEqual([400, "payment_method"])
    const cart = await shop.cart("pe")
    const session = await shop.postSession(await shop.collection(cart.id), "pe", {
      payment_method: "QR",
      customer_data: CANARY.pe,
      refund_destination: { payment_method: "FORM" },
    })
    expect([session.status, session.body.field]).toEqual([400, "refund_destination.payment_method"])
  })

  it("waits for a second person, then for the recipient, whose form a person who is signed in hands on", async () => {
    fill()
    const desk = await PayoutDesk.open(shop)
    const made = await desk.make(BY_FORM)
    expect(made).toMatchObject({ status: "awaiting_approval", reason: "by_form" })
    await desk.approve(made.id)
    const waits = await desk.reaches(made.id, "pending")
    expect(waits).toMatchObject({
      reason: "awaiting_beneficiary",
      reason_text: { es: expect.stringContaining("formulario") },
      actions: ["destination-link"],
    })
    const asked = desk.post(`/${made.id}/destination-link`, {})
    const { body } = await new Contract().holds(asked, 200)
    expect(body).toEqual({ url: expect.stringMatching(/\/form\/[0-9a-f]{32}$/), expires_at: null })
    expect((await getRefundLink(shop.container, made.id))?.url).toBe(body.url)
    expect(JSON.stringify(await desk.look(made.id))).not.toContain(body.url.split("/form/")[1])

    const robot = { title: "robot", type: "secret" }
    const { token } = (await desk.maker.post("/admin/api-keys").send(robot)).body.api_key
    const byKey = await request(shop.url)
      .post(`/admin/payin/payouts/${made.id}/destination-link`)
      .set("Authorization", `Basic ${Buffer.from(`${token}:`).toString("base64")}`)
      .send({})
    expect(byKey.status).toBe(403)
  })

  it("above the limit is read by no operator: the store's mail hands it to the recipient who was approved", async () => {
    fill()
    const ready = shop.listen("payin.payout_form_ready")
    const desk = await PayoutDesk.open(shop)
    const { id } = await desk.make({ ...BY_FORM, amount: "501" })
    await desk.approve(id)
    await desk.reaches(id, "pending")
    for (const by of [await shop.admin(), desk.maker, desk.checker]) {
      const asked = desk.post(`/${id}/destination-link`, {}, undefined, by)
      const { body } = await new Contract().holds(asked, 409)
      expect([body.code, body.url]).toEqual(["for_recipient", undefined])
    }
    const event = await shop.until(async () => ready.data.at(0) ?? null)
    expect(event).toMatchObject({ id, status: "pending" })
    expect(await getRefundLink(shop.container, id)).toEqual({
      url: expect.stringMatching(/\/form\/[0-9a-f]{32}$/),
      ...{ expires_at: null, email: CANARY.pe.email },
    })
  })
})
