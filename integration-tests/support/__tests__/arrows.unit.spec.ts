import { type ChildProcessByStdio, spawn } from "node:child_process"
import { once } from "node:events"
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import path from "node:path"
import { type Interface, createInterface } from "node:readline"
import type { Readable, Writable } from "node:stream"
import { z } from "zod"

jest.setTimeout(60_000)

const PROJECT = path.resolve(__dirname, "../../..")

/** One file of each room; what stands in them does not matter. */
const FILES = {
  domain: "src/domain/money/amount.ts",
  "gateway's key": "src/modules/gateway/index.ts",
  "gateway's inside": "src/modules/gateway/service.ts",
  "ledger's key": "src/modules/ledger/index.ts",
  "ledger's inside": "src/modules/ledger/models/transaction.ts",
  "inbox's key": "src/modules/inbox/index.ts",
  "inbox's inside": "src/modules/inbox/service.ts",
  tables: "src/tables/page.ts",
  engine: "src/engine/lease.ts",
  medusa: "src/medusa/order.ts",
  settlement: "src/settlement/fetch-status.ts",
  "payin provider": "src/providers/payin/index.ts",
  "card provider": "src/providers/card/index.ts",
  workflows: "src/workflows/settle/apply.ts",
  "store routes": "src/api/store/payin/methods/route.ts",
  "admin routes": "src/api/admin/payin/lookup/types.ts",
  jobs: "src/jobs/payin-sweep.ts",
  subscribers: "src/subscribers/payin-placed.ts",
  links: "src/links/payin-order.ts",
  admin: "src/admin/routes/payin/page.tsx",
  sandbox: "src/sandbox/server.ts",
  commands: "src/commands/payin-sandbox.ts",
  config: "src/config.ts",
  exports: "src/exports.ts",
} as const
type Folder = keyof typeof FILES
const FOLDERS = Object.keys(FILES).filter((name): name is Folder => name in FILES)

const KEYS = ["gateway's key", "ledger's key", "inbox's key"]
const INSIDES = ["gateway's inside", "ledger's inside", "inbox's inside"]
const MODULES = [...KEYS, ...INSIDES]
const ROUTES = ["store routes", "admin routes"]
const BELOW = ["domain", "tables", "engine"]

/**
 * docs/decisions/0023-layers.md in words: whom a folder knows, and of whom it knows the types only.
 */
const KNOWS: Record<Folder, { all: readonly string[]; types?: readonly string[] }> = {
  domain: { all: ["domain"] },
  "gateway's key": { all: ["domain", "gateway's key", "gateway's inside"] },
  "gateway's inside": { all: ["domain", "gateway's key", "gateway's inside"] },
  "ledger's key": { all: [...BELOW, "ledger's key", "ledger's inside"] },
  "ledger's inside": { all: [...BELOW, "ledger's key", "ledger's inside"] },
  "inbox's key": { all: [...BELOW, "inbox's key", "inbox's inside"] },
  "inbox's inside": { all: [...BELOW, "inbox's key", "inbox's inside"] },
  tables: { all: ["domain", "tables"] },
  engine: { all: BELOW },
  medusa: { all: [...BELOW, "medusa"] },
  settlement: {
    all: ["domain", "medusa", "settlement"],
    types: ["gateway's key", "gateway's inside", "ledger's key", "ledger's inside"],
  },
  "payin provider": { all: ["domain", "medusa", "settlement", "payin provider"], types: MODULES },
  "card provider": { all: ["domain", "medusa", "settlement", "card provider"], types: MODULES },
  workflows: { all: [...BELOW, "medusa", "settlement", "workflows", ...MODULES] },
  "store routes": { all: ["domain", "medusa", "workflows", ...ROUTES, ...KEYS], types: INSIDES },
  "admin routes": { all: ["domain", "medusa", "workflows", ...ROUTES, ...KEYS], types: INSIDES },
  jobs: { all: ["domain", "medusa", "workflows", "jobs", ...KEYS], types: INSIDES },
  subscribers: { all: ["domain", "medusa", "workflows", "subscribers", ...KEYS], types: INSIDES },
  links: { all: ["domain", "links", ...KEYS] },
  admin: { all: ["admin"], types: ["admin routes"] },
  sandbox: { all: ["sandbox"] },
  commands: { all: ["domain", "config", "workflows", "sandbox", "commands", ...MODULES] },
  config: { all: ["domain"] },
  exports: { all: ["domain", "medusa", "workflows", ...KEYS], types: INSIDES },
}

interface Snippet {
  file: string
  code: string
}

let folder: string
let linter: ChildProcessByStdio<Writable, Readable, null>
let answerLines: Interface

beforeAll(() => {
  folder = realpathSync(mkdtempSync(path.join(tmpdir(), "payin-arrows-")))
  for (const file of [...Object.values(FILES), "integration-tests/support/anything.ts"]) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true })
    writeFileSync(path.join(folder, file), "export const value = 1\nexport type Kind = string\n")
  }
  // ESLint loads its settings as an ES module and finds files from the working folder: it needs a
  // process of its own.
  const script = path.join(PROJECT, "integration-tests/support/lint/refusals.mjs")
  linter = spawn(process.execPath, [script, path.join(PROJECT, "eslint.config.mjs")], {
    cwd: folder,
    env: { PATH: process.env.PATH },
    stdio: ["pipe", "pipe", "inherit"],
  })
  answerLines = createInterface({ input: linter.stdout })
})

