import { majorAmount } from "../../src/domain/money/amount"
import { apiKey } from "../../src/domain/payout/actor"
import type { Beneficiary, Rule } from "../../src/modules/payouts/rows"
import { anomaliesOf } from "../support/modules/anomalies"
import { closeGate } from "../support/gate"
import { withModules, type Modules } from "../support/modules/modules"
import { PayIns } from "../support/modules/payin"
import { PAYOUT_OPTIONS } from "../support/modules/payout-options"
import { Returns } from "../support/modules/returns"
import { untilBlocked } from "../support/modules/together"
import { CHECKER, colleague, DESTINATION, MAKER, PayoutWorker } from "../support/payout-worker"

const ELSEWHERE = { ...DESTINATION, account_number: "55667788990" }
const THIRD = colleague("user_third")

/** Beneficiaries and rules of a suite, made by the usual maker. */
const sellersOf = (modules: Modules, worker: PayoutWorker) => {
  const { payouts } = modules
  return {
    seller: () =>
      payouts.beneficiaries.create(
        {
          ...{ name: "Taller", account: "co", country: "CO", currency: "COP" },
          ...{ payment_method: "BANK_TRANSFER", destination: DESTINATION, stock_location_id: null },
        },
        MAKER
      ),
    async rule({ id }: Beneficiary, percent = 60): Promise<Rule> {
      const terms = { trigger: "shipment.created", tax: false } as const
      const wanted = { beneficiary_id: id, stock_location_id: "sloc_1", percent, ...terms }
      const made = await payouts.rules.create(wanted, MAKER)
      if (made.outcome !== "written") {
        throw new Error(made.outcome)
      }
      return made.rule
    },
    /** A payout with a copy of a beneficiary, as a route or a rule makes it. */
    pay: ({ id, version }: Beneficiary, rule?: Rule, pesos = 10_000) =>
      worker.make(pesos, {
        ...{ beneficiary_id: id, beneficiary_version: version },
        ...(rule && { rule_id: rule.id, rule_version: rule.version }),
      }),
  }
}

