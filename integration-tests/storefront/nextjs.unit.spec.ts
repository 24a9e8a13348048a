import path from "node:path"
import ts from "typescript"
import { blocksOf, readPage, type Block } from "../support/docs/blocks"
import { STARTER } from "./nextjs-starter"

const ROOT = path.join(__dirname, "../..")
/** A folder that exists for the compiler alone: modules are found in the repository's own. */
const SHOP = path.join(ROOT, "docs/storefront")
const PAGE = readPage("docs/checkout-nextjs.md")
const CARDS = PAGE.indexOf("## 8. Cards on your own page")
const PACKAGE = path.join(ROOT, "src/storefront")

type Files = Record<string, string>

/** The storefront after every step of the guide, in its order. */
function followed(page: string): Files {
  const files: Files = { ...STARTER }
  let last = ""
  for (const { language, code } of blocksOf(page, "ts", "tsx", "diff")) {
    last = fileOf(code) ?? last
    files[last] = stepIn(files[last] ?? "", { language, code })
  }
  return files
}

/** The file that the first line of a block names. */
function fileOf(code: string): string | null {
  return /^ ?\/\/ ((?:src\/|tailwind)\S+)$/m.exec(code.split("\n")[0])?.[1] ?? null
}

function stepIn(before: string, { language, code }: Block): string {
  return language === "diff" ? patched(before, code) : before + code
}

/** How many lines the guide adds to a file, or takes from it. */
function changedLines(files: Files): Record<string, number> {
  const linesOf = (text = "") =>
    text.split("\n").filter((line) => line.trim() !== "" && fileOf(line) === null)
  const missing = (from: string[], in_: string[]) => {
    const rest = [...in_]
    return from.filter((line) => {
      const at = rest.indexOf(line)
      if (at >= 0) rest.splice(at, 1)
      return at < 0
    }).length
  }
  return Object.fromEntries(
    Object.entries(files).map(([name, text]) => {
      const [before, after] = [linesOf(STARTER[name]), linesOf(text)]
      return [name, missing(after, before) + missing(before, after)]
    })
  )
}

/** The file with a diff of the guide applied: it has no line numbers, and `...` or an empty line parts its hunks. */
function patched(before: string, diff: string): string {
  const lines = diff.trimEnd().split("\n").slice(1)
  const hunks = lines.reduce<string[][]>(
    (all, line) => {
      if (line === "..." || line === "") all.push([])
      else all[all.length - 1].push(line)
      return all
    },
    [[]]
  )
  return hunks.reduce((file, hunk) => {
    const side = (mark: string) =>
      hunk.filter((line) => line[0] === " " || line[0] === mark).map((line) => line.slice(1))
    return replaceOnce(file, side("-").join("\n"), side("+").join("\n"))
  }, before)
}

function replaceOnce(text: string, old: string | RegExp, by: string): string {
  if (text.split(old).length !== 2) {
    throw new Error(`A step of the guide does not fit: ${String(old)} stands not once in\n${text}`)
  }
  return typeof old === "string" ? text.replace(old, () => by) : text.replace(old, by)
}

/** Files of libraries, which each program reads alike. */
const parsed = new Map<string, ts.SourceFile | undefined>()

/** What TypeScript says about the storefront's files, as its own configuration has it. */
function problemsOf(files: Files): string[] {
  const options: ts.CompilerOptions = {
    baseUrl: path.join(SHOP, "src"),
    paths: {
      ...{ "@lib/*": ["lib/*"], "@modules/*": ["modules/*"] },
      "medusa-payin-storefront": [path.join(PACKAGE, "index.ts")],
      "medusa-payin-storefront/client": [path.join(PACKAGE, "client.ts")],
    },
    allowImportingTsExtensions: true,
    ...{ lib: ["lib.dom.d.ts", "lib.dom.iterable.d.ts", "lib.esnext.d.ts"], types: [] },
    ...{ strict: true, noEmit: true, skipLibCheck: true, noUnusedLocals: true },
    ...{ jsx: ts.JsxEmit.ReactJSX, module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2021 },
    moduleResolution: ts.ModuleResolutionKind.Bundler,
  }
  const shop = new Map(Object.entries(files).map(([name, text]) => [path.join(SHOP, name), text]))
  const host = ts.createCompilerHost(options)
  const { fileExists, readFile, getSourceFile } = host
  host.fileExists = (name) => shop.has(name) || fileExists(name)
  host.readFile = (name) => shop.get(name) ?? readFile(name)
  host.directoryExists = (name) => name.startsWith(SHOP) || ts.sys.directoryExists(name)
  host.getSourceFile = (name, version, ...rest) => {
    const text = shop.get(name)
    if (text !== undefined) return ts.createSourceFile(name, text, version)
    if (!parsed.has(name)) parsed.set(name, getSourceFile(name, version, ...rest))
    return parsed.get(name)
  }
  const program = ts.createProgram([...shop.keys()], options, host)
  return ts.getPreEmitDiagnostics(program).map(({ file, messageText }) => {
    const said = ts.flattenDiagnosticMessageText(messageText, " ")
    return `${file === undefined ? "" : path.relative(SHOP, file.fileName)}: ${said}`
  })
}

/** TypeScript looks at these. */
const compiled = (files: Files): Files =>
  Object.fromEntries(Object.entries(files).filter(([name]) => /\.tsx?$/.test(name)))

describe("the guide for Medusa's Next.js storefront", () => {
  const files = followed(PAGE)

  it("lists every file that its steps write", () => {
    const written = Object.keys(files).filter((name) => files[name] !== STARTER[name])
    expect(written).toHaveLength(7)
    const table = PAGE.slice(0, PAGE.indexOf("## 1."))
    expect(written.filter((name) => !table.includes(name))).toEqual([])
  })

  it("changes at most 40 lines, as many as its table says", () => {
    const changed = changedLines(followed(PAGE.slice(0, CARDS)))
    const rows = [...PAGE.matchAll(/^\| [2-7] +\| `([^`]+)` +\| (\d+) /gm)]
    expect(rows).toHaveLength(6)
    expect(rows.map(([, file, count]) => [file, Number(count)])).toEqual(
      rows.map(([, file]) => [file, changed[file]])
    )
    // And the one line of .env.local.
    const sum = Object.values(changed).reduce((total, count) => total + count, 1)
    expect(sum).toBeLessThanOrEqual(40)
  })

  it("makes a storefront that compiles", () => {
    expect(problemsOf(compiled(files))).toEqual([])
  })

  it("is not passed with an import that is missing, or a step that fits nowhere", () => {
    const page = PAGE.replace('import { getAuthHeaders } from "./cookies"\n', "")
    expect(problemsOf(compiled(followed(page)))).toEqual([
      "src/lib/data/payin-card.ts: Cannot find name 'getAuthHeaders'.",
    ])
    const other = PAGE.replace("// Add more payment providers here", "// Add others here")
    expect(() => followed(other)).toThrow("A step of the guide does not fit")
  })
})
