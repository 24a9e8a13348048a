import { livesOf, trendOf } from "../lives"
import { heading, minuteLine, type Minute } from "../minute"

function vitals(pid: number, heap: number) {
  return { pid, rss: 400e6, heap: heap * 1e6, delay_ms: 12.4, resources: ["Timeout"], files: 63 }
}

function minuteOf(minute: number, one: number | null, two: [number, number] | null): Minute {
  return {
    ...{
      minute,
      sales: 30,
      captured: 27,
      payouts: 4,
      renewals: 5,
      faults: 9,
      anomalies: 1,
      waiting: 2,
    },
    sides: [
      { name: "one", vitals: one === null ? null : vitals(1, one) },
      { name: "two", vitals: two === null ? null : vitals(...two) },
    ],
  }
}

describe("the lifetimes of processes", () => {
  const minutes = [
    minuteOf(1, 100, [2, 100]),
    minuteOf(2, 120, null),
    minuteOf(3, 121, [3, 90]),
    minuteOf(4, 122, [3, 95]),
    minuteOf(5, 123, [3, 96]),
    ...Array.from({ length: 9 }, (_, n) => minuteOf(6 + n, 124 + n, [3, 97])),
  ]

  it("are two for a process that was killed and started again", () => {
    expect(livesOf(minutes).map(({ name, readings }) => [name, readings.length])).toEqual([
      ["one", 14],
      ["two", 1],
      ["two", 12],
    ])
  })

  it("are measured without their warm-up", () => {
    const [one] = livesOf(minutes)
    const trend = trendOf(one, ({ heap }) => heap / 1e6)
    expect(trend).toMatchObject({ first: 122, last: 132 })
    expect(trend?.perHour).toBeCloseTo(60)
  })

  it("have no trend when they end during their warm-up", () => {
    const [, short] = livesOf(minutes)
    expect(trendOf(short, ({ heap }) => heap)).toBeNull()
  })
})

describe("the report line of a minute", () => {
  it("aligns with its heading, also when a process is down", () => {
    const lines = [
      ...heading(["one", "two"]),
      minuteLine(minuteOf(1, 181, [2, 99])),
      minuteLine(minuteOf(60, 181, null)),
    ]
    const bars = lines.map((line) => [...line.matchAll(/│/g)].map(({ index }) => index))
    expect(new Set(bars.map((found) => found.join())).size).toBe(1)
    expect(bars[0]).toHaveLength(3)
    expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(120)
  })

  it("shows a dash when the number of open files is unknown", () => {
    const minute = minuteOf(1, 181, null)
    const unknown = { ...vitals(1, 181), files: null }
    expect(minuteLine({ ...minute, sides: [{ name: "one", vitals: unknown }] })).toMatch(
      /1 +- +12$/
    )
  })
})
