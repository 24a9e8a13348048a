import { ANOMALY_KINDS } from "../kinds"
import {
  aboutText,
  needsPerson,
  proposalRefusalText,
  secondPersonStep,
  type MoneyDecision,
  type Proposal,
} from "../proposal"
import { ANOMALY_ACTIONS, UNALLOCATED_KINDS } from "../resolution"
import { majorAmount } from "../../money/amount"
import { apiKey, SYSTEM, user, type Actor, type UserAccount } from "../../payout/actor"
import type { ApprovalLimits } from "../../payout/approval"

const NOON = new Date("2026-03-01T12:00:00Z")
const BEFORE = new Date("2026-02-01T12:00:00Z")
const AFTER = new Date("2026-03-01T12:00:01Z")
const LIMIT: ApprovalLimits = { COP: majorAmount("500000") }

function person(id: string, change: Partial<UserAccount> = {}): Actor {
  return user(id, { email: `${id}@example.com`, created_at: BEFORE, earlier: [], ...change })
}

function pesos(amount: string, currency = "COP") {
  return { amount: majorAmount(amount), currency }
}

describe("a decision that no secret API key makes", () => {
  it.each(ANOMALY_KINDS)("about %s books money, or ends a question about it for good", (kind) => {
    const own = ANOMALY_ACTIONS.filter((action) => needsPerson({ kind, facts: {} }, action))
    const others = ["status_changed_after_final", "refund_without_payout", "payout_amount_mismatch"]
    const isFinal = UNALLOCATED_KINDS.includes(kind) || others.includes(kind)
    expect(own).toEqual(["accept", ...(isFinal ? ["ignore"] : []), "captured"])
  })

  it("ends the pause of an account by a payout that is called paid without an amount", () => {
    const ignores = (reason: string | null) =>
      needsPerson({ kind: "unknown_status", facts: { reason } }, "ignore")
    expect(ignores("amount_not_understood")).toBe(true)
    expect(ignores("status_not_understood")).toBe(false)
    expect(ignores(null)).toBe(false)
  })
})

