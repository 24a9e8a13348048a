/** A value read at a time, in minutes since the beginning. */
export interface Reading {
  minute: number
  value: number
}

/** Fewer say nothing: one collection of garbage more or less would decide. */
const FEWEST = 10

/**
 * What is left out before a slope is drawn: a process that just started fills its caches. A sixth of the
 * time, ten minutes at most, one at least.
 */
export function warmUpMinutes(minutes: number): number {
  return Math.min(10, Math.max(1, Math.ceil(minutes / 6)))
}

/** How much a value grows in an hour, by the straight line that fits best; null for too few readings. */
export function slopePerHour(readings: readonly Reading[]): number | null {
  const count = readings.length
  if (count < FEWEST) {
    return null
  }
  const mean = (of: (reading: Reading) => number) =>
    readings.reduce((sum, reading) => sum + of(reading), 0) / count
  const [x, y] = [mean(({ minute }) => minute), mean(({ value }) => value)]
  const together = readings.reduce((sum, { minute, value }) => sum + (minute - x) * (value - y), 0)
  const alone = readings.reduce((sum, { minute }) => sum + (minute - x) ** 2, 0)
  return alone === 0 ? null : (together / alone) * 60
}
