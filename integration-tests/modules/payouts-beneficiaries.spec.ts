import type { NewBeneficiary } from "../../src/modules/payouts/beneficiaries"
import type { NewRule } from "../../src/modules/payouts/rules"
import type { Rule } from "../../src/modules/payouts/rows"
import { breakWriting, closeGate } from "../support/gate"
import { withModules, type Modules } from "../support/modules/modules"
import { untilBlocked, together } from "../support/modules/together"
import { CHECKER, colleague, DESTINATION, MAKER, PayoutWorker } from "../support/payout-worker"

const TALLER: NewBeneficiary = {
  name: "Taller",
  account: "co",
  country: "CO",
  currency: "COP",
  payment_method: "BANK_TRANSFER",
  destination: DESTINATION,
  stock_location_id: "sloc_1",
}
const ELSEWHERE = { ...DESTINATION, account_number: "55667788990" }

/** What was done with a beneficiary or a rule, and by whom. */
const deedsOf = async ({ payouts }: Modules, id: string) =>
  (await payouts.audit.of(id)).map(({ action, actor_id }) => [action, actor_id])

withModules("beneficiaries", {}, (modules) => {
  const beneficiaries = () => modules.payouts.beneficiaries
  const make = () => beneficiaries().create(TALLER, MAKER)

  it("are made, changed and removed with a line in the audit for each", async () => {
    const { id } = await make()
    await beneficiaries().edit(id, { destination: ELSEWHERE }, CHECKER)
    await beneficiaries().remove(id, MAKER)
    expect(await deedsOf(modules, id)).toEqual([
      ["created", MAKER.id],
      ["edited", CHECKER.id],
      ["deleted", MAKER.id],
    ])
  })

  it("have their name, last four and bank in the audit, and nothing more of the account", async () => {
    const { id } = await make()
    await beneficiaries().edit(id, { destination: { ...ELSEWHERE, legal_doc: "99" } }, CHECKER)
    const deeds = await modules.payouts.audit.of(id)
    const place = { name: "Taller", bank: "BANCOLOMBIA", payment_method: "BANK_TRANSFER" }
    expect(deeds.map(({ facts }) => facts)).toEqual([
      {
        ...{ ...place, account_last_four: DESTINATION.account_number.slice(-4) },
        ...{ stock_location_id: "sloc_1", version: 1 },
      },
      {
        ...{ ...place, account_last_four: "8990", stock_location_id: "sloc_1", version: 2 },
        changed: ["legal_doc", "account_number"],
      },
    ])
  })

  it("tell whoever confirms a change their name and where the money went before, and all that changed since", async () => {
    const { confirmations } = modules.payouts
    const { id } = await make()
    const told = async () => {
      const row = await beneficiaries().find(id)
      return (await confirmations.confirmedFacts(row === null ? [] : [row])).get(id)
    }
    expect(await told()).toBeUndefined()
    await confirmations.approve("beneficiary", id, 1, CHECKER)
    expect(await told()).toBeUndefined()
    const other = { ...DESTINATION, account_number: `77${DESTINATION.account_number.slice(-4)}` }
    await beneficiaries().edit(id, { destination: other }, MAKER)
    await beneficiaries().edit(id, { destination: { ...other, full_name: "Otro" } }, MAKER)
    await beneficiaries().edit(id, { name: "Taller nuevo" }, MAKER)
    expect(await told()).toMatchObject({
      ...{ version: 1, name: "Taller", bank: "BANCOLOMBIA" },
      account_last_four: DESTINATION.account_number.slice(-4),
      changed: ["account_number", "full_name", "name"],
    })
  })

  it("have the name before and after a change of it in the audit", async () => {
    const { id } = await make()
    await beneficiaries().edit(id, { name: "Impuestos" }, CHECKER)
    await beneficiaries().edit(id, { stock_location_id: null }, CHECKER)
    const [, renamed, moved] = await modules.payouts.audit.of(id)
    expect(renamed).toMatchObject({
      ...{ action: "edited", actor_id: CHECKER.id },
      facts: { name: "Impuestos", before: "Taller", version: 2, changed: ["name"] },
    })
    expect(moved.facts).toMatchObject({ name: "Impuestos", changed: ["stock_location_id"] })
    expect(moved.facts).not.toHaveProperty("before")
  })

  it.each(["create", "edit", "remove"] as const)(
    "stay as they are where the line in the audit of %s cannot be written",
    async (how) => {
      const { id } = await make()
      const before: unknown = await modules.pg("payin_beneficiary")
      await breakWriting(modules.pg, { table: "payin_payout_audit", event: "insert" })
      const done = {
        create: () => make(),
        edit: () => beneficiaries().edit(id, { name: "Otro" }, CHECKER),
        remove: () => beneficiaries().remove(id, CHECKER),
      }
      await expect(done[how]()).rejects.toThrow("the database said no")
      expect(await modules.pg("payin_beneficiary")).toEqual(before)
    }
  )

  it("keep their last editor where nothing is changed", async () => {
    const made = await make()
    const same = { name: TALLER.name, destination: { ...DESTINATION } }
    expect(await beneficiaries().edit(made.id, same, CHECKER)).toEqual(made)
    expect(await deedsOf(modules, made.id)).toEqual([["created", MAKER.id]])
  })

  it("keep everybody who changed anything of them as a maker, also once another operator corrected it", async () => {
    const { id, makers } = await make()
    expect(makers).toEqual([MAKER.id])
    await beneficiaries().edit(id, { destination: ELSEWHERE }, CHECKER)
    const [third, fourth, fifth] = ["user_3", "user_4", "user_5"].map((one) => colleague(one))
    await beneficiaries().edit(id, { destination: DESTINATION }, third)
    expect(await beneficiaries().edit(id, { name: "Otro" }, fourth)).toMatchObject({
      ...{ edited_by: fourth.id, makers: [third.id, fourth.id, CHECKER.id, MAKER.id] },
    })
    expect(await beneficiaries().edit(id, { stock_location_id: null }, fifth)).toMatchObject({
      ...{
        makers: [third.id, fourth.id, fifth.id, CHECKER.id, MAKER.id],
        account_last_four: "1099",
      },
    })
  })

  it("wait for another person once a confirmed one is renamed, and the one who did it approves none of its payouts", async () => {
    const { confirmations } = modules.payouts
    const { id, version } = await make()
    await confirmations.approve("beneficiary", id, version, CHECKER)
    const third = colleague("user_3")
    const renamed = await beneficiaries().edit(id, { name: "Impuestos" }, third)
    expect(renamed).toMatchObject({ version: 2, approved_version: 1 })
    expect(await confirmations.approve("beneficiary", id, 2, third)).toMatchObject({
      ...{ outcome: "refused", code: "second_person" },
    })
    const worker = new PayoutWorker(modules)
    const payout = await worker.make(100_000, { beneficiary_id: id, beneficiary_version: 2 })
    expect(payout).toMatchObject({
      ...{ status: "awaiting_approval", reason: "beneficiary_unconfirmed" },
    })
    expect(await worker.approve(payout.id, third)).toMatchObject({
      ...{ outcome: "refused", not_allowed: true },
    })
    expect(await worker.approve(payout.id)).toMatchObject({ outcome: "done" })
  })

  it("show their whole account only to a viewer whom the audit names", async () => {
    const made = await make()
    expect(await beneficiaries().reveal(made, CHECKER)).toEqual(DESTINATION)
    expect(await deedsOf(modules, made.id)).toContainEqual(["revealed", CHECKER.id])
  })

  it("lose their account and their rules when they are removed", async () => {
    const { id } = await make()
    const { rules } = modules.payouts
    const terms = { trigger: "shipment.created", tax: false } as const
    const wanted = { beneficiary_id: id, stock_location_id: "sloc_1", percent: 10, ...terms }
    const made = await rules.create(wanted, MAKER)
    const rule = ruleOf(made)
    expect(await beneficiaries().remove(id, CHECKER)).toBe(true)
    expect(await beneficiaries().find(id)).toBeNull()
    expect(await rules.find(rule.id)).toBeNull()
    expect(await deedsOf(modules, rule.id)).toContainEqual(["deleted", CHECKER.id])
    const row: unknown = await modules.pg("payin_beneficiary").where({ id }).first()
    expect(row).toMatchObject({ ...{ full_name: "", bank: "", account_last_four: "" } })
    expect(await beneficiaries().remove(id, CHECKER)).toBe(false)
    expect(await beneficiaries().edit(id, { name: "Otro" }, CHECKER)).toBeNull()
  })
})

