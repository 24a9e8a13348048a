import { ulidBound } from "../../domain/ulid"

const DAY_MS = 86_400_000

/**
 * The smallest id that a row of core's can have which was made in the last `days`, as `order_01J...`. By the
 * clock of this process, because core writes its ids with that of its own, and not with the tests' offset,
 * with which the window would pass rows by.
 */
export function oldestId(prefix: string, days: number): string {
  return `${prefix}_${ulidBound(Date.now() - days * DAY_MS)}`
}
