import { existsSync, readdirSync, statSync } from "node:fs"
import path from "node:path"
import ts from "typescript"
import { COUNTRIES } from "../../../src/domain/country/countries"
import { resolveOptions } from "../../../src/domain/options/options"
import { blocksOf, readPage, runBlock, withoutBlocks } from "../docs/blocks"

const root = path.join(__dirname, "../../..")
const { scripts, bin }: { scripts: Record<string, string>; bin: Record<string, string> } =
  JSON.parse(readPage("package.json"))

const READMES = ["README.md", "README.es.md"]
const PAGES = [
  ...READMES,
  "CONTRIBUTING.md",
  "SECURITY.md",
  "llms.txt",
  ...readdirSync(path.join(root, "docs"), { encoding: "utf8", recursive: true })
    .filter((name) => name.endsWith(".md"))
    .map((name) => path.join("docs", name)),
]
const LIMITS = { "README.md": 12_000, "README.es.md": 12_000, "CONTRIBUTING.md": 8_000 }

/** Programs that a page may run by `npx` although this package does not bring them along. */
const OF_OTHERS = ["create-medusa-app", "jest", "medusa", "prettier"]

/** The anchors of a page's headings, as GitHub makes them. */
function anchorsOf(text: string): string[] {
  const seen = new Map<string, number>()
  return [...withoutBlocks(text).matchAll(/^#{1,6} +(.*)$/gm)].map(([, heading]) => {
    const slug = heading
      .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1")
      .trim()
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\p{M} _-]/gu, "")
      .replaceAll(" ", "-")
    const before = seen.get(slug) ?? 0
    seen.set(slug, before + 1)
    return before === 0 ? slug : `${slug}-${before}`
  })
}