function ruleOf(written: { outcome: string; rule?: Rule }): Rule {
  if (written.rule === undefined) {
    throw new Error(`the rule is ${written.outcome}`)
  }
  return written.rule
}

withModules("rules of payouts", {}, (modules) => {
  const rules = () => modules.payouts.rules
  const make = (newRule: NewRule) => rules().create(newRule, MAKER)

  async function newRule(change: Partial<NewRule> = {}): Promise<NewRule> {
    const { id } = await modules.payouts.beneficiaries.create(TALLER, MAKER)
    return {
      ...{ beneficiary_id: id, stock_location_id: "sloc_1", percent: 60 },
      ...{ trigger: "shipment.created", tax: false },
      ...change,
    }
  }

  it("are made, changed and removed with a line in the audit for each", async () => {
    const { id } = ruleOf(await make(await newRule()))
    await rules().edit(id, { percent: 70 }, CHECKER)
    await rules().remove(id, MAKER)
    expect(await deedsOf(modules, id)).toEqual([
      ["created", MAKER.id],
      ["edited", CHECKER.id],
      ["deleted", MAKER.id],
    ])
    expect(await rules().remove(id, MAKER)).toBe(false)
  })

  it("keep their last editor where nothing is changed", async () => {
    const rule = ruleOf(await make(await newRule()))
    const { percent, tax, trigger } = rule
    const same = await rules().edit(rule.id, { percent, tax, trigger }, CHECKER)
    expect(same).toEqual({ outcome: "written", rule })
    const other = await rules().edit(rule.id, { percent: 61 }, CHECKER)
    expect(ruleOf(other)).toMatchObject({ percent: 61, edited_by: CHECKER.id })
  })

  it("keep every editor as a maker, also once another operator replaced the percent", async () => {
    const { id, makers } = ruleOf(await make(await newRule()))
    expect(makers).toEqual([MAKER.id])
    await rules().edit(id, { percent: 70 }, CHECKER)
    expect(ruleOf(await rules().edit(id, { percent: 50 }, colleague("user_third")))).toMatchObject({
      makers: [CHECKER.id, MAKER.id, "user_third"],
    })
  })

  it("tell whoever confirms a change the terms that were confirmed before it, lowered ones too", async () => {
    const { confirmations } = modules.payouts
    const wanted = await newRule()
    const { id } = ruleOf(await make(wanted))
    const told = async () => {
      const row = await rules().find(id)
      return (await confirmations.confirmedFacts(row === null ? [] : [row])).get(id)
    }
    await confirmations.approve("beneficiary", wanted.beneficiary_id, 1, CHECKER)
    await rules().edit(id, { percent: 50 }, MAKER)
    expect(await told()).toBeUndefined()
    await confirmations.approve("rule", id, 2, CHECKER)
    await rules().edit(id, { percent: 30 }, MAKER)
    expect(await told()).toBeUndefined()
    await rules().edit(id, { percent: 70, tax: true }, MAKER)
    await rules().edit(id, { percent: 90 }, MAKER)
    expect(await told()).toMatchObject({ version: 2, percent: 30, tax: false })
  })

  it("are refused above 100 percent of a stock location, summed over all triggers", async () => {
    const wanted = await newRule()
    const { id } = ruleOf(await make(wanted))
    const later = { ...wanted, trigger: "delivery.created" } as const
    expect(await make({ ...later, percent: 41 })).toEqual({ outcome: "too_much" })
    ruleOf(await make({ ...later, percent: 40 }))
    expect(await rules().edit(id, { percent: 61 }, MAKER)).toEqual({ outcome: "too_much" })
    ruleOf(await make({ ...wanted, stock_location_id: "sloc_2", percent: 100 }))
  })

  it("are not both written when two at the same moment exceed 100 percent together", async () => {
    const wanted = await newRule()
    const writing = { table: "payin_payout_rule", event: "insert" } as const
    const both = await together(modules.pg, writing, () => make(wanted))
    expect(both.map(({ outcome }) => outcome)).toEqual(["written", "too_much"])
  })

  it("are removed with a beneficiary that is removed while they are created", async () => {
    const wanted = await newRule()
    const gate = await closeGate(modules.pg, { table: "payin_payout_rule", event: "insert" })
    const made = make(wanted)
    await gate.arrived()
    const removed = modules.payouts.beneficiaries.remove(wanted.beneficiary_id, CHECKER)
    await untilBlocked(modules.pg, 2, removed)
    await gate.open()
    expect(await removed).toBe(true)
    expect(await rules().find(ruleOf(await made).id)).toBeNull()
  })

  it("are refused where their beneficiary, or the rule itself, is not there", async () => {
    const wanted = await newRule()
    await modules.payouts.beneficiaries.remove(wanted.beneficiary_id, MAKER)
    expect(await make(wanted)).toEqual({ outcome: "unknown_beneficiary" })
    expect(await rules().edit("payrul_nobody", { percent: 1 }, MAKER)).toEqual({
      ...{ outcome: "unknown_rule" },
    })
  })

  it("follow a rule that was removed before they were created", async () => {
    const wanted = await newRule()
    const former = ruleOf(await make(wanted))
    await rules().remove(former.id, MAKER)
    const next = ruleOf(await make(wanted))
    expect(await rules().followsOneOf([former.id], next)).toBe(true)
    expect(await rules().followsOneOf([next.id], former)).toBe(false)
  })
})
