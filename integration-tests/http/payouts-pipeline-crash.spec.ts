import { SYSTEM } from "../../src/domain/payout-actor"
import { parseTicket } from "../../src/domain/reference"
import type { Payout } from "../../src/modules/payouts/rows"
import type { Send } from "../../src/modules/payouts/submissions"
import { send } from "../../src/workflows/payout/send"
import { lookUpPayout } from "../../src/workflows/payout/watch"
import { breakWriting } from "../support/gate"
import { withShop } from "../support/shop"
import { NO_LIMIT } from "../support/shop-settings"
import { Treasury } from "../support/treasury"

const CLAIM = 151

withShop("a sender of payouts that dies", NO_LIMIT, (shop) => {
  const treasury = new Treasury(shop)
  beforeEach(() => {
    treasury.fill(1_000_000)
  })

  const sends = () => shop.sandbox.counters().payout

  /** Claims a new payout, as somebody does who then goes on or dies. */
  async function claimed(): Promise<Payout> {
    const { id } = await treasury.make(40_000)
    const rows = await treasury.payouts.submissions.claim("co", 50)
    const row = rows.find((one) => one.id === id)
    if (row === undefined) {
      throw new Error("it was not to be claimed")
    }
    return row
  }

  /** Writes that it is being sent, as somebody does who then sends it or dies. */
  async function begun(): Promise<Send> {
    const payout = await claimed()
    const { submissions } = treasury.payouts
    const made = await treasury.payouts.transaction((trx) => submissions.begin(trx, payout))
    if (made === null) {
      throw new Error("it was not to be sent")
    }
    return made.send
  }

  async function expectPaidOnce(id: string) {
    const [taken] = treasury.taken(id)
    shop.sandbox.approvePayout(taken.reference, { notify: false })
    await treasury.pass(10)
    await treasury.reaches(id, "approved")
    expect(treasury.taken(id)).toHaveLength(1)
    expect(await treasury.attempts(id)).toHaveLength(1)
    expect(await shop.anomalies("open")).toEqual([])
  }

  it("two instances claim one queued payout and the service sees one reference", async () => {
    const made = await Promise.all(Array.from({ length: 20 }, () => treasury.make(1_000)))
    await Promise.all([treasury.run(), treasury.run(), treasury.run()])
    for (const { id } of made) {
      await treasury.reaches(id, "pending")
      expect(treasury.taken(id)).toHaveLength(1)
      expect(await treasury.attempts(id)).toMatchObject([{ number: 1, sends: 1 }])
    }
    expect(sends()).toBe(20)
  })

  it("after the claim: another one sends it once the claim is over", async () => {
    const { id } = await claimed()
    await treasury.runIn(100)
    expect(sends()).toBe(0)
    await treasury.runIn(CLAIM - 100)
    await treasury.reaches(id, "pending")
    await expectPaidOnce(id)
  })

  it("while it writes that it sends: nothing left, and another one sends it", async () => {
    const broken = await breakWriting(shop.pg, { table: "payin_payout_attempt", event: "insert" })
    const { id } = await treasury.make(40_000)
    await treasury.run()
    expect(await treasury.payout(id)).toMatchObject({ status: "queued" })
    expect(await treasury.attempts(id)).toEqual([])
    await broken.mend()
    await treasury.runIn(CLAIM)
    await treasury.reaches(id, "pending")
    await expectPaidOnce(id)
  })

  it("after it wrote, before it sent: unknown, looked up, and resent only once that is believed", async () => {
    const { attempt } = await begun()
    await treasury.runIn(CLAIM)
    await treasury.reaches(attempt.payout_id, "unknown")
    await treasury.pass(60)
    expect(await treasury.payout(attempt.payout_id)).toMatchObject({ reason: "not_known" })
    expect(sends()).toBe(0)

    const { submissions } = treasury.payouts
    const again = await submissions.resend(attempt.payout_id, SYSTEM)
    expect(await submissions.resend(attempt.payout_id, SYSTEM)).toHaveProperty("reason")
    if (again === null || "reason" in again) {
      throw new Error("it was to be resent")
    }
    await send(shop.container, again)
    expect(treasury.taken(attempt.payout_id)).toMatchObject([{ reference: attempt.reference }])
    await expectPaidOnce(attempt.payout_id)
  })

  it("before it recorded the answer: the lookup finds what was sent", async () => {
    const when = "new.status in ('pending', 'unknown') and old.status = 'sending'"
    const writing = { table: "payin_payout_attempt", event: "update", when } as const
    const broken = await breakWriting(shop.pg, writing)
    const { id } = await treasury.make(40_000)
    await treasury.run()
    expect(await treasury.reaches(id, "sending")).toMatchObject({ ticket: null })
    await treasury.runIn(100)
    await broken.mend()
    await treasury.runIn(CLAIM - 100)
    await treasury.reaches(id, "pending")
    expect(sends()).toBe(1)
    await expectPaidOnce(id)
  })

  it("slept past its claim: it writes nothing any more and sends nothing", async () => {
    const sleeper = await claimed()
    await treasury.runIn(CLAIM)
    await treasury.reaches(sleeper.id, "pending")
    const { submissions } = treasury.payouts
    const made = await treasury.payouts.transaction((trx) => submissions.begin(trx, sleeper))
    expect(made).toBeNull()
    await submissions.putBack(sleeper, { reason: "service_down", seconds: 0 })
    expect(await treasury.payout(sleeper.id)).toMatchObject({ status: "pending", reason: null })
    await expectPaidOnce(sleeper.id)
  })

  it("heard an answer too late: it changes nothing, unless it says that the service has it", async () => {
    const { attempt } = await begun()
    const { answers } = treasury.payouts
    await treasury.runIn(CLAIM)
    const unknown = await treasury.reaches(attempt.payout_id, "unknown")
    await answers.refused(attempt, "late")
    await answers.notSent(attempt, "late", { reason: "service_down", seconds: 0 })
    await answers.unclear(attempt, "late")
    expect(await treasury.payout(attempt.payout_id)).toEqual(unknown)

    await treasury.pass(60)
    const again = await treasury.payouts.submissions.resend(attempt.payout_id, SYSTEM)
    if (again === null || "reason" in again) {
      throw new Error("it was to be resent")
    }
    const resent = await treasury.attempt(attempt.payout_id)
    const yes = { ticket: parseTicket("late-ticket-1"), estimated_time: null }
    await answers.accepted(attempt, yes)
    expect(await treasury.attempt(attempt.payout_id)).toEqual(resent)
    await answers.unclear(again.attempt, "no answer")
    // A lookup that was asked before the resend says nothing of it.
    expect(await treasury.payouts.sayings.recordNotKnown(attempt)).toBeNull()
    expect(await treasury.attempt(attempt.payout_id)).toMatchObject({ not_known_count: 0 })
    await answers.accepted(again.attempt, yes)
    expect(await treasury.payout(attempt.payout_id)).toMatchObject({ status: "pending" })
  })

  it("is still waited for: whoever asks meanwhile calls nothing lost", async () => {
    const written = await begun()
    const { payout_id } = written.attempt
    expect(await lookUpPayout(shop.container, written.attempt)).toBe("not_yet")
    expect(await treasury.payout(payout_id)).toMatchObject({ status: "sending" })
    await send(shop.container, written)
    expect(await treasury.payout(payout_id)).toMatchObject({ status_cause: "accepted" })
    await expectPaidOnce(payout_id)
  })
})
