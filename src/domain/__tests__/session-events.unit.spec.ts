import { endsStream, readingDelay } from "../session-events"

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

  it("reads as often as a page polls: quickly for a minute, then slowly", () => {
    const minute = Array.from({ length: 40 }, (_, readings) => readingDelay(readings))
    expect(minute.reduce((all, one) => all + one)).toBe(60_000)
    expect(readingDelay(40)).toBe(6_000)
  })
})
