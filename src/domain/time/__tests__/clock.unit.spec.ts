import { clockOffsetMs } from "../clock"

describe("the clock offset for tests", () => {
  it("is zero unless the environment sets it", () => {
    for (const PAYIN_CLOCK_OFFSET_MS of [undefined, "", "0"]) {
      expect(clockOffsetMs({ PAYIN_CLOCK_OFFSET_MS })).toBe(0)
    }
    expect(clockOffsetMs({ PAYIN_CLOCK_OFFSET_MS: "60000" })).toBe(60_000)
    expect(clockOffsetMs({ PAYIN_CLOCK_OFFSET_MS: "-5" })).toBe(-5)
  })

  it("is refused in production", () => {
    const environment = { PAYIN_CLOCK_OFFSET_MS: "1", NODE_ENV: "production" }
    expect(() => clockOffsetMs(environment)).toThrow("PAYIN_CLOCK_OFFSET_MS exists for tests only")
    expect(clockOffsetMs({ NODE_ENV: "production" })).toBe(0)
  })

  it.each(["1.5", "ten", "1e30", "NaN"])("is refused when it is %s", (PAYIN_CLOCK_OFFSET_MS) => {
    expect(() => clockOffsetMs({ PAYIN_CLOCK_OFFSET_MS })).toThrow("whole milliseconds")
  })
})
