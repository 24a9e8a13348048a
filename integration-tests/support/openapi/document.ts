import { readdirSync, readFileSync } from "node:fs"
import path from "node:path"
import { createGenerator } from "ts-json-schema-generator"
import { stringify } from "yaml"
import { z } from "zod"
import { ROUTES, type Route } from "./routes"

const ROOT = path.resolve(__dirname, "../../..")
/** Types of what is answered: the routes are compiled against them. */
const ANSWERS = ["src/api/admin/payin/*-types.ts", "src/api/store/payin/types.ts"]
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })

/** Fields that the routes read by the rules of a country, so that zod knows no more than that they may be there. */
const BY_COUNTRY: Record<string, object> = {
  amount: { type: "string", description: "In major units, as a person types it." },
  currency_code: { type: "string" },
  payment_method: { type: "string" },
  description: { type: "string" },
  expiration_time: { type: "integer", description: "Minutes." },
  customer_data: ref("CustomerData"),
  destination: ref("PayoutDestination"),
}

type Schema = Record<string, unknown>

/** The contract as OpenAPI 3.1: paths from the routes' files, bodies from their zod schemas, answers from their types. */
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
      schemas: schemas(),
      securitySchemes: {
        admin: { type: "http", scheme: "bearer", description: "As every route of Medusa's admin." },
        customer: { type: "http", scheme: "bearer", description: "Of a signed-in customer." },
        publishable: { type: "apiKey", in: "header", name: "x-publishable-api-key" },
      },
    },
  }
  const missing = missingSchemas(document)
  if (missing.length > 0) {
    throw new Error(`no type is exported for ${missing.join(", ")}`)
  }
  const note = "# Written by `npm run openapi` from the routes: change those, not this.\n"
  return note + stringify(document, { lineWidth: 0, aliasDuplicateObjects: false })
}

/** Names that are referred to, and that nothing describes. */
function missingSchemas(document: { components: { schemas: Record<string, unknown> } }): string[] {
  const named = JSON.stringify(document).matchAll(/#\/components\/schemas\/([^"]+)"/g)
  const there = Object.keys(document.components.schemas)
  return [...new Set([...named].map(([, name = ""]) => name))].filter(
    (name) => !there.includes(name)
  )
}

function operation(name: string, address: string, description: string, route: Route): Schema {
  const { query, body, answers, status = 200, once, asks } = route
  const named = [...address.matchAll(/:(\w+)/g)].map(([, param = ""]) => ({
    name: param,
    in: "path",
    required: true,
    schema: { type: "string" },
  }))
  const key = { name: "Idempotency-Key", in: "header", required: true, schema: KEY }
  const parameters = [...named, ...(once ? [key] : []), ...(query ? queryOf(query) : [])]
  return {
    operationId: name.replace(/[^A-Za-z]+/g, "_").replace(/_$/, ""),
    description,
    ...securityOf(address),
    ...(parameters.length > 0 && { parameters }),
    ...(body && {
      requestBody: { content: { "application/json": { schema: jsonSchema(body) } } },
    }),
    responses: {
      [status]: {
        description: "Done.",
        ...(answers && { content: { "application/json": { schema: answerOf(answers) } } }),
      },
      "4XX": {
        description: "Refused: what is wrong, and which field.",
        content: { "application/json": { schema: ref("Refusal") } },
      },
      ...(asks && {
        "5XX": {
          description: "The payment service gave no answer that can be used; nothing was done.",
          content: { "application/json": { schema: ref("ServiceFailure") } },
        },
      }),
    },
  }
}

const KEY = { type: "string", pattern: "^[A-Za-z0-9_-]{1,64}$" }

function answerOf(answers: string | string[]): Schema {
  return typeof answers === "string" ? ref(answers) : { oneOf: answers.map(ref) }
}

function securityOf(address: string): Schema {
  if (address.startsWith("/admin/")) {
    return { security: [{ admin: [] }] }
  }
  if (!address.startsWith("/store/")) {
    return { security: [] }
  }
  const own = /saved-cards|subscriptions/.test(address)
  return { security: [{ publishable: [], ...(own && { customer: [] }) }] }
}

const object = z.looseObject({
  properties: z.record(z.string(), z.record(z.string(), z.unknown())).default({}),
  required: z.array(z.string()).default([]),
})

function queryOf(schema: z.ZodType): Schema[] {
  const { properties, required } = object.parse(jsonSchema(schema))
  return Object.entries(properties).flatMap(([name, schema]): Schema[] =>
    name === "created_at"
      ? ["$gte", "$lte"].map((end) => ({ name: `created_at[${end}]`, in: "query", schema: TIME }))
      : [{ name, in: "query", ...(required.includes(name) && { required: true }), schema }]
  )
}

const TIME = { type: "string", description: "A day, or an ISO 8601 time." }

/** As it is posted: what zod makes of it afterwards is no business of a caller. */
function jsonSchema(schema: z.ZodType): Schema {
  const { $schema: _, ...written } = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" })
  const { properties, required, ...rest } = object.parse(written)
  const known = Object.entries(properties).map(([name, property]) => [
    name,
    Object.keys(property).length === 0 ? (BY_COUNTRY[name] ?? property) : property,
  ])
  return {
    ...rest,
    properties: Object.fromEntries(known),
    ...(required.length > 0 && { required }),
  }
}

function schemas(): Record<string, unknown> {
  const all = ANSWERS.flatMap((file) => {
    const generator = createGenerator({
      path: path.join(ROOT, file),
      tsconfig: path.join(ROOT, "tsconfig.json"),
      type: "*",
      skipTypeCheck: true,
      expose: "export",
      topRef: true,
      additionalProperties: false,
    })
    return Object.entries(generator.createSchema("*").definitions ?? {})
  })
  const sorted = all.sort(([a], [b]) => (a < b ? -1 : 1))
  const text = JSON.stringify(Object.fromEntries(sorted))
  const moved: Record<string, unknown> = JSON.parse(
    text.replaceAll("#/definitions/", "#/components/schemas/")
  )
  return moved
}

/** Every route that the files of `src/api` have, with what stands above its handler. */
function routeFiles(): [string, string][] {
  const files = readdirSync(path.join(ROOT, "src/api"), { recursive: true, encoding: "utf8" })
  const routes = files.filter((file) => path.basename(file) === "route.ts")
  return routes.flatMap((file) => {
    const source = readFileSync(path.join(ROOT, "src/api", file), "utf8")
    const address = `/${path.dirname(file)}`.replaceAll(/\[(\w+)\]/g, ":$1")
    const handlers = source.matchAll(
      /(?:\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*)?export (?:async )?(?:function|const) (GET|POST|DELETE)\b/g
    )
    return [...handlers].map(([, comment = "", method = ""]): [string, string] => [
      `${method} ${address}`,
      words(comment),
    ])
  })
}

/** A docstring as running text, without what only this repository can look up. */
function words(comment: string): string {
  return comment
    .replaceAll(/^\s*\* ?/gm, "")
    .replaceAll(/\s+/g, " ")
    .replaceAll(/ \((?:design|gaps|interface|medusa)\.md[^)]*\)/g, "")
    .trim()
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
