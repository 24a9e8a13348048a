import {
  APPLY_BACKOFF_SECONDS,
  backoffSeconds,
  CORE_CALL_SERVICE_MS,
  INBOX_BACKOFF_SECONDS,
  INBOX_MAX_ATTEMPTS,
  LEASE_SECONDS,
  LOOKUP_BACKOFF_SECONDS,
} from "../schedule"

describe("waiting before the next try", () => {
  it("begins within two seconds and then thins out", () => {
    expect(APPLY_BACKOFF_SECONDS).toEqual([2, 5, 15, 30, 60, 120, 300, 600, 1800, 3600])
    for (const table of [INBOX_BACKOFF_SECONDS, APPLY_BACKOFF_SECONDS, LOOKUP_BACKOFF_SECONDS]) {
      expect([...table].sort((a, b) => a - b)).toEqual(table)
    }
  })

  it("takes the first entry after the first try and repeats the last for ever", () => {
    expect([1, 2, 3, 10, 11, 1000].map((n) => backoffSeconds(APPLY_BACKOFF_SECONDS, n))).toEqual([
      2, 5, 15, 3600, 3600, 3600,
    ])
  })

  it("treats an attempt that was never counted as the first", () => {
    expect(backoffSeconds(APPLY_BACKOFF_SECONDS, 0)).toBe(2)
    expect(backoffSeconds(APPLY_BACKOFF_SECONDS, -3)).toBe(2)
    expect(backoffSeconds(APPLY_BACKOFF_SECONDS, 1.9)).toBe(2)
  })

  it("never becomes no wait by mistake", () => {
    expect(() => backoffSeconds([], 1)).toThrow(RangeError)
    expect(() => backoffSeconds(APPLY_BACKOFF_SECONDS, NaN)).toThrow(RangeError)
  })

  it("gives a notification one try more than its table has waits", () => {
    expect(INBOX_MAX_ATTEMPTS).toBe(INBOX_BACKOFF_SECONDS.length + 1)
  })

  it("keeps a lease longer than the longest call into core", () => {
    const coreLockWaitSeconds = 30
    expect(LEASE_SECONDS).toBeGreaterThan(coreLockWaitSeconds + CORE_CALL_SERVICE_MS / 1000)
  })
})
