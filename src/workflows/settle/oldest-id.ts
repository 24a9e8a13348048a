import { ulidBound } from "../../domain/ulid"

const DAY_MS = 86_400_000

/**
 * The smallest id that a row of Medusa's can have which was made in the last `days`, as
 * `order_01J...`. By the clock of this process, as Medusa writes its ids: the database need not be
 * asked, and a window that moved with the tests' offset would pass rows by.
 */
export function oldestId(prefix: string, days: number): string {
  return `${prefix}_${ulidBound(Date.now() - days * DAY_MS)}`
}
