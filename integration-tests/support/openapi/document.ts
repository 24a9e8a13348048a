import { readdirSync, readFileSync } from "node:fs"
import path from "node:path"
import { stringify } from "yaml"
import { problemsOf } from "./check"
import { operation } from "./operation"
import type { Schema } from "./posted"
import { ROUTES } from "./routes"
import { schemasOf } from "./types"
import { docstring } from "./words"

const ROOT = path.resolve(__dirname, "../../..")

/**
 * The contract as OpenAPI 3.1: paths from the routes' files, bodies from their zod schemas, answers
 * from their types.
 */
export function openApi(): string {
  const found = new Map(routeFiles())
  const names = [...new Set([...Object.keys(ROUTES), ...found.keys()])].sort(byPath)
  const unknown = names.filter((name) => !found.has(name) || ROUTES[name] === undefined)
  if (unknown.length > 0) {
    throw new Error(`routes.ts and src/api do not name the same routes: ${unknown.join(", ")}`)
  }
  const paths: Record<string, Schema> = {}
  for (const name of names) {
    const [method = "", address = ""] = name.split(" ")
    const key = address.replace(/:(\w+)/g, "{$1}")
    paths[key] = {
      ...paths[key],
      [method.toLowerCase()]: operation(name, address, found.get(name) ?? "", ROUTES[name] ?? {}),
    }
  }
  const document = {
    openapi: "3.1.0",
    info: {
      title: "medusa-plugin-payin",
      version: manifest().version,
      description:
        "The plugin's own routes. Payment sessions, orders and refunds go through Medusa's. Money is a decimal string in major units, times are ISO 8601 in UTC, what is absent is null.",
    },
    paths,
    components: {
      schemas: schemasOf(paths),
      securitySchemes: {
        admin: { type: "http", scheme: "bearer", description: "As every route of Medusa's admin." },
        customer: { type: "http", scheme: "bearer", description: "Of a signed-in customer." },
        publishable: { type: "apiKey", in: "header", name: "x-publishable-api-key" },
      },
    },
  }
  const problems = problemsOf(document)
  if (problems.length > 0) {
    throw new Error(`the contract would be none:\n${problems.join("\n")}`)
  }
  const note = "# Written by `npm run openapi` from the routes: change those, not this.\n"
  return note + stringify(document, { lineWidth: 0, aliasDuplicateObjects: false })
}

/** Addresses of which only one is a route (docs/medusa.md#folders-named-test). */
const ONLY: Readonly<Record<string, string>> = {
  "/admin/payin/status/:check": "/admin/payin/status/test",
}

/** Every route that the files of `src/api` have, with what stands above its handler. */
function routeFiles(): [string, string][] {
  const files = readdirSync(path.join(ROOT, "src/api"), { recursive: true, encoding: "utf8" })
  const routes = files.filter((file) => path.basename(file) === "route.ts")
  return routes.flatMap((file) => {
    const source = readFileSync(path.join(ROOT, "src/api", file), "utf8")
    const named = `/${path.dirname(file)}`.replaceAll(/\[(\w+)\]/g, ":$1")
    const address = ONLY[named] ?? named
    const handlers = source.matchAll(
      /(?:\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*)?export (?:async )?(?:function|const) (GET|POST|DELETE)\b/g
    )
    return [...handlers].map(([, comment = "", method = ""]): [string, string] => [
      `${method} ${address}`,
      docstring(comment),
    ])
  })
}

function byPath(a: string, b: string): number {
  const [, left = ""] = a.split(" ")
  const [, right = ""] = b.split(" ")
  return left === right ? (a < b ? -1 : 1) : left < right ? -1 : 1
}

function manifest(): { version: string } {
  const read: { version: string } = JSON.parse(
    readFileSync(path.join(ROOT, "package.json"), "utf8")
  )
  return read
}
