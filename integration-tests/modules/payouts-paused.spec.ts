import { z } from "zod"
import { user, type Operator } from "../../src/domain/payout/actor"
import { resolveAnomaly } from "../../src/workflows/settle/resolve"
import { there } from "../support/modules/cards"
import { withModules } from "../support/modules/modules"
import { PayIns } from "../support/modules/payin"
import { PAYOUT_OPTIONS } from "../support/modules/payout-options"
import { CHECKER, MAKER, PayoutWorker } from "../support/payout-worker"

withModules("the pause of an account", PAYOUT_OPTIONS, (modules) => {
  const worker = new PayoutWorker(modules)
  const payIns = new PayIns(modules)
  beforeEach(() => worker.fill(100_000_000))

  /** The open anomaly by which a payout pauses its account. */
  async function openOf(payout_id: string): Promise<string> {
    const [row] = await modules
      .pg("payin_anomaly")
      .where({ payout_id, status: "open" })
      .whereIn("kind", ["payout_amount_mismatch", "unknown_status"])
    return there(row).id
  }

  /** The anomaly of a payout of which the service paid another amount. */
  async function paused(ordered: number, paid: number): Promise<string> {
    const { id } = await worker.make(ordered)
    await worker.run()
    const [{ reference }] = worker.taken(id)
    modules.sandbox.approvePayout(reference, { amount: paid, notify: false })
    await worker.runIn(11)
    return openOf(id)
  }

  /** The outcome when this person ignores the anomaly. */
  async function ignores(anomaly_id: string, actor: Operator): Promise<string> {
    const note = "Looked at with the service."
    const asked = { anomaly_id, action: "ignore" as const, note, destination: null, actor }
    const done = await resolveAnomaly(modules.container, asked)
    return done.outcome === "refused" ? (done.code ?? done.reason) : done.outcome
  }

  const isPaused = () => modules.ledger.anomalies.isPaused("co")

  it("by a hundred times a payout is ended by two people, and never by its maker alone", async () => {
    const anomaly = await paused(400_000, 40_000_000)
    expect(await ignores(anomaly, MAKER)).toBe("second_person")
    expect(await ignores(anomaly, MAKER)).toBe("second_person")
    expect(await isPaused()).toBe(true)
    expect(await ignores(anomaly, CHECKER)).toBe("resolved")
    expect(await isPaused()).toBe(false)
  })

  it("is confirmed by nobody who made its payout, whoever proposes it", async () => {
    const anomaly = await paused(400_000, 40_000_000)
    expect(await ignores(anomaly, CHECKER)).toBe("second_person")
    expect(await ignores(anomaly, MAKER)).toBe("second_person")
    expect(await isPaused()).toBe(true)
    expect(await ignores(anomaly, CHECKER)).toBe("resolved")
  })

  it("is confirmed by nobody who is younger than its payout", async () => {
    const anomaly = await paused(400_000, 40_000_000)
    const row: unknown = await modules.pg("payin_payout").first("created_at")
    const { created_at } = z.object({ created_at: z.date() }).parse(row)
    const account = { email: "invited@example.com", earlier: [] }
    const invited = user("user_invited", { ...account, created_at: new Date(+created_at + 1) })
    expect(await ignores(anomaly, MAKER)).toBe("second_person")
    expect(await ignores(anomaly, invited)).toBe("second_person")
    expect(await ignores(anomaly, MAKER)).toBe("second_person")
    expect(await isPaused()).toBe(true)
    expect(await ignores(anomaly, CHECKER)).toBe("resolved")
  })

  it("needs two people for a small payout in another unit, and for one without an amount", async () => {
    const anomaly = await paused(1_000, 100_000)
    expect(await ignores(anomaly, MAKER)).toBe("second_person")
    expect(await ignores(anomaly, CHECKER)).toBe("resolved")

    const { id } = await worker.make(1_000)
    await worker.run()
    const [{ reference }] = worker.taken(id)
    modules.sandbox.approvePayout(reference, { notify: false })
    modules.proxy.lie((answer) =>
      answer.reference === reference ? { ...answer, amount: "1.000,00" } : answer
    )
    await worker.pass(3)
    const unnamed = await openOf(id)
    expect(await ignores(unnamed, MAKER)).toBe("second_person")
    expect(await isPaused()).toBe(true)
    expect(await ignores(unnamed, CHECKER)).toBe("resolved")
    modules.proxy.tellTheTruth()
  })

  it("needs two people for a small payout of which more was paid, or which was paid in another currency", async () => {
    const more = await paused(4_000, 398_400)
    expect(await ignores(more, MAKER)).toBe("second_person")
    expect(await ignores(more, CHECKER)).toBe("resolved")

    const { id } = await worker.make(1_000)
    await worker.run()
    const [{ reference }] = worker.taken(id)
    modules.sandbox.approvePayout(reference, { notify: false })
    modules.proxy.lie((answer) =>
      answer.reference === reference ? { ...answer, currency: "USD" } : answer
    )
    await worker.pass(3)
    const dollars = await openOf(id)
    expect(await ignores(dollars, MAKER)).toBe("second_person")
    expect(await isPaused()).toBe(true)
    expect(await ignores(dollars, CHECKER)).toBe("resolved")
    modules.proxy.tellTheTruth()
  })

  it("below the limit is ended by one person, unless a payout above it waits", async () => {
    const anomaly = await paused(400_000, 390_000)
    const { id } = await worker.make(600_000)
    expect(await worker.approve(id)).toMatchObject({ outcome: "done" })
    expect(await ignores(anomaly, MAKER)).toBe("second_person")
    await worker.payouts.decisions.cancel(id, MAKER, null)
    expect(await ignores(anomaly, MAKER)).toBe("resolved")
    expect(await isPaused()).toBe(false)
  })

  it("is ended by two people where the payout also exceeded the bound of its payment", async () => {
    const payIn = await payIns.paid()
    const { id } = await worker.make(40_000, { transaction_id: payIn.id })
    await worker.run()
    const { reference } = await worker.attempt(id)
    modules.sandbox.rejectPayout(reference, { notify: false })
    await worker.pass(10)
    modules.sandbox.approvePayout(reference, { notify: false, amount: 4_000_000 })
    await worker.retry(id)
    await worker.run()
    const anomaly = await openOf(id)
    await modules.pg("payin_anomaly").where({ id: anomaly }).update({ transaction_id: payIn.id })
    expect(await ignores(anomaly, MAKER)).toBe("second_person")
    expect(await isPaused()).toBe(true)
    expect(await ignores(anomaly, CHECKER)).toBe("resolved")
  })
})
