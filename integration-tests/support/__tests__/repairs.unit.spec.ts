import { existsSync, readdirSync, readFileSync } from "node:fs"
import path from "node:path"

const ROOT = path.resolve(__dirname, "../../..")
const REPAIRS = "src/medusa/repairs"

const HEAD = new RegExp(
  [
    String.raw`^// Defect: [^\n]+\n(?:// [^\n]+\n)*?`,
    String.raw`// Hazard: docs/medusa\.md#[\w-]+(?:, docs/medusa\.md#[\w-]+)*\n`,
    String.raw`// Versions: \d+\.\d+\.\d+[^\n]*\n`,
    String.raw`// Upstream: (?:none known|medusajs/medusa#\d+[^\n]*)\n`,
    "// Test: (?<spec>\\S+) `(?<title>[^`]+)`\n",
    String.raw`// Gone when: (?:that test fails|no test notices; [^\n]+)\n\n`,
  ].join("")
)

function read(file: string): string {
  return readFileSync(path.join(ROOT, file), "utf8")
}

const files = readdirSync(path.join(ROOT, REPAIRS)).map((name) => `${REPAIRS}/${name}`)

// What a new version of Medusa is checked against, file by file.
describe("a repair of Medusa", () => {
  it.each(files)("says in %s what is wrong, where it is told, and which test shows it", (file) => {
    const { spec = "", title = "" } = HEAD.exec(read(file))?.groups ?? {}
    expect({ file, shown: existsSync(path.join(ROOT, spec)) && spec !== "" }).toEqual({
      file,
      shown: true,
    })
    expect(read(spec)).toContain(title)
  })

  it("without such a head is refused", () => {
    const [head = ""] = HEAD.exec(read(files[0] ?? "")) ?? []
    expect(head).not.toBe("")
    for (const line of head
      .trimEnd()
      .split("\n")
      .filter((one) => /^\/\/ [A-Z]/.test(one))) {
      expect(HEAD.test(head.replace(`${line}\n`, ""))).toBe(false)
    }
  })
})
