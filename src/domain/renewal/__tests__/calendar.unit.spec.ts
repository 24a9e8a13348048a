import fc from "fast-check"
import { addDays, type CalendarDay, calendarDaySchema } from "../../time/calendar-day"
import {
  dayAfter,
  type Interval,
  intervalOf,
  PERIODICITIES,
  type Periodicity,
  periodsUntil,
  readInterval,
  readPeriodicity,
} from "../../subscription/periodicity"
import { cycleAt, dueCycle, MISSED_PERIODS, periodAfter } from "../calendar"

const day = (text: string): CalendarDay => calendarDaySchema.parse(text)
const every = (periodicity: Periodicity): Interval => intervalOf(periodicity, { days: 10 })!
const charges = (anchor: string, periodicity: Periodicity, count: number) =>
  Array.from({ length: count }, (_, index) => dayAfter(day(anchor), every(periodicity), index + 1))

const days = fc.integer({ min: 0, max: 20_000 }).map((offset) => addDays(day("2000-01-01"), offset))
const intervals = fc.oneof(
  fc.constantFrom(...PERIODICITIES).map(every),
  fc.integer({ min: 1, max: 400 }).map((count) => ({ days: count })),
  fc.integer({ min: 1, max: 30 }).map((count) => ({ months: count }))
)

describe("a periodicity", () => {
  // From 31 January 2027: written out, so that a changed table shows here.
  it.each<[Periodicity, string, string]>([
    ["daily", "2027-02-01", "2027-02-02"],
    ["weekly", "2027-02-07", "2027-02-14"],
    ["biweekly", "2027-02-14", "2027-02-28"],
    ["monthly", "2027-02-28", "2027-03-31"],
    ["threefortnights", "2027-03-14", "2027-04-25"],
    ["bimonthly", "2027-03-31", "2027-05-31"],
    ["quarterly", "2027-04-30", "2027-07-31"],
    ["fourmonths", "2027-05-31", "2027-09-30"],
    ["halfyearly", "2027-07-31", "2028-01-31"],
    ["yearly", "2028-01-31", "2029-01-31"],
    ["custom", "2027-02-10", "2027-02-20"],
  ])("%s is charged on %s and then on %s", (periodicity, first, second) => {
    expect(charges("2027-01-31", periodicity, 2)).toEqual([first, second])
  })

  it("is one of eleven with a length of its own, except custom, which needs the store's", () => {
    expect(PERIODICITIES).toHaveLength(11)
    const alone = PERIODICITIES.filter((one) => intervalOf(one, null) === null)
    expect(alone).toEqual(["custom"])
    expect(intervalOf("monthly", { days: 3 })).toEqual({ months: 1 })
  })

  it.each([["MONTHLY"], ["month"], ["toString"], [""], [1], [null], [["monthly"]]])(
    "is not read from %j",
    (value) => {
      expect(readPeriodicity(value)).toBeNull()
    }
  )
})

describe("a store's own interval", () => {
  it.each<[string, Interval]>([
    ["P10D", { days: 10 }],
    ["P2W", { days: 14 }],
    ["P5M", { months: 5 }],
    ["P1Y", { months: 12 }],
    ["P10Y", { months: 120 }],
  ])("is read from %s", (text, interval) => {
    expect(readInterval(text)).toEqual(interval)
  })

  it.each([
    ["P0D"],
    ["P0M"],
    ["P11Y"],
    ["P9999D"],
    ["P-1D"],
    ["P1.5M"],
    ["P1M2D"],
    ["PT1H"],
    ["10"],
    [10],
    [null],
  ])("is not read from %j", (value) => {
    expect(readInterval(value)).toBeNull()
  })
})

describe("the charge days of a subscription", () => {
  it("are counted from its anchor: the 31st comes back after February", () => {
    expect(charges("2027-01-31", "monthly", 4)).toEqual([
      "2027-02-28",
      "2027-03-31",
      "2027-04-30",
      "2027-05-31",
    ])
    expect(charges("2028-01-31", "monthly", 2)).toEqual(["2028-02-29", "2028-03-31"])
  })

  it("from an anchor of 29 February are the 28th in common years and the 29th in leap years", () => {
    expect(charges("2028-02-29", "yearly", 4)).toEqual([
      "2029-02-28",
      "2030-02-28",
      "2031-02-28",
      "2032-02-29",
    ])
  })

  it("go forward only, on the day of the anchor or the last day of a shorter month", () => {
    fc.assert(
      fc.property(days, intervals, fc.integer({ min: 0, max: 200 }), (anchor, length, number) => {
        const charged = dayAfter(anchor, length, number)
        expect(dayAfter(anchor, length, number + 1) > charged).toBe(true)
        if ("months" in length && charged.slice(8) !== anchor.slice(8)) {
          expect(charged.slice(8) < anchor.slice(8)).toBe(true)
          expect(addDays(charged, 1).slice(8)).toBe("01")
        }
      })
    )
  })

  it("can be found from any day as the last one not after it", () => {
    fc.assert(
      fc.property(days, intervals, fc.integer({ min: 0, max: 20_000 }), (anchor, length, later) => {
        const today = addDays(anchor, later)
        const number = periodsUntil(anchor, length, today)
        expect(dayAfter(anchor, length, number) <= today).toBe(true)
        expect(dayAfter(anchor, length, number + 1) > today).toBe(true)
        expect(periodsUntil(anchor, length, addDays(anchor, -1 - later))).toBe(-1)
      })
    )
  })
})