describe("a decision about money that came in, in all combinations", () => {
  const proposals: (Proposal | null)[] = [
    null,
    ...(["accept", "captured"] as const).flatMap((action) =>
      ["user_a", "user_b"].flatMap((by) =>
        ["seen", "changed"].flatMap((about) =>
          [pesos("600000"), pesos("600001"), pesos("600000", "PEN")].map((sum) => ({
            ...{ action, by, about, at: NOON, ...sum },
          }))
        )
      )
    ),
  ]
  // Who acts, the person behind, and whether they were there when it was proposed.
  const actors = [
    { actor: person("user_a"), is: "user_a", old: true },
    { actor: person("user_b"), is: "user_b", old: true },
    { actor: person("user_c"), is: "user_c", old: true },
    { actor: person("user_c", { created_at: AFTER }), is: "user_c", old: false },
    { actor: person("user_a2", { earlier: ["user_a"] }), is: "user_a", old: true },
    {
      actor: person("user_c", { earlier: ["user_removed"] }),
      is: "user_c",
      old: true,
      hidden: true,
    },
    { actor: user("user_c"), is: null, old: true },
    { actor: apiKey("apk_of_c", "user_c"), is: null, old: true },
    { actor: SYSTEM, is: null, old: true },
  ]
  const sums = ["400000", "500000", "600000"].flatMap((asked) =>
    [pesos("400000"), pesos("600000"), pesos("600000", "PEN")].map((arrived) => ({
      ...{ asked: pesos(asked), arrived },
    }))
  )
  const named = [null, ["user_a@example.com", "user_c@example.com"]]
  const limits: ApprovalLimits[] = [LIMIT, {}, { ...LIMIT, PEN: majorAmount("700000") }]
  const all = proposals.flatMap((proposal) =>
    actors.flatMap((who) =>
      (["accept", "captured"] as const).flatMap((action) =>
        sums.flatMap((sum) =>
          named.flatMap((approvers) =>
            limits.map((approvalAbove) => ({
              proposal,
              who,
              action,
              sum,
              approvers,
              approvalAbove,
            }))
          )
        )
      )
    )
  )

  it(`is carried out by one person below the limit, and above it by another than who proposed the same (${all.length} rows)`, () => {
    const seen = new Set<string>()
    const wrong = all.filter(({ proposal, who, action, sum, approvers, approvalAbove }) => {
      const decision: MoneyDecision = { action, actor: who.actor, about: "seen", ...sum }
      const step = secondPersonStep(decision, proposal, { approvalAbove, approvers })
      seen.add(step.to)

      const above = [sum.asked, sum.arrived].some(({ amount, currency }) => {
        const limit = approvalAbove[currency]
        return limit === undefined || Number(amount) > Number(limit)
      })
      const same =
        proposal !== null &&
        proposal.action === action &&
        proposal.about === "seen" &&
        proposal.amount === sum.arrived.amount &&
        proposal.currency === sum.arrived.currency
      const isApprover =
        approvers === null ||
        (who.hidden !== true && approvers.includes(`${who.actor.id ?? ""}@example.com`))
      const own = same && proposal.by === who.is
      const two = same && who.is !== null && !own && isApprover && who.old
      if ((step.to === "carry_out") !== (!above || two)) {
        return true
      }
      switch (step.to) {
        case "carry_out":
          return step.proposed_by !== (above ? proposal?.by : null)
        case "propose":
          return who.is === null || own
        case "refuse":
          return !(who.is === null || own || (same && !who.old))
      }
    })
    expect(wrong).toEqual([])
    expect([...seen].sort()).toEqual(["carry_out", "propose", "refuse"])
  })

  it("tells why who proposed it, or came later, does not confirm it", () => {
    const [, proposal] = proposals
    const decision = { action: "accept", about: "seen", asked: pesos("1"), ...pesos("0") } as const
    const stepOf = (actor: Actor, approvers: string[] | null = null) =>
      secondPersonStep({ ...decision, arrived: pesos("600000"), actor }, proposal, {
        ...{ approvalAbove: LIMIT, approvers },
      })
    const refused = [actors[0], actors[4], actors[3], actors[7]].map(({ actor }) => stepOf(actor))
    expect(refused).toEqual(
      ["creator", "maker", "too_new", "not_a_user"].map((refusal) => ({ to: "refuse", refusal }))
    )
    for (const step of refused) {
      const text = step.to === "refuse" ? proposalRefusalText(step.refusal) : ""
      expect(text).toMatch(/^\p{Lu}.+\.$/u)
    }
  })

  it("is proposed anew by who is no approver, so that the only approver is not stuck with their own", () => {
    const approvers = ["user_a@example.com"]
    const decision = { action: "accept", about: "seen", asked: pesos("1") } as const
    const options = { approvalAbove: LIMIT, approvers }
    const money = { ...decision, arrived: pesos("600000") }
    const [, own] = proposals
    expect(secondPersonStep({ ...money, actor: person("user_b") }, own, options)).toEqual({
      to: "propose",
    })
    const theirs = own && { ...own, by: "user_b" }
    expect(secondPersonStep({ ...money, actor: person("user_a") }, theirs, options)).toEqual({
      ...{ to: "carry_out", proposed_by: "user_b" },
    })
  })

  it("is proposed anew by who could not approve a payout that it lets leave, and the first one confirms it", () => {
    const options = { approvalAbove: LIMIT, approvers: null }
    const decision = { action: "captured", about: "seen", asked: pesos("1") } as const
    const waits = (change: object) => [
      {
        ...pesos("600000"),
        makers: { created_by: "user_a", since: NOON, makers: ["user_a"], ...change },
      },
    ]
    const said = { action: "captured", about: "seen", at: NOON, ...pesos("400000") } as const
    const stepOf = (id: string, by: string, change: object = {}, of: Partial<UserAccount> = {}) =>
      secondPersonStep(
        {
          ...{ ...decision, arrived: pesos("400000"), actor: person(id, of) },
          waiting: waits(change),
        },
        { ...said, by },
        options
      )
    expect(stepOf("user_a", "user_b")).toEqual({ to: "propose" })
    expect(stepOf("user_c", "user_b", { makers: ["user_c"] })).toEqual({ to: "propose" })
    expect(stepOf("user_c", "user_b", { since: BEFORE }, { created_at: NOON })).toEqual({
      to: "propose",
    })
    expect(stepOf("user_a", "user_a")).toEqual({ to: "refuse", refusal: "creator" })
    expect(stepOf("user_b", "user_a")).toEqual({ to: "carry_out", proposed_by: "user_a" })
  })
})

