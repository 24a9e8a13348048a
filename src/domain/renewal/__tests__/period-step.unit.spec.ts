import { CARD_STATUSES, isAliveCard, type CardStatus } from "../../card/state"
import {
  countsAsCaptureRefusal,
  countsAsRefusal,
  needsAnswers,
  periodStep,
  type PeriodFacts,
  type PeriodHold,
  type PeriodStep,
} from "../period-step"
import { SUBSCRIPTION_STATUSES } from "../../subscription/state"

function hold(status: CardStatus, more: Partial<PeriodHold> = {}): PeriodHold {
  return {
    kind: "preauthorization",
    status,
    sent: status !== "creating",
    not_sent: false,
    voiding: false,
    never_told: false,
    refusal_code: null,
    ...more,
  }
}

function facts(more: Partial<PeriodFacts> = {}): PeriodFacts {
  return {
    subscription: "active",
    hold: null,
    waits_for_next_try: false,
    next_try_is_due: false,
    ...more,
  }
}

describe("a period of a subscription", () => {
  it("begins with the hold that the store's option names", () => {
    expect(periodStep(facts(), "renewal")).toEqual({ step: "hold", kind: "renewal" })
    expect(periodStep(facts(), "preauthorization")).toEqual({
      step: "hold",
      kind: "preauthorization",
    })
  })

  it("takes a fresh hold at once after one that nobody ever told of, and never of an ended subscription", () => {
    const lapsed = hold("released", { never_told: true })
    expect(periodStep(facts({ hold: lapsed }), "renewal")).toEqual({
      step: "hold",
      kind: "preauthorization",
    })
    expect(periodStep(facts({ hold: lapsed, subscription: "canceled" }), "renewal").step).toBe(
      "end"
    )
    expect(periodStep(facts({ hold: hold("released") }), "renewal").step).toBe("lapsed")
  })

  it("never asks for a second hold while one may be alive", () => {
    const booleans = [true, false]
    for (const status of CARD_STATUSES.filter(isAliveCard)) {
      for (const subscription of SUBSCRIPTION_STATUSES) {
        for (const waits_for_next_try of booleans) {
          for (const next_try_is_due of booleans) {
            for (const sent of booleans) {
              const step = periodStep(
                facts({
                  ...{ subscription, waits_for_next_try, next_try_is_due },
                  hold: hold(status, { sent }),
                }),
                "renewal"
              )
              expect(step.step).not.toBe("hold")
            }
          }
        }
      }
    }
  })

  it("captures nothing more once its subscription ended, and voids its hold", () => {
    for (const subscription of ["canceled", "expired"] as const) {
      const step = (status: CardStatus, more: Partial<PeriodHold> = {}) =>
        periodStep(facts({ subscription, hold: hold(status, more) }), "renewal").step
      expect(periodStep(facts({ subscription }), "renewal").step).toBe("end")
      expect(step("authorized")).toBe("void")
      expect(step("creating", { sent: false })).toBe("end")
      expect(step("declined")).toBe("end")
      expect(step("unknown")).toBe("wait")
      // What was taken is taken: its order is made.
      expect(step("captured")).toBe("pay")
    }
  })

  it("waits while the outcome at the card is unknown", () => {
    for (const status of ["unknown", "capturing", "capture_unknown", "creating"] as const) {
      expect(periodStep(facts({ hold: hold(status, { sent: true }) }), "renewal").step).toBe("wait")
    }
  })

  it("counts a refusal once, waits for the next try and then makes a new hold, never a renewal", () => {
    const declined = hold("declined", { kind: "renewal" })
    const then = (more: Partial<PeriodFacts>) =>
      periodStep(facts({ subscription: "past_due", hold: declined, ...more }), "renewal")
    expect(then({})).toEqual({ step: "refused" })
    expect(then({ waits_for_next_try: true })).toEqual({ step: "not_due" })
    expect(then({ waits_for_next_try: true, next_try_is_due: true })).toEqual({
      step: "hold",
      kind: "preauthorization",
    })
  })

  it("retries a refused capture with the same hold on the day of the next try", () => {
    const then = (more: Partial<PeriodFacts>) =>
      periodStep(facts({ hold: hold("authorized"), ...more }), "renewal").step
    expect(then({})).toBe("pay")
    expect(then({ waits_for_next_try: true })).toBe("not_due")
    expect(then({ waits_for_next_try: true, next_try_is_due: true })).toBe("pay")
  })

  it("waits for a hold that is being voided, without capturing it or asking for another", () => {
    const going = hold("authorized", { voiding: true })
    for (const next_try_is_due of [true, false]) {
      const step = periodStep(
        facts({ hold: going, waits_for_next_try: true, next_try_is_due }),
        "renewal"
      )
      expect(step).toEqual({ step: "wait" })
    }
    const ended = facts({ hold: going, subscription: "canceled" })
    expect(periodStep(ended, "renewal")).toEqual({ step: "void" })
  })

  it("tries again on another day when its hold was released, and counts no refusal", () => {
    const then = (more: Partial<PeriodFacts>) =>
      periodStep(facts({ hold: hold("released"), ...more }), "renewal")
    expect(then({})).toEqual({ step: "lapsed" })
    expect(then({ waits_for_next_try: true })).toEqual({ step: "not_due" })
    expect(then({ waits_for_next_try: true, next_try_is_due: true })).toEqual({
      step: "hold",
      kind: "preauthorization",
    })
    expect(countsAsRefusal(hold("released"))).toBe(false)
  })

  it("repeats the same call when that was never sent", () => {
    const unsent = hold("error", { kind: "renewal", not_sent: true })
    expect(countsAsRefusal(unsent)).toBe(false)
    expect(periodStep(facts({ hold: unsent }), "renewal")).toEqual({
      step: "hold",
      kind: "renewal",
    })
  })

  it.each([
    ...["UNAUTHORIZED", "ACCESS_DENIED", "CREDENTIALS", "FORBIDDEN"],
    ...["NOT_FOUND", "VALIDATION_ERROR", "VALIDATION", "SOMETHING_NEW"],
  ])(
    "uses up no try when the service refuses with %s, so that no subscription ends by it",
    (code) => {
      const refused = hold("error", { refusal_code: code })
      expect(countsAsRefusal(refused)).toBe(false)
      expect(periodStep(facts({ hold: refused }), "preauthorization")).toMatchObject({
        step: "hold",
      })
    }
  )

  it("counts a refusal when the card is no longer stored", () => {
    expect(countsAsRefusal(hold("error", { refusal_code: "INVALID_STATE" }))).toBe(true)
    expect(countsAsRefusal(hold("error", { refusal_code: null }))).toBe(true)
  })

  it("makes a new hold when the service refuses the link to the previous transaction", () => {
    const refused = hold("error", { kind: "renewal", refusal_code: "INVALID_STATE" })
    expect(countsAsRefusal(refused)).toBe(false)
    expect(periodStep(facts({ hold: refused }), "renewal")).toEqual({
      step: "hold",
      kind: "preauthorization",
    })
  })
})