describe("the due renewal", () => {
  const daily = { anchor: day("2027-03-01"), every: every("daily") }
  const monthly = { anchor: day("2027-01-31"), every: every("monthly") }

  it("is none before its day, and the cycle on its day", () => {
    expect(dueCycle(monthly, 1, day("2027-02-27"), "skip")).toBeNull()
    expect(dueCycle(monthly, 1, day("2027-02-28"), "skip")).toEqual({
      number: 1,
      day: "2027-02-28",
      skipped: 0,
    })
  })

  it("is none after the cycle was charged, until the end of the period", () => {
    expect(dueCycle(monthly, 2, day("2027-02-28"), "skip")).toBeNull()
    expect(dueCycle(monthly, 2, day("2027-03-30"), "charge")).toBeNull()
  })

  it("is one after a week's outage, and the missed days are not charged", () => {
    const due = dueCycle(daily, 5, day("2027-03-13"), "skip")!
    expect(due).toEqual({ number: 12, day: "2027-03-13", skipped: 7 })
    expect(cycleAt(daily, due.number + 1)!.day).toBe("2027-03-14")
    expect(dueCycle(daily, due.number + 1, day("2027-03-13"), "skip")).toBeNull()
  })

  it("keeps its day of the month after a week's outage of a monthly plan", () => {
    expect(dueCycle(monthly, 1, day("2027-03-07"), "skip")).toEqual({
      number: 1,
      day: "2027-02-28",
      skipped: 0,
    })
    expect(cycleAt(monthly, 2)!.day).toBe("2027-03-31")
  })

  it("is every missed period, the oldest first, only with the option to charge them", () => {
    const charged: string[] = []
    let next = 5
    for (;;) {
      const due = dueCycle(daily, next, day("2027-03-08"), "charge")
      if (due === null) break
      expect(due.skipped).toBe(0)
      charged.push(due.day)
      next = due.number + 1
    }
    expect(charged).toEqual(["2027-03-06", "2027-03-07", "2027-03-08"])
  })

  it("is always none for a plan that is renewed only by hand", () => {
    const manual = { anchor: day("2027-01-31"), every: intervalOf("custom", null) }
    expect(dueCycle(manual, 1, day("2099-01-01"), "charge")).toBeNull()
    expect(cycleAt(manual, 1)).toBeNull()
  })

  it("is not the cycle that was already renewed by hand before its day", () => {
    for (const today of ["2027-02-10", "2027-02-28"]) {
      expect(dueCycle(monthly, 2, day(today), "skip")).toBeNull()
    }
    expect(dueCycle(monthly, 2, day("2027-03-31"), "skip")!.number).toBe(2)
  })

  it("never charges a period twice or before its day, whenever the job runs", () => {
    fc.assert(
      fc.property(
        days,
        intervals,
        fc.constantFrom(...MISSED_PERIODS),
        fc.array(fc.integer({ min: 0, max: 500 }), { maxLength: 20 }),
        (anchor, length, missed, gaps) => {
          const plan = { anchor, every: length }
          const numbers = new Set<number>()
          let [next, today] = [1, anchor]
          for (const gap of gaps) {
            today = addDays(today, gap)
            const due = dueCycle(plan, next, today, missed)
            if (due !== null) {
              expect(due.day <= today).toBe(true)
              expect(due.number).toBe(next + due.skipped)
              expect(numbers.has(due.number)).toBe(false)
              numbers.add(due.number)
              next = due.number + 1
              // With `skip` the same day brings no second charge.
              if (missed === "skip") expect(dueCycle(plan, next, today, missed)).toBeNull()
            }
          }
        }
      )
    )
  })
})

describe("the period after a charged one", () => {
  const daily = { anchor: day("2027-03-01"), every: every("daily") }
  const monthly = { anchor: day("2027-01-31"), every: every("monthly") }

  it("is the first that begins after the charge, and those before it are not charged", () => {
    expect(periodAfter(daily, 1, day("2027-03-07"), "skip")).toEqual({ number: 7, skipped: 5 })
    expect(dueCycle(daily, 7, day("2027-03-07"), "skip")).toBeNull()
  })

  it("is the next one when that has not begun, or when missed periods are charged", () => {
    expect(periodAfter(monthly, 1, day("2027-03-05"), "skip")).toEqual({ number: 2, skipped: 0 })
    expect(periodAfter(daily, 1, day("2027-03-07"), "charge")).toEqual({ number: 2, skipped: 0 })
  })

  it("is the next one after an early renewal, and for a plan renewed only by hand", () => {
    expect(periodAfter(monthly, 1, day("2027-02-10"), "skip")).toEqual({ number: 2, skipped: 0 })
    const manual = { anchor: day("2027-01-31"), every: intervalOf("custom", null) }
    expect(periodAfter(manual, 4, day("2099-01-01"), "skip")).toEqual({ number: 5, skipped: 0 })
  })

  it("never brings two charges on one day with the skip option, also when a period is paid late", () => {
    fc.assert(
      fc.property(
        days,
        intervals,
        fc.array(
          fc.record({
            gap: fc.integer({ min: 0, max: 90 }),
            late: fc.integer({ min: 0, max: 90 }),
          }),
          { maxLength: 20 }
        ),
        (anchor, length, passes) => {
          const plan = { anchor, every: length }
          const charged: string[] = []
          let [next, today, counted] = [1, anchor, 0]
          for (const { gap, late } of passes) {
            today = addDays(today, gap)
            const due = dueCycle(plan, next, today, "skip")
            if (due !== null) {
              today = addDays(today, late)
              charged.push(today)
              const after = periodAfter(plan, due.number, today, "skip")
              counted += 1 + due.skipped + after.skipped
              next = after.number
              // Each period is charged or written off, none is lost.
              expect(counted).toBe(next - 1)
            }
          }
          expect(new Set(charged).size).toBe(charged.length)
        }
      )
    )
  })
})
