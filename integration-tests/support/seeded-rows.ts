import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import * as runnersDatabase from "@medusajs/test-utils/dist/database"

// All that a test may change: rows, what sequences give next, and triggers that stop or break
// Medusa (gate.ts). Of each table its columns without those that PostgreSQL computes.
const REMEMBER = `
  drop schema if exists seeded cascade;
  create schema seeded;
  create table seeded.sequences as
    select schemaname, sequencename, coalesce(last_value, start_value) as value,
      last_value is not null as called
    from pg_sequences where schemaname = 'public';
  create table seeded.tables as
    select c.relname::text as name,
      (select string_agg(quote_ident(a.attname), ', ' order by a.attnum) from pg_attribute a
       where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
      false as filled
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r';
  do $$ declare one record; has boolean; begin
    for one in select * from seeded.tables loop
      execute format('select exists (select 1 from public.%I)', one.name) into has;
      if has then
        execute format('create table seeded.%I as table public.%I', 'of_' || one.name, one.name);
        update seeded.tables set filled = true where name = one.name;
      end if;
    end loop;
  end $$`

// Whoever still works for the test before, or keeps a lock of it, is cut off: it would wait for us,
// or we for it. Each is gone before this answers.
const CUT_OFF = `
  select pg_terminate_backend(a.pid, 60000) from pg_stat_activity a
  where a.datname = current_database() and a.pid <> pg_backend_pid()
    and (a.state <> 'idle' or exists (
      select 1 from pg_locks l where l.pid = a.pid and l.locktype = 'advisory'))`

const RESTORE = `
  set local session_replication_role = replica;
  do $$ declare one record; begin
    for one in
      select t.tgname, t.tgrelid::regclass as of from pg_trigger t
      join pg_class c on c.oid = t.tgrelid and c.relnamespace = 'public'::regnamespace
      where not t.tgisinternal and t.tgname like 'test\\_%'
    loop
      execute format('drop trigger %I on %s', one.tgname, one.of);
    end loop;
    for one in select * from seeded.tables loop
      execute format('delete from public.%I', one.name);
      if one.filled then
        execute format('insert into public.%I (%s) select %s from seeded.%I',
          one.name, one.columns, one.columns, 'of_' || one.name);
      end if;
    end loop;
    for one in select * from seeded.sequences loop
      perform setval(format('%I.%I', one.schemaname, one.sequencename), one.value, one.called);
    end loop;
  end $$`

/** The database as the runner's own tools hold it. */
interface Held {
  pgConnection_: Knex
}

/**
 * Has Medusa's test runner put the rows of the seeded store back before each test, where it would
 * drop and copy the database. That cuts every connection, and a third of the CPU of all tests went
 * into new ones, which know none of Medusa's two hundred tables yet.
 */
export function putRowsBack(): void {
  const tools = runnersDatabase.dbTestUtilFactory
  Object.assign(runnersDatabase, {
    dbTestUtilFactory: () => ({
      ...tools(),
      async snapshot(this: Held) {
        await this.pgConnection_.raw(REMEMBER)
      },
      async restore(this: Held) {
        // On one connection, because the pool may hand out another that was just cut off.
        await this.pgConnection_.transaction(async (trx) => {
          await trx.raw(CUT_OFF)
          await trx.raw(RESTORE)
        })
      },
      async dropTemplate() {},
    }),
  })
}
