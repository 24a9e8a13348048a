/** A service's clock and ours differ, and it may round up. */
const SLACK_MINUTES = 60

const MINUTE_MS = 60_000

/**
 * The end of a link, as the store counts it. The service's word counts while it can be right: an end
 * in the past would end a link that can be paid, and one far ahead would hold stock for years
 * (docs/service.md#envelope).
 *
 * @param said the end that the service named; null when it named none that is understood
 * @param minutes the life that was asked for
 */
export function linkEnd(said: Date | null, { now, minutes }: { now: Date; minutes: number }): Date {
  const asked = now.getTime() + minutes * MINUTE_MS
  if (said === null || Number.isNaN(said.getTime()) || said <= now) {
    return new Date(asked)
  }
  return new Date(Math.min(said.getTime(), asked + SLACK_MINUTES * MINUTE_MS))
}
