import { z } from "zod"
import { Queue } from "../../src/engine/queue"
import { withModules } from "../support/modules/modules"
import { promisesOfQueue } from "../support/modules/queue"

const TABLE = "engine_work"
const row = z.object({
  id: z.string(),
  line: z.string(),
  status: z.string(),
  due_after: z.date().nullable(),
  tries: z.number(),
  fence: z.number(),
  why: z.string().nullable(),
})

withModules("a queue of the engine", {}, (modules) => {
  beforeEach(async () => {
    await modules.pg
      .raw(`create table if not exists ${TABLE} (id text primary key, line text, status text,
      due_after timestamptz, tries int default 0, fence int default 0, why text,
      leased_until timestamptz, deleted_at timestamptz)`)
    await modules.pg(TABLE).delete()
  })

  const plain = {
    ...{ table: TABLE, row, due: "due_after", where: "status = 'open'", attempts: "tries" },
    ...{ visibility: 60, backoff: [5, 50] },
  }
  const queue = () => new Queue(modules.pg, { ...plain, fenced: true, partition: "line" })

  async function due(id: string, more: object = {}): Promise<void> {
    await modules
      .pg(TABLE)
      .insert({ id, line: "a", status: "open", due_after: modules.pg.raw("now()"), ...more })
  }

  async function fill(count: number): Promise<string[]> {
    const ids = Array.from({ length: count }, (_, n) => `work_${n}`)
    for (const id of ids) await due(id)
    return ids
  }

  async function present(id: string): Promise<z.infer<typeof row>> {
    return row.parse(await modules.pg(TABLE).where({ id }).first())
  }

  /** Seconds until the row is due, rounded. */
  async function waits(id: string): Promise<number> {
    const { due_after } = await present(id)
    const now: { rows: { now: Date }[] } = await modules.pg.raw("select now()")
    return Math.round(((due_after?.getTime() ?? Number.NaN) - now.rows[0].now.getTime()) / 1000)
  }

  promisesOfQueue(modules, {
    ...{ table: TABLE, due: "due_after", seconds: 60, fill },
    claim: async (limit) => (await queue().claim({ limit, of: "a" })).map(({ id }) => id),
  })

  it("counts each claim and raises the fence with it", async () => {
    await due("one", { tries: 2, fence: 7 })
    expect(await queue().claim({ id: "one" })).toMatchObject([{ tries: 3, fence: 8 }])
  })

  it("hands out no row of another line, of another state, deleted or at rest", async () => {
    await due("other line", { line: "b" })
    await due("over", { status: "over" })
    await due("deleted", { deleted_at: modules.pg.raw("now()") })
    await due("at rest", { due_after: null })
    await due("due")
    const claimed = await queue().claim({ limit: 9, of: "a" })
    expect(claimed.map(({ id }) => id)).toEqual(["due"])
  })

  it("waits longer after each failure, keeps why, and the last pause repeats", async () => {
    await due("one")
    for (const [failures, seconds] of [5, 50, 50].entries()) {
      await queue().retry({ id: "one" }, failures + 1, { why: "silent" })
      expect([await waits("one"), (await present("one")).why]).toEqual([seconds, "silent"])
    }
  })

  it("counts no try for a claim that did nothing, and never less than none", async () => {
    await due("one", { tries: 1 })
    await queue().putBack({ id: "one" }, 30)
    await queue().putBack({ id: "one" }, 30)
    expect(await present("one")).toMatchObject({ tries: 0 })
    expect(await waits("one")).toBe(30)
  })

  it("writes nothing for a claimant whose row another one claimed since", async () => {
    await due("one")
    const [{ id, fence }] = await queue().claim({ id: "one" })
    await modules.advance(60)
    await queue().claim({ id: "one" })
    expect(await queue().park({ id, fence })).toBe(0)
    expect((await present("one")).due_after).not.toBeNull()
  })

  it("parks no row that somebody requeued since it was read", async () => {
    await due("one")
    const [{ id, due_after }] = await queue().claim({ id: "one" })
    await queue().requeue({ id })
    expect(await queue().park({ id }, {}, due_after)).toBe(0)
    const { due_after: requeued } = await present("one")
    expect(await queue().park({ id }, {}, requeued)).toBe(1)
    expect((await present("one")).due_after).toBeNull()
  })

  it("moves no row that left the states of the queue", async () => {
    await due("one", { status: "over", due_after: null })
    expect(await queue().requeue({ id: "one" })).toBe(0)
    expect((await present("one")).due_after).toBeNull()
  })

  describe("whose claims follow a schedule", () => {
    const planned = () =>
      new Queue(modules.pg, { ...plain, schedule: ({ tries }) => (tries < 2 ? 900 : null) })

    it("writes when a claimed row is due again, and hands the row out so", async () => {
      await due("one")
      const [{ due_after }] = await planned().claim({ limit: 1 })
      expect(await waits("one")).toBe(900)
      expect((await present("one")).due_after).toEqual(due_after)
    })

    it("lets a row rest after its last claim", async () => {
      await due("one", { tries: 1 })
      expect(await planned().claim({ limit: 1 })).toMatchObject([{ due_after: null }])
      expect((await present("one")).due_after).toBeNull()
    })

    it("keeps the due time that somebody else wrote between the claim and its schedule", async () => {
      await due("one")
      await modules.pg.raw(`
        create function rests() returns trigger language plpgsql as $$ begin
          update ${TABLE} set due_after = null where id = new.id;
          return null;
        end $$;
        create trigger rests after update on ${TABLE}
          for each row when (new.tries > old.tries) execute function rests()`)
      expect(await planned().claim({ limit: 1 })).toHaveLength(1)
      expect((await present("one")).due_after).toBeNull()
      await modules.pg.raw(`drop function rests cascade`)
    })
  })

  describe("whose claim is a lease", () => {
    const leased = () => new Queue(modules.pg, { ...plain, leased: true })

    it("leaves the due time, and hands the row to nobody until the lease ends", async () => {
      await due("one")
      const before = await present("one")
      expect(await leased().claim({ limit: 1 })).toHaveLength(1)
      expect((await present("one")).due_after).toEqual(before.due_after)
      expect(await leased().claim({ id: "one" })).toEqual([])
      await modules.advance(60)
      expect(await leased().claim({ limit: 1 })).toHaveLength(1)
    })

    it("hands out the row that is named, due or not", async () => {
      await due("one", { due_after: modules.pg.raw("now() + interval '1 day'") })
      expect(await leased().claim({ limit: 1 })).toEqual([])
      expect(await leased().claim({ id: "one" })).toHaveLength(1)
    })
  })
})
