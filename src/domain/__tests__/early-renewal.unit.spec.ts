import { parseDay, type CalendarDay } from "../calendar-day"
import { earlyCycle } from "../early-renewal"

function day(text: string): CalendarDay {
  const parsed = parseDay(text)
  if (parsed === null) {
    throw new Error(`${text} is no day`)
  }
  return parsed
}

const MONTHLY = { anchor: day("2026-01-31"), every: { months: 1 } }
const BY_HAND = { anchor: day("2026-01-31"), every: null }

describe("a period that a person renews before it is due", () => {
  it("is the next one, and keeps its own day", () => {
    expect(earlyCycle(MONTHLY, 1, day("2026-02-10"), null)).toEqual({
      number: 1,
      day: "2026-02-28",
    })
  })

  it("is paid ahead once: a second click charges for nothing", () => {
    expect(earlyCycle(MONTHLY, 2, day("2026-02-10"), day("2026-02-28"))).toBe("paid_ahead")
    expect(earlyCycle(MONTHLY, 2, day("2026-02-28"), day("2026-02-28"))).toEqual({
      number: 2,
      day: "2026-03-31",
    })
  })

  it("is no other before the first day of the subscription either", () => {
    expect(earlyCycle(MONTHLY, 1, day("2026-01-30"), null)).toMatchObject({ number: 1 })
    expect(earlyCycle(MONTHLY, 2, day("2026-01-30"), null)).toBe("paid_ahead")
  })

  it("is today where nothing renews by itself, once a day", () => {
    expect(earlyCycle(BY_HAND, 1, day("2026-01-31"), null)).toBe("paid_today")
    expect(earlyCycle(BY_HAND, 1, day("2026-02-01"), null)).toEqual({
      number: 1,
      day: "2026-02-01",
    })
    expect(earlyCycle(BY_HAND, 2, day("2026-02-01"), day("2026-02-01"))).toBe("paid_today")
  })
})