withModules("payouts to beneficiaries that a second person confirms", PAYOUT_OPTIONS, (modules) => {
  const worker = new PayoutWorker(modules)
  beforeEach(() => worker.fill(10_000_000))
  const sellers = () => sellersOf(modules, worker)
  const confirm = (
    kind: "beneficiary" | "rule",
    { id, version }: Beneficiary | Rule,
    by = CHECKER
  ) => modules.payouts.confirmations.approve(kind, id, version, by)
  const present = async ({ id }: Beneficiary) => {
    const found = await modules.payouts.beneficiaries.find(id)
    if (found === null) {
      throw new Error(`no beneficiary ${id}`)
    }
    return found
  }
  const waits = (id: string) =>
    expect(worker.payout(id)).resolves.toMatchObject({
      ...{ status: "awaiting_approval", reason: "beneficiary_unconfirmed" },
    })

  it("wait until another person confirms where the money goes, and are then sent by themselves", async () => {
    const seller = await sellers().seller()
    const { id } = await sellers().pay(seller)
    await worker.run()
    await waits(id)
    expect(await confirm("beneficiary", seller)).toEqual({ outcome: "done" })
    await worker.run()
    expect(await worker.payout(id)).toMatchObject({ status: "pending", reason: null })
    expect((await sellers().pay(seller)).status).toBe("queued")
  })

  it("wait on for their amount where it is above the limit", async () => {
    const seller = await sellers().seller()
    const { id } = await sellers().pay(seller, undefined, 500_001)
    await waits(id)
    await confirm("beneficiary", seller)
    expect(await worker.payout(id)).toMatchObject({ status: "awaiting_approval", reason: null })
    expect(await worker.approve(id, CHECKER)).toMatchObject({ payout: { status: "queued" } })
  })

  it("can be approved one by one before the beneficiary is confirmed", async () => {
    const seller = await sellers().seller()
    const { id } = await sellers().pay(seller)
    expect(await worker.approve(id, MAKER)).toMatchObject({ outcome: "refused" })
    expect(await worker.approve(id, CHECKER)).toMatchObject({ payout: { status: "queued" } })
  })

  it("wait again once the destination changed, and older ones keep what was confirmed", async () => {
    const seller = await sellers().seller()
    await confirm("beneficiary", seller)
    const before = await sellers().pay(seller)
    await modules.payouts.beneficiaries.edit(seller.id, { destination: ELSEWHERE }, THIRD)
    const changed = await present(seller)
    expect(changed).toMatchObject({ version: 2, approved_version: 1 })
    const after = await sellers().pay(changed)
    expect(before.status).toBe("queued")
    await waits(after.id)
    expect(await confirm("beneficiary", changed, THIRD)).toMatchObject({ code: "second_person" })
    await confirm("beneficiary", changed, CHECKER)
    expect((await worker.payout(after.id)).status).toBe("queued")
  })

  it("are not released by the confirmation of another destination than they copied", async () => {
    const seller = await sellers().seller()
    const { id } = await sellers().pay(seller)
    await modules.payouts.beneficiaries.edit(seller.id, { destination: ELSEWHERE }, MAKER)
    await confirm("beneficiary", await present(seller))
    await waits(id)
  })

  it("are not released by the confirmation when an operator gave them an account of their own", async () => {
    const seller = await sellers().seller()
    const { id } = await sellers().pay(seller)
    const given = { destination: ELSEWHERE, payment_method: "BANK_TRANSFER", other_person: false }
    await modules.payouts.decisions.giveDestination(id, given, MAKER)
    await confirm("beneficiary", seller)
    await waits(id)
    expect(await worker.approve(id, CHECKER)).toMatchObject({ payout: { status: "queued" } })
  })

  it("wait for another person, below the limit too, when an operator sends them to another account than the confirmed one", async () => {
    const seller = await sellers().seller()
    const early = await sellers().pay(seller)
    await confirm("beneficiary", seller)
    const { id } = await sellers().pay(seller)
    const given = { destination: ELSEWHERE, payment_method: "BANK_TRANSFER", other_person: false }
    for (const one of [id, early.id]) {
      expect((await worker.payout(one)).status).toBe("queued")
      await modules.payouts.decisions.giveDestination(one, given, THIRD)
      await waits(one)
      expect(await worker.approve(one, THIRD)).toMatchObject({ code: "second_person" })
    }
    await worker.run()
    expect([worker.taken(id), worker.taken(early.id)]).toEqual([[], []])
    expect(await worker.approve(id, CHECKER)).toMatchObject({ payout: { status: "queued" } })
  })

  it.each([{ name: "Otro" }, { stock_location_id: "sloc_1" }])(
    "wait for %j, and are then sent by themselves; older ones leave meanwhile",
    async (change) => {
      const seller = await sellers().seller()
      await confirm("beneficiary", seller)
      const older = await sellers().pay(seller)
      await modules.payouts.beneficiaries.edit(seller.id, change, MAKER)
      const changed = await present(seller)
      expect(changed).toMatchObject({ version: 2, approved_version: 1 })
      const { id } = await sellers().pay(changed)
      await worker.run()
      await waits(id)
      expect((await worker.payout(older.id)).status).toBe("pending")
      expect(await confirm("beneficiary", changed, MAKER)).toMatchObject({ code: "second_person" })
      expect(await confirm("beneficiary", changed)).toEqual({ outcome: "done" })
      await worker.run()
      expect((await worker.payout(id)).status).toBe("pending")
    }
  )

  it("wait for their rule again, which was confirmed while its beneficiary bore a name that nobody confirmed", async () => {
    const seller = await sellers().seller()
    await confirm("beneficiary", seller)
    const rename = (name: string) => modules.payouts.beneficiaries.edit(seller.id, { name }, MAKER)
    await rename("Tejidos del Norte")
    const rule = await sellers().rule(seller)
    expect(await confirm("rule", rule)).toEqual({ outcome: "done" })
    // Once renamed back, the name that the rule was confirmed by is nowhere any more.
    await rename(seller.name)
    const again = await present(seller)
    await confirm("beneficiary", again)
    const withdrawn = await modules.payouts.rules.find(rule.id)
    expect(withdrawn).toMatchObject({ version: 1, approved_version: null })
    const { id } = await sellers().pay(again, withdrawn ?? rule)
    await waits(id)
    expect(await confirm("rule", rule)).toEqual({ outcome: "done" })
    expect((await worker.payout(id)).status).toBe("queued")
  })

  it("wait for a name that is changed while their rule is being confirmed", async () => {
    const seller = await sellers().seller()
    await confirm("beneficiary", seller)
    const rule = await sellers().rule(seller)
    const gate = await closeGate(modules.pg, { table: "payin_payout_rule", event: "update" })
    const confirmed = confirm("rule", rule)
    await gate.arrived()
    const renamed = modules.payouts.beneficiaries.edit(seller.id, { name: "Otro" }, MAKER)
    await untilBlocked(modules.pg, 2, renamed)
    await gate.open()
    expect(await confirmed).toEqual({ outcome: "done" })
    await renamed
    await waits((await sellers().pay(await present(seller), rule)).id)
  })

  it("wait for a new rule and for a raised percent, and not for a lowered one", async () => {
    const seller = await sellers().seller()
    await confirm("beneficiary", seller)
    const rule = await sellers().rule(seller)
    const first = await sellers().pay(seller, rule)
    await waits(first.id)
    await confirm("rule", rule)
    expect((await worker.payout(first.id)).status).toBe("queued")

    const edit = async (change: { percent?: number; tax?: boolean }) => {
      const edited = await modules.payouts.rules.edit(rule.id, change, THIRD)
      if (edited.outcome !== "written") {
        throw new Error(edited.outcome)
      }
      return edited.rule
    }
    expect((await sellers().pay(seller, await edit({ percent: 50 }))).status).toBe("queued")
    const raised = await edit({ percent: 51 })
    const more = await sellers().pay(seller, raised)
    await waits(more.id)
    const lowered = await edit({ percent: 40 })
    expect(lowered.version).toBe(raised.version + 1)
    const less = await sellers().pay(seller, lowered)
    await waits(less.id)
    expect(await confirm("rule", lowered, THIRD)).toMatchObject({ code: "second_person" })
    // Who confirms 40 percent did not see what was computed by 51.
    await confirm("rule", lowered)
    expect((await worker.payout(less.id)).status).toBe("queued")
    await waits(more.id)
    await waits((await sellers().pay(seller, await edit({ tax: true }))).id)
  })

  it("are confirmed by nobody who made or changed it, also by a key, and by no key", async () => {
    const seller = await sellers().seller()
    await modules.payouts.beneficiaries.edit(
      ...([seller.id, { destination: ELSEWHERE }, apiKey("apk_1", THIRD.id)] as const)
    )
    const changed = await present(seller)
    const { id } = await sellers().pay(changed)
    for (const person of [MAKER, THIRD, apiKey("apk_2", CHECKER.id)]) {
      expect(await confirm("beneficiary", changed, person)).toMatchObject({
        ...{ outcome: "refused", code: "second_person", not_allowed: true },
      })
    }
    await waits(id)
    const refused = await modules.payouts.audit.of(seller.id)
    expect(refused.filter(({ action }) => action === "approval_refused")).toHaveLength(3)
  })

  it("are not confirmed by a user who is younger than the change", async () => {
    const seller = await sellers().seller()
    const created_at = new Date(seller.changed_at.getTime() + 1)
    const account = { email: "young@example.com", created_at, earlier: [] }
    const young = { ...colleague("user_young"), account }
    expect(await confirm("beneficiary", seller, young)).toMatchObject({ code: "too_new" })
  })

  /** A user who was invited after something. */
  const invitedAfter = (moment: Date) => {
    const created_at = new Date(moment.getTime() + 60_000)
    const account = { email: "young@example.com", created_at, earlier: [] }
    return { ...colleague("user_young"), account }
  }

  it("are not confirmed by a user who is younger than the first of several changes", async () => {
    const seller = await sellers().seller()
    await confirm("beneficiary", seller)
    const elsewhere = { destination: ELSEWHERE }
    await modules.payouts.beneficiaries.edit(seller.id, elsewhere, MAKER)
    const young = invitedAfter((await present(seller)).changed_at)
    await modules.advance(3_600)
    await modules.payouts.beneficiaries.edit(seller.id, { name: "Taller 2" }, MAKER)
    const changed = await present(seller)
    expect(await confirm("beneficiary", changed, young)).toMatchObject({ code: "too_new" })
    expect(await confirm("beneficiary", changed)).toEqual({ outcome: "done" })
    // What a second person confirmed counts no more.
    await modules.payouts.beneficiaries.edit(seller.id, { name: "Taller 3" }, MAKER)
    expect(await confirm("beneficiary", await present(seller), young)).toEqual({ outcome: "done" })
  })

  it("are not confirmed in a version that nobody looked at", async () => {
    const seller = await sellers().seller()
    await modules.payouts.beneficiaries.edit(seller.id, { destination: ELSEWHERE }, MAKER)
    expect(await confirm("beneficiary", seller)).toMatchObject({
      ...{ outcome: "refused", code: "changed_since", field: "version" },
    })
    expect(await present(seller)).toMatchObject({ approved_version: null })
  })

  it("are confirmed once, however often it is asked", async () => {
    const seller = await sellers().seller()
    await confirm("beneficiary", seller)
    expect(await confirm("beneficiary", seller, THIRD)).toEqual({ outcome: "done" })
    expect(await present(seller)).toMatchObject({ approved_by: CHECKER.id })
    const audit = await modules.payouts.audit.of(seller.id)
    expect(audit.map(({ action }) => action)).toEqual(["created", "confirmed"])
  })

  it("are not forgotten when they are made while the beneficiary is being confirmed", async () => {
    const seller = await sellers().seller()
    const gate = await closeGate(modules.pg, { table: "payin_beneficiary", event: "update" })
    const confirmed = confirm("beneficiary", seller)
    await gate.arrived()
    const made = sellers().pay(seller)
    await untilBlocked(modules.pg, 2, made)
    await gate.open()
    await confirmed
    expect((await made).status).toBe("queued")
  })

  it("are not released by a beneficiary that is gone", async () => {
    const seller = await sellers().seller()
    await modules.payouts.beneficiaries.remove(seller.id, MAKER)
    expect(await confirm("beneficiary", seller)).toEqual({ outcome: "unknown" })
  })
})