describe("a capture that was refused", () => {
  it.each([
    ["PAYMENT_CAPTURE_FAILED", true],
    // A webhook names no code of a call.
    [null, true],
    ["VALIDATION_ERROR", false],
    ["VALIDATION", false],
    ["UNAUTHORIZED", false],
    ["ACCESS_DENIED", false],
    ["NOT_FOUND", false],
    ["INVALID_STATE", false],
  ])("with %s counts as a refusal of the bank: %s", (code, counts) => {
    expect(countsAsCaptureRefusal(code)).toBe(counts)
  })
})

describe("a step of a period of which a person is asked", () => {
  it.each<[PeriodStep["step"], CardStatus | null, boolean]>([
    ["hold", null, true],
    ["hold", "declined", true],
    ["pay", "creating", true],
    ["pay", "authorized", true],
    ["lapsed", "released", true],
    ["refused", "declined", true],
    ["void", "authorized", true],
    ["end", "error", true],
    ["pay", "captured", false],
    ["wait", "unknown", false],
    ["not_due", "authorized", false],
  ])("that is %s with a hold %s waits: %s", (step, status, waits) => {
    const next: PeriodStep = step === "hold" ? { step, kind: "preauthorization" } : { step }
    expect(needsAnswers(next, status && hold(status))).toBe(waits)
  })
})
