import { majorAmount } from "../money"
import { PAYIN_STATUSES } from "../payin-state"
import {
  eligibility,
  PAYIN_DOUBTS,
  payInDoubt,
  type PayInAnswer,
  type PayInDoubt,
  type SourceEligibility,
  type StoredFacts,
} from "../payout-eligibility"

const NEEDED = majorAmount("100")
const amounts = ["0", "99.99", "100", "100.01"].map((amount) => majorAmount(amount))

const answers: (PayInAnswer | null)[] = [
  null,
  "not_known",
  "not_understood",
  ...PAYIN_STATUSES.flatMap((status) =>
    [null, ...amounts].flatMap((amount) =>
      [null, "COP", "PEN"].map((currency) => ({ status, amount, currency }))
    )
  ),
]
const payIns = PAYIN_STATUSES.flatMap((status) =>
  answers.flatMap((answer) =>
    [false, true].map((contradicted) => ({
      ...{ status, currency: "COP", needed: NEEDED, answer, contradicted },
    }))
  )
)

describe(`a pay-in whose money is about to leave, in ${payIns.length} combinations of what is known`, () => {
  const standing = payIns.filter((facts) => payInDoubt(facts) === null)

  it("stands only while we call it approved and no contradiction waits for a person", () => {
    expect(standing.length).toBeGreaterThan(0)
    expect(standing.filter(({ status }) => status !== "approved")).toEqual([])
    expect(standing.filter(({ contradicted }) => contradicted)).toEqual([])
  })

  it("stands only while the service calls it approved, with the needed amount in its currency", () => {
    const answered = standing.flatMap(({ answer }) => (answer === null ? [] : [answer]))
    expect(answered).toEqual([
      { status: "approved", amount: "100", currency: "COP" },
      { status: "approved", amount: "100.01", currency: "COP" },
    ])
  })

  it("stands without an answer, as a card payment cannot be looked up", () => {
    expect(standing.filter(({ answer }) => answer === null)).toHaveLength(1)
  })

  it.each<[PayInDoubt, PayInAnswer]>([
    ["not_approved", { status: "rejected", amount: NEEDED, currency: "COP" }],
    ["not_approved", { status: "pending", amount: NEEDED, currency: "COP" }],
    ["not_known", "not_known"],
    ["not_understood", "not_understood"],
    ["less_than_needed", { status: "approved", amount: amounts[1], currency: "COP" }],
    ["less_than_needed", { status: "approved", amount: null, currency: "COP" }],
    ["less_than_needed", { status: "approved", amount: NEEDED, currency: "PEN" }],
  ])("is doubted as %s", (doubt, answer) => {
    const facts = { status: "approved", currency: "COP", needed: NEEDED, answer } as const
    expect(payInDoubt({ ...facts, contradicted: false })).toBe(doubt)
    expect(payInDoubt({ ...facts, contradicted: true })).toBe(doubt)
  })
})

const yesNo = [true, false]
const sources: SourceEligibility[] = [
  { outcome: "stands" },
  { outcome: "stands", failed_completion: true },
  { outcome: "changed", amount: NEEDED, note: "less is owed" },
  { outcome: "gone", note: "nothing is owed" },
  { outcome: "wait", reason: "refund_young", seconds: 30 },
]
const clean: StoredFacts = {
  enabled: true,
  live: true,
  writable: true,
  paused: false,
  within: true,
  source: { outcome: "stands" },
}
const stored: StoredFacts[] = yesNo.flatMap((enabled) =>
  yesNo.flatMap((live) =>
    yesNo.flatMap((writable) =>
      yesNo.flatMap((paused) =>
        yesNo.flatMap((within) =>
          sources.map((source) => ({ enabled, live, writable, paused, within, source }))
        )
      )
    )
  )
)
const doubts = [null, ...PAYIN_DOUBTS]
const asked = yesNo.flatMap((earlier_over) => [
  { earlier_over, doubts: [] },
  ...doubts.flatMap((one) =>
    doubts.map((other) => ({ earlier_over, doubts: [one, other] as const }))
  ),
])
const all = stored.flatMap((one) => asked.map((other) => [one, other] as const))

describe(`a payout that is about to leave, in ${all.length} combinations of what is known`, () => {
  it("leaves only when nothing speaks against it", () => {
    const sent = all.filter((facts) => eligibility(...facts).outcome === "send")
    const allowed = all.filter(
      ([{ enabled, live, writable, paused, within, source }, { earlier_over, doubts: said }]) =>
        enabled &&
        live &&
        writable &&
        !paused &&
        within &&
        source.outcome === "stands" &&
        earlier_over &&
        said.every((doubt) => doubt === null)
    )
    expect(sent).toEqual(allowed)
    expect(sent).toHaveLength(4)
  })

  it.each(["key_not_found", "key_other_person", "key_over_limit", "key_unclear"] as const)(
    "never leaves while its key is doubted: %s",
    (key) => {
      for (const [one, other] of all) {
        const without = eligibility(one, other)
        const doubted = eligibility(one, { ...other, key })
        expect(doubted).toEqual(
          without.outcome === "send" ? { outcome: "wait", reason: key, seconds: 600 } : without
        )
      }
    }
  )

  it("is the service's to judge only when nothing else holds it", () => {
    for (const [one, other] of all) {
      const before = eligibility(one, null)
      if (before.outcome !== "ask") {
        expect(eligibility(one, other)).toEqual(before)
      }
    }
  })

  it("ends when nothing is owed, whatever else holds it, unless payouts are switched off or the installation is held", () => {
    const owesNothing = stored.filter(({ source }) => source.outcome === "gone")
    for (const facts of owesNothing) {
      expect(eligibility(facts, null).outcome).toBe(facts.enabled && facts.live ? "gone" : "wait")
    }
  })

  it.each([
    ["payouts_off", { enabled: false }],
    ["installation_held", { live: false }],
    ["refund_young", { source: sources[4] }],
    ["not_writable", { writable: false }],
    ["account_paused", { paused: true }],
    ["over_bound", { within: false }],
  ] as const)("waits with the reason %s", (reason, facts) => {
    expect(eligibility({ ...clean, ...facts }, null)).toMatchObject({ outcome: "wait", reason })
  })

  it("waits while an earlier attempt or its pay-in is doubted", () => {
    const waits = (earlier_over: boolean, said: (PayInDoubt | null)[]) =>
      eligibility(clean, { earlier_over, doubts: said })
    expect(waits(false, [])).toMatchObject({ reason: "rejection_doubted" })
    expect(waits(true, [null, "not_approved"])).toMatchObject({ reason: "payin_doubted" })
    expect(waits(true, ["account_gone"])).toMatchObject({ reason: "no_account" })
  })
})
