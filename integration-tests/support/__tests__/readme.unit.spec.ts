import { readFileSync } from "node:fs"
import path from "node:path"
import { withOptionTable } from "../docs/option-table"

const root = path.join(__dirname, "../../..")
const readme = readFileSync(path.join(root, "README.md"), "utf8")

describe("docs/options.md", () => {
  it("lists every option as the schema has it (npm run docs writes it)", () => {
    const page = readFileSync(path.join(root, "docs/options.md"), "utf8")
    expect(withOptionTable(page)).toBe(page)
  })
})

describe("the README", () => {
  it("names only commands that exist", () => {
    const { scripts }: { scripts: Record<string, string> } = JSON.parse(
      readFileSync(path.join(root, "package.json"), "utf8")
    )
    const named = [...readme.matchAll(/npm run ([a-z:]+)/g)].map((match) => match[1])
    expect(named.filter((name) => !(name in scripts))).toEqual([])
    expect(named.length).toBeGreaterThan(0)
  })
})
