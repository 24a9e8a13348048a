import { POLL_LOOKUPS, POLL_SECONDS, pollSeconds } from "../poll-throttle"

it.each([
  [0, 3],
  [9, 3],
  [10, 4],
  [13, 7],
  [17, 18],
  [20, 35],
  [23, 60],
  [99, 60],
  [100, null],
  [10_000, null],
])("after %i lookups a polling page waits %p s for the next", (caused, seconds) => {
  expect(pollSeconds(caused)).toBe(seconds)
})

it("the distance never shrinks", () => {
  expect([...POLL_SECONDS]).toEqual([...POLL_SECONDS].sort((a, b) => a - b))
})

// docs/production.md names these numbers.
it.each([
  [60, 15],
  [5 * 60, 23],
  [30 * 60, 48],
  [3600, 78],
  [31 * 86_400, POLL_LOOKUPS],
])(
  "a page that polls every second for %i s causes %i lookups, not one every 3 s",
  (length, lookups) => {
    let asked = 0
    let next = 0
    for (let second = 0; second < length; second += 1) {
      const wait = pollSeconds(asked)
      if (second >= next && wait !== null) {
        asked += 1
        next = second + (pollSeconds(asked) ?? 0)
      }
    }
    expect(asked).toBe(lookups)
  }
)
