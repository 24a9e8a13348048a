import { closeGate } from "../gate"
import { expectDueIn } from "./clock"
import type { Modules } from "./modules"
import { untilBlocked } from "./together"

/** Rows of a table that workers claim, a few at a time. */
export interface Queue {
  table: string
  /** The column that says when a row is due. */
  due: string
  /** Makes so many rows, and answers their ids. */
  fill(count: number): Promise<string[]>
  /** Claims at most so many rows, and answers their ids. */
  claim(limit: number): Promise<string[]>
  /** The column that says when a claimed row comes back by itself, where that is another one. */
  leased?: string
  /** How long after its claim that is. */
  seconds: number
}

/** What every queue promises to its workers. */
export function promisesOfQueue(modules: Modules, { table, due, ...queue }: Queue): void {
  const { claim } = queue

  /** The first one waits for longer than the others. */
  async function waiting(count: number): Promise<string[]> {
    const ids = await queue.fill(count)
    const { pg } = modules
    await pg(table)
      .whereIn("id", ids)
      .update({ [due]: pg.raw("now()") })
    await pg(table)
      .where({ id: ids[0] })
      .update({ [due]: pg.raw("now() - interval '1 minute'") })
    // ANALYZE makes PostgreSQL scan this small table instead of an index, so that only the
    // statement's ORDER BY can order it.
    await pg.raw("analyze ??", [table])
    return ids
  }

  it("hands each due row to exactly one of several workers", async () => {
    const ids = await waiting(12)
    const claimed = await Promise.all([claim(5), claim(5), claim(5), claim(5)])
    expect(claimed.flat().sort()).toEqual(ids.sort())
  })

  it("hands out the other rows while one worker claims its own", async () => {
    const [first, ...others] = await waiting(3)
    const when = `new.id = '${first}'`
    const gate = await closeGate(modules.pg, { table, event: "update", when })
    const slow = claim(1)
    await gate.arrived()
    const quick = claim(5)
    expect(await untilBlocked(modules.pg, 2, quick)).toBe(false)
    expect((await quick).sort()).toEqual(others.sort())
    await gate.open()
    expect(await slow).toEqual([first])
  })

  it("hands out the row that has waited longest first", async () => {
    const [longest] = await waiting(3)
    expect(await claim(1)).toEqual([longest])
  })

  it("hands out no row before it is due", async () => {
    const ids = await queue.fill(1)
    const later = modules.pg.raw("now() + interval '1 hour'")
    await modules
      .pg(table)
      .whereIn("id", ids)
      .update({ [due]: later })
    expect(await claim(5)).toEqual([])
    await modules.advance(3600)
    expect(await claim(5)).toEqual(ids)
  })

  it("hands a dead worker's row to another worker when the claim expires", async () => {
    const [id] = await waiting(1)
    await expectDueIn(modules, queue.seconds, async () => {
      expect(await claim(5)).toEqual([id])
      const row: Record<string, Date> = await modules.pg(table).where({ id }).first()
      return row[queue.leased ?? due]
    })
    expect(await claim(5)).toEqual([])
    await modules.advance(queue.seconds)
    expect(await claim(5)).toEqual([id])
  })
}
