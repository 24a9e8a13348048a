import { DESTINATION, PayoutDesk } from "../support/payout-desk"
import { withShop } from "../support/shop"
import { LOW_LIMIT } from "../support/shop-settings"

const KEY = "@canary-holder"
const TO_KEY = {
  ...{ payment_method: "BREB", amount: "150000" },
  destination: { ...DESTINATION, account_number: KEY },
}
const { full_name, legal_doc } = DESTINATION

withShop("a payout to a Bre-B key", LOW_LIMIT, (shop) => {
  const heldBy = (change: object) =>
    shop.sandbox.configure({ brebKeys: { [KEY]: { full_name, legal_doc, ...change } } })

  it("is approved with the holder beside it, masked, by whoever saw them", async () => {
    const desk = await PayoutDesk.open(shop)
    heldBy({ full_name: "Zenobia Quintanar" })
    const { id } = await desk.make(TO_KEY)
    expect(await desk.look(id)).toMatchObject({ key_holder: null, version: 1 })
    const early = await desk.tryApprove(id)
    expect([early.status, early.body.code]).toEqual([409, "changed_since"])
    const payout = await desk.look(id)
    expect(payout).toMatchObject({
      ...{ status: "awaiting_approval", reason: "key_holder", version: 2 },
      reason_text: { es: expect.any(String), en: expect.any(String) },
      key_holder: { name: "Z. Q.", document: legal_doc.slice(-3), bank: "BANCO CONDOR" },
    })
    expect(JSON.stringify(payout)).not.toMatch(/Zenobia|Quintanar|print/)
    expect(await desk.approve(id)).toMatchObject({ status: "queued" })
  })

  it("is not approved while nobody holds the key, and the answer says why in both languages", async () => {
    const desk = await PayoutDesk.open(shop)
    heldBy({ answers: "unknown" })
    const { id } = await desk.make(TO_KEY)
    const refused = await desk.tryApprove(id)
    expect(refused.status).toBe(409)
    expect(refused.body).toMatchObject({
      reason_text: { en: expect.stringContaining("no active Bre-B key") },
    })
    heldBy({})
    expect(await desk.approve(id)).toMatchObject({
      status: "queued",
      key_holder: { differs: false },
    })
  })

  it("is refused to whoever had a part in it, and for a version that is over, before anybody asks about the key", async () => {
    const desk = await PayoutDesk.open(shop)
    heldBy({ answers: "unknown" })
    const { id } = await desk.make(TO_KEY)
    const asked = shop.sandbox.counters().resolve
    const own = await desk.tryApprove(id, desk.maker)
    expect([own.status, own.body]).toMatchObject([
      409,
      { type: "not_allowed", code: "second_person" },
    ])
    const stale = await desk.post(`/${id}/approve`, { version: 7 }, undefined, desk.checker)
    expect([stale.status, stale.body]).toMatchObject([
      409,
      { code: "changed_since", field: "version" },
    ])
    expect(shop.sandbox.counters().resolve).toBe(asked)
    const { audit } = await desk.look(id)
    expect(audit.map(({ action }) => action)).toContain("approval_refused")
  })
})
