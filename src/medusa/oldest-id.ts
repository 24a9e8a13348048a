import { ulidBound } from "../domain/row/ulid"

const DAY_MS = 86_400_000

/**
 * The smallest id of a row that Medusa made in the last `days`, as `order_01J...`. By the clock of
 * this process, which Medusa uses for its ids: no query is needed, and a window moved with the
 * tests' offset would miss rows.
 */
export function oldestId(prefix: string, days: number): string {
  return `${prefix}_${ulidBound(Date.now() - days * DAY_MS)}`
}
