import { clockOffsetMs, databaseNow } from "../clock"

describe("the clock of due times and leases", () => {
  it("runs with the database unless a test moves it", () => {
    for (const PAYIN_CLOCK_OFFSET_MS of [undefined, "", "0"]) {
      expect(clockOffsetMs({ PAYIN_CLOCK_OFFSET_MS })).toBe(0)
    }
    expect(clockOffsetMs({ PAYIN_CLOCK_OFFSET_MS: "60000" })).toBe(60_000)
    expect(clockOffsetMs({ PAYIN_CLOCK_OFFSET_MS: "-5" })).toBe(-5)
  })

  it("cannot be moved in production", () => {
    const environment = { PAYIN_CLOCK_OFFSET_MS: "1", NODE_ENV: "production" }
    expect(() => clockOffsetMs(environment)).toThrow("PAYIN_CLOCK_OFFSET_MS exists for tests only")
    expect(clockOffsetMs({ NODE_ENV: "production" })).toBe(0)
  })

  it.each(["1.5", "ten", "1e30", "NaN"])("cannot be moved by %s", (PAYIN_CLOCK_OFFSET_MS) => {
    expect(() => clockOffsetMs({ PAYIN_CLOCK_OFFSET_MS })).toThrow("whole milliseconds")
  })

  it("is asked of the database, with seconds to come bound as a value and not as text", () => {
    const raw = jest.fn((sql: string, bindings: readonly (string | number)[]) => ({
      sql,
      bindings,
    }))
    expect(databaseNow({ raw }, 120)).toEqual({
      sql: "(now() + ? * interval '1 millisecond')",
      bindings: [120_000],
    })
    expect(databaseNow({ raw }).bindings).toEqual([0])
  })
})
