import { onlyMigrates } from "../this-process"

describe("a process that only migrates is no instance", () => {
  it.each([
    ["medusa db:migrate", true],
    ["medusa db:setup --db store", true],
    ["medusa start", false],
    ["medusa develop", false],
    ["medusa exec ./db-report.ts", false],
    ["server.js", false],
  ])("%s: %s", (line, migrates) => {
    expect(onlyMigrates(["/usr/bin/node", ...line.split(" ")])).toBe(migrates)
  })
})
