import { afterFailedWrite, backgroundPlaces, type WriteFailures } from "../background-pause"

const failed = (began: number, ended: number) => ({ began, ended })

describe("the pause of background work after a write that the service did not answer", () => {
  it("grows with each further failure, to five minutes", () => {
    let failures: WriteFailures | null = null
    const pauses: number[] = []
    for (let at = 1_000; pauses.length < 7; at = failures.until) {
      failures = afterFailedWrite(failures, failed(at, at + 100))
      pauses.push((failures.until - failures.paused_at) / 1000)
    }
    expect(pauses).toEqual([5, 30, 60, 120, 300, 300, 300])
  })

  it("counts the writes that were under way together as one", () => {
    const first = afterFailedWrite(null, failed(0, 8_000))
    const others = [100, 500, 7_999].reduce(
      (before, began) => afterFailedWrite(before, failed(began, began + 8_000)),
      first
    )
    expect(others).toEqual(first)
    expect(afterFailedWrite(first, failed(8_000, 16_000)).rounds).toBe(2)
  })
})

describe("the places of background work", () => {
  const past: WriteFailures = { rounds: 2, paused_at: 0, until: 900 }
  const present: WriteFailures = { rounds: 2, paused_at: 0, until: 1_100 }
  const future: WriteFailures = { rounds: 3, paused_at: 5_000, until: 9_000 }
  const calm = { breaker: "closed", asked: null, failures: [] } as const
  const asked = (until: number, paused_at = 0) => ({ ...calm, asked: { paused_at, until } })

  it.each([
    ["any", "the service answers", calm],
    ["any", "a pause that it asked for is over", asked(1_000)],
    ["none", "the circuit breaker is open", { ...calm, breaker: "open" as const }],
    ["none", "the trial is under way", { ...calm, breaker: "half_open" as const }],
    ["none", "the service asked for a pause", asked(1_001)],
    ["none", "a write was not answered just now", { ...calm, failures: [past, present] }],
    ["one", "no write was answered since the pause", { ...calm, failures: [past] }],
    [
      "none",
      "the breaker is open after a pause",
      { ...calm, breaker: "open" as const, failures: [past] },
    ],
    ["any", "a test set the clock back", { ...asked(9_000, 5_000), failures: [future] }],
  ])("are %s when %s", (places, _when, facts) => {
    expect(backgroundPlaces(facts, 1_000)).toBe(places)
  })
})
