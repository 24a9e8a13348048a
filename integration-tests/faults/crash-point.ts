import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { Writing } from "../support/gate"

const KEY = 868_686

/** Who waits at the crash point: a connection of one of the processes. */
export interface Caught {
  pid: number
  application_name: string
  /** The statement that waits. */
  query: string
}

/** Stops whoever makes one of several writings, until it is opened: where a process can be killed. */
export class CrashPoint {
  private constructor(
    private readonly pg: Knex,
    private readonly keeper: Knex.Transaction,
    private readonly writings: readonly Writing[]
  ) {}

  static async set(pg: Knex, writings: readonly Writing[]): Promise<CrashPoint> {
    const keeper = await pg.transaction()
    await keeper.raw("select pg_advisory_xact_lock(?)", [KEY])
    await pg.raw(`
      create or replace function faults_crash_point() returns trigger language plpgsql as
        $$ begin perform pg_advisory_xact_lock(${KEY}); return new; end $$`)
    // One statement each, here and in `open`: one transaction that locks a table and waits for the next
    // closes a circle with the store's own, which write them in any order.
    for (const [n, { table, event, when }] of writings.entries()) {
      await pg.raw(`
        create trigger faults_crash_point_${n} before ${event} on "${table}" for each row
        ${when === undefined ? "" : `when (${when})`} execute function faults_crash_point()`)
    }
    return new CrashPoint(pg, keeper, writings)
  }

  /** The first of those who wait; null while nobody does. */
  async caught(): Promise<Caught | null> {
    const answer: { rows: Caught[] } = await this.pg.raw(
      `select pid, application_name, query from pg_locks join pg_stat_activity using (pid)
       where locktype = 'advisory' and objid = ? and not granted
         and datname = current_database()
       order by query_start limit 1`,
      [KEY]
    )
    return answer.rows.at(0) ?? null
  }

  /** Ends the connection: what it wanted to write is never written. */
  async lose({ pid }: Caught): Promise<void> {
    await this.pg.raw("select pg_terminate_backend(?, 2000)", [pid])
  }

  /** Lets everybody through and takes it away. */
  async open(): Promise<void> {
    await this.keeper.commit()
    for (const [n, { table }] of this.writings.entries()) {
      await this.pg.raw(`drop trigger faults_crash_point_${n} on "${table}"`)
    }
  }
}
