import type { Vitals } from "../faults/side"
import type { Minute } from "./minute"
import { slopePerHour, warmUpMinutes } from "./slope"

/** One life of a process, from its start to its end or kill. */
export interface Life {
  name: string
  readings: { minute: number; vitals: Vitals }[]
}

/** The lives that the minutes saw, in the order of their beginning. */
export function livesOf(minutes: readonly Minute[]): Life[] {
  const lives = new Map<number, Life>()
  for (const { minute, sides } of minutes) {
    for (const { name, vitals } of sides) {
      if (vitals !== null) {
        const life = lives.get(vitals.pid) ?? { name, readings: [] }
        life.readings.push({ minute, vitals })
        lives.set(vitals.pid, life)
      }
    }
  }
  return [...lives.values()]
}

/** How one figure of a process went, from its first reading after warming up to its last. */
export interface Trend {
  first: number
  last: number
  /** Null for a life that is too short to tell. */
  perHour: number | null
}

export function trendOf({ readings }: Life, of: (vitals: Vitals) => number): Trend | null {
  const [begin] = readings
  if (begin === undefined) {
    return null
  }
  const warm = begin.minute + warmUpMinutes(readings.length)
  const values = readings
    .filter(({ minute }) => minute >= warm)
    .map(({ minute, vitals }) => ({ minute, value: of(vitals) }))
  const [first] = values
  const last = values.at(-1)
  return first === undefined || last === undefined
    ? null
    : { first: first.value, last: last.value, perHour: slopePerHour(values) }
}
