import { forgetCards, forgetPaid } from "../../src/workflows/forget/paid"
import { breakWriting } from "../support/gate"
import { openAnomaly } from "../support/modules/anomaly"
import { CardTill } from "../support/modules/cards"
import { withModules } from "../support/modules/modules"
import { PayIns, type Wanted } from "../support/modules/payin"
import { PAYOUT_OPTIONS } from "../support/modules/payout-options"
import { Returns } from "../support/modules/returns"
import { plainSubscription } from "../support/modules/subscriptions"
import { PayoutWorker } from "../support/payout-worker"

const DAY = 86_400
const RETENTION = { retention: { paidDays: 60, unpaidDays: 40 } }
const BY_SHOPPER = { cause: "canceled", actor: "shopper", by: "cus_1" } as const

withModules("the data of a payer who paid", { ...PAYOUT_OPTIONS, ...RETENTION }, (modules) => {
  const payIns = new PayIns(modules)
  const worker = new PayoutWorker(modules)
  const returns = new Returns(modules)
  beforeEach(() => worker.fill(1_000_000))

  /** Paid and shown in Medusa. */
  async function settled(wanted: Wanted = {}) {
    const { id } = await payIns.approved({ customer_id: "cus_1", order_id: "order_1", ...wanted })
    return payIns.overwrite(id, { settled_at: modules.pg.fn.now() })
  }

  async function after(days: number): Promise<void> {
    await modules.advance(days * DAY)
    await forgetPaid(modules.container)
  }

  async function isKnown(id: string): Promise<boolean> {
    const { fingerprint, customer_sealed } = await payIns.find(id)
    const context = { table: "payin_transaction", row: id, column: "customer_sealed" }
    const known = modules.ledger.sealer.open(customer_sealed, context) !== "{}"
    expect(fingerprint !== id).toBe(known)
    return known
  }

  it("is erased after its days, and the facts of the money and whose it was stay", async () => {
    const { id } = await settled()
    await after(59)
    expect(await isKnown(id)).toBe(true)
    await after(2)
    expect(await isKnown(id)).toBe(false)
    expect(await payIns.find(id)).toMatchObject({
      ...{ status: "approved", approved_amount: "60000", order_id: "order_1" },
      ...{ customer_id: "cus_1", refund_destination_sealed: null, payment_url: null },
    })
  })

  it("is erased by the first run after a year without one, of however many payments", async () => {
    const ids: string[] = []
    for (const number of [1, 2, 3, 4, 5, 6, 7]) {
      ids.push((await settled({ order_id: `order_of_${number}` })).id)
    }
    await openAnomaly(modules, { id: ids[0] }, "status_changed_after_final")
    await modules.advance(365 * DAY)
    await forgetPaid(modules.container, 2)
    const known = await Promise.all(ids.map(isKnown))
    expect(known.filter(Boolean)).toHaveLength(1)
    expect(known[0]).toBe(true)
  })

  it("that cannot be erased keeps no other payer's data", async () => {
    const [failing, other] = [await settled(), await settled({ order_id: "order_2" })]
    const when = `new.id = '${failing.id}'`
    await breakWriting(modules.pg, { table: "payin_transaction", event: "update", when })
    await after(61)
    expect([await isKnown(failing.id), await isKnown(other.id)]).toEqual([true, false])
  })

  it("stays while the money is not booked, and no other order's is kept by that", async () => {
    const waiting = await payIns.approved({ order_id: "order_1" })
    const { id } = await settled({ order_id: "order_2" })
    await after(61)
    expect([await isKnown(waiting.id), await isKnown(id)]).toEqual([true, false])
    await payIns.overwrite(waiting.id, { excluded_at: modules.pg.fn.now() })
    await after(0)
    expect(await isKnown(waiting.id)).toBe(false)
  })

  it("stays while an anomaly about the payment or its order is open", async () => {
    const { id } = await settled()
    await openAnomaly(modules, null, "orphan_order", { order_id: "order_1" })
    await openAnomaly(modules, { id }, "status_changed_after_final")
    await after(61)
    expect(await isKnown(id)).toBe(true)
    await modules.ledger.anomalies.closeAbout(id, ["status_changed_after_final"], "decided")
    await after(0)
    expect(await isKnown(id)).toBe(true)
    await modules.ledger.anomalies.closeAbout("order_1", ["orphan_order"], "decided")
    await after(0)
    expect(await isKnown(id)).toBe(false)
  })

  it("stays while a refund of it is not paid, and as long again from then", async () => {
    const payIn = await payIns.paid({ order_id: "order_1" })
    await payIns.overwrite(payIn.id, { settled_at: modules.pg.fn.now() })
    const { payout } = await returns.decide(await returns.question(payIn), 60_000)
    await after(61)
    expect(await isKnown(payIn.id)).toBe(true)
    await worker.run()
    const [{ reference }] = worker.taken(payout.id)
    modules.sandbox.approvePayout(reference, { notify: false })
    await worker.runIn(11)
    expect(await worker.payout(payout.id)).toMatchObject({ status: "approved" })
    await after(0)
    expect(await isKnown(payIn.id)).toBe(true)
    await after(61)
    expect(await isKnown(payIn.id)).toBe(false)
    expect(await worker.payout(payout.id)).toMatchObject({
      ...{ status: "approved", amount: "60000", full_name: null, destination_sealed: null },
    })
  })

  it("stays while another payment of its order is younger or can still be paid", async () => {
    const { id } = await settled()
    const open = await payIns.pending({ order_id: "order_1" })
    await after(61)
    expect(await isKnown(id)).toBe(true)
    await payIns.overwrite(open.id, { lapsed_at: modules.pg.fn.now() })
    const younger = await settled()
    await after(1)
    expect(await isKnown(id)).toBe(true)
    await after(61)
    expect([await isKnown(id), await isKnown(younger.id)]).toEqual([false, false])
  })

  it("stays while a subscription renews that its order began or renewed", async () => {
    const { id } = await settled()
    const subscription = await plainSubscription(modules, { order_id: "order_1" })
    await after(61)
    expect(await isKnown(id)).toBe(true)
    await modules.subscriptions.subscriptions.end(subscription.id, BY_SHOPPER)
    await after(0)
    expect(await isKnown(id)).toBe(false)
  })

  it("waits for whoever works on the payment, such as a refund that begins now", async () => {
    const { id } = await settled()
    await modules.advance(61 * DAY)
    await modules.pg.transaction(async (trx) => {
      await trx("payin_transaction").where({ id }).forUpdate()
      await forgetPaid(modules.container)
    })
    expect(await isKnown(id)).toBe(true)
    await forgetPaid(modules.container)
    expect(await isKnown(id)).toBe(false)
  })
})

