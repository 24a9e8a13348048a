import payinPayouts from "../../src/jobs/payin-payouts"
import { payInRequest } from "../../src/modules/gateway/__tests__/service-double"
import { callSlotsOfJob } from "../../src/workflows/reconcile/account-runs"
import { withPauses } from "../support/background"
import { breakWriting, closeGate } from "../support/gate"
import { anomaliesOf } from "../support/modules/anomalies"
import { withModules } from "../support/modules/modules"
import { PAYOUT_OPTIONS } from "../support/modules/payout-options"
import { DESTINATION, MAKER, PayoutWorker } from "../support/payout-worker"

const ATTEMPT = "payin_payout_attempt"

withModules("payouts that are sent", PAYOUT_OPTIONS, (modules) => {
  const worker = new PayoutWorker(modules)
  let calm = () => {}
  beforeEach(() => worker.fill(1_000_000))
  afterEach(() => {
    calm()
    calm = () => {}
    Object.assign(modules.gateway.options.payouts, { enabled: true })
  })

  /** Queued, and why; nothing of it reached the service. */
  async function expectWaiting(id: string, reason: string) {
    expect(await worker.payout(id)).toMatchObject({ status: "queued", reason })
    expect(worker.taken(id)).toEqual([])
  }

  const toNequi = (id: string) => worker.redirect(id, { bank: "NEQUI" })

  /** The service is there when the balance is asked, and gone when it is told to pay. */
  async function runIntoDeadService() {
    const gate = await closeGate(modules.pg, { table: ATTEMPT, event: "insert" })
    const run = worker.run()
    await gate.arrived()
    await modules.proxy.close()
    await gate.open()
    await run
    await gate.remove()
  }

  it("a payout is sent with its amount, account and id, and the service's ticket is stored", async () => {
    const { id, status } = await worker.make(40_000)
    expect(status).toBe("queued")
    await worker.run()
    const [taken] = worker.taken(id)
    expect(taken).toMatchObject({
      amount: 40_000,
      currency: "COP",
      bank: "BANCOLOMBIA",
      account_number: DESTINATION.account_number,
      metadata: { source: "medusa", payout_id: id },
    })
    const { ticket, reference } = taken
    expect(await worker.payout(id)).toMatchObject({ status: "pending", ticket, reference })
  })

  it("a payout is approved by the service's report and sent only once", async () => {
    const { id } = await worker.make(40_000)
    await worker.run()
    const [{ reference }] = worker.taken(id)
    modules.sandbox.approvePayout(reference, { notify: false })
    await worker.runIn(11)
    expect(await worker.payout(id)).toMatchObject({ status: "approved", status_cause: "service" })
    await worker.runIn(3600)
    expect(worker.taken(id)).toHaveLength(1)
    expect(await anomaliesOf(modules)).toEqual([])
  })

  it("the job sends payouts although looking at held ones fails", async () => {
    const held = await worker.make(10_000, { hold: { reason: "refund_young", seconds: 0 } })
    const { id } = await worker.make(40_000)
    const when = "old.status = 'held'"
    await breakWriting(modules.pg, { table: "payin_payout", event: "update", when })
    await payinPayouts(modules.container)
    expect(await worker.payout(id)).toMatchObject({ status: "pending" })
    expect(await worker.payout(held.id)).toMatchObject({ status: "held" })
    expect(modules.log.lines).toContainEqual({
      level: "error",
      message: expect.stringContaining("a part of the payouts failed"),
    })
  })

  it("one run releases more held payouts than one claim returns", async () => {
    const made = await Promise.all(
      Array.from({ length: 55 }, () =>
        worker.make(1_000, { hold: { reason: "refund_young", seconds: 60 } })
      )
    )
    await worker.runIn(61)
    const statuses = await Promise.all(made.map(async ({ id }) => (await worker.payout(id)).status))
    expect(new Set(statuses)).toEqual(new Set(["pending"]))
  })

  it("a payout that the balance does not cover waits while smaller ones are sent, and is sent after a top-up", async () => {
    worker.fill(100_000)
    const first = await worker.make(80_000)
    const big = await worker.make(50_000)
    const small = await worker.make(15_000)
    await worker.run()
    expect(await worker.payout(first.id)).toMatchObject({ status: "pending" })
    expect(await worker.payout(small.id)).toMatchObject({ status: "pending" })
    await expectWaiting(big.id, "low_balance")
    expect((await worker.payout(big.id)).reason_facts).toEqual({
      balance: "100000",
      needed: "130000",
    })

    worker.fill(50_000)
    await worker.runIn(61)
    expect(await worker.payout(big.id)).toMatchObject({ status: "pending", reason: null })
    expect(worker.taken(big.id)).toHaveLength(1)
  })

  it("money that is being sent counts as spent before the service deducts it from the balance", async () => {
    worker.fill(100_000)
    const first = await worker.make(80_000)
    let second = ""
    modules.proxy.meet(async (path) => {
      if (path.includes("/payout")) {
        modules.proxy.tellTheTruth()
        second = (await worker.make(30_000)).id
        await worker.run()
      }
    })
    await worker.run()
    await expectWaiting(second, "low_balance")
    expect(worker.taken(first.id)).toHaveLength(1)
  })

  it("a refusal after the balance was spent elsewhere leaves a payout waiting for a top-up", async () => {
    modules.proxy.meet((path) => {
      if (path.includes("/payout")) {
        worker.fill(10_000)
      }
    })
    const { id } = await worker.make(40_000)
    await worker.run()
    await expectWaiting(id, "low_balance")
    modules.proxy.tellTheTruth()
    worker.fill(40_000)
    await worker.runIn(61)
    expect(await worker.payout(id)).toMatchObject({ status: "pending" })
    expect(worker.taken(id)).toHaveLength(1)
  })

  it("a refusal for too little money, because a first delivery took it, leads to no second payment after a top-up", async () => {
    modules.sandbox.configure({ payouts: { visibleAfterMs: 30_000, duplicate: "second" } })
    worker.fill(40_000)
    const { id } = await worker.make(40_000)
    const create = modules.gateway.payOut.create.bind(modules.gateway.payOut)
    // Something between the plugin and the service repeats a request whose answer it lost.
    const twice = jest
      .spyOn(modules.gateway.payOut, "create")
      .mockImplementation(async (...sent) => {
        await create(...sent)
        return create(...sent)
      })
    await worker.run()
    twice.mockRestore()
    expect(await worker.payout(id)).toMatchObject({ status: "queued", reason: "low_balance" })
    expect(worker.taken(id)).toHaveLength(1)
    worker.fill(1_000_000)
    await worker.runIn(61)
    await worker.runIn(61)
    expect(worker.taken(id)).toHaveLength(1)
    expect(await worker.payout(id)).toMatchObject({ status: "pending" })
  })

  it.each([
    { path: "/merchant", what: "the balance is read" },
    { path: "/payout", what: "a payout is sent" },
  ])(
    "credentials that the service refuses when $what leave payouts queued and cancelable",
    async ({ path }) => {
      modules.proxy.meet((url, response) => {
        if (url.includes(path)) {
          response.status(401).json({ code: "00", status: "error", error: "UNAUTHORIZED" })
        }
      })
      const [one, other] = [await worker.make(40_000), await worker.make(30_000)]
      await worker.run()
      await expectWaiting(one.id, "credentials")
      await expectWaiting(other.id, "credentials")
      const canceled = await worker.payouts.decisions.cancel(other.id, MAKER, "not now")
      expect(canceled).toMatchObject({ outcome: "done", payout: { status: "canceled" } })

      modules.proxy.tellTheTruth()
      await worker.runIn(61)
      expect(await worker.payout(one.id)).toMatchObject({ status: "pending" })
      expect(worker.taken(one.id)).toHaveLength(1)
      expect(worker.taken(other.id)).toEqual([])
    }
  )

  it("a reference that was not sent because the service is down is sent later", async () => {
    const { id } = await worker.make(40_000)
    await runIntoDeadService()
    await expectWaiting(id, "service_down")
    const [ready] = await worker.attempts(id)
    expect(ready).toMatchObject({ status: "ready", sends: 0 })
    await worker.runIn(31)
    await expectWaiting(id, "service_down")

    await modules.proxy.open()
    await worker.runIn(31)
    expect(worker.taken(id)).toMatchObject([{ reference: ready.reference }])
    expect(await worker.attempts(id)).toMatchObject([{ status: "pending", sends: 1 }])
  })

  it("payouts wait, queued and untouched, while the service asks for a pause, and are sent after it", async () => {
    const { id } = await worker.make(40_000)
    const before = await worker.payout(id)
    calm = withPauses(modules.gateway)
    const fault = { operation: "create", kind: "rate_limited", retryAfterSeconds: 50 } as const
    modules.sandbox.injectFault(fault)
    await modules.gateway.payIn.create("co", payInRequest()).catch(() => undefined)
    await worker.run()
    expect(await worker.payout(id)).toEqual(before)
    await worker.runIn(51)
    expect(worker.taken(id)).toHaveLength(1)
  })

  it("a service that does not answer payouts leaves a few of them unknown, and one more after each longer pause", async () => {
    // Pauses of the test before are over.
    await modules.advance(3_600)
    const made = await Promise.all(Array.from({ length: 20 }, () => worker.make(1_000)))
    const unknown = async () => {
      const rows = await Promise.all(made.map(({ id }) => worker.payout(id)))
      return rows.filter(({ status }) => status !== "queued").length
    }
    calm = withPauses(modules.gateway)
    modules.sandbox.injectFault({ operation: "payout", kind: "reset_before", times: "always" })
    await worker.run()
    const first = await unknown()
    expect(first).toBeLessThanOrEqual(callSlotsOfJob(modules.gateway.options))
    await worker.runIn(31)
    expect(await unknown()).toBe(first + 1)
    await worker.runIn(5)
    expect(await unknown()).toBe(first + 1)
    await worker.runIn(30)
    expect(await unknown()).toBe(first + 2)
  })

  it("a payout can be canceled after the service was down", async () => {
    const { id } = await worker.make(40_000)
    await runIntoDeadService()
    await worker.payouts.decisions.cancel(id, MAKER, null)
    await modules.proxy.open()
    await worker.runIn(31)
    expect(await worker.payout(id)).toMatchObject({ status: "canceled" })
    expect(worker.taken(id)).toEqual([])
  })

  it("a reference that was not sent carries the new account, and a late answer to its first send changes nothing", async () => {
    const { id } = await worker.make(40_000)
    await runIntoDeadService()
    const unsent = await worker.attempt(id)
    await modules.proxy.open()
    await toNequi(id)
    await worker.run()
    expect(worker.taken(id)).toMatchObject([{ bank: "NEQUI", reference: unsent.reference }])
    const pending = { number: 1, status: "pending", sends: 1, fence: unsent.fence + 1 }
    expect(await worker.attempts(id)).toMatchObject([pending])

    const said = { ticket: null, amount: null, currency: null, response_message: null }
    const report = { ...said, status: "rejected", service_status: "REJECTED" } as const
    const asked_at = await worker.payouts.statusReports.now()
    const answer = { ...report, asked_at }
    expect(await worker.payouts.statusReports.record(unsent, answer)).toBeNull()
    await worker.payouts.answers.refused(unsent, "no")
    await worker.payouts.answers.notSent(unsent, "no", { reason: "service_down", seconds: 0 })
    expect(await worker.attempts(id)).toMatchObject([pending])
  })

  it("nothing is sent while payouts are off, and earlier payouts are still looked up", async () => {
    const before = await worker.make(20_000)
    await worker.run()
    const [{ reference }] = worker.taken(before.id)
    Object.assign(modules.gateway.options.payouts, { enabled: false })
    const { id } = await worker.make(40_000)
    modules.sandbox.approvePayout(reference, { notify: false })
    await worker.runIn(11)
    expect(await worker.payout(before.id)).toMatchObject({ status: "approved" })
    await expectWaiting(id, "payouts_off")

    Object.assign(modules.gateway.options.payouts, { enabled: true })
    await worker.runIn(61)
    expect(await worker.payout(id)).toMatchObject({ status: "pending" })
  })

  it("a payout whose amount the option decimals cannot write stays queued and cancelable", async () => {
    const { id } = await worker.make(40_000.5)
    await worker.run()
    await expectWaiting(id, "not_writable")
    expect(await worker.attempts(id)).toEqual([])
    const canceled = await worker.payouts.decisions.cancel(id, MAKER, null)
    expect(canceled).toMatchObject({ outcome: "done", payout: { status: "canceled" } })
  })

  it("a claimed payout that is canceled before it is sent is not sent", async () => {
    const { id } = await worker.make(40_000)
    modules.proxy.meet(async (path) => {
      if (path.includes("/merchant")) {
        await worker.payouts.decisions.cancel(id, MAKER, null)
      }
    })
    await worker.run()
    modules.proxy.tellTheTruth()
    await worker.runIn(151)
    expect(await worker.payout(id)).toMatchObject({ status: "canceled" })
    expect(worker.sends()).toBe(0)
  })

  it("a claimed payout whose account is changed before it is sent goes to the new account only", async () => {
    const { id } = await worker.make(40_000)
    modules.proxy.meet(async (path) => {
      if (path.includes("/merchant")) {
        await toNequi(id)
      }
    })
    await worker.run()
    modules.proxy.tellTheTruth()
    await worker.runIn(151)
    expect(worker.taken(id)).toMatchObject([{ bank: "NEQUI", status: "PENDING" }])
  })
})
