import type { Knex } from "@medusajs/framework/mikro-orm/knex"

/** Of this run of Medusa, not of a schedule. */
const KEPT = [
  "payin_instance",
  "mikro_orm_migrations",
  "link_module_migrations",
  "script_migrations",
]
const CHANGED = ["inventory_level", "price"]
/** What the plugin believes Medusa to be still at while it is young, by its own clock, and puts into an order. */
const TIMED = ["refund", "order_change", "order_change_action", "order_transaction", "fulfillment"]
/** When a parcel left and arrived: Medusa takes it back when it cannot go on, and what is young may be. */
const MOMENTS = ["shipped_at", "delivered_at"]

/** As long as a booking takes, and shorter than anybody's patience. */
const DAWDLE_SECONDS = 0.5

/**
 * The database as every schedule finds it: carts, orders, payments and the plugin's rows of the schedule
 * before are gone, so that a seed replays alone and the thousandth schedule is as quick as the first.
 */
export class DatabaseReset {
  private constructor(private readonly pg: Knex) {}

  /** Tables that have no row yet hold what the schedules make. */
  static async emptyTables(pg: Knex): Promise<string[]> {
    const { rows }: { rows: { name: string }[] } = await pg.raw(
      "select tablename as name from pg_tables where schemaname = 'public' order by 1"
    )
    const empty: string[] = []
    for (const { name } of rows.filter((row) => !KEPT.includes(row.name))) {
      const first: unknown = await pg(name).first(pg.raw("1"))
      if (first === undefined) {
        empty.push(name)
      }
    }
    return empty
  }

  /** What these tables hold now is what they are set back to. */
  static async take(pg: Knex, emptied: readonly string[]): Promise<DatabaseReset> {
    const tables = [...emptied, ...CHANGED]
    const copies = tables.map((name) => `create table faults."${name}" as table public."${name}";`)
    const wipes = tables.map(
      (name) => `delete from public."${name}";
        insert into public."${name}" select * from faults."${name}";`
    )
    await pg.raw(`create schema faults; ${copies.join("\n")}`)
    // As a replica, so that foreign keys and the order of tables do not matter.
    await pg.raw(`
      create function faults.wipe() returns void language plpgsql as $wipe$
      begin
        perform set_config('session_replication_role', 'replica', true);
        delete from faults.holder;
        delete from faults.not_known;
        ${wipes.join("\n")}
      end $wipe$`)
    return new DatabaseReset(pg)
  }

  /**
   * Notes which process holds a lock of Medusa's PostgreSQL locking, by the name of its
   * connections. Such a lock outlives its holder (docs/medusa.md#locks-that-never-expire), and a
   * driver has no five minutes to see it removed.
   */
  static async nameHolders(pg: Knex): Promise<void> {
    await pg.raw(`
      create table faults.holder (id text, name text, pid int default pg_backend_pid());
      create function faults.note_holder() returns trigger language plpgsql as $note$
      begin
        insert into faults.holder (id, name)
          values (new.id, current_setting('application_name'));
        return new;
      end $note$;
      create trigger faults_holder after insert on locking
        for each row execute function faults.note_holder()`)
  }

  /**
   * Has Medusa write by the plugin's clock what the plugin reads the age of: Medusa knows of no other clock than
   * PostgreSQL's, and a Refund would be old the moment it is booked.
   */
  static async tellTime(pg: Knex): Promise<void> {
    const triggers = TIMED.map(
      (table) => `create trigger faults_time before insert on "${table}"
        for each row execute function faults.tell_time();`
    )
    const moments = MOMENTS.map(
      (column) => `
        if old.${column} is null and new.${column} is not null then
          new.${column} = new.${column} + ahead;
        end if;`
    )
    await pg.raw(`
      create table faults.clock (ahead interval not null);
      insert into faults.clock values ('0');
      create function faults.tell_time() returns trigger language plpgsql as $tell$
      begin
        new.created_at = new.created_at + (select ahead from faults.clock);
        return new;
      end $tell$;
      ${triggers.join("\n")}
      create function faults.tell_moments() returns trigger language plpgsql as $moments$
      declare ahead interval := (select clock.ahead from faults.clock);
      begin
        ${moments.join("\n")}
        return new;
      end $moments$;
      create trigger faults_moments before update on fulfillment
        for each row execute function faults.tell_moments()`)
  }

  /**
   * Has Medusa dawdle between reading what was paid of an order and writing it with the order's next version:
   * what comes in between is lost there (order-summary.ts), and is a matter of milliseconds else.
   */
  static async dawdle(pg: Knex): Promise<void> {
    await pg.raw(`
      create function faults.dawdle() returns trigger language plpgsql as $dawdle$
      begin
        perform pg_sleep(random() * ${DAWDLE_SECONDS});
        return new;
      end $dawdle$;
      create trigger faults_dawdle before insert on order_summary
        for each row when (new.version > 1) execute function faults.dawdle()`)
  }

  /** Notes each "not known" that the plugin counts: a later answer sets its own count back (not-known.ts). */
  static async countNotKnown(pg: Knex): Promise<void> {
    const triggers = ["payin_transaction", "payin_payout_attempt"].map(
      (table) => `create trigger faults_not_known after update on ${table} for each row
        when (new.not_known_count > old.not_known_count)
        execute function faults.note_not_known();`
    )
    await pg.raw(`
      create table faults.not_known (reference text);
      create function faults.note_not_known() returns trigger language plpgsql as $note$
      begin
        insert into faults.not_known values (new.reference);
        return new;
      end $note$;
      ${triggers.join("\n")}`)
  }

  /** From now on Medusa writes that much later. */
  static async setTime(pg: Knex, offsetMs: number): Promise<void> {
    await pg.raw("update faults.clock set ahead = ? * interval '1 millisecond'", [offsetMs])
  }

  /** As the plugin does once they are five minutes old: takes away the locks of a dead process. */
  static async releaseLocksOf(pg: Knex, name: string): Promise<void> {
    await pg.raw(
      "delete from locking where id in (select id from faults.holder where holder.name = ?)",
      [name]
    )
  }

  /** Time goes by for the locks that nobody holds any more; the plugin measures them with PostgreSQL's own clock. */
  static async ageDeadLocks(pg: Knex, ms: number): Promise<void> {
    await pg.raw(
      `update locking set expiration = expiration - ? * interval '1 millisecond'
       where id in (select id from faults.holder where not exists (
         select 1 from pg_stat_activity where pg_stat_activity.pid = holder.pid))`,
      [ms]
    )
  }

  /** Time goes by for Medusa's Captures, whose age the plugin reads by PostgreSQL's own clock. */
  static async ageCaptures(pg: Knex, ms: number): Promise<void> {
    await pg.raw("update capture set created_at = created_at - ? * interval '1 millisecond'", [ms])
  }

  async wipe(): Promise<void> {
    await this.pg.raw("select faults.wipe()")
  }
}
