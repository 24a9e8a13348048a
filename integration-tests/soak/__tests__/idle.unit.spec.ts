import { idleViolations } from "../idle"

const missed = (...life: Parameters<typeof idleViolations>) =>
  idleViolations(...life).map(({ subject }) => subject)

describe("the idle check of a soak", () => {
  it("passes when each kind of work was done", () => {
    expect(missed(1_800, { captured: 1, payouts: 1, renewals: 1 })).toEqual([])
  })

  it("reports the expected kinds of work that were never done", () => {
    expect(missed(30, { captured: 1, payouts: 0, renewals: 0 })).toEqual(["payouts", "renewals"])
    expect(missed(5, { captured: 0, payouts: 1, renewals: 1 })).toEqual(["captured"])
    expect(missed(0, { captured: 0, payouts: 0, renewals: 0 })).toEqual(["captured"])
  })

  it("expects no payouts or renewals after fewer than 30 sales", () => {
    expect(missed(29, { captured: 1, payouts: 0, renewals: 0 })).toEqual([])
  })
})
