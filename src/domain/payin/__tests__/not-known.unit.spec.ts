import fc from "fast-check"
import { isBelieved } from "../not-known"
import { NOT_KNOWN_PAYOUT } from "../../time/schedule"

const SINCE = new Date("2026-11-21T10:00:00Z")
const after = (seconds: number) => new Date(SINCE.getTime() + seconds * 1000)
const told = (not_known_count: number, seconds: number) => ({
  not_known_count,
  not_known_since: SINCE,
  looked_up_at: after(seconds),
})

describe('a "not known" answer of the service', () => {
  it.each([
    [5, 1800, true],
    [50, 86_400, true],
    [4, 86_400, false],
    [500, 1799, false],
    [1, 0, false],
  ])("received %d times over %d s for a payout is believed: %p", (count, seconds, believed) => {
    expect(isBelieved(told(count, seconds), NOT_KNOWN_PAYOUT)).toBe(believed)
  })

  it("is not believed for a payout that was never looked up", () => {
    const never = { not_known_count: 9, not_known_since: null, looked_up_at: after(9999) }
    expect(isBelieved(never, NOT_KNOWN_PAYOUT)).toBe(false)
    expect(isBelieved({ ...told(9, 0), looked_up_at: null }, NOT_KNOWN_PAYOUT)).toBe(false)
  })

  it("stays believed while the same answers go on", () => {
    const counts = fc.integer({ min: 0, max: 100 })
    const spans = fc.integer({ min: 0, max: 10_000 })
    fc.assert(
      fc.property(counts, spans, spans, (count, span, more) => {
        const now = isBelieved(told(count, span), NOT_KNOWN_PAYOUT)
        const later = isBelieved(told(count + 1, span + more), NOT_KNOWN_PAYOUT)
        expect(later || !now).toBe(true)
      })
    )
  })
})