afterAll(async () => {
  const ended = once(linter, "exit")
  linter.stdin.end()
  await ended
  rmSync(folder, { recursive: true, force: true })
})

/** The rules of the project's ESLint settings that refuse each snippet. */
async function refusals(snippets: Snippet[]): Promise<string[][]> {
  const answered = once(answerLines, "line")
  linter.stdin.write(`${JSON.stringify(snippets)}\n`)
  const [line] = z.tuple([z.string()]).parse(await answered)
  return z.array(z.array(z.string())).parse(JSON.parse(line))
}

/** A new file beside the room's own, so that it does not import itself; fixed names stay. */
function neighbour(folder: Folder): string {
  const file: string = FILES[folder]
  const fixed = file.startsWith("src/config") || file.startsWith("src/exports")
  return fixed || folder.endsWith("key") ? file : path.join(path.dirname(file), "neighbour.ts")
}

function address(from: string, to: string): string {
  const relative = path.relative(path.dirname(from), to).replace(/\.tsx?$/, "")
  return relative.startsWith(".") ? relative : `./${relative}`
}

describe("the import rules between folders", () => {
  it.each(FOLDERS)("allow %s its listed imports and refuse all others", async (from) => {
    const file = neighbour(from)
    const roads = FOLDERS.filter((to) => FILES[to] !== file).flatMap((to) => [
      { to, kind: "value", code: `export { value } from "${address(file, FILES[to])}"` },
      { to, kind: "type", code: `export type { Kind } from "${address(file, FILES[to])}"` },
    ])
    const { all, types = [] } = KNOWS[from]
    const expected = roads.map(({ to, kind }) => {
      const allowed = all.includes(to) || (kind === "type" && types.includes(to))
      return { to, kind, refused: allowed ? [] : ["boundaries/element-types"] }
    })

    const answers = await refusals(roads.map(({ code }) => ({ file, code })))
    const seen = roads.map(({ to, kind }, index) => ({
      to,
      kind,
      refused: answers[index].filter((rule) => rule.startsWith("boundaries/")),
    }))

    expect(seen).toEqual(expected)
  })

  it.each([
    ["an import", 'import { value } from "../sandbox/server"\nexport const copy = value'],
    ["an import for its effect", 'import "../sandbox/server"'],
    ["a re-export of a whole module", 'export * from "../sandbox/server"'],
    ["a dynamic import", 'export const late = import("../sandbox/server")'],
    ["a require", 'export const late = require("../sandbox/server")'],
    ["a mock", 'jest.mock("../sandbox/server")'],
    ["a re-export marked type by name", 'export { type Kind } from "../sandbox/server"'],
  ])("apply to %s", async (_, code) => {
    const [rules] = await refusals([{ file: "src/domain/neighbour.ts", code }])

    expect(rules).toContain("boundaries/element-types")
  })

  it("are backed by lint rules that refuse the import forms they cannot check", async () => {
    const [annotation, assignment] = await refusals([
      { file: FILES.domain, code: 'export type A = import("../sandbox/server").Kind' },
      { file: FILES.domain, code: 'import a = require("../sandbox/server")\nexport const b = a' },
    ])

    expect(annotation).toContain("@typescript-eslint/consistent-type-imports")
    expect(assignment).toContain("@typescript-eslint/no-require-imports")
  })

  it("apply to tests as to the folder that holds them", async () => {
    const file = "src/modules/ledger/__tests__/ledger.unit.spec.ts"
    const code = 'import { value } from "../../../sandbox/server"\nexport const copy = value'

    expect(await refusals([{ file, code }])).toEqual([["boundaries/element-types"]])
  })

  it("refuse a file outside the named folders and an import from outside src", async () => {
    const code = "export const value = 1"
    const [unknownFolder, looseModule, roadOut] = await refusals([
      { file: "src/utils/text.ts", code },
      { file: "src/modules/loose.ts", code },
      {
        file: "src/workflows/settle/neighbour.ts",
        code: 'export { value } from "../../../integration-tests/support/anything"',
      },
    ])

    expect(unknownFolder).toEqual(["boundaries/no-unknown-files"])
    expect(looseModule).toEqual(["boundaries/no-unknown-files"])
    expect(roadOut).toEqual(["boundaries/no-unknown"])
  })

  it("let integration tests import from every folder", async () => {
    const snippets = FOLDERS.map((to) => ({
      file: "integration-tests/http/any.spec.ts",
      code: `export { value } from "${address("integration-tests/http/any.spec.ts", FILES[to])}"`,
    }))

    expect((await refusals(snippets)).flat()).toEqual([])
  })

  it.each([
    ["domain", "node:http"],
    ["domain", "axios"],
    ["domain", "@medusajs/framework/utils"],
    ["domain", "pg"],
    ["sandbox", "@medusajs/framework/utils"],
    ["workflows", "axios"],
    ["payin provider", "axios"],
    ["store routes", "medusa-plugin-payin/config"],
  ] satisfies [Folder, string][])("forbid %s to import %s", async (folder, name) => {
    const snippet = { file: neighbour(folder), code: `export * from "${name}"` }

    expect(await refusals([snippet])).toEqual([["no-restricted-imports"]])
  })

  it.each([
    ["domain", "zod"],
    ["domain", "bignumber.js"],
    ["domain", "csv-parse/sync"],
    ["gateway's inside", "axios"],
    ["sandbox", "express"],
    ["workflows", "@medusajs/framework/utils"],
  ] satisfies [Folder, string][])("let %s import %s", async (folder, name) => {
    expect(await refusals([{ file: neighbour(folder), code: `export * from "${name}"` }])).toEqual([
      [],
    ])
  })
})

