import { CANARY } from "../support/personal-data"
import { submitPayouts } from "../../src/workflows/payout"
import { PayoutDesk } from "../support/payout-desk"
import { withShop } from "../support/shop"
import { STRICT } from "../support/shop-settings"

withShop("a payout while payouts are switched off", STRICT, (shop) => {
  it("stays queued, and can be canceled", async () => {
    shop.sandbox.setWallet(CANARY.service.merchant_id, 10_000_000)
    const desk = await PayoutDesk.open(shop)
    const { id } = await desk.make({ amount: "100000" })
    await submitPayouts(shop.container)
    expect(await desk.look(id)).toMatchObject({
      status: "queued",
      reason: "payouts_off",
      reason_text: { es: expect.any(String), en: expect.any(String) },
      attempts: [],
    })
    const { body } = await desk.maker.get("/admin/payin/status").expect(200)
    expect(body).toMatchObject({
      queues: { payouts_queued: 1, payouts_awaiting_approval: 0, payouts_unknown: 0 },
      problems: [{ code: "payouts_off", message: expect.stringContaining("1 are queued") }],
      options: { payouts: { enabled: false }, approvalAbove: { COP: "100000" } },
    })
    const cancel = desk.maker.post(`/admin/payin/payouts/${id}/cancel`)
    await cancel.send({ note: "Not wanted." }).expect(200)
    expect(shop.sandbox.payouts()).toEqual([])
  })
})
