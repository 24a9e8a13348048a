import path from "node:path"
import ts from "typescript"
import { blocksOf, readPage, type Block } from "../support/docs/blocks"
import { STARTER } from "./nextjs-starter"

const ROOT = path.join(__dirname, "../..")
/** A folder that exists for the compiler alone: modules are found in the repository's own. */
const SHOP = path.join(ROOT, "docs/storefront")
const PAGE = readPage("docs/checkout-nextjs.md")
const ABOVE_THE_SWITCH = "// ... in PaymentButton, above the switch that is there:"
const PAYIN = "src/modules/checkout/components/payin"

type Files = Record<string, string>

/** The storefront after every step of the guide, in its order. */
function followed(page: string): Files {
  const files: Files = {
    ...STARTER,
    [`${PAYIN}/PayInCheckout.tsx`]: readPage("docs/PayInCheckout.tsx"),
    [`${PAYIN}/PayInCard.tsx`]: readPage("docs/PayInCard.tsx"),
  }
  let last = ""
  for (const { language, code } of blocksOf(page, "ts", "tsx", "diff")) {
    last = fileOf(code) ?? last
    files[last] = stepIn(files[last] ?? "", { language, code })
  }
  return files
}

/** The file that the first line of a block names. */
function fileOf(code: string): string | null {
  return /^ ?\/\/ (src\/\S+)$/m.exec(code.split("\n")[0])?.[1] ?? null
}

function stepIn(before: string, { language, code }: Block): string {
  if (language === "diff") return patched(before, code)
  const [head, inner] = code.split(ABOVE_THE_SWITCH)
  if (inner === undefined) return before + code
  const imports = head.split("\n").slice(1).join("\n").trim()
  const own = /^import \{[^}]*\} from "@lib\/constants"$/m
  return replaceOnce(replaceOnce(before, own, imports), /^ {2}switch \(true\) \{$/m, `${inner}$&`)
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
    paths: { "@lib/*": ["lib/*"], "@modules/*": ["modules/*"] },
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

describe("the guide for Medusa's Next.js storefront", () => {
  const files = followed(PAGE)

  it("lists every file that its steps write", () => {
    const written = Object.keys(files).filter((name) => files[name] !== STARTER[name])
    expect(written).toHaveLength(10)
    const ownFolder = (name: string) => name.replace(/[^/]+$/, "")
    const table = PAGE.slice(0, PAGE.indexOf("## 1."))
    expect(written.filter((name) => !table.includes(ownFolder(name)))).toEqual([])
  })

  it("makes a storefront that compiles", () => {
    expect(problemsOf(files)).toEqual([])
  })

  it("is not passed with an import that is missing, or a step that fits nowhere", () => {
    const page = PAGE.replace('import { useState } from "react"\n', "")
    expect(problemsOf(followed(page))).toEqual([
      `${PAYIN}/return.tsx: Cannot find name 'useState'.`,
    ])
    expect(() => followed(PAGE.replace('title: "Manual Payment"', 'title: "Other"'))).toThrow(
      "A step of the guide does not fit"
    )
  })
})
