import { majorAmount } from "../../src/domain/money/amount"
import { takeOver } from "../../src/workflows/installation/take-over"
import { anomaliesOf } from "../support/modules/anomalies"
import { withModules } from "../support/modules/modules"
import { PAYOUT_OPTIONS } from "../support/modules/payout-options"
import { closeGate } from "../support/gate"
import { CHECKER, DESTINATION, MAKER, PayoutWorker } from "../support/payout-worker"

/** The service refuses a payout to it. */
const UNKNOWN_BANK = { ...DESTINATION, bank: "BANCO DE NADIE" }
const PAYOUTS = "payin_payout"
const ATTEMPTS = "payin_payout_attempt"
const MINUTE_MS = 60_000

/**
 * A store that goes on with a backup which nothing tells from the living database: the same
 * cluster, database and settings.
 */
withModules("payouts of a restored backup", PAYOUT_OPTIONS, (modules) => {
  const worker = new PayoutWorker(modules)
  beforeEach(() => worker.fill(1_000_000))

  /** Puts the database back to where it was after `before`, when `after` is done. */
  async function restoring<Result>(
    before: Promise<Result>,
    after: (made: Result) => Promise<void>
  ) {
    const made = await before
    const kept = await Promise.all([PAYOUTS, ATTEMPTS].map((table) => rowsOf(table)))
    await after(made)
    for (const [index, table] of [PAYOUTS, ATTEMPTS].entries()) {
      await modules.pg(table).delete()
      if (kept[index].length > 0) await modules.pg(table).insert(kept[index])
    }
    return made
  }

  async function rowsOf(table: string): Promise<Record<string, unknown>[]> {
    const rows: Record<string, unknown>[] = await modules.pg(table)
    return rows.map(({ makers, reason_facts, ...row }) => ({
      ...row,
      ...(makers !== undefined && { makers: JSON.stringify(makers) }),
    }))
  }

  const toAnotherAccount = (id: string) => worker.redirect(id, { account_number: "22233344455" })

  /** A run whose sends do not leave. */
  const UNSENT = {
    "the service refuses the credentials": async () => {
      modules.proxy.meet((path, response) => {
        if (path.endsWith("/payout")) {
          const error = { code: "00", status: "ERROR", error: "UNAUTHORIZED", message: "no" }
          response.status(401).json(error)
        }
      })
      await worker.run()
      modules.proxy.tellTheTruth()
    },
    "the service has too little money": async () => {
      modules.proxy.meet((path) => {
        if (path.endsWith("/payout")) worker.fill(10_000)
      })
      await worker.run()
      modules.proxy.tellTheTruth()
      worker.fill(1_000_000)
    },
    "the service is not there": async () => {
      const gate = await closeGate(modules.pg, { table: ATTEMPTS, event: "insert" })
      const run = worker.run()
      await gate.arrived()
      await modules.proxy.close()
      await gate.open()
      await run
      await gate.remove()
      await modules.proxy.open()
    },
  }
  const REASONS = [
    "the service refuses the credentials",
    "the service has too little money",
    "the service is not there",
  ] as const

  const paid = (id: string) => worker.taken(id).filter(({ status }) => status === "APPROVED")

  it.each(["refuse", "first"] as const)(
    "are not paid again, when the service answers a duplicate with: %s",
    async (duplicate) => {
      modules.sandbox.configure({ payouts: { duplicate } })
      const { id } = await restoring(worker.make(40_000), async (made) => {
        await worker.run()
        modules.sandbox.approvePayout(worker.taken(made.id)[0].reference, { notify: false })
      })
      expect(await worker.payout(id)).toMatchObject({ status: "queued", reference: null })
      await worker.pass(10)
      expect(await worker.payout(id)).toMatchObject({ status: "approved" })
      expect(worker.taken(id)).toHaveLength(1)
      expect(paid(id)).toHaveLength(1)
      expect(await anomaliesOf(modules)).toEqual([])
    }
  )

  it.each(["queued", "awaiting_approval"])(
    "that nobody took over with are not sent again when they were %s in it an hour ago, also by a service that pays a duplicate",
    async (status) => {
      modules.sandbox.configure({ payouts: { duplicate: "second" } })
      worker.fill(10_000_000)
      const made = worker.make(status === "queued" ? 40_000 : 600_000)
      const { id } = await restoring(made, async (one) => {
        if (status !== "queued") await worker.approve(one.id)
        await worker.run()
        expect(worker.taken(one.id)).toHaveLength(1)
      })
      expect(await worker.payout(id)).toMatchObject({ status })
      await modules.advance(3_700)
      if (status !== "queued") await worker.approve(id)
      await worker.run()
      await worker.pass(10)
      expect(await worker.payout(id)).toMatchObject({ status: "pending" })
      expect(worker.taken(id)).toHaveLength(1)
      expect(await anomaliesOf(modules)).toEqual([])
    }
  )

  it("are not sent again after a restart within the hour, also by a service that pays a duplicate", async () => {
    modules.sandbox.configure({ payouts: { duplicate: "second" } })
    const { id } = await restoring(worker.make(40_000), () => worker.run())
    // The process began after the backup was made.
    const earlier = modules.pg.raw("created_at - interval '50 minutes'")
    await modules.pg(PAYOUTS).where({ id }).update({ created_at: earlier })
    await worker.run()
    await worker.pass(10)
    expect(await worker.payout(id)).toMatchObject({ status: "pending" })
    expect(worker.taken(id)).toHaveLength(1)
  })

  it("are tried under the same second reference, so that a paid retry is not paid again", async () => {
    const { id } = await restoring(worker.make(40_000), async (made) => {
      await worker.run()
      modules.sandbox.rejectPayout(worker.taken(made.id)[0].reference, { notify: false })
      await worker.pass(10)
      await worker.retry(made.id)
      await worker.pass(1)
      const { reference } = await worker.attempt(made.id)
      modules.sandbox.approvePayout(reference, { notify: false })
    })
    await worker.pass(10)
    expect(await worker.payout(id)).toMatchObject({ status: "rejected" })
    await worker.retry(id)
    await worker.pass(10)
    expect(await worker.payout(id)).toMatchObject({ status: "approved" })
    expect(worker.taken(id)).toHaveLength(2)
    expect(paid(id)).toHaveLength(1)
  })

  it("count as unknown, and not as short of money, when a refused reference cannot be looked up", async () => {
    const { id } = await restoring(worker.make(40_000), () => worker.run())
    modules.sandbox.injectFault({ operation: "lookup", kind: "error_before", times: "always" })
    await UNSENT["the service has too little money"]()
    expect(await worker.payout(id)).toMatchObject({ status: "unknown" })
    modules.sandbox.clearFaults()
    await worker.pass(5)
    expect(await worker.payout(id)).toMatchObject({ status: "pending" })
  })

  it("count as unknown, and not as rejected, when a refused reference cannot be looked up", async () => {
    const { id } = await restoring(worker.make(40_000), () => worker.run())
    modules.sandbox.injectFault({ operation: "lookup", kind: "error_before", times: "always" })
    await worker.run()
    expect(await worker.payout(id)).toMatchObject({ status: "unknown" })
    modules.sandbox.clearFaults()
    await worker.pass(5)
    expect(await worker.payout(id)).toMatchObject({ status: "pending" })
    expect(worker.taken(id)).toHaveLength(1)
  })

  describe("that somebody took over with", () => {
    const takeOverHere = async () => {
      await modules.ledger.installations.standing()
      await modules.pg("payin_installation").update({ database: "1" })
      const asked = { note: "the other one is gone", request: "request_1" }
      expect(await takeOver(modules.container, CHECKER, asked)).toMatchObject({ live: true })
    }

    /** A payout whose rows were lost after its send, made again from the source that was kept. */
    async function madeAgain(): Promise<{ lost: { id: string }; id: string }> {
      const source = { source: "import", source_id: "payimp_kept:1" } as const
      const lost = await worker.make(40_000, source)
      await worker.run()
      await modules.pg(PAYOUTS).delete()
      await modules.pg(ATTEMPTS).delete()
      await takeOverHere()
      const { id } = await worker.make(40_000, source)
      await worker.run()
      return { lost, id }
    }

    it("are of the other installation, too, when its clock was ahead of this one's", async () => {
      modules.sandbox.configure({
        payouts: { visibleAfterMs: 20 * MINUTE_MS, duplicate: "refuse" },
      })
      const { id } = await restoring(worker.make(40_000), () => worker.run())
      const ahead = modules.pg.raw("created_at + interval '5 minutes'")
      await modules.pg(PAYOUTS).where({ id }).update({ created_at: ahead })
      await takeOverHere()
      await worker.run()
      expect(await worker.payout(id)).toMatchObject({ status: "unknown" })
      await worker.pass(40, 5)
      expect(worker.taken(id)).toHaveLength(1)
    })

    it.each(["kept", "lost"])(
      "are paid once when their file is uploaded again under its own key and its request was %s",
      async (request) => {
        modules.sandbox.configure({ payouts: { duplicate: "second" } })
        const row = { row: 1, amount: majorAmount(40_000), payment_method: "BANK_TRANSFER" }
        const file = {
          account: "co",
          country: "CO",
          currency: "COP",
          rows: [{ ...row, destination: DESTINATION, note: null }],
        }
        /** As its route does. */
        const upload = async () => {
          const ask = { key: "file-1", method: "POST", path: "/imports", body: {}, actor_id: null }
          const begun = await modules.ledger.operatorRequests.begin(ask)
          if (begun.state !== "begun") throw new Error(`the request is ${begun.state}`)
          await modules.payouts.imports.create({ ...file, request_id: begun.undertaking.id }, MAKER)
          await modules.ledger.operatorRequests.release(begun.undertaking)
        }
        await upload()
        await worker.run()
        const lost = [ATTEMPTS, PAYOUTS, "payin_payout_import"]
        for (const table of [...lost, ...(request === "lost" ? ["payin_operator_request"] : [])]) {
          await modules.pg(table).delete()
        }
        await takeOverHere()
        await upload()
        await worker.run()
        await worker.pass(10)
        expect(modules.sandbox.payouts({ limit: 10 })).toHaveLength(1)
      }
    )

    it.each(["refuse", "first", "second"] as const)(
      "are not sent again when they were sent meanwhile, whatever the service does with a duplicate: %s",
      async (duplicate) => {
        modules.sandbox.configure({ payouts: { duplicate } })
        const { id } = await restoring(worker.make(40_000), () => worker.run())
        await takeOverHere()
        await worker.run()
        expect(await worker.payout(id)).toMatchObject({ status: "unknown" })
        await worker.pass(10)
        expect(await worker.payout(id)).toMatchObject({ status: "pending" })
        expect(worker.taken(id)).toHaveLength(1)
        expect(await anomaliesOf(modules)).toEqual([])
      }
    )

    it("are not sent again when their row was lost, and what they pay was not", async () => {
      modules.sandbox.configure({ payouts: { duplicate: "second" } })
      const { lost, id } = await madeAgain()
      await worker.pass(10)
      expect(await worker.payout(id)).toMatchObject({ status: "pending" })
      expect([...worker.taken(lost.id), ...worker.taken(id)]).toHaveLength(1)
    })

    it("wait, unsent, while the service cannot be asked whether they were sent", async () => {
      const { id } = await restoring(worker.make(40_000), () => worker.run())
      await takeOverHere()
      modules.sandbox.injectFault({ operation: "lookup", kind: "error_before", times: "always" })
      await worker.run()
      expect(await worker.payout(id)).toMatchObject({ status: "queued", reason: "service_down" })
      modules.sandbox.clearFaults()
      await worker.pass(60, 3)
      expect(await worker.payout(id)).toMatchObject({ status: "pending" })
      expect(worker.taken(id)).toHaveLength(1)
    })

    it("are sent once the service says that it does not know them", async () => {
      const { id } = await worker.make(40_000)
      await takeOverHere()
      await worker.run()
      expect(await worker.payout(id)).toMatchObject({ status: "pending" })
    })

    it("are not rejected because of one answer of a service that does not show them yet", async () => {
      modules.sandbox.configure({ payouts: { visibleAfterMs: 20 * 60_000 } })
      const { id } = await restoring(worker.make(40_000), () => worker.run())
      await takeOverHere()
      await worker.run()
      expect(await worker.payout(id)).toMatchObject({ status: "unknown" })
      expect(await worker.retry(id)).toMatchObject({ outcome: "refused" })
      await worker.pass(60, 5)
      expect(await worker.payout(id)).toMatchObject({ status: "pending" })
      expect(worker.taken(id)).toHaveLength(1)
    })

    it.each(REASONS)(
      "are sent under the reference that the other one paid after its first try did not leave: %s",
      async (why) => {
        modules.sandbox.configure({ payouts: { duplicate: "refuse" } })
        const { id } = await restoring(worker.make(40_000), async (made) => {
          await UNSENT[why]()
          await toAnotherAccount(made.id)
          await worker.pass(5)
          modules.sandbox.approvePayout(worker.taken(made.id)[0].reference, { notify: false })
        })
        await takeOverHere()
        await worker.pass(30)
        expect(await worker.payout(id)).toMatchObject({ status: "approved" })
        expect(worker.taken(id)).toHaveLength(1)
      }
    )

    it.each(REASONS)(
      "keep the reference that the other one paid when their own first try does not leave: %s",
      async (why) => {
        modules.sandbox.configure({ payouts: { visibleAfterMs: 20 * 60_000 } })
        const { id } = await restoring(worker.make(40_000), () => worker.run())
        await takeOverHere()
        await UNSENT[why]()
        await toAnotherAccount(id)
        await worker.pass(40)
        expect(await worker.payout(id)).toMatchObject({ status: "pending" })
        expect(worker.taken(id)).toHaveLength(1)
      }
    )

    it("are asked about when a refusal may be about the other one's send, also while the balance is low", async () => {
      modules.sandbox.configure({ payouts: { visibleAfterMs: 20 * 60_000 } })
      const { id } = await restoring(worker.make(40_000), () => worker.run())
      await takeOverHere()
      await UNSENT["the service has too little money"]()
      expect(await worker.payout(id)).toMatchObject({ status: "unknown" })
      expect(await toAnotherAccount(id)).toMatchObject({ outcome: "refused" })
      await worker.pass(40)
      expect(await worker.payout(id)).toMatchObject({ status: "pending" })
    })

    it("are asked about, and not rejected by one answer, when they are made again from a kept source", async () => {
      modules.sandbox.configure({ payouts: { visibleAfterMs: 20 * 60_000 } })
      const { lost, id } = await madeAgain()
      expect(await worker.payout(id)).toMatchObject({ status: "unknown" })
      expect(await worker.retry(id)).toMatchObject({ outcome: "refused" })
      await worker.pass(30)
      expect(await worker.payout(id)).toMatchObject({ status: "pending" })
      expect([...worker.taken(lost.id), ...worker.taken(id)]).toHaveLength(1)
    })

    it("are rejected once the service is believed not to know what it refused", async () => {
      const { id } = await worker.make(40_000, { destination: UNKNOWN_BANK })
      await takeOverHere()
      await worker.run()
      expect(await worker.payout(id)).toMatchObject({ status: "unknown" })
      await worker.pass(120, 10)
      expect(await worker.payout(id)).toMatchObject({ status: "rejected" })
    })

    it("are rejected at once when a person made them since", async () => {
      await takeOverHere()
      const { id } = await worker.make(40_000, { destination: UNKNOWN_BANK })
      await worker.run()
      expect(await worker.payout(id)).toMatchObject({ status: "rejected" })
    })
  })
})
