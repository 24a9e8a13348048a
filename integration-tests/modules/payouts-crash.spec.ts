import { SYSTEM } from "../../src/domain/payout/actor"
import { parseTicket } from "../../src/domain/row/reference"
import { CALL_MARGIN_SECONDS } from "../../src/domain/time/schedule"
import type { Send } from "../../src/modules/payouts/submissions"
import { send } from "../../src/workflows/payout/send"
import { lookUpPayout } from "../../src/workflows/payout/watch"
import { breakWriting } from "../support/gate"
import { anomaliesOf } from "../support/modules/anomalies"
import { withModules } from "../support/modules/modules"
import { PAYOUT_OPTIONS } from "../support/modules/payout-options"
import { MAKER, PayoutWorker } from "../support/payout-worker"

/** After so many seconds a claim is over, and a send without an answer counts as lost. */
const CLAIM = 151

withModules("payouts whose sender dies", PAYOUT_OPTIONS, (modules) => {
  const worker = new PayoutWorker(modules)
  beforeEach(() => worker.fill(1_000_000))

  /** Writes that a new payout is being sent, as somebody does who then sends it or dies. */
  async function begun(): Promise<Send> {
    await worker.make(40_000)
    const { submissions } = worker.payouts
    const [payout] = await submissions.claim("co", 1)
    const made = await worker.payouts.transaction((trx) =>
      submissions.begin(trx, payout, { within: true, lacks_payment: false })
    )
    if (made === null || made === "over_bound" || made.send === null) {
      throw new Error("it was not to be sent")
    }
    return made.send
  }

  async function resent(payoutId: string): Promise<Send> {
    const again = await resend(payoutId)
    if (again === null || "reason" in again) {
      throw new Error("it was to be resent")
    }
    return again.send
  }

  function resend(payoutId: string) {
    return worker.payouts.transaction((trx) =>
      worker.payouts.submissions.resend(trx, payoutId, SYSTEM, { within: true })
    )
  }

  async function expectPaidOnce(id: string) {
    const [taken] = worker.taken(id)
    modules.sandbox.approvePayout(taken.reference, { notify: false })
    await worker.pass(60, 10)
    expect(await worker.payout(id)).toMatchObject({ status: "approved" })
    expect(worker.taken(id)).toHaveLength(1)
    expect(await worker.attempts(id)).toHaveLength(1)
    expect(await anomaliesOf(modules, "open")).toEqual([])
  }

  it("the attempt stands committed in the database when its call reaches the service", async () => {
    const { id } = await worker.make(40_000)
    const seen: unknown[] = []
    modules.proxy.meet(async (path) => {
      if (path.includes("/payout")) {
        seen.push(await worker.attempts(id), await worker.payout(id))
      }
    })
    await worker.run()
    const [{ reference }] = worker.taken(id)
    expect(seen).toMatchObject([
      [{ status: "sending", sends: 1, reference }],
      { status: "sending", reference },
    ])
  })

  it("a crash while the attempt is written leaves the payout queued, and it is sent later", async () => {
    const broken = await breakWriting(modules.pg, {
      table: "payin_payout_attempt",
      event: "insert",
    })
    const { id } = await worker.make(40_000)
    await worker.run()
    expect(await worker.payout(id)).toMatchObject({ status: "queued" })
    expect(await worker.attempts(id)).toEqual([])
    await broken.mend()
    await worker.runIn(CLAIM)
    await expectPaidOnce(id)
  })

  it("a crash before the call leaves the payout unknown, and it is resent once it counts as not known", async () => {
    const { attempt } = await begun()
    const { payout_id: id } = attempt
    await worker.runIn(CLAIM)
    expect(await worker.payout(id)).toMatchObject({ status: "unknown", reason: null })
    await worker.pass(60, 10)
    expect(await worker.payout(id)).toMatchObject({ status: "unknown", reason: "not_known" })
    expect(worker.sends()).toBe(0)

    const again = await resent(id)
    expect(await resend(id)).toHaveProperty("reason")
    await send(modules.container, again)
    expect(worker.taken(id)).toMatchObject([{ reference: attempt.reference }])
    await expectPaidOnce(id)
  })

  it("a crash after the call is resolved by a lookup, and nothing is sent again", async () => {
    const when = "new.status in ('pending', 'unknown') and old.status = 'sending'"
    const writing = { table: "payin_payout_attempt", event: "update", when } as const
    const broken = await breakWriting(modules.pg, writing)
    const { id } = await worker.make(40_000)
    await worker.run()
    expect(await worker.payout(id)).toMatchObject({ status: "sending", ticket: null })
    await broken.mend()
    await worker.runIn(CLAIM)
    expect(await worker.payout(id)).toMatchObject({ status: "pending" })
    expect(worker.sends()).toBe(1)
    await expectPaidOnce(id)
  })

  it("a process that was frozen before its call sends nothing once the payout was sent again", async () => {
    modules.sandbox.configure({ payouts: { duplicate: "second" } })
    const frozen = await begun()
    const { payout_id: id } = frozen.attempt
    await worker.pass(60, 10)
    await worker.resend(id)
    expect(worker.taken(id)).toHaveLength(1)
    await send(modules.container, frozen)
    expect(worker.taken(id)).toHaveLength(1)
  })

  it("a process that was frozen before its call sends nothing once another reference was sent", async () => {
    const frozen = await begun()
    const { payout_id: id } = frozen.attempt
    await worker.pass(60, 10)
    const told = { outcome: "not_paid", note: "The support said so.", proof: "case 1" } as const
    await worker.payouts.decisions.reportOutcome(id, MAKER, told)
    await worker.retry(id)
    await worker.pass(30, 5)
    await send(modules.container, frozen)
    expect(worker.taken(id)).toHaveLength(1)
    expect(worker.taken(id)[0].reference).not.toBe(frozen.attempt.reference)
  })

  it("a process that is slow to call sends nothing, and the payout leaves later under its reference", async () => {
    const slow = await begun()
    const { payout_id: id, reference } = slow.attempt
    await modules.advance(CLAIM - CALL_MARGIN_SECONDS)
    await send(modules.container, slow)
    expect(worker.taken(id)).toEqual([])
    expect(await worker.payout(id)).toMatchObject({ status: "queued" })
    await worker.runIn(31)
    expect(worker.taken(id)).toMatchObject([{ reference }])
    expect(await worker.attempts(id)).toMatchObject([{ sends: 1, number: 1 }])
  })

  it("a send that may still be answered does not count as lost", async () => {
    const written = await begun()
    const { payout_id: id } = written.attempt
    expect(await lookUpPayout(modules.container, written.attempt)).toBe("not_yet")
    expect(await worker.payout(id)).toMatchObject({ status: "sending" })
    await send(modules.container, written)
    expect(await worker.payout(id)).toMatchObject({ status: "pending", status_cause: "accepted" })
    await expectPaidOnce(id)
  })

  it("a refusal or an unclear answer changes nothing once its send counts as lost", async () => {
    const { attempt } = await begun()
    const { answers } = worker.payouts
    await worker.runIn(CLAIM)
    const unknown = await worker.payout(attempt.payout_id)
    expect(unknown.status).toBe("unknown")
    await answers.refused(attempt, "late")
    await answers.notSent(attempt, "late", { reason: "service_down", seconds: 0 })
    await answers.unclear(attempt, "late")
    expect(await worker.payout(attempt.payout_id)).toEqual(unknown)
  })

  it("an acceptance counts although its send counted as lost before", async () => {
    const { attempt } = await begun()
    await worker.runIn(CLAIM)
    const yes = {
      ticket: parseTicket("late-ticket-1"),
      echoed_amount: null,
      estimated_time: null,
      form_url: null,
    }
    await worker.payouts.answers.accepted(attempt, yes)
    expect(await worker.payout(attempt.payout_id)).toMatchObject({
      status: "pending",
      ticket: "late-ticket-1",
    })
  })

  it("an answer to the first send changes nothing about the second one", async () => {
    const { attempt } = await begun()
    const { answers, statusReports } = worker.payouts
    await worker.runIn(CLAIM)
    await worker.pass(60, 10)
    const again = await resent(attempt.payout_id)
    const written = await worker.attempt(attempt.payout_id)
    await answers.accepted(attempt, {
      ticket: parseTicket("late-ticket-1"),
      echoed_amount: null,
      estimated_time: null,
      form_url: null,
    })
    expect(await worker.attempt(attempt.payout_id)).toEqual(written)
    await answers.unclear(again.attempt, "no answer")
    expect(await statusReports.recordNotKnown(attempt)).toBeNull()
    expect(await worker.attempt(attempt.payout_id)).toMatchObject({ not_known_count: 0 })
  })
})
