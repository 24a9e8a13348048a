import { readdirSync, readFileSync } from "node:fs"
import path from "node:path"
import texts from "../../src/admin/i18n"

const ADMIN = path.join(__dirname, "../../src/admin")

type Tree = { [name: string]: string | Tree }

/** Every text by its whole name. */
function flat(tree: Tree, prefix = ""): Map<string, string> {
  return new Map(
    Object.entries(tree).flatMap(([name, value]) =>
      typeof value === "string"
        ? [[prefix + name, value] as const]
        : [...flat(value, `${prefix}${name}.`)]
    )
  )
}

const en = flat(texts.en.payin)
const es = flat(texts.es.payin)

const singular = (key: string) => key.replace(/_(one|other)$/, "")

const files = readdirSync(ADMIN, { recursive: true, encoding: "utf8" }).filter(
  (file) => /\.tsx?$/.test(file) && !file.startsWith("i18n")
)

/** What the code names: whole keys, and beginnings and ends of keys that it puts together. */
const used = files.flatMap((file) => {
  const code = readFileSync(path.join(ADMIN, file), "utf8")
  const plain = [...code.matchAll(/["'](\w+(?:\.\w+)+)["']/g)].map(([, key]) => ({
    file,
    key,
    matches: (name: string) => name === key,
  }))
  const composed = [...code.matchAll(/say\(\s*`([^`]+)`/g)].map(([, key]) => {
    const [start, ...rest] = key.split(/\$\{[^}]+\}/)
    const end = rest.at(-1) ?? ""
    return { file, key, matches: (name: string) => name.startsWith(start) && name.endsWith(end) }
  })
  return [...plain, ...composed]
})

describe("texts of the admin", () => {
  it("have the same keys in English and Spanish", () => {
    expect([...es.keys()].sort()).toEqual([...en.keys()].sort())
  })

  it("are never empty", () => {
    for (const [key, text] of [...en, ...es]) {
      expect({ key, text: text.trim() }).not.toEqual({ key, text: "" })
    }
  })

  it("have the same placeholders in both languages", () => {
    // How often a language names one is its own matter.
    const values = (text = "") => [...new Set(text.match(/\{\{\w+\}\}/g))].sort()
    for (const [key, text] of en) {
      expect({ key, values: values(es.get(key)) }).toEqual({ key, values: values(text) })
    }
  })

  it("exist for every key that the code names", () => {
    const nouns = new Set([...en.keys()].map((key) => key.split(".")[0]))
    const names = [...en.keys()].map(singular)
    const missing = used
      .filter(({ key }) => nouns.has(key.split(".")[0]))
      .filter(({ matches }) => !names.some(matches))
      .map(({ file, key }) => `${file}: ${key}`)
    expect(missing).toEqual([])
  })

  it("are all used by the code", () => {
    const unused = [...en.keys()].filter(
      (key) => !used.some(({ matches }) => matches(singular(key)))
    )
    expect(unused).toEqual([])
  })
})
