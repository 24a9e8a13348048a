import { majorAmount } from "../../src/domain/money/amount"
import { SYSTEM, user } from "../../src/domain/payout/actor"
import type { NewPayout } from "../../src/modules/payouts/payouts"
import type { Payout } from "../../src/modules/payouts/rows"
import { reportPayoutOutcome } from "../../src/workflows/payout"
import { withModules } from "../support/modules/modules"
import { PayIns } from "../support/modules/payin"
import { PAYOUT_OPTIONS } from "../support/modules/payout-options"
import { Returns } from "../support/modules/returns"
import { untilNoon } from "../support/modules/subscriptions"
import { together } from "../support/modules/together"
import { CHECKER, DESTINATION, MAKER, PayoutWorker } from "../support/payout-worker"

const DAY_SECONDS = 86_400
const DAY = { ...PAYOUT_OPTIONS, approvalAbovePerDay: { COP: 100_000 } }
const WORDS = { note: "Support says so.", proof: "ticket 7" }
const WAITS = { status: "awaiting_approval", reason: "daily_limit" }

withModules("the limit of a day, when payouts are sent", DAY, (modules) => {
  const worker = new PayoutWorker(modules)
  beforeEach(async () => {
    worker.fill(10_000_000)
    await untilNoon(modules)
  })

  let requests = 0
  /** One person says alone that it was not paid. */
  const notPaid = async (id: string) => {
    const request = `r${++requests}`
    const said = { outcome: "not_paid", ...WORDS } as const
    expect(await reportPayoutOutcome(modules.container, id, MAKER, said, request)).toMatchObject({
      ...{ outcome: "done" },
    })
  }
  /** The service takes it, and its answer is lost. */
  async function unanswered(id: string): Promise<string> {
    modules.sandbox.injectFault({ operation: "payout", kind: "timeout_after", ms: 0 })
    await worker.run()
    expect(await worker.payout(id)).toMatchObject({ status: "unknown" })
    return String((await worker.payout(id)).reference)
  }
  async function rejected(id: string): Promise<string> {
    await worker.run()
    const reference = String((await worker.payout(id)).reference)
    modules.sandbox.rejectPayout(reference, { notify: false })
    await worker.runIn(11)
    expect(await worker.payout(id)).toMatchObject({ status: "rejected" })
    return reference
  }
  /** Waits for a balance that is not there, from today on. */
  async function queued(pesos: number, columns: Partial<NewPayout> = {}): Promise<Payout> {
    const made = await worker.make(pesos, columns)
    await worker.run()
    expect(await worker.payout(made.id)).toMatchObject({ status: "queued", reason: "low_balance" })
    return made
  }
  const sentOf = async (...ids: string[]) => {
    const rows = await Promise.all(ids.map((id) => worker.attempts(id)))
    return rows.flat().length
  }

  it("keeps what one person says was not paid, however it goes on", async () => {
    const { id } = await worker.make(100_000)
    const reference = await unanswered(id)
    await notPaid(id)
    expect(await worker.make(1)).toMatchObject(WAITS)
    expect(await worker.retry(id)).toMatchObject({ payout: WAITS })
    await worker.payouts.decisions.cancel(id, MAKER, null)
    expect(await worker.make(1)).toMatchObject(WAITS)
    modules.sandbox.approvePayout(reference, { notify: false })
    await worker.pass(60, 10)
    expect(await worker.make(1)).toMatchObject(WAITS)
  })

  it("keeps what one person says was not paid and was paid by other means", async () => {
    const { id } = await worker.make(100_000)
    await unanswered(id)
    await notPaid(id)
    expect(await worker.payouts.decisions.paidElsewhere(id, MAKER, WORDS)).toMatchObject({
      payout: { status: "paid_elsewhere" },
    })
    expect(await worker.make(1)).toMatchObject(WAITS)
  })

  it("counts each send of one payout that may have been paid", async () => {
    const { id } = await worker.make(40_000)
    modules.sandbox.injectFault({ operation: "payout", kind: "timeout_before", ms: 0 })
    await worker.run()
    await notPaid(id)
    expect(await worker.retry(id)).toMatchObject({ payout: { status: "queued" } })
    // The second reference leaves once the service is believed not to know the first.
    await worker.pass(60, 5)
    expect(await worker.attempts(id)).toHaveLength(2)
    expect((await worker.make(20_000)).status).toBe("queued")
    expect(await worker.make(1)).toMatchObject(WAITS)
  })

  it("gives the room back once the service itself says that it rejected what a person said was not paid", async () => {
    const { id } = await worker.make(100_000)
    const reference = await unanswered(id)
    await notPaid(id)
    modules.sandbox.rejectPayout(reference, { notify: false })
    await worker.pass(10, 1)
    expect((await worker.make(100_000)).status).toBe("queued")
  })

  it("is not passed by an approval twice: the next send after a person's word is judged anew", async () => {
    await worker.make(60_000)
    await worker.run()
    const { id } = await worker.make(60_000)
    await worker.approve(id)
    await unanswered(id)
    await notPaid(id)
    expect(await worker.payout(id)).toMatchObject({ approved_version: null })
    expect(await worker.retry(id)).toMatchObject({ payout: WAITS })
    await modules.advance(DAY_SECONDS)
    expect(await worker.approve(id)).toMatchObject({ payout: { status: "queued" } })
    await worker.run()
    expect((await worker.make(100_000)).status).toBe("queued")
  })

  it("is not passed by an approved payout that one person sends to another account", async () => {
    const { id } = await worker.make(100_001)
    await worker.approve(id)
    const elsewhere = { ...DESTINATION, account_number: "55667788990" }
    await unanswered(id)
    await notPaid(id)
    const given = { destination: elsewhere, payment_method: "BANK_TRANSFER", other_person: false }
    await worker.payouts.decisions.giveDestination(id, given, MAKER)
    expect(await worker.retry(id)).toMatchObject({ payout: WAITS })
    // The approved send itself used no room.
    expect((await worker.make(100_000)).status).toBe("queued")
  })

  it("is not used by the retry of an approved payout that the service rejected", async () => {
    const { id } = await worker.make(100_001)
    await worker.approve(id)
    await rejected(id)
    expect(await worker.retry(id)).toMatchObject({ payout: { status: "queued" } })
    await worker.run()
    const attempts = await worker.attempts(id)
    expect(attempts.map(({ unapproved_at }) => unapproved_at)).toEqual([null, null])
    expect((await worker.make(100_000)).status).toBe("queued")
  })

  it("counts a payout again that the service rejected and paid after all", async () => {
    const { id } = await worker.make(100_000)
    const reference = await rejected(id)
    const other = await worker.make(40_000)
    await worker.run()
    expect(await sentOf(other.id)).toBe(1)
    modules.sandbox.approvePayout(reference, { notify: false })
    await worker.runIn(3600)
    expect(await worker.payout(id)).toMatchObject({ reason: "contradiction" })
    expect(await worker.make(1)).toMatchObject(WAITS)
  })

  it("counts the rejected reference of an approved payout that is paid beside its retry", async () => {
    const { id } = await worker.make(100_001)
    await worker.approve(id)
    const reference = await rejected(id)
    await worker.retry(id)
    await worker.run()
    modules.sandbox.approvePayout(reference, { notify: false })
    await worker.runIn(3600)
    const [first, second] = await worker.attempts(id)
    expect([first.unapproved_at, second.unapproved_at]).toEqual([first.last_sent_at, null])
    expect(await worker.make(1)).toMatchObject(WAITS)
  })

  it("holds for the day of the send: what waited for days does not leave in one", async () => {
    worker.fill(0)
    const ids: string[] = []
    for (let day = 0; day < 4; day++) {
      ids.push((await queued(100_000)).id)
      await modules.advance(DAY_SECONDS)
    }
    worker.fill(10_000_000)
    await worker.runIn(3_600)
    expect(await sentOf(...ids)).toBe(1)
    const waiting = (await Promise.all(ids.map((id) => worker.payout(id)))).filter(
      ({ status }) => status === "awaiting_approval"
    )
    expect(waiting).toMatchObject([WAITS, WAITS, WAITS])
    const [{ id }] = waiting
    expect((await worker.payouts.audit.of(id)).at(-1)).toMatchObject({
      ...{ action: "needs_approval", actor_type: "system", to_status: "awaiting_approval" },
    })
    expect(await worker.approve(id, MAKER)).toMatchObject({ code: "second_person" })
    expect(await worker.approve(id)).toMatchObject({ payout: { status: "queued" } })
    await worker.run()
    expect(await sentOf(id)).toBe(1)
  })

  it("counts on the day of the send what entered the queue before midnight", async () => {
    worker.fill(0)
    const { id } = await queued(100_000)
    await modules.advance(DAY_SECONDS)
    worker.fill(10_000_000)
    await worker.run()
    expect(await worker.payout(id)).toMatchObject({ status: "pending" })
    expect(await worker.make(1)).toMatchObject(WAITS)
    await modules.advance(DAY_SECONDS)
    expect((await worker.make(100_000)).status).toBe("queued")
  })

  it("holds for two files that wait for the balance, row by row", async () => {
    worker.fill(0)
    const rows = [60_000, 40_000].map((pesos, index) => ({
      ...{ row: index + 1, amount: majorAmount(pesos), payment_method: "BANK_TRANSFER" },
      ...{ destination: DESTINATION, note: null },
    }))
    for (const request_id of ["request_1", "request_2"]) {
      const file = { request_id, account: "co", country: "CO", currency: "COP", rows }
      await worker.payouts.imports.create(file, MAKER)
      await worker.runIn(DAY_SECONDS)
    }
    worker.fill(10_000_000)
    await worker.runIn(3_600)
    const sent = modules.sandbox.payouts().map(({ amount }) => amount)
    expect(sent.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(100_000)
    const all: { status: string }[] = await modules.pg("payin_payout").select("status")
    expect(all.every(({ status }) => ["pending", "awaiting_approval"].includes(status))).toBe(true)
  })

  it("lets one of two pass that are sent at the same moment at its edge", async () => {
    worker.fill(0)
    const first = await queued(60_000)
    await modules.advance(DAY_SECONDS)
    const second = await queued(60_000)
    await modules.advance(3_600)
    const { submissions } = worker.payouts
    const claimed = await submissions.claim("co", 2)
    const writing = { table: "payin_payout_attempt", event: "insert" } as const
    const begun = await together(modules.pg, writing, (nth) =>
      worker.payouts.transaction((trx) =>
        submissions.begin(trx, claimed[nth], { within: true, lacks_payment: false })
      )
    )
    expect(begun.map((one) => one !== "over_bound" && one?.send === null)).toEqual([false, true])
    const after = await Promise.all([first, second].map(({ id }) => worker.payout(id)))
    expect(after.map(({ status }) => status).sort()).toEqual(["awaiting_approval", "sending"])
  })

  it("holds, and nothing waits for ever, while refunds and payouts are made and sent by many at once", async () => {
    worker.fill(0)
    const returns = new Returns(modules)
    const questions = []
    for (let n = 0; n < 3; n++) {
      questions.push(await returns.question(await new PayIns(modules).paid()))
    }
    await Promise.all([60_000, 30_000].map((pesos) => worker.make(pesos)))
    await modules.advance(DAY_SECONDS)
    worker.fill(10_000_000)
    await Promise.all([
      ...questions.map((question) => returns.decide(question, 30_000)),
      ...[10_000, 20_000, 30_000, 40_000].map((pesos) => worker.make(pesos)),
      ...[worker.run(), worker.run(), worker.run()],
    ])
    await worker.runIn(3_600)
    await worker.runIn(3_600)
    const left = modules.sandbox.payouts().reduce((sum, { amount }) => sum + amount, 0)
    expect(left).toBeGreaterThan(0)
    expect(left).toBeLessThanOrEqual(100_000)
    const all: { status: string }[] = await modules.pg("payin_payout").select("status")
    expect(all.map(({ status }) => status)).not.toContain("queued")
  })

  it("holds for what is sent again on another day under its own reference", async () => {
    modules.sandbox.injectFault({ operation: "payout", kind: "timeout_before", ms: 0 })
    const { id } = await worker.make(100_000)
    await worker.run()
    await worker.pass(60, 10)
    expect(await worker.payout(id)).toMatchObject({ status: "unknown", reason: "not_known" })
    await modules.advance(DAY_SECONDS)
    await worker.make(60_000)
    await worker.run()
    expect(await worker.resend(id)).toMatchObject({ outcome: "refused", waits_for: "daily_limit" })
    await modules.advance(DAY_SECONDS)
    expect(await worker.resend(id)).toMatchObject({ outcome: "done" })
    expect(await worker.make(1)).toMatchObject(WAITS)
  })
})

withModules("the last look before a payout is sent", PAYOUT_OPTIONS, (modules) => {
  const worker = new PayoutWorker(modules)

  /** What no decision leads to: the options may have changed since, or a decision forgot to judge. */
  it.each([
    [
      "of a beneficiary that nobody confirmed",
      "beneficiary_unconfirmed",
      { beneficiary_version: 1 },
    ],
    ["of a rule that nobody confirmed", "beneficiary_unconfirmed", { rule_version: 1 }],
    ["to another person than the payer", "other_person", { other_person: true }],
    ["above the limit of one payout", null, { amount: "500001" }],
  ])("keeps what waits in the queue from leaving alone: %s", async (_what, reason, columns) => {
    worker.fill(0)
    const { id } = await worker.make(10_000)
    await worker.run()
    await modules.pg("payin_payout").where({ id }).update(columns)
    worker.fill(10_000_000)
    await worker.runIn(3_600)
    expect(await worker.payout(id)).toMatchObject({ status: "awaiting_approval", reason })
    expect(worker.sends()).toBe(0)
    expect(await worker.approve(id, CHECKER)).toMatchObject({ payout: { status: "queued" } })
    await worker.run()
    expect(worker.taken(id)).toHaveLength(1)
  })
})

withModules("a second person who came after those who had a part", PAYOUT_OPTIONS, (modules) => {
  const worker = new PayoutWorker(modules)
  beforeEach(() => worker.fill(10_000_000))

  const seller = () =>
    modules.payouts.beneficiaries.create(
      {
        ...{ name: "Taller", account: "co", country: "CO", currency: "COP" },
        ...{ payment_method: "BANK_TRANSFER", destination: DESTINATION, stock_location_id: null },
      },
      MAKER
    )
  const ruleOf = async (id: string) => {
    const made = await modules.payouts.rules.create(
      {
        ...{ beneficiary_id: id, stock_location_id: "sloc_1", percent: 60 },
        ...{ trigger: "shipment.created", tax: false },
      },
      MAKER
    )
    if (made.outcome !== "written") {
      throw new Error(made.outcome)
    }
    return made.rule
  }
  /** A copy of a beneficiary that nobody confirmed since it was renamed, and of its confirmed rule. */
  const copyOfRenamed = async () => {
    const { beneficiaries, confirmations } = modules.payouts
    const { id } = await seller()
    await confirmations.approve("beneficiary", id, 1, CHECKER)
    const rule = await ruleOf(id)
    await confirmations.approve("rule", rule.id, rule.version, CHECKER)
    const renamed = await beneficiaries.edit(id, { name: "Taller nuevo" }, MAKER)
    if (renamed === null) {
      throw new Error(`no beneficiary ${id}`)
    }
    await modules.advance(3_600)
    const copied = { beneficiary_id: id, beneficiary_version: renamed.version }
    return { ...copied, rule_id: rule.id, rule_version: rule.version, renamed }
  }
  /** A user who is made so many seconds after something. */
  const later = (than: Date, seconds: number) =>
    user("user_later", {
      ...{ email: "later@example.com", earlier: [] },
      created_at: new Date(than.getTime() + seconds * 1000),
    })
  const share = (columns: Partial<NewPayout>) =>
    worker.make(900_000, { source: "rule", makers: [MAKER.id], ...columns }, SYSTEM)

  it("does not approve one by one the payouts of a beneficiary that they could not confirm", async () => {
    const { renamed, ...copied } = await copyOfRenamed()
    const { id, version, changed_at } = renamed
    const young = later(changed_at, 60)
    expect(
      await modules.payouts.confirmations.approve("beneficiary", id, version, young)
    ).toMatchObject({ code: "too_new" })
    const made = await share(copied)
    expect(await worker.approve(made.id, young)).toMatchObject({
      ...{ outcome: "refused", code: "too_new", not_allowed: true },
    })
    expect(await worker.approve(made.id, CHECKER)).toMatchObject({ payout: { status: "queued" } })
  })

  it("does not approve them either once the beneficiary was changed again, or was removed", async () => {
    const { renamed, ...copied } = await copyOfRenamed()
    const { id, changed_at } = renamed
    const made = await share(copied)
    const elsewhere = { destination: { ...DESTINATION, account_number: "55667788990" } }
    await modules.payouts.beneficiaries.edit(id, elsewhere, MAKER)
    const young = later(changed_at, 60)
    expect(await worker.approve(made.id, young)).toMatchObject({ code: "too_new" })
    await modules.payouts.beneficiaries.remove(id, MAKER)
    expect(await worker.approve(made.id, young)).toMatchObject({ code: "too_new" })
  })

  it("does not approve the payouts of a rule that they could not confirm, and approves confirmed ones", async () => {
    const { id, version } = await seller()
    await modules.payouts.confirmations.approve("beneficiary", id, version, CHECKER)
    const { id: rule_id, version: rule_version, changed_at } = await ruleOf(id)
    await modules.advance(3_600)
    const young = later(changed_at, 60)
    const copied = { beneficiary_id: id, beneficiary_version: version, rule_id, rule_version }
    const made = await share(copied)
    expect(await worker.approve(made.id, young)).toMatchObject({ code: "too_new" })
    await modules.payouts.confirmations.approve("rule", rule_id, rule_version, CHECKER)
    expect(await worker.approve(made.id, young)).toMatchObject({ payout: { status: "queued" } })
  })

  it("sends to the confirmed destination what was copied before an unconfirmed change", async () => {
    const { id, version } = await seller()
    await modules.payouts.confirmations.approve("beneficiary", id, version, CHECKER)
    const copied = { beneficiary_id: id, beneficiary_version: version }
    const made = await worker.make(10_000, copied)
    const elsewhere = { destination: { ...DESTINATION, account_number: "55667788990" } }
    await modules.payouts.beneficiaries.edit(id, elsewhere, MAKER)
    await worker.run()
    const [taken] = worker.taken(made.id)
    expect(JSON.stringify(taken)).toContain(DESTINATION.account_number.slice(-4))
    const late = await worker.make(10_000, { ...copied, beneficiary_version: version + 1 })
    expect(late).toMatchObject({ reason: "beneficiary_unconfirmed" })
  })
})
