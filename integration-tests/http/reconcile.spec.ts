import { expectNothingBooked, expectPaidOnce } from "../support/books"
import { lookupsOf } from "../support/lookups"
import { CANARY } from "../support/personal-data"
import { withShop, type Shop } from "../support/shop"

const SECOND = 1000
const HOUR = 3600 * SECOND
const DAY = 24 * HOUR
const CASH_GRACE = 72 * HOUR

/** Time goes by, for the store and for the service. */
async function after(shop: Shop, ms: number): Promise<void> {
  shop.advanceClock(ms)
  await shop.sandbox.advanceClock(ms)
}

withShop("reconciliation", {}, (shop) => {
  beforeEach(() => shop.sandbox.configure({ notifications: { lose: true } }))

  it("settles a sale that no notification ever told of", async () => {
    const { cart, reference } = await shop.checkout()
    shop.sandbox.settle(reference, { status: "APPROVED" })
    await after(shop, 15 * SECOND)
    await shop.reconcile()
    await shop.captured(cart.id)
    await expectPaidOnce(shop, cart.id)
  })

  it("finds a replaced link that was paid in the end", async () => {
    const { cart, collection_id, reference } = await shop.checkout("co", { payment_method: "PSE" })
    await shop.session(collection_id, "co", { payment_method: "TRANSFIYA" })
    shop.sandbox.settle(reference, { status: "APPROVED" })
    await after(shop, 15 * SECOND)
    await shop.reconcile()
    await shop.captured(cart.id)
    await expectPaidOnce(shop, cart.id)
  })

  it("resolves a link that a crash left unanswered: the service has it", async () => {
    const { cart, reference } = await shop.checkout()
    await shop.pg("payin_transaction").where({ reference }).update({
      status: "creating",
      status_cause: "created",
      ticket: null,
      payment_url: null,
      expires_at: null,
    })
    await after(shop, 15 * SECOND)
    await shop.reconcile()
    expect(await shop.row(reference)).toMatchObject({ status: "pending", payment_url: null })
    shop.sandbox.settle(reference, { status: "APPROVED" })
    await after(shop, 15 * SECOND)
    await shop.reconcile()
    await shop.captured(cart.id)
    await expectPaidOnce(shop, cart.id)
  })

  it("ends a link that never reached the service after three answers over two minutes, not before", async () => {
    const cart = await shop.cart()
    const collection = await shop.collection(cart.id)
    shop.sandbox.injectFault({ operation: "create", kind: "reset_before", times: "always" })
    await shop
      .postSession(collection, "co", { payment_method: "PSE", customer_data: CANARY.co })
      .expect(500)
    let [row] = await shop.rowsOfCart(cart.id)
    for (let passed = 0; passed < 240 && row.status === "creating"; passed += 15) {
      await after(shop, 15 * SECOND)
      await shop.reconcile()
      row = await shop.row(row.reference)
    }
    expect(row).toMatchObject({
      status: "failed",
      status_cause: "not_received",
      lookup_after: null,
    })
    expect(row.not_known_count).toBeGreaterThanOrEqual(3)
    // By the ledger's own clock: how much of it goes by in each of the steps is the machine's.
    const unknownFor = row.status_changed_at.getTime() - Number(row.not_known_since)
    expect(unknownFor).toBeGreaterThanOrEqual(120 * SECOND)
    await expectNothingBooked(shop, cart.id)
  })

  it("settles a link that lapsed and was paid on the twentieth day", async () => {
    const { cart, reference } = await shop.checkout()
    shop.advanceClock(15 * HOUR)
    await shop.reconcile()
    expect((await shop.row(reference)).lapsed_at).not.toBeNull()
    shop.advanceClock(20 * DAY)
    shop.sandbox.settle(reference, { status: "APPROVED" })
    await shop.reconcile()
    await shop.captured(cart.id)
    await expectPaidOnce(shop, cart.id)
  })

  it("asks no more after thirty days, until a notification requeues the link", async () => {
    const { cart, reference } = await shop.checkout("co", { payment_method: "EFECTY" })
    shop.advanceClock(12 * HOUR + CASH_GRACE + HOUR)
    await shop.reconcile()
    shop.advanceClock(31 * DAY)
    await shop.reconcile()
    expect(await shop.row(reference)).toMatchObject({ status: "pending", lookup_after: null })
    const asked = lookupsOf(shop, reference)
    shop.advanceClock(60 * DAY)
    await shop.reconcile()
    expect(lookupsOf(shop, reference)).toBe(asked)
    shop.sandbox.configure({ notifications: { lose: false } })
    shop.sandbox.settle(reference, { status: "APPROVED" })
    await shop.captured(cart.id)
    await expectPaidOnce(shop, cart.id)
  })

  it("tells in the status how many lookups wait and for how long", async () => {
    await shop.checkout()
    shop.advanceClock(70 * SECOND)
    const admin = await shop.admin()
    const { body } = await admin.get("/admin/payin/status").expect(200)
    expect(body.reconciliation).toMatchObject({ due: 1, watched: 1 })
    expect(body.reconciliation.lag_seconds).toBeGreaterThanOrEqual(59)
  })
})
