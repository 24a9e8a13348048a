import fc from "fast-check"
import { addDays, calendarDaySchema, daysBetween } from "../../time/calendar-day"
import { dayAfterLapse, nextTryDay, refusalsCounted } from "../dunning"
import { DUNNING_DAYS } from "../../time/schedule"

const first = calendarDaySchema.parse("2027-02-26")

describe("a renewal that was refused", () => {
  it("is retried 1, 3 and 5 days after the first refusal, and then no more", () => {
    expect(DUNNING_DAYS).toEqual([1, 3, 5])
    const tried = []
    let latest = first
    for (let refusals = 1; ; refusals++) {
      const next = nextTryDay({ first, latest, refusals })
      if (next === null) break
      tried.push(next)
      latest = next
    }
    expect(tried).toEqual(["2027-02-27", "2027-03-01", "2027-03-03"])
  })

  it("gets every try also after an outage, and never two on one day", () => {
    const latest = addDays(first, 9)
    expect(nextTryDay({ first, latest, refusals: 2 })).toBe(addDays(first, 10))
    expect(nextTryDay({ first, latest: addDays(first, 10), refusals: 3 })).toBe(addDays(first, 11))
    expect(nextTryDay({ first, latest: addDays(first, 11), refusals: 4 })).toBeNull()
  })

  it.each([
    // On the first day a person tries again and again.
    [0, 0, null, 1],
    [0, 1, 0, 1],
    [1, 1, 0, 2],
    [2, 2, 1, 2],
    [3, 2, 2, 3],
    [5, 3, 3, 4],
    // After an outage the tries that were missed are made all the same, and one a day.
    [9, 1, 0, 2],
    [9, 2, 9, 2],
    [10, 2, 9, 3],
  ])(
    "on day %i after %i refusals, the latest on day %j, counts as refusal %i",
    (day, refusals, of, counted) => {
      const before = { refusals, latest_refused: of === null ? null : addDays(first, of) }
      expect(refusalsCounted(before, { first, latest: addDays(first, day) })).toBe(counted)
    }
  )

  it("is not retried with an empty schedule", () => {
    expect(nextTryDay({ first, latest: first, refusals: 1 }, [])).toBeNull()
  })

  it("has a last try on every schedule, and each try on a later day than the one before", () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 30 }), { maxLength: 10 }),
        fc.array(fc.integer({ min: 0, max: 20 }), { minLength: 10, maxLength: 10 }),
        (schedule, delays) => {
          let latest = first
          for (let refusals = 1; refusals <= schedule.length; refusals++) {
            const next = nextTryDay({ first, latest, refusals }, schedule)!
            expect(daysBetween(latest, next)).toBeGreaterThanOrEqual(1)
            latest = addDays(next, delays[refusals - 1])
          }
          expect(nextTryDay({ first, latest, refusals: schedule.length + 1 }, schedule)).toBeNull()
        }
      )
    )
  })
})

describe("a renewal whose hold was released", () => {
  it("is retried after 1, 3 and then every 5 days without end, and never on the same day", () => {
    const waits = [1, 2, 3, 4, 9].map((times) => daysBetween(first, dayAfterLapse(first, times)))
    expect(waits).toEqual([1, 3, 5, 5, 5])
    expect(dayAfterLapse(first, 1, [])).toBe(addDays(first, 1))
  })
})
