import { createRequire } from "node:module"
import path from "node:path"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { openDatabase } from "../support/modules/database"
import { rowsRead } from "../support/modules/reads"
import { serverOfTests } from "../support/store-database"

const SRC = path.resolve(__dirname, "../../src")
const load = createRequire(__filename)
const ROWS = 20_000
/** A claim of 20 rows finds, locks and writes each; nothing reads more than a few rows for one. */
const MOST = 120

/**
 * Jobs ask these questions every few seconds: their cost must not grow with what a shop has sold. Rows are
 * counted and not milliseconds, so the answer is the same on every machine.
 */
describe(`among ${ROWS} rows of a year`, () => {
  let pg: Knex
  let url = ""
  let drop = async () => {}

  beforeAll(async () => {
    ;({ pg, drop } = await openDatabase())
    const { rows }: { rows: [{ name: string }] } = await pg.raw("select current_database() as name")
    url = serverOfTests().url(rows[0].name)
    const { fillTables } = await import("../bench/rows.mjs")
    await fillTables(url, ROWS)
  })
  afterAll(() => drop())

  it("nothing that a job asks every few seconds reads more than what is due", async () => {
    const { workersQuestions } = await import("../bench/measures/workers-questions.mjs")
    const questions = workersQuestions((file): object => load(path.join(SRC, file)))
    const toomany: Record<string, number> = {}
    for (const [name, question] of Object.entries(questions)) {
      const read = await rowsRead({ pg, url }, () => question({ pg, middle: ROWS / 2 }))
      const rows = Object.values(read).reduce((sum, count) => sum + count, 0)
      if (rows > MOST) toomany[name] = rows
    }
    expect(Object.keys(questions).length).toBeGreaterThan(25)
    expect(toomany).toEqual({})
  })
})