const ALLOWED = { ...PAYOUT_OPTIONS, beneficiaryChanges: "allow" }

withModules("payouts to beneficiaries that one person decides about", ALLOWED, (modules) => {
  const worker = new PayoutWorker(modules)
  beforeEach(() => worker.fill(10_000_000))

  it("leave at once, also after a change", async () => {
    const { seller, pay } = sellersOf(modules, worker)
    const made = await seller()
    expect((await pay(made)).status).toBe("queued")
    const change = { destination: ELSEWHERE, name: "Otro" }
    const edited = await modules.payouts.beneficiaries.edit(made.id, change, MAKER)
    expect(edited).toMatchObject({ version: 2, approved_version: 2 })
    expect((await pay({ ...made, version: 2 })).status).toBe("queued")
  })
})

const DAY = { ...PAYOUT_OPTIONS, approvalAbovePerDay: { COP: 100_000 } }

withModules("payouts without a second person in one day", DAY, (modules) => {
  const worker = new PayoutWorker(modules)
  beforeEach(() => worker.fill(10_000_000))
  const waits = { status: "awaiting_approval", reason: "daily_limit" }

  it("are sent up to the limit of the day, and wait for a second person above it", async () => {
    const [first, second] = [await worker.make(60_000), await worker.make(40_000)]
    const third = await worker.make(1)
    await worker.run()
    expect(await worker.payout(first.id)).toMatchObject({ status: "pending" })
    expect(await worker.payout(second.id)).toMatchObject({ status: "pending" })
    expect(await worker.payout(third.id)).toMatchObject(waits)
    expect(await worker.approve(third.id)).toMatchObject({ payout: { status: "queued" } })
  })

  it("leave room for others once one is canceled, rejected or approved", async () => {
    const canceled = await worker.make(60_000)
    await worker.payouts.decisions.cancel(canceled.id, MAKER, null)
    const rejected = await worker.make(60_000)
    await worker.run()
    const [{ reference }] = worker.taken(rejected.id)
    modules.sandbox.rejectPayout(reference, { notify: false })
    await worker.runIn(11)
    expect((await worker.make(100_000)).status).toBe("queued")
    expect(await worker.retry(rejected.id)).toMatchObject({ payout: waits })
    expect(await worker.approve(rejected.id)).toMatchObject({ payout: { status: "queued" } })
    expect(await worker.make(1)).toMatchObject(waits)
  })

  it("count anew once one person changed the account of an approved one", async () => {
    const elsewhere = {
      destination: ELSEWHERE,
      payment_method: "BANK_TRANSFER",
      other_person: false,
    }
    await worker.make(100_000)
    const { id } = await worker.make(60_000)
    await worker.approve(id)
    const changed = await worker.payouts.decisions.giveDestination(id, elsewhere, MAKER)
    expect(changed).toMatchObject({ payout: waits })
    await modules.advance(86_400)
    const { id: early } = await worker.make(60_000, { hold: null })
    await modules.advance(86_400)
    await worker.payouts.decisions.giveDestination(early, elsewhere, MAKER)
    expect(await worker.make(60_000)).toMatchObject(waits)
  })

  it("take no room while a changed one waits for a second person", async () => {
    const { id } = await worker.make(60_000)
    const other = { destination: ELSEWHERE, payment_method: "BANK_TRANSFER", other_person: true }
    const changed = await worker.payouts.decisions.giveDestination(id, other, MAKER)
    expect(changed).toMatchObject({ payout: { status: "awaiting_approval", unapproved_at: null } })
    expect((await worker.make(100_000)).status).toBe("queued")
  })

  it("begin anew with the day of the store's zone", async () => {
    await worker.make(100_000)
    expect(await worker.make(1)).toMatchObject(waits)
    await modules.advance(86_400)
    expect((await worker.make(100_000)).status).toBe("queued")
  })

  it("count for each account and currency alone, refunds too", async () => {
    const payIn = await new PayIns(modules).paid()
    const returns = new Returns(modules)
    await returns.decide(await returns.question(payIn), 60_000)
    expect(await worker.make(40_001)).toMatchObject(waits)
    const peru = { account: "pe", country: "PE", currency: "PEN" }
    expect((await worker.make(1, peru)).reason).toBeNull()
    expect(await anomaliesOf(modules)).toHaveLength(1)
  })

  it("stay within the limit when two are made at the same moment", async () => {
    const made = await Promise.all([worker.make(60_000), worker.make(60_000)])
    const { sandbox } = modules
    await worker.run()
    expect(made.map(({ reason }) => reason).sort()).toEqual(["daily_limit", null])
    expect(sandbox.payouts()).toHaveLength(1)
  })

  it("of a file are sent row by row up to the limit, and none is lost", async () => {
    const rows = [60_000, 30_000, 30_000, 10_000].map((pesos, index) => ({
      ...{ row: index + 2, amount: majorAmount(pesos), payment_method: "BANK_TRANSFER" },
      ...{ destination: DESTINATION, note: null },
    }))
    const file = await modules.payouts.imports.create(
      { request_id: "request_1", account: "co", country: "CO", currency: "COP", rows },
      MAKER
    )
    const made = await modules.payouts.imports.payoutsOf(file.id)
    expect(made.map(({ payout }) => [payout.status, payout.reason])).toEqual([
      ...[
        ["queued", null],
        ["queued", null],
      ],
      ...[
        ["awaiting_approval", "daily_limit"],
        ["queued", null],
      ],
    ])
  })
})

