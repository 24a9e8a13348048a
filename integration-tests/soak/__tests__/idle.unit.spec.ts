import { idleViolations } from "../idle"
import type { Minute } from "../minute"

const NOTHING: Minute = {
  ...{ minute: 1, sales: 0, captured: 0, payouts: 0, renewals: 0 },
  ...{ faults: 3, anomalies: 0, waiting: 0, sides: [] },
}

function life(minutes: number, once: Partial<Minute>): Minute[] {
  return Array.from({ length: minutes }, (_, n) => ({ ...NOTHING, ...(n === 1 && once) }))
}

const missed = (minutes: Minute[]) => idleViolations(minutes).map(({ subject }) => subject)

describe("a store that lived for a while", () => {
  it("proved something when each kind of work was done in some minute", () => {
    expect(missed(life(60, { sales: 1, captured: 1, payouts: 1, renewals: 1 }))).toEqual([])
  })

  it("proved nothing of what was never done", () => {
    expect(missed(life(60, { sales: 1, captured: 1 }))).toEqual(["payouts", "renewals"])
    expect(missed(life(2, { sales: 1 }))).toEqual(["captured"])
    expect(missed([])).toEqual(["sales", "captured"])
  })

  it("need not have paid out or renewed within two minutes", () => {
    expect(missed(life(2, { sales: 1, captured: 1 }))).toEqual([])
  })
})
