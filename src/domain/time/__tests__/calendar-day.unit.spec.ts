import fc from "fast-check"
import {
  addDays,
  addMonths,
  type CalendarDay,
  calendarDaySchema,
  dayIn,
  daysBetween,
  isTimeZone,
  parseDay,
  startOfDay,
} from "../calendar-day"

const day = (text: string): CalendarDay => calendarDaySchema.parse(text)
const BOGOTA = "America/Bogota"
const ZONES = [
  BOGOTA,
  "America/Lima",
  "America/New_York",
  // Its clocks go forward at midnight: the day begins at 01:00.
  "America/Santiago",
  // Its clocks go back from 01:00 to midnight: the day has two of them.
  "America/Havana",
  "Australia/Lord_Howe",
  "Pacific/Kiritimati",
  "UTC",
]
const days = fc
  .date({
    min: new Date("2020-01-01T00:00:00Z"),
    max: new Date("2039-12-31T00:00:00Z"),
    noInvalidDate: true,
  })
  .map((date) => day(date.toISOString().slice(0, 10)))

describe("a calendar day", () => {
  it.each(["2026-02-30", "2027-02-29", "2026-13-01", "2026-00-10", "2026-1-1", "20260101"])(
    "is not read from %s, which does not exist or is written wrongly",
    (text) => {
      expect(parseDay(text)).toBeNull()
    }
  )

  it.each([["2026-W01-1"], ["2026-01-01T00:00:00Z"], [" 2026-01-01"], [""], [20260101], [null]])(
    "is not read from %j",
    (value) => {
      expect(parseDay(value)).toBeNull()
    }
  )

  it("can be 29 February only in a leap year, which 2100 is not", () => {
    expect(parseDay("2028-02-29")).toBe("2028-02-29")
    expect(parseDay("2100-02-29")).toBeNull()
  })

  it("is that of the store's time zone, not of the server's", () => {
    const at = new Date("2026-03-01T04:59:59Z")
    expect(dayIn(BOGOTA, at)).toBe("2026-02-28")
    expect(dayIn("Pacific/Kiritimati", at)).toBe("2026-03-01")
    expect(dayIn(BOGOTA, new Date("2026-03-01T05:00:00Z"))).toBe("2026-03-01")
  })

  it("begins in the store's time zone, also where clocks change at midnight", () => {
    expect(startOfDay(day("2026-03-01"), BOGOTA)).toEqual(new Date("2026-03-01T05:00:00Z"))
    // 2026-09-06: 24:00 becomes 01:00, UTC-4 becomes UTC-3.
    expect(startOfDay(day("2026-09-06"), "America/Santiago")).toEqual(
      new Date("2026-09-06T04:00:00Z")
    )
    // 2026-11-01: 01:00 becomes 00:00, UTC-4 becomes UTC-5. The first midnight counts.
    expect(startOfDay(day("2026-11-01"), "America/Havana")).toEqual(
      new Date("2026-11-01T04:00:00Z")
    )
  })

  it("begins with its first instant, in every time zone and on every day", () => {
    fc.assert(
      fc.property(days, fc.constantFrom(...ZONES), (one, zone) => {
        const start = startOfDay(one, zone)
        expect(dayIn(zone, start)).toBe(one)
        expect(dayIn(zone, new Date(start.getTime() - 1))).toBe(addDays(one, -1))
      }),
      { numRuns: 500 }
    )
  })

  it("is exactly as many days away as were added, also across clock changes", () => {
    fc.assert(
      fc.property(days, fc.integer({ min: -4000, max: 4000 }), (one, count) => {
        expect(daysBetween(one, addDays(one, count))).toBe(count)
      })
    )
  })

  it("beyond the year 9999 is refused with an error", () => {
    expect(() => addMonths(day("9999-12-31"), 1)).toThrow(RangeError)
  })

  it("cannot be computed for a time zone that does not exist", () => {
    expect(isTimeZone(BOGOTA)).toBe(true)
    for (const zone of ["America/Bogotá", "Bogota", "", "local"]) {
      expect(isTimeZone(zone)).toBe(false)
      expect(() => dayIn(zone, new Date())).toThrow(RangeError)
      expect(() => startOfDay(day("2026-01-01"), zone)).toThrow(RangeError)
    }
  })
})