withModules("the data of a payer who paid, without the option", {}, (modules) => {
  const payIns = new PayIns(modules)

  it("stays", async () => {
    const { id } = await payIns.approved()
    const row = await payIns.overwrite(id, { settled_at: modules.pg.fn.now() })
    await modules.advance(9_999 * DAY)
    await forgetPaid(modules.container)
    expect(await payIns.find(id)).toEqual(row)
  })
})

withModules("the data of a card's owner", RETENTION, (modules) => {
  const till = new CardTill(modules)
  const cards = () => modules.subscriptions.cards
  const cardTransactions = () => modules.subscriptions.cardTransactions
  const isKnown = async (id: string) => cards().customerOf(await till.card(id)) !== null

  async function after(days: number): Promise<void> {
    await modules.advance(days * DAY)
    await forgetCards(modules.container)
  }

  async function paid() {
    const row = await till.taken({ customer_id: "cus_1" })
    await cardTransactions().settled(row.id)
    return row.card_id
  }

  it("is erased after the days of who paid, or the shorter ones of who did not", async () => {
    const [charged, declined] = [await paid(), (await till.kept()).id]
    for (const id of [charged, declined]) await cards().ended(id, "canceled")
    await after(39)
    expect([await isKnown(charged), await isKnown(declined)]).toEqual([true, true])
    await after(2)
    expect([await isKnown(charged), await isKnown(declined)]).toEqual([true, false])
    await after(20)
    expect(await isKnown(charged)).toBe(false)
    expect(await till.card(charged)).toMatchObject({ customer_id: "cus_1", last_four: null })
    const [row] = await cardTransactions().ofCard(charged)
    expect(row).toMatchObject({ status: "captured", captured_amount: "60000" })
  })

  it("stays while the service keeps the card, or a subscription renews with it", async () => {
    const [kept, renews] = [await paid(), await paid()]
    const { id } = await plainSubscription(modules, { card_id: renews })
    await cards().ended(renews, "expired")
    await after(365)
    expect([await isKnown(kept), await isKnown(renews)]).toEqual([true, true])
    await modules.subscriptions.subscriptions.end(id, BY_SHOPPER)
    await after(0)
    expect([await isKnown(kept), await isKnown(renews)]).toEqual([true, false])
  })

  it("stays while money of it is not booked, or a person decides about it", async () => {
    const unbooked = await till.taken()
    const doubted = await paid()
    for (const id of [unbooked.card_id, doubted]) await cards().ended(id, "canceled")
    const [{ id: subject }] = await cardTransactions().ofCard(doubted)
    await openAnomaly(modules, { id: subject }, "card_unknown", { transaction_id: null })
    await after(365)
    expect([await isKnown(unbooked.card_id), await isKnown(doubted)]).toEqual([true, true])
  })
})