/** Where the links of a page lead to within this repository. */
function linksOf(text: string): string[] {
  const prose = withoutBlocks(text).replaceAll(/`[^`\n]*`/g, "")
  return [...prose.matchAll(/\[[^\]]*\]\(([^)\s]+)\)/g)]
    .map(([, target]) => target)
    .filter((target) => !/^[a-z]+:/.test(target))
}

/** What is wrong with a link; null when it leads somewhere. */
function brokenLink(page: string, link: string): string | null {
  const [target, anchor] = decodeURI(link).split("#")
  const file = target === "" ? page : path.join(path.dirname(page), target)
  if (!existsSync(path.join(root, file))) {
    return `${link}: there is no ${file}`
  }
  if (anchor === undefined || statSync(path.join(root, file)).isDirectory()) {
    return null
  }
  return anchorsOf(readPage(file)).includes(anchor) ? null : `${link}: ${file} has no such heading`
}

const FILE_NAMES = { ts: "example.ts", tsx: "example.tsx", js: "example.js" }

function syntaxProblems(language: keyof typeof FILE_NAMES, code: string): string[] {
  const { diagnostics = [] } = ts.transpileModule(code, {
    fileName: FILE_NAMES[language],
    reportDiagnostics: true,
    compilerOptions: {
      allowJs: true,
      jsx: ts.JsxEmit.Preserve,
      module: ts.ModuleKind.ESNext,
      target: ts.ScriptTarget.ES2022,
    },
  })
  return diagnostics.map(
    ({ messageText }) => `${ts.flattenDiagnosticMessageText(messageText, " ")} in:\n${code}`
  )
}

function jsonProblems(code: string): string[] {
  try {
    JSON.parse(code)
    return []
  } catch (error) {
    return [`${String(error)} in:\n${code}`]
  }
}

describe.each(PAGES)("%s", (page) => {
  const text = readPage(page)

  it("links to files and headings that exist", () => {
    const links = linksOf(text)
    expect(links.map((link) => brokenLink(page, link)).filter((said) => said !== null)).toEqual([])
  })

  it("has examples that can be parsed", () => {
    const problems = [
      ...blocksOf(text, "ts").flatMap(({ code }) => syntaxProblems("ts", code)),
      ...blocksOf(text, "tsx").flatMap(({ code }) => syntaxProblems("tsx", code)),
      ...blocksOf(text, "js").flatMap(({ code }) => syntaxProblems("js", code)),
      ...blocksOf(text, "json").flatMap(({ code }) => jsonProblems(code)),
    ]
    expect(problems).toEqual([])
  })

  it("names only commands that exist", () => {
    const run = [...text.matchAll(/\bnpm run ([a-z][a-z:]*)/g)].map(([, name]) => name)
    expect(run.filter((name) => !(name in scripts))).toEqual([])
    const commands = blocksOf(text, "sh", "bash").flatMap(({ code }) => [
      ...code.matchAll(/\bnpx (?:-p \S+ |--no-install )?([a-z][\w-]*)/g),
    ])
    const programs = commands.map(([, program]) => program)
    expect(programs.filter((name) => !(name in bin) && !OF_OTHERS.includes(name))).toEqual([])
  })
})

describe.each(Object.entries(LIMITS))("%s", (page, bytes) => {
  it(`has at most ${bytes} bytes`, () => {
    expect(Buffer.byteLength(readPage(page))).toBeLessThanOrEqual(bytes)
  })
})

describe("the check of a page", () => {
  it("reports a link to a missing file or heading", () => {
    expect(brokenLink("README.md", "docs/README.md")).toBeNull()
    expect(brokenLink("README.md", "#try-it")).toBeNull()
    const missing = ["docs", "nothing.md"].join("/")
    expect(brokenLink("README.md", missing)).toContain(`there is no ${missing}`)
    expect(brokenLink("README.md", "#nothing")).toContain("README.md has no such heading")
  })

  it("reads links from prose alone and names headings as GitHub does", () => {
    const page = "# One `two`, three!\n\n[a](b.md) `[c](d.md)` [e](https://f.example)\n\n"
    const code = "```sh\n# no heading\n[g](h.md)\n```\n\n## Pruébelo\n## Pruébelo\n"
    expect(linksOf(page + code)).toEqual(["b.md"])
    expect(anchorsOf(page + code)).toEqual(["one-two-three", "pruébelo", "pruébelo-1"])
  })

  it("reports an example that cannot be parsed", () => {
    expect(syntaxProblems("ts", "const one: number = 1\n")).toEqual([])
    expect(syntaxProblems("tsx", "const one = <p>1</div>\n")).not.toEqual([])
    expect(jsonProblems("{ one: 1 }")).not.toEqual([])
  })
})

/** The options that a README's configuration hands to `withPayIn`, with the environment that it shows. */
async function optionsOf(text: string): Promise<unknown> {
  const [environment] = blocksOf(text, "ini")
  const env = Object.fromEntries(
    environment.code
      .trim()
      .split("\n")
      .map((line) => line.split("="))
  )
  const [config] = blocksOf(text, "ts")
  const medusa = {
    defineConfig: (handed: unknown) => handed,
    loadEnv: () => undefined,
    withPayIn: (_config: unknown, options: unknown) => options,
  }
  return runBlock(config.code, () => medusa, { process: { env, cwd: () => root } })
}

describe.each(READMES)("the setup shown in %s", (file) => {
  const text = readPage(file)

  it("is a configuration that the plugin accepts", async () => {
    const { accounts, returnUrl } = resolveOptions(await optionsOf(text), { production: false })
    expect(accounts).toMatchObject([{ id: "co", country: "CO", username: "sandbox-co" }])
    expect(returnUrl).toBe("http://localhost:8000/payin/return")
  })

  it.each([
    ["pp_payin_co", COUNTRIES.CO],
    ["pp_payin_pe", COUNTRIES.PE],
  ])("lists the methods of %s", (provider, { currency, methods }) => {
    const [row = ""] = new RegExp(`^\\| \`${provider}\` .*$`, "m").exec(text) ?? []
    expect(row).toContain(`| ${currency} |`)
    expect([...row.matchAll(/`([A-Z_]+)`/g)].map(([, name]) => name)).toEqual(
      methods.filter(({ enabled }) => enabled).map(({ payment_method }) => payment_method)
    )
  })
})
