import { readFileSync } from "node:fs"
import path from "node:path"
import { withOptionTable } from "../docs/option-table"

describe("docs/options.md", () => {
  it("lists every option as the schema has it (npm run docs writes it)", () => {
    const page = readFileSync(path.join(__dirname, "../../../docs/options.md"), "utf8")
    expect(withOptionTable(page)).toBe(page)
  })
})
