import { bodyOf, isTable, queryOf, ref, type Schema } from "./posted"
import type { Route } from "./routes"

/** One route as an operation of OpenAPI; `description` is what its file says of it. */
export function operation(name: string, address: string, description: string, route: Route) {
  const { once, outside } = route
  const { parameters: headers = [], ...said } = outside ?? {
    ...bodyOf(route),
    responses: responsesOf(address, route),
  }
  const named = [...address.matchAll(/:(\w+)/g)].map(([, param = ""]) => ({
    name: param,
    in: "path",
    required: true,
    schema: { type: "string" },
  }))
  const key = { name: "Idempotency-Key", in: "header", required: true, schema: KEY }
  const parameters = [...named, ...headers, ...(once ? [key] : []), ...queryOf(route)]
  return {
    operationId: name.replace(/[^A-Za-z]+/g, "_").replace(/_$/, ""),
    description,
    ...securityOf(address),
    ...(parameters.length > 0 && { parameters }),
    ...said,
  }
}

const KEY = { type: "string", pattern: "^[A-Za-z0-9_-]{1,64}$" }
const json = (schema: Schema) => ({ "application/json": { schema } })
const TABLE = { "text/csv": { schema: { type: "string" } } }

function responsesOf(address: string, route: Route): Schema {
  const { answers = {}, status = 200, asks } = route
  const named = typeof answers === "string" ? { [status]: answers } : answers
  const done = Object.entries(named).map(([code, type]) => [
    code,
    { description: "Done.", content: { ...json(ref(type)), ...(isTable(route) && TABLE) } },
  ])
  return {
    ...Object.fromEntries(done),
    ...(isSigned(address) && {
      "401": { description: "Nobody is signed in.", content: json(NOBODY) },
    }),
    "4XX": {
      description: "Refused: what is wrong, and which field.",
      content: json(ref("Refusal")),
    },
    ...(asks && {
      "5XX": {
        description: "The payment service gave no answer that can be used; nothing was done.",
        content: json(ref("ServiceFailure")),
      },
    }),
  }
}

// Medusa's own answer, before a route of ours hears of the request.
const NOBODY = {
  type: "object",
  properties: { message: { type: "string" } },
  required: ["message"],
}

function isSigned(address: string): boolean {
  return address.startsWith("/admin/") || ownedByShopper(address)
}

function ownedByShopper(address: string): boolean {
  return /^\/store\/.*(?:saved-cards|subscriptions)/.test(address)
}

function securityOf(address: string): Schema {
  if (address.startsWith("/admin/")) {
    return { security: [{ admin: [] }] }
  }
  if (!address.startsWith("/store/")) {
    return { security: [] }
  }
  return { security: [{ publishable: [], ...(ownedByShopper(address) && { customer: [] }) }] }
}
