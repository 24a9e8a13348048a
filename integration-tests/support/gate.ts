import type { Knex } from "@medusajs/framework/mikro-orm/knex"

const KEY = 424_242

/** Transactions that keep a gate closed, by the database's connections. */
const keepers = new WeakMap<Knex, Set<Knex.Transaction>>()

/**
 * A write of a row in Medusa's own tables, at which a test stops Medusa or makes it fail, without
 * mocks.
 */
export interface Writing {
  table: string
  event: "insert" | "update" | "delete"
  /** SQL condition on the row, with NEW and OLD. */
  when?: string
}

export interface Gate {
  /** Resolves when a writer waits at the gate. */
  arrived(): Promise<void>
  /** Lets every writer through, from now on. */
  open(): Promise<void>
  /** Takes an open gate away, so that another can be set up in the same database. */
  remove(): Promise<void>
}

/**
 * How many wait for an advisory lock in this database; the view shows those of other spec files'
 * too.
 */
export async function waitingAtGates(pg: Knex, which: { objid?: number } = {}): Promise<number> {
  const waiting: unknown[] = await pg("pg_locks")
    .where({ locktype: "advisory", granted: false, ...which })
    .whereRaw("database = (select oid from pg_database where datname = current_database())")
  return waiting.length
}

/** Makes every writer of such a row wait until the gate opens. */
export async function closeGate(pg: Knex, writing: Writing): Promise<Gate> {
  const keeper = await pg.transaction()
  const closed = keepers.get(pg) ?? new Set()
  keepers.set(pg, closed.add(keeper))
  await keeper.raw("select pg_advisory_xact_lock(?)", [KEY])
  await addTrigger(pg, "test_gate", writing, `perform pg_advisory_xact_lock(${KEY});`)
  return {
    async arrived() {
      // A test that timed out has ended, and opened it.
      while (closed.has(keeper) && (await waitingAtGates(pg, { objid: KEY })) === 0) {
        await pg.raw("select pg_sleep(0.05)")
      }
    },
    async open() {
      if (closed.delete(keeper)) await keeper.commit()
    },
    async remove() {
      await pg.raw(`drop trigger test_gate on "${writing.table}"`)
    },
  }
}

/**
 * Makes everybody who reads or writes a table wait until it opens: a process is frozen between what
 * it read before and what it does after.
 */
export async function closeTable(
  pg: Knex,
  table: string
): Promise<Pick<Gate, "open"> & { arrived(count: number): Promise<void> }> {
  const keeper = await pg.transaction()
  const closed = keepers.get(pg) ?? new Set()
  keepers.set(pg, closed.add(keeper))
  await keeper.raw("lock table ?? in access exclusive mode", [table])
  return {
    async arrived(count) {
      while (closed.has(keeper) && (await waitingForTable(pg, table)) < count) {
        await pg.raw("select pg_sleep(0.05)")
      }
    },
    async open() {
      if (closed.delete(keeper)) await keeper.commit()
    },
  }
}

async function waitingForTable(pg: Knex, table: string): Promise<number> {
  const waiting: unknown[] = await pg("pg_locks")
    .where({ locktype: "relation", granted: false })
    .whereRaw("relation = to_regclass(?)", [table])
    .whereRaw("database = (select oid from pg_database where datname = current_database())")
  return waiting.length
}

/** Opens gates that a failed test left closed: they would block the tests after it. */
export async function openGates(pg: Knex): Promise<void> {
  const closed = keepers.get(pg) ?? new Set()
  const left = [...closed]
  closed.clear()
  await Promise.all(left.map((keeper) => keeper.commit()))
}

/** Every such writing fails with this text until `mend` is called. */
export async function breakWriting(
  pg: Knex,
  writing: Writing,
  text = "the database said no"
): Promise<{ mend(): Promise<void> }> {
  await addTrigger(pg, "test_break", writing, `raise exception '${text}';`)
  return {
    async mend() {
      await pg.raw(`drop trigger test_break on "${writing.table}"`)
    },
  }
}

/** Every transaction that writes such a row fails at its commit. */
export async function breakCommit(pg: Knex, { table, event }: Writing): Promise<void> {
  await pg.raw(`
    create or replace function test_commit() returns trigger language plpgsql as
      $$ begin raise exception 'the commit failed'; end $$;
    create constraint trigger test_commit after ${event} on "${table}"
      deferrable initially deferred for each row execute function test_commit();`)
}

async function addTrigger(
  pg: Knex,
  name: string,
  { table, event, when }: Writing,
  body: string
): Promise<void> {
  const condition = when === undefined ? "" : `when (${when})`
  await pg.raw(`
    create or replace function ${name}() returns trigger language plpgsql as
      $$ begin ${body} return case tg_op when 'DELETE' then old else new end; end $$;
    create trigger ${name} before ${event} on "${table}"
      for each row ${condition} execute function ${name}();`)
}