describe("the rule on Medusa's tables", () => {
  const READS_ORDERS = 'const SQL = `select id from "order" o where id = ?`'

  async function refusedAs(file: string, code: string): Promise<string[]> {
    const [rules = []] = await refusals([{ file, code }])
    return rules.filter((rule) => rule.startsWith("medusa/"))
  }

  it.each([
    ["a statement", READS_ORDERS],
    ["a statement of another kind", "const SQL = 'update order_summary set totals = ?'"],
    ["a link between two modules", "const SQL = `join order_payment_collection l on true`"],
    ["the query builder", 'pg("payment_session").first()'],
    ["the query builder with an alias", 'trx("refund as r").first()'],
    ["the query builder of a container", 'shop.resolve("pg")("payment").first()'],
    ["a private method", "payments.maybeUpdatePaymentCollection_(id)"],
    ["a hidden method", "orders.__joiner(id)"],
    ["a private member by its name", 'Reflect.get(locking, "providerService_")'],
  ])("refuses %s in a workflow and in a route", async (_, code) => {
    expect(await refusedAs(FILES.workflows, code)).toEqual(["medusa/tables"])
    expect(await refusedAs(FILES["admin routes"], code)).toEqual(["medusa/tables"])
    expect(await refusedAs(FILES.medusa, code)).toEqual([])
  })

  it.each([
    ["SQL on a table of the plugin", "const SQL = `select id from payin_transaction`"],
    ["a sentence", 'const TEXT = "Take it from the order."'],
    ["an entity of Medusa's query", 'query.graph({ entity: "order" })'],
    ["a word that a function takes", 'say("order")'],
    ["the beginning of an id", 'id.startsWith("payses_")'],
  ])("lets %s stand in a workflow", async (_, code) => {
    expect(await refusedAs(FILES.workflows, code)).toEqual([])
  })

  it("excuses only files that still need it", async () => {
    const listed = path.join(PROJECT, "integration-tests/support/lint/medusa-left.json")
    const left = z.array(z.string()).parse(JSON.parse(readFileSync(listed, "utf8")))
    const files = left.map((file) => ({
      file,
      code: readFileSync(path.join(PROJECT, file), "utf8"),
    }))
    const answers = await refusals(files)
    const refused = left.filter((_, index) => answers[index]?.includes("medusa/tables"))
    expect(refused).toEqual([])
    expect(await refusedAs(left[0] ?? FILES.workflows, "const nothing = 1")).toEqual([
      ...(left.length > 0 ? ["medusa/tables"] : []),
    ])
  })
})

describe("the lint rules on code", () => {
  // Put together here, so that a search for such marks in the project finds none.
  it.each([
    ["it", ".only"],
    ["it", ".skip"],
    ["it", ".todo"],
    ["describe", ".skip"],
    ["test", ".only.each([1])"],
    ["x", "it"],
    ["x", "describe"],
    ["f", "describe"],
  ])("refuse a test marked with %s%s", async (start, end) => {
    const code = `${start}${end}("pays", () => undefined)`
    const answers = await refusals([
      { file: "src/domain/__tests__/any.unit.spec.ts", code },
      { file: "integration-tests/http/any.spec.ts", code },
    ])

    expect(answers).toEqual([["no-restricted-syntax"], ["no-restricted-syntax"]])
  })

  it.each([
    ["any", "export const a: any = 1", "@typescript-eslint/no-explicit-any"],
    ["as", "export const a = {} as string", "@typescript-eslint/consistent-type-assertions"],
    ["a silenced compiler", "// @ts-ignore\nexport {}", "@typescript-eslint/ban-ts-comment"],
    ["console", 'console.log("paid")\nexport {}', "no-console"],
  ])("refuse %s in src", async (_, code, rule) => {
    expect(await refusals([{ file: "src/domain/neighbour.ts", code }])).toEqual([[rule]])
  })

  it("allow console output in a command, and as const in src", async () => {
    const answers = await refusals([
      { file: FILES.commands, code: 'console.log("http://localhost:9100")\nexport {}' },
      { file: "src/domain/neighbour.ts", code: 'export const a = ["CO", "PE"] as const' },
    ])

    expect(answers).toEqual([[], []])
  })
})
