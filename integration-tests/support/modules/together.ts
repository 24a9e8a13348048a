import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { closeGate, type Writing } from "../gate"

/**
 * Resolves when so many statements of this database wait for a lock that another one has, or when
 * `work`, which may be one of them, is through without waiting. Answers whether it waits.
 */
export async function untilBlocked(
  pg: Knex,
  statements: number,
  work: Promise<unknown>
): Promise<boolean> {
  let through = false
  const end = () => (through = true)
  void work.then(end, end)
  for (;;) {
    const waiting: unknown[] = await pg("pg_stat_activity")
      .whereRaw("datname = current_database() and wait_event_type = 'Lock'")
      .select("pid")
    if (through || waiting.length >= statements) {
      return !through
    }
    await pg.raw("select pg_sleep(0.01)")
  }
}

/**
 * What two writers come to of which neither is through before both have begun: the first waits in
 * the middle of its writing, the second there too, or behind the first.
 */
export async function together<T>(
  pg: Knex,
  writing: Writing,
  write: (nth: 0 | 1) => Promise<T>
): Promise<[T, T]> {
  const gate = await closeGate(pg, writing)
  const first = write(0)
  await untilBlocked(pg, 1, first)
  const second = write(1)
  // One that found nothing to write is through at once.
  await untilBlocked(pg, 2, second)
  await gate.open()
  const both = await Promise.all([first, second])
  await gate.remove()
  return both
}
