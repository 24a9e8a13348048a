import { slopePerHour, warmUpMinutes } from "../slope"

const line = (minutes: number, value: (minute: number) => number) =>
  Array.from({ length: minutes }, (_, minute) => ({ minute, value: value(minute) }))

describe("the slope of a figure", () => {
  it("is its growth in an hour", () => {
    expect(slopePerHour(line(12, (minute) => 200 + minute))).toBeCloseTo(60)
    expect(slopePerHour(line(12, (minute) => 200 - minute / 2))).toBeCloseTo(-30)
  })

  it("is zero for a figure that only goes up and down", () => {
    expect(slopePerHour(line(11, (minute) => (minute % 2 === 0 ? 200 : 260)))).toBeCloseTo(0)
  })

  it("is null for too few readings", () => {
    expect(slopePerHour(line(9, (minute) => minute))).toBeNull()
    expect(slopePerHour([])).toBeNull()
  })

  it("is null for readings of a single moment", () => {
    expect(slopePerHour(line(10, () => 1).map((one) => ({ ...one, minute: 3 })))).toBeNull()
  })
})

it.each([
  [1, 1],
  [2, 1],
  [6, 1],
  [30, 5],
  [60, 10],
  [600, 10],
])("a soak of %i minutes has a warm-up of %i minutes", (minutes, warm) => {
  expect(warmUpMinutes(minutes)).toBe(warm)
})
