import {
  APPLY_BACKOFF_SECONDS,
  backoffSeconds,
  MEDUSA_CALL_SERVICE_MS,
  INBOX_BACKOFF_SECONDS,
  INBOX_MAX_ATTEMPTS,
  LEASE_SECONDS,
  LOOKUP_ATTEMPTS_AT_LAPSE,
  LOOKUP_BACKOFF_SECONDS,
  secondsToNextLookup,
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
    expect(LEASE_SECONDS).toBeGreaterThan(medusaLockWaitSeconds + MEDUSA_CALL_SERVICE_MS / 1000)
  })
})

const HOUR = 3600
const DAY = 24 * HOUR

describe("the next lookup of a pay-in", () => {
  it.each([
    // Pending: by the number of its lookups.
    [1, null, null, 5],
    [2, null, null, 10],
    [8, null, null, 300],
    [14, null, null, 6 * HOUR],
    [500, null, null, 6 * HOUR],
    // Lapsed: its count begins anew, and ends 30 days later.
    [LOOKUP_ATTEMPTS_AT_LAPSE, 0, null, 600],
    [LOOKUP_ATTEMPTS_AT_LAPSE + 1, 600, null, 900],
    [40, 30 * DAY - 1, null, 6 * HOUR],
    [40, 30 * DAY, null, HOUR],
    [40, 32 * DAY - 1, null, HOUR],
    [40, 32 * DAY, null, null],
    // Ended: eight times, by the time since its end, whatever was counted before.
    [1, null, 0, 1800],
    [500, null, 0, 1800],
    [1, null, 1799, 1],
    [1, null, 1800, 2.5 * HOUR],
    [1, null, 3 * HOUR, 9 * HOUR],
    [1, null, 12 * HOUR, 12 * HOUR],
    [1, null, DAY, 2 * DAY],
    [1, null, 3 * DAY, 4 * DAY],
    [1, null, 7 * DAY, 8 * DAY],
    [1, null, 15 * DAY, 15 * DAY],
    [1, null, 30 * DAY - 1, 1],
    [1, null, 30 * DAY, HOUR],
    [1, null, 32 * DAY, null],
    // The end counts where it came after the lapse.
    [1, 31 * DAY, 0, 1800],
    [1, 40 * DAY, 7 * DAY, 8 * DAY],
    [1, 40 * DAY, 30 * DAY, HOUR],
  ])(
    "after %d lookups, %s since its lapse and %s since its end, is in %s",
    (attempts, seconds_since_lapse, seconds_since_end, seconds) => {
      expect(secondsToNextLookup({ attempts, seconds_since_lapse, seconds_since_end })).toBe(
        seconds
      )
    }
  )
})