withModules("refunds to another person than the payer", PAYOUT_OPTIONS, (modules) => {
  const worker = new PayoutWorker(modules)
  const returns = new Returns(modules)
  beforeEach(() => worker.fill(10_000_000))
  const OTHER = { ...DESTINATION, legal_doc: "1020304051" }
  const waits = { status: "awaiting_approval", reason: "other_person", other_person: true }

  async function refunded(destination: typeof DESTINATION | null) {
    const payIn = await new PayIns(modules).paid()
    const { payout } = await returns.decide(await returns.question(payIn), 60_000, destination)
    return payout
  }

  it("wait for a second person whatever their amount", async () => {
    const { id } = await refunded(OTHER)
    await worker.run()
    expect(await worker.payout(id)).toMatchObject(waits)
    expect(await worker.approve(id)).toMatchObject({ payout: { status: "queued" } })
  })

  it("leave at once to the payer's own document", async () => {
    expect(await refunded(DESTINATION)).toMatchObject({ status: "queued", other_person: false })
  })

  it("wait, too, when the other person is named afterwards, and keep waiting when that is corrected", async () => {
    const { id } = await refunded(DESTINATION)
    const give = (destination: typeof DESTINATION, other_person: boolean) => {
      const given = { destination, payment_method: "BANK_TRANSFER", other_person }
      return worker.payouts.decisions.giveDestination(id, given, MAKER)
    }
    expect(await give(OTHER, true)).toMatchObject({ payout: waits })
    expect(await give(DESTINATION, false)).toMatchObject({
      payout: { status: "awaiting_approval", reason: null, other_person: false },
    })
  })
})
