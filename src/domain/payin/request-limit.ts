/** Links of one payment collection that can be paid at the service at once, superseded ones too. */
export const MOST_OPEN_LINKS = 12

/** Requests that wait for the lock of one order or payment collection, in one process. */
export const MOST_WAITERS = 10

/** How long a declined card counts towards `card.declines`. */
export const DECLINES_SECONDS = 900

/**
 * Whole seconds until fewer than `most` of these are left; null when there are fewer now.
 *
 * @param secondsLeft when each ends, in any order
 */
export function secondsUntilFewer(secondsLeft: readonly number[], most: number): number | null {
  const surplus = secondsLeft.length - most
  if (surplus < 0) {
    return null
  }
  const end = [...secondsLeft].sort((a, b) => a - b)[surplus] ?? 0
  return Math.max(1, Math.ceil(end))
}
