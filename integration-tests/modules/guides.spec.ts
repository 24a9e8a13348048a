import { blocksOf, readPage } from "../support/docs/blocks"
import { withModules } from "../support/modules/modules"
import { PayIns } from "../support/modules/payin"

withModules("the SQL of the guide about backups", {}, (modules) => {
  const payIns = new PayIns(modules)
  const statements = blocksOf(readPage("docs/backups.md"), "sql").flatMap(({ code }) =>
    code
      .replaceAll(/--.*$/gm, "")
      .split(";")
      .map((statement) => statement.trim())
      .filter((statement) => statement !== "")
  )

  it("runs on the plugin's tables", async () => {
    await payIns.linked()
    const answers: number[] = []
    for (const statement of statements) {
      const { rows } = await modules.pg.raw(statement)
      answers.push(rows.length)
    }
    expect(answers).toHaveLength(statements.length)
    expect(statements.length).toBeGreaterThan(7)
    const newestOf = statements.find((statement) => statement.startsWith("select max("))
    const [newest] = (await modules.pg.raw(newestOf ?? "")).rows
    expect(newest.max).toBeInstanceOf(Date)
  })
})
