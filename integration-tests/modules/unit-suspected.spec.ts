import { majorAmount } from "../../src/domain/money/amount"
import { parseTicket } from "../../src/domain/row/reference"
import { anomaliesOf } from "../support/modules/anomalies"
import { withModules } from "../support/modules/modules"
import { AMOUNT, LIFE, PayIns } from "../support/modules/payin"
import { PAYOUT_OPTIONS } from "../support/modules/payout-options"
import { PayoutWorker } from "../support/payout-worker"

const DAY = 86_400

withModules("an amount that the service names in another unit", PAYOUT_OPTIONS, (modules) => {
  const payIns = new PayIns(modules)
  const worker = new PayoutWorker(modules)
  const { sandbox } = modules
  const payInSuspicions = async () => ({
    creates: await modules.ledger.unitSuspicions.inCreates(),
    lookups: await modules.ledger.unitSuspicions.inLookups(),
  })
  const payoutSuspicions = async () => ({
    creates: await modules.payouts.unitSuspicions.inCreates(),
    lookups: await modules.payouts.unitSuspicions.inLookups(),
  })
  const NONE = { creates: [], lookups: [] }

  /** The answer to the next call of this kind names another amount. */
  const names = (operation: "create" | "payout" | "lookup", amount: number) =>
    sandbox.injectFault({ operation, kind: "wrong_amount", amount })

  /** A link whose create was answered with this amount. */
  async function echoed(amount: string | null) {
    const row = await payIns.open()
    return modules.ledger.transactions.accepted(row.id, {
      ticket: parseTicket(`ticket-of-${row.id}`),
      payment_url: `https://pay.example/${row.id}`,
      instructions: null,
      shape: "link",
      echoed_amount: amount === null ? null : majorAmount(amount),
      expires_at: null,
      ...LIFE,
    })
  }

  it("is not suspected while the service repeats the amount, and not of a link that nobody repeated", async () => {
    await payIns.fetchStatus(await payIns.linked())
    await payIns.pending()
    expect(await payInSuspicions()).toEqual(NONE)
  })

  it("is found in the answer to a create, and the link can be paid and booked", async () => {
    names("create", 6_000_000)
    const row = await payIns.linked()
    expect(row).toMatchObject({ status: "pending", echoed_amount: "6000000" })
    expect(row.payment_url).not.toBeNull()
    const { reference } = row
    const said = { account: "co", currency: "COP", reference, asked: AMOUNT, said: "6000000" }
    expect(await payInSuspicions()).toMatchObject({ creates: [said], lookups: [] })
    sandbox.settle(reference, { status: "APPROVED", notify: false })
    expect(await payIns.fetchStatus(row)).toMatchObject({ outcome: "moved" })
    expect((await payIns.find(row.id)).approved_amount).toBe(AMOUNT)
  })

  it("is no longer suspected once a later create is answered rightly", async () => {
    await echoed("6000000")
    await modules.advance(1)
    const later = await echoed("600")
    expect((await payInSuspicions()).creates).toMatchObject([{ reference: later.reference }])
    await modules.advance(1)
    await echoed(null)
    expect((await payInSuspicions()).creates).toHaveLength(1)
    await echoed("60000")
    expect(await payInSuspicions()).toEqual(NONE)
  })

  it("is suspected of each account by itself", async () => {
    await echoed("6000000")
    await modules.advance(1)
    const { id } = await echoed("60000")
    await payIns.overwrite(id, { account: "pe", currency: "PEN" })
    expect((await payInSuspicions()).creates).toMatchObject([{ account: "co" }])
  })

  it("is forgotten after a week, when nothing more is expected of the link", async () => {
    const { id } = await echoed("6000000")
    await modules.advance(8 * DAY)
    expect((await payInSuspicions()).creates).toHaveLength(1)
    await payIns.overwrite(id, { lookup_after: null })
    expect(await payInSuspicions()).toEqual(NONE)
  })

  it("is found in the lookup of a pending pay-in, until a lookup of it names the right amount", async () => {
    const row = await payIns.linked()
    names("lookup", 6_000_000)
    expect(await payIns.fetchStatus(row)).toMatchObject({ outcome: "same" })
    const said = { reference: row.reference, asked: AMOUNT, said: "6000000" }
    expect(await payInSuspicions()).toMatchObject({ creates: [], lookups: [said] })
    await modules.advance(1)
    await payIns.linked()
    expect((await payInSuspicions()).lookups).toMatchObject([said])
    await payIns.fetchStatus(row)
    expect(await payInSuspicions()).toEqual(NONE)
    expect(await anomaliesOf(modules)).toEqual([])
  })

  it("is not suspected of an amount that the payer changed, nor of another currency", async () => {
    const row = await payIns.linked()
    for (const fault of [{ amount: 75_000 }, { amount: 600, currency: "PEN" }]) {
      sandbox.injectFault({ operation: "lookup", kind: "wrong_amount", ...fault })
      await payIns.fetchStatus(row)
      expect(await payInSuspicions()).toEqual(NONE)
    }
  })

  it("is found in an approval, until a person lets the corrected answer take its place", async () => {
    const row = await payIns.linked()
    sandbox.settle(row.reference, { status: "APPROVED", amount: 6_000_000, notify: false })
    await payIns.fetchStatus(row)
    expect((await payInSuspicions()).lookups).toMatchObject([{ said: "6000000" }])
    await modules.pg.transaction((trx) =>
      modules.ledger.observations.replaceAmount(trx, row.id, { amount: AMOUNT, currency: "COP" })
    )
    expect(await payInSuspicions()).toEqual(NONE)
  })

  it("is found in the answer to a payout and in its lookup, and the payout goes on", async () => {
    worker.fill(1_000_000)
    names("payout", 4_000_000)
    const { id } = await worker.make(40_000)
    await worker.run()
    expect(await worker.payout(id)).toMatchObject({ status: "pending" })
    const said = {
      reference: (await worker.attempt(id)).reference,
      asked: "40000",
      said: "4000000",
    }
    expect(await payoutSuspicions()).toMatchObject({ creates: [said], lookups: [] })
    names("lookup", 400)
    await worker.runIn(11)
    expect(await payoutSuspicions()).toMatchObject({
      creates: [said],
      lookups: [{ ...said, said: "400" }],
    })
    sandbox.approvePayout(said.reference, { notify: false })
    await worker.runIn(60)
    expect(await worker.payout(id)).toMatchObject({ status: "approved" })
    expect(await payoutSuspicions()).toMatchObject({ creates: [said], lookups: [] })
    await worker.make(10_000)
    await worker.run()
    expect(await payoutSuspicions()).toEqual(NONE)
  })

  /** A payout under way whose create was answered with a hundred times its amount. */
  async function doubted() {
    names("payout", 4_000_000)
    const { id } = await worker.make(40_000)
    await worker.run()
    const { reference } = await worker.attempt(id)
    return { id, reference }
  }

  /** Another payout of the account, after the worker had its turn. */
  async function next() {
    const { id } = await worker.make(10_000)
    await worker.run()
    return id
  }

  describe("of a payout under way", () => {
    beforeEach(() => worker.fill(10_000_000))

    it("holds the account's next payouts until the service names the right amount", async () => {
      await doubted()
      const id = await next()
      expect(await worker.payout(id)).toMatchObject({ status: "queued", reason: "account_paused" })
      expect(worker.taken(id)).toEqual([])
      await worker.runIn(61)
      expect(await worker.payout(id)).toMatchObject({ status: "pending", reason: null })
    })

    it("holds them while lookups name it so, and leaves them to the anomaly when it was paid so", async () => {
      const { reference } = await doubted()
      const id = await next()
      names("lookup", 4_000_000)
      await worker.runIn(61)
      expect(await worker.payout(id)).toMatchObject({ status: "queued", reason: "account_paused" })
      sandbox.approvePayout(reference, { amount: 4_000_000, notify: false })
      await worker.runIn(61)
      await worker.runIn(61)
      expect(await worker.payout(id)).toMatchObject({ status: "queued", reason: "account_paused" })
      expect(await anomaliesOf(modules, "open")).toMatchObject([{ kind: "payout_amount_mismatch" }])
      await modules.pg("payin_anomaly").update({ status: "resolved", action: "ignore" })
      await worker.runIn(61)
      expect(await worker.payout(id)).toMatchObject({ status: "pending", reason: null })
    })

    it("holds nobody once a payout that was answered so was paid rightly", async () => {
      const { reference } = await doubted()
      sandbox.approvePayout(reference, { notify: false })
      await worker.runIn(61)
      await doubted()
      expect(await worker.payout(await next())).toMatchObject({ status: "pending" })
      names("payout", 400_000)
      await worker.make(40_000)
      await worker.run()
      expect(await worker.payout(await next())).toMatchObject({ reason: "account_paused" })
    })

    it("ends when a person concludes it", async () => {
      const { reference } = await doubted()
      const id = await next()
      await modules.pg("payin_payout_attempt").where({ reference }).update({ status: "rejected" })
      await worker.runIn(61)
      expect(await worker.payout(id)).toMatchObject({ status: "pending" })
    })

    it("holds no other account", async () => {
      const { reference } = await doubted()
      await modules.pg("payin_payout_attempt").where({ reference }).update({ account: "pe" })
      expect(await worker.payout(await next())).toMatchObject({ status: "pending" })
    })
  })

  it.each([{ amount: 40_001 }, { currency: "PEN" }])(
    "leaves a payout unknown, and looked up, when its answer names something else: %j",
    async (fault) => {
      worker.fill(1_000_000)
      sandbox.injectFault({ operation: "payout", kind: "wrong_amount", ...fault })
      const { id } = await worker.make(40_000)
      await worker.run()
      expect(await worker.payout(id)).toMatchObject({ status: "unknown" })
      await worker.runIn(11)
      expect(await worker.payout(id)).toMatchObject({ status: "pending" })
      expect(worker.taken(id)).toHaveLength(1)
      expect(await payoutSuspicions()).toEqual(NONE)
    }
  )
})