describe("a decision that ends the pause of an account", () => {
  const said = { action: "ignore", about: "seen", at: NOON, ...pesos("400000") } as const
  const part = (...makers: string[]) => ({ created_by: makers[0], since: NOON, makers })
  const stepOf = (id: string, by: string | null, change: Partial<MoneyDecision> = {}) =>
    secondPersonStep(
      {
        ...{ action: "ignore", about: "seen", actor: person(id) },
        ...{ asked: pesos("400000"), arrived: pesos("400000"), ...change },
      },
      by === null ? null : { ...said, by },
      { approvalAbove: LIMIT, approvers: null }
    )

  it("is one person's below the limit, and two people's while nobody knows how much leaves", () => {
    expect(stepOf("user_a", null)).toEqual({ to: "carry_out", proposed_by: null })
    expect(stepOf("user_a", null, { unsure: true })).toEqual({ to: "propose" })
    expect(stepOf("user_a", "user_a", { unsure: true })).toMatchObject({ refusal: "creator" })
    const two = { to: "carry_out", proposed_by: "user_a" }
    expect(stepOf("user_b", "user_a", { unsure: true })).toEqual(two)
    for (const by of [apiKey("apk_of_c", "user_c"), SYSTEM]) {
      expect(stepOf("user_c", null, { unsure: true, actor: by })).toMatchObject({ to: "refuse" })
    }
  })

  it("is confirmed by nobody who made the paid payout, and where one waits by one of two who did not make it", () => {
    const paid = { ...pesos("600000"), makers: part("user_a") }
    const of = (makers: string[], by: string) => ({
      ...{ ...pesos("600000"), makers: part(...makers), or_by: person(by) },
    })
    const two = (proposed_by: string) => ({ to: "carry_out", proposed_by })
    expect(stepOf("user_a", "user_b", { waiting: [paid] })).toEqual({ to: "propose" })
    expect(stepOf("user_b", "user_a", { waiting: [paid] })).toEqual(two("user_a"))
    const theirs = (by: string) => [of(["user_a"], by), of(["user_b"], by)]
    expect(stepOf("user_b", "user_a", { waiting: theirs("user_a") })).toEqual(two("user_a"))
    expect(stepOf("user_a", "user_b", { waiting: theirs("user_b") })).toEqual(two("user_b"))
    const both = [of(["user_a", "user_b"], "user_a")]
    expect(stepOf("user_b", "user_a", { waiting: both })).toEqual({ to: "propose" })
    expect(stepOf("user_c", "user_a", { waiting: both })).toEqual(two("user_a"))
    const [{ or_by: _gone, ...alone }] = theirs("user_a")
    expect(stepOf("user_a", "user_b", { waiting: [alone] })).toEqual({ to: "propose" })
  })
})

describe("what a decision is made by", () => {
  const anomaly = {
    facts: { said: "approved", shown: { amount: "1", currency: "COP" }, reason: "busy" },
    ...{ transaction_id: "paytx_1", order_id: null },
  }
  const payIn = { status: "approved", ...pesos("1") }
  const before = aboutText(anomaly, { payIn, card: null })

  it.each([
    ["another fact", { ...anomaly, facts: { ...anomaly.facts, said: "rejected" } }, payIn],
    [
      "another amount among the facts",
      { ...anomaly, facts: { ...anomaly.facts, shown: { amount: "2", currency: "COP" } } },
      payIn,
    ],
    ["an order", { ...anomaly, order_id: "order_1" }, payIn],
    ["another pay-in", { ...anomaly, transaction_id: "paytx_2" }, payIn],
    ["another status", anomaly, { ...payIn, status: "rejected" }],
    ["another amount", anomaly, { ...payIn, ...pesos("2") }],
    ["another currency", anomaly, { ...payIn, ...pesos("1", "PEN") }],
    ["no pay-in", anomaly, null],
  ])("is changed by %s", (_what, changed, money) => {
    expect(aboutText(changed, { payIn: money, card: null })).not.toBe(before)
  })

  it("is changed by the state of its card", () => {
    const of = (status: string) => aboutText(anomaly, { payIn, card: { ...payIn, status } })
    expect(new Set([before, of("declined"), of("captured")]).size).toBe(3)
  })

  it("is the same in another order of names, and while Medusa is busy for another reason", () => {
    const { said, shown } = anomaly.facts
    const facts = { reason: "out of stock", shown: { currency: "COP", amount: "1" }, said }
    expect(shown).toEqual(facts.shown)
    expect(aboutText({ ...anomaly, facts }, { payIn, card: null })).toBe(before)
  })
})
