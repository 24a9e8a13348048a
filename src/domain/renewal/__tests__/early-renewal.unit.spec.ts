import { parseDay, type CalendarDay } from "../../time/calendar-day"
import { nextCycle, wantedCycle, type RenewalsSoFar } from "../early-renewal"

function day(text: string): CalendarDay {
  const parsed = parseDay(text)
  if (parsed === null) {
    throw new Error(`${text} is no day`)
  }
  return parsed
}

const MONTHLY = { anchor: day("2026-01-31"), every: { months: 1 } }
const MANUAL = { anchor: day("2026-01-31"), every: null }

function soFar(next: number, today: string, paid_on: string | null = null): RenewalsSoFar {
  const paid = paid_on === null ? null : day(paid_on)
  return { next, today: day(today), missed: "skip", paid_on: paid }
}

describe("a period that is renewed by hand", () => {
  it("is the next one and keeps its own day", () => {
    expect(nextCycle(MONTHLY, soFar(1, "2026-02-10"))).toEqual({
      ...{ number: 1, day: "2026-02-28", skipped: 0 },
    })
  })

  it("is the one that is due, with the missed periods before it skipped", () => {
    expect(nextCycle(MONTHLY, soFar(1, "2026-04-01"))).toEqual({
      ...{ number: 2, day: "2026-03-31", skipped: 1 },
    })
  })

  it("is paid ahead only once, so a second click charges nothing", () => {
    expect(nextCycle(MONTHLY, soFar(2, "2026-02-10"))).toBe("paid_ahead")
    expect(nextCycle(MONTHLY, soFar(2, "2026-02-28"))).toMatchObject({
      ...{ number: 2, day: "2026-03-31" },
    })
  })

  it("is the first one, once, before the first day of the subscription", () => {
    expect(nextCycle(MONTHLY, soFar(1, "2026-01-30"))).toMatchObject({ number: 1 })
    expect(nextCycle(MONTHLY, soFar(2, "2026-01-30"))).toBe("paid_ahead")
  })

  it("is today's, once a day, when the subscription never renews by itself", () => {
    expect(nextCycle(MANUAL, soFar(1, "2026-01-31"))).toBe("paid_today")
    expect(nextCycle(MANUAL, soFar(1, "2026-02-01"))).toEqual({
      ...{ number: 1, day: "2026-02-01", skipped: 0 },
    })
    expect(nextCycle(MANUAL, soFar(2, "2026-02-01", "2026-02-01"))).toBe("paid_today")
  })
})

describe("the period that a renewal by hand asks for", () => {
  it("is the named one while that is the next", () => {
    expect(wantedCycle(MONTHLY, soFar(1, "2026-02-10"), 1)).toMatchObject({ number: 1 })
    expect(wantedCycle(MONTHLY, soFar(2, "2026-02-28", "2026-02-28"), 2)).toMatchObject({
      number: 2,
    })
    expect(wantedCycle(MANUAL, soFar(3, "2026-02-01"), 3)).toMatchObject({ number: 3 })
  })

  it("is refused when it was paid or skipped meanwhile or comes later", () => {
    expect(wantedCycle(MONTHLY, soFar(2, "2026-02-28", "2026-02-28"), 1)).toBe("other_period")
    expect(wantedCycle(MONTHLY, soFar(1, "2026-04-01"), 1)).toBe("other_period")
    expect(wantedCycle(MONTHLY, soFar(1, "2026-02-10"), 2)).toBe("other_period")
    expect(wantedCycle(MANUAL, soFar(3, "2026-02-01"), 2)).toBe("other_period")
    expect(wantedCycle(MONTHLY, soFar(2, "2026-02-10", "2026-02-10"), 2)).toBe("paid_ahead")
  })

  it("must be named on a day on which another was paid, unless it is due", () => {
    const paid = soFar(2, "2026-02-28", "2026-02-28")
    expect(wantedCycle(MONTHLY, paid, null)).toBe("unnamed_period")
    expect(wantedCycle(MONTHLY, { ...paid, today: day("2026-03-01") }, null)).toMatchObject({
      number: 2,
    })
    const missed = soFar(2, "2026-04-01", "2026-04-01")
    expect(wantedCycle(MONTHLY, { ...missed, missed: "charge" }, null)).toMatchObject({ number: 2 })
    expect(wantedCycle(MANUAL, soFar(2, "2026-02-01", "2026-02-01"), null)).toBe("paid_today")
  })
})
