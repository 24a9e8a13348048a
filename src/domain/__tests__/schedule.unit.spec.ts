import {
  APPLY_BACKOFF_SECONDS,
  backoffSeconds,
  CORE_CALL_SERVICE_MS,
  INBOX_BACKOFF_SECONDS,
  INBOX_MAX_ATTEMPTS,
  LEASE_SECONDS,
  LOOKUP_BACKOFF_SECONDS,
} from "../schedule"

describe("the wait before the next try", () => {
  it("starts at two seconds for an outcome to apply, and never gets shorter", () => {
    expect(APPLY_BACKOFF_SECONDS).toEqual([2, 5, 15, 30, 60, 120, 300, 600, 1800, 3600])
    for (const table of [INBOX_BACKOFF_SECONDS, APPLY_BACKOFF_SECONDS, LOOKUP_BACKOFF_SECONDS]) {
      expect([...table].sort((a, b) => a - b)).toEqual(table)
    }
  })

  it("is the first entry after the first try, and repeats the last entry without end", () => {
    expect([1, 2, 3, 10, 11, 1000].map((n) => backoffSeconds(APPLY_BACKOFF_SECONDS, n))).toEqual([
      2, 5, 15, 3600, 3600, 3600,
    ])
  })

  it("is the first entry for any count below two", () => {
    expect(backoffSeconds(APPLY_BACKOFF_SECONDS, 0)).toBe(2)
    expect(backoffSeconds(APPLY_BACKOFF_SECONDS, -3)).toBe(2)
    expect(backoffSeconds(APPLY_BACKOFF_SECONDS, 1.9)).toBe(2)
  })

  it("is refused for an empty table or a count that is no number, instead of being zero", () => {
    expect(() => backoffSeconds([], 1)).toThrow(RangeError)
    expect(() => backoffSeconds(APPLY_BACKOFF_SECONDS, NaN)).toThrow(RangeError)
  })

  it("allows a notification one try more than its table has waits", () => {
    expect(INBOX_MAX_ATTEMPTS).toBe(INBOX_BACKOFF_SECONDS.length + 1)
  })

  it("leaves the lease longer than the longest call into Medusa", () => {
    const medusaLockWaitSeconds = 30
    expect(LEASE_SECONDS).toBeGreaterThan(medusaLockWaitSeconds + CORE_CALL_SERVICE_MS / 1000)
  })
})
