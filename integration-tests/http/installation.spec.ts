import { randomUUID } from "node:crypto"
import request, { type Agent } from "supertest"
import { expectPaidOnce } from "../support/books"
import { PayoutDesk } from "../support/payout-desk"
import { PayoutDriver } from "../support/payout-driver"
import { withShop } from "../support/shop"
import { LOW_LIMIT } from "../support/shop-settings"

const TABLE = "payin_installation"
const PATH = "/admin/payin/status/take-over"
const NOTE = { note: "The old server was shut down." }

withShop("an installation that is not the one that moved money before", LOW_LIMIT, (shop) => {
  const payoutDriver = new PayoutDriver(shop)
  let admin: Agent
  beforeEach(async () => {
    payoutDriver.fill(1_000_000)
    admin = await shop.admin()
    await admin.get("/admin/payin/status").expect(200)
    // What a backup of another database would hold.
    await shop.pg(TABLE).update({ database: "1" })
  })

  const status = async () => (await admin.get("/admin/payin/status").expect(200)).body
  const take = (body: object, by = admin, key: string = randomUUID()) =>
    by.post(PATH).set("Idempotency-Key", key).send(body)

  it("says so, sends no payout, and sends it once a person has taken over", async () => {
    const desk = await PayoutDesk.open(shop)
    const { id } = await desk.make({ amount: "40000" })
    await payoutDriver.run()
    expect(await desk.look(id)).toMatchObject({ status: "queued", reason: "installation_held" })
    const held = await status()
    expect(held).toMatchObject({
      installation: { live: false, reason: "other_database", since: expect.any(String) },
      problems: [{ code: "installation_held", message: expect.stringContaining("take over") }],
    })
    const taken = await take(NOTE)
    expect([taken.status, taken.body]).toEqual([
      200,
      { installation: { live: true, reason: null, since: expect.any(String) } },
    ])
    await payoutDriver.run()
    expect(payoutDriver.taken(id)).toHaveLength(1)
    expect(await status()).toMatchObject({ installation: { live: true }, problems: [] })
    const { body } = await admin.get("/admin/payin/audit?q=installation").expect(200)
    expect(body.audit[0]).toMatchObject({ subject_id: "installation", action: "taken_over" })
  })

  it("goes on taking payments", async () => {
    const { cart, reference } = await shop.checkout("co")
    shop.sandbox.settle(reference, { status: "APPROVED" })
    await shop.captured(cart.id)
    await expectPaidOnce(shop, cart.id)
  })

  it("is not taken over by a secret API key, without a reason, or without an Idempotency-Key", async () => {
    const { body } = await admin.post("/admin/api-keys").send({ title: "robot", type: "secret" })
    const key = request.agent(shop.url).auth(body.api_key.token, "")
    const refused = await take(NOTE, key)
    expect([refused.status, refused.body.code]).toEqual([403, "not_a_user"])
    for (const wrong of [{}, { note: " " }, { note: 7 }]) {
      const answer = await take(wrong)
      expect([answer.status, answer.body.field]).toEqual([400, "note"])
    }
    const unread = await take({ ...NOTE, force: true })
    expect([unread.status, unread.body.field]).toEqual([400, "force"])
    const keyless = await admin.post(PATH).send(NOTE)
    expect([keyless.status, keyless.body.field]).toEqual([400, "Idempotency-Key"])
    expect((await status()).installation.live).toBe(false)
    await take(NOTE, key)
    const audit = await admin.get("/admin/payin/audit?q=installation").expect(200)
    expect(audit.body.audit).toMatchObject([
      { action: "approval_refused", actor_type: "api-key", facts: { code: "not_a_user" } },
    ])
  })

  it("is taken over once by two people at once, and by one whose answer was lost", async () => {
    const other = await shop.admin()
    const both = await Promise.all([take(NOTE, admin, "one"), take(NOTE, other, "two")])
    expect(both.map((answer) => answer.status).sort()).toEqual([200, 409])
    const late = both.find((answer) => answer.status === 409)
    expect(late?.body).toMatchObject({ code: "installation_live", type: "conflict" })
    const first = both[0].status === 200
    const again = await (first ? take(NOTE, admin, "one") : take(NOTE, other, "two"))
    expect([again.status, again.body.installation.live]).toEqual([200, true])
  })
})
