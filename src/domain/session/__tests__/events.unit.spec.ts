import { endsStream, readingDelay } from "../events"

describe("a stream about a session", () => {
  it.each([
    ["pending", null, false],
    ["approved", null, false],
    ["approved", "order_1", true],
    ["pending", "order_1", true],
    ["needs_input", null, true],
    ["rejected", null, true],
    ["expired", null, true],
    ["failed", null, true],
    ["in_review", null, true],
    ["canceled", "order_1", true],
  ] as const)("after %s with order %s: ends is %s", (status, order_id, ends) => {
    expect(endsStream({ status, order_id })).toBe(ends)
  })

  it("reads what does not change every 3 seconds at first, then ever more seldom, and never less than twice a minute", () => {
    const delays = Array.from({ length: 1_000 }, (_, readings) => readingDelay(readings))
    expect(delays.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => 3_000))
    expect(delays).toEqual([...delays].sort((a, b) => a - b))
    expect(delays.at(-1)).toBe(30_000)
  })
})
