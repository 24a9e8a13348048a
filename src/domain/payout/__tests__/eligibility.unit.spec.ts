import { majorAmount } from "../../money/amount"
import { PAYIN_STATUSES } from "../../payin/state"
import { isBlocked, PAYOUT_REASONS } from "../reason"
import {
  eligibility,
  lastWord,
  PAYIN_DOUBTS,
  payInDoubt,
  type PayInAnswer,
  type PayInDoubt,
  type LastFacts,
  type SourceEligibility,
  type StoredFacts,
} from "../eligibility"

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

describe("the last word about a payout, under the locks of its pay-in and its own", () => {
  const again = yesNo.flatMap((same_merchant) =>
    yesNo.flatMap((by_form) =>
      yesNo.flatMap((heard) =>
        yesNo.map((believed) => ({ same_merchant, by_form, heard, believed }))
      )
    )
  )
  const facts: LastFacts[] = yesNo.flatMap((moved) =>
    yesNo.flatMap((within) =>
      [null, ...PAYOUT_REASONS.filter(isBlocked)].flatMap((stopped) =>
        [null, ...again].map((one) => ({ moved, within, stopped, again: one }))
      )
    )
  )
  const needs = [null, "above_limit", "rest", "daily_limit"] as const

  it("lets it leave only when it is as it was, and within what arrived, and nobody else has to look at it", () => {
    for (const one of facts) {
      const may =
        !one.moved &&
        one.within &&
        one.stopped === null &&
        (one.again === null ||
          (one.again.same_merchant && !one.again.by_form && !one.again.heard && one.again.believed))
      for (const need of needs) {
        expect(lastWord(one, need).outcome === "send").toBe(may && need === null)
      }
    }
  })

  it("is the same whatever a second person has to look at, until nothing else holds it", () => {
    for (const one of facts) {
      const before = lastWord(one, null)
      for (const need of needs) {
        if (before.outcome !== "send") expect(lastWord(one, need)).toEqual(before)
      }
    }
  })

  it("asks a second person about a first send alone: what was sent once waits for the next day", () => {
    const [none] = facts.filter((one) => lastWord(one, null).outcome === "send" && !one.again)
    const [once] = facts.filter((one) => lastWord(one, null).outcome === "send" && one.again)
    expect(lastWord(none, "rest")).toEqual({ outcome: "second_person", need: "rest" })
    expect(lastWord(once, "daily_limit")).toEqual({ outcome: "wait", reason: "daily_limit" })
  })

  it.each([
    ["other_merchant", { same_merchant: false }],
    ["form_sent", { by_form: true }],
    ["heard_of", { heard: true }],
    ["not_known", { believed: false }],
  ] as const)("keeps an unanswered attempt from leaving once more: %s", (reason, change) => {
    const clear = { same_merchant: true, by_form: false, heard: false, believed: true }
    const stands = { moved: false, stopped: null, within: true }
    const word = lastWord({ ...stands, again: { ...clear, ...change } }, null)
    expect(word).toEqual({ outcome: "wait", reason })
    const beyond = { ...stands, within: false, again: clear }
    expect(lastWord(beyond, null)).toEqual({ outcome: "wait", reason: "over_bound" })
  })
})

it("a payout that was sent once waits while the balance is too low, when nothing else holds it", () => {
  const over = { earlier_over: true, doubts: [] }
  expect(eligibility(clean, { ...over, balance: "low_balance" })).toMatchObject({
    ...{ outcome: "wait", reason: "low_balance" },
  })
  const key = { ...over, key: "key_unclear", balance: "low_balance" } as const
  expect(eligibility(clean, key)).toMatchObject({ reason: "key_unclear" })
})
