import { idleViolations } from "../idle"

const missed = (...life: Parameters<typeof idleViolations>) =>
  idleViolations(...life).map(({ subject }) => subject)

describe("a store that lived for a while", () => {
  it("proved something when each kind of work was done", () => {
    expect(missed(1_800, { captured: 1, payouts: 1, renewals: 1 })).toEqual([])
  })

  it("proved nothing of what was never done", () => {
    expect(missed(30, { captured: 1, payouts: 0, renewals: 0 })).toEqual(["payouts", "renewals"])
    expect(missed(5, { captured: 0, payouts: 1, renewals: 1 })).toEqual(["captured"])
    expect(missed(0, { captured: 0, payouts: 0, renewals: 0 })).toEqual(["captured"])
  })

  it("need not have paid out or renewed after a few sales", () => {
    expect(missed(29, { captured: 1, payouts: 0, renewals: 0 })).toEqual([])
  })
})
