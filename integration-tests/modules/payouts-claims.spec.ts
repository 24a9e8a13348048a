import { randomUUID } from "node:crypto"
import {
  HELD_SECONDS,
  LOOKUP_BACKOFF_SECONDS,
  PAYOUT_CLAIM_SECONDS,
  PAYOUT_FIRST_LOOKUP_SECONDS,
} from "../../src/domain/time/schedule"
import type { NewPayout } from "../../src/modules/payouts/payouts"
import type { Payout } from "../../src/modules/payouts/rows"
import { expectDueIn } from "../support/modules/clock"
import { withModules } from "../support/modules/modules"
import { PAYOUT_OPTIONS } from "../support/modules/payout-options"
import { promisesOfQueue } from "../support/modules/queue"
import { together } from "../support/modules/together"
import { PayoutWorker } from "../support/payout-worker"

const ATTEMPT = "payin_payout_attempt"

const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id).sort()

withModules("claims and attempts of payouts", PAYOUT_OPTIONS, (modules) => {
  const worker = new PayoutWorker(modules)
  beforeEach(() => worker.fill(1_000_000))

  const makeMany = async (count: number, columns: Partial<NewPayout> = {}) => {
    const made = await Promise.all(Array.from({ length: count }, () => worker.make(1_000, columns)))
    return idsOf(made)
  }

  const claim = (limit = 50) => worker.payouts.submissions.claim("co", limit)

  /** Claims a new payout, as somebody does who then goes on or dies. */
  async function claimed(): Promise<Payout> {
    const { id } = await worker.make(40_000)
    const [row] = await claim()
    expect(row.id).toBe(id)
    return row
  }

  const begin = (payout: Payout) =>
    worker.payouts.transaction((trx) =>
      worker.payouts.submissions.begin(trx, payout, { within: true, lacks_payment: false })
    )

  describe("the queue of payouts to send", () => {
    promisesOfQueue(modules, {
      ...{ table: "payin_payout", due: "submit_after", seconds: PAYOUT_CLAIM_SECONDS },
      fill: makeMany,
      claim: async (limit) => idsOf(await claim(limit)),
    })
  })

  describe("the queue of held payouts", () => {
    const hold = { reason: "refund_young", seconds: 0 } as const
    promisesOfQueue(modules, {
      ...{ table: "payin_payout", due: "release_after", seconds: HELD_SECONDS },
      fill: (count) => makeMany(count, { hold }),
      claim: async (limit) => idsOf(await worker.payouts.releases.claim(limit)),
    })
  })

  describe("the lookups of attempts", () => {
    const lookups = (limit: number) => worker.payouts.attempts.claimLookups("co", limit)

    it("are claimed by one of several workers each", async () => {
      await makeMany(12)
      await worker.run()
      await modules.advance(PAYOUT_FIRST_LOOKUP_SECONDS)
      const claimed = await Promise.all([lookups(5), lookups(5), lookups(5), lookups(5)])
      expect(idsOf(claimed.flat())).toEqual(idsOf(await modules.pg(ATTEMPT)))
    })

    it("come back by themselves, each time later", async () => {
      const { id } = await worker.make(1_000)
      await worker.run()
      await modules.pg(ATTEMPT).update({ lookup_after: modules.pg.raw("now()") })
      for (const seconds of LOOKUP_BACKOFF_SECONDS) {
        await expectDueIn(modules, seconds, async () => {
          const [claimed] = await lookups(5)
          expect(claimed.payout_id).toBe(id)
          return claimed.lookup_after
        })
        await modules.advance(seconds)
      }
    })

    it("spend no try when they are put back", async () => {
      await worker.make(1_000)
      await worker.run()
      await modules.advance(PAYOUT_FIRST_LOOKUP_SECONDS)
      const [claimed] = await lookups(5)
      expect(claimed.lookup_attempts).toBe(1)
      const { attempts } = worker.payouts
      await expectDueIn(modules, 60, async () => {
        await attempts.putBack(claimed.id, 60)
        return (await attempts.find(claimed.id))?.lookup_after
      })
      expect(await attempts.find(claimed.id)).toMatchObject({ lookup_attempts: 0 })
    })
  })

  it("three workers at once send each of sixty payouts once", async () => {
    const made = await makeMany(60)
    await Promise.all([worker.run(), worker.run(), worker.run()])
    for (const id of made) {
      expect(await worker.attempts(id)).toMatchObject([{ number: 1, sends: 1, status: "pending" }])
    }
    expect(worker.sends()).toBe(60)
  })

  it("a worker whose claim ran out neither begins the payout nor puts it back", async () => {
    const sleeper = await claimed()
    await modules.advance(PAYOUT_CLAIM_SECONDS)
    const [again] = await claim()
    expect(again.id).toBe(sleeper.id)
    expect(await begin(sleeper)).toBeNull()
    await worker.payouts.submissions.putBack(sleeper, { reason: "service_down", seconds: 0 })
    expect(await worker.payout(sleeper.id)).toMatchObject({ status: "queued", reason: null })
    expect(await begin(again)).not.toBeNull()
  })

  it("two begins of one claim write one attempt", async () => {
    const payout = await claimed()
    const writing = { table: ATTEMPT, event: "insert" } as const
    const [first, second] = await together(modules.pg, writing, () => begin(payout))
    expect([first === null, second]).toEqual([false, null])
    expect(await worker.attempts(payout.id)).toMatchObject([{ status: "sending", sends: 1 }])
  })

  it.each(["ready", "sending", "unknown", "pending", "approved"] as const)(
    "the database refuses a second attempt of a payout beside one that is %s",
    async (status) => {
      const payout = await claimed()
      await begin(payout)
      await modules.pg(ATTEMPT).update({ status })
      await expect(secondAttempt(payout.id)).rejects.toThrow("UQ_payin_payout_attempt_alive")
    }
  )

  it.each(["rejected", "void"] as const)(
    "the database accepts a second attempt of a payout beside one that is %s",
    async (status) => {
      const payout = await claimed()
      await begin(payout)
      await modules.pg(ATTEMPT).update({ status })
      await secondAttempt(payout.id)
      expect(await worker.attempts(payout.id)).toMatchObject([{ status }, { status: "sending" }])
    }
  )

  /** Written past all that the modules look at. */
  async function secondAttempt(payout_id: string): Promise<void> {
    const first: Record<string, unknown> = await modules.pg(ATTEMPT).where({ payout_id }).first()
    await modules.pg(ATTEMPT).insert({
      ...first,
      id: randomUUID(),
      reference: randomUUID(),
      number: 2,
      status: "sending",
    })
  }

  it("one payout is made when one source asks for it twice at the same moment", async () => {
    const source_id = randomUUID()
    const writing = { table: "payin_payout", event: "insert" } as const
    const [first, second] = await together(modules.pg, writing, () =>
      worker.make(1_000, { source_id })
    )
    expect(second).toEqual(first)
    await worker.run()
    expect(worker.sends()).toBe(1)
  })

  it("payouts use at most half of the account's call slots", async () => {
    const half = modules.gateway.options.gatewayConcurrency / 2
    const made = await makeMany(4 * half)
    let [inside, most] = [0, 0]
    let open = () => {}
    const opened = new Promise<void>((resolve) => (open = resolve))
    modules.proxy.meet(async (path, response) => {
      if (path.includes("/payout")) {
        most = Math.max(most, ++inside)
        response.on("finish", () => inside--)
        await opened
      }
    })
    const run = worker.run()
    // All that may be written ahead of the calls is written: whatever calls is at the service or waits for a place.
    while ((await worker.payouts.submissions.underWay("co")).length < 2 * half) {
      await modules.pg.raw("select pg_sleep(0.02)")
    }
    await modules.gateway.merchant.profile("co")
    open()
    await run
    expect(most).toBe(half)
    for (const id of made) {
      expect(worker.taken(id)).toHaveLength(1)
    }
  })
})
