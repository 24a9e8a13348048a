import { z } from "zod"
import { PAYOUT_IMPORT_EXAMPLE } from "../../../src/domain/payout/__tests__/import-example"
import type { Route } from "./routes"

export type Schema = Record<string, unknown>
export const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })

/**
 * What the routes read by the rules of a country or of money: of these zod knows no more than that
 * they may be there.
 */
const READ_BY_ROUTE: Record<string, Schema> = {
  amount: {
    type: ["string", "number"],
    description: "In major units, as a person types it; never rounded.",
  },
  currency_code: { type: "string" },
  payment_method: { type: "string" },
  description: { type: "string" },
  expiration_time: { type: "integer", description: "Minutes." },
  percent: {
    type: "number",
    exclusiveMinimum: 0,
    maximum: 100,
    description: "At most 4 decimals.",
  },
  customer_data: ref("PostedCustomerData"),
  destination: ref("PayoutDestination"),
}

/** A file of payouts. */
export const PAYOUT_FILE: Schema = {
  type: "string",
  description:
    "A header and a row for each payout, with commas, semicolons or tabs between cells; `payment_method`, `phone_code` and `note` may be left out.",
  examples: [PAYOUT_IMPORT_EXAMPLE.replaceAll("\r\n", "\n")],
}

const objectSchema = z.looseObject({
  properties: z.record(z.string(), z.record(z.string(), z.unknown())).default({}),
  required: z.array(z.string()).default([]),
})

/** What has to be sent along, as the contract says it; nothing where a request needs no body. */
export function bodyOf({ body, needs = [], fields = {}, bodies = {} }: Route): Schema {
  if (body === undefined) {
    return {}
  }
  const { properties, required, ...rest } = objectSchema.parse(written(body))
  const needed = [...required, ...needs]
  const known = Object.entries(properties).map(([name, property]) => [
    name,
    fields[name] ??
      (Object.keys(property).length === 0 ? (READ_BY_ROUTE[name] ?? property) : property),
  ])
  const schema = {
    ...rest,
    properties: Object.fromEntries(known),
    ...(needed.length > 0 && { required: needed }),
  }
  const others = Object.entries(bodies).map(([type, schema]) => [type, { schema }])
  return {
    requestBody: {
      required: needed.length > 0,
      content: { "application/json": { schema }, ...Object.fromEntries(others) },
    },
  }
}

const TIME = { type: "string", description: "A day, or an ISO 8601 time." }

export function queryOf({ query }: Route): Schema[] {
  const { properties, required } = readQuery(query)
  return Object.entries(properties).flatMap(([name, schema]): Schema[] =>
    name === "created_at"
      ? ["$gte", "$lte"].map((end) => ({ name: `created_at[${end}]`, in: "query", schema: TIME }))
      : [{ name, in: "query", ...(required.includes(name) && { required: true }), schema }]
  )
}

/** Whether what it answers can be had as a file. */
export function isTable({ query }: Route): boolean {
  const { format } = readQuery(query).properties
  return Array.isArray(format?.enum) && format.enum.includes("csv")
}

function readQuery(query: z.ZodType | undefined) {
  return objectSchema.parse(query === undefined ? {} : written(query))
}

/** As it is posted: what zod makes of it afterwards is no business of a caller. */
function written(schema: z.ZodType): Schema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" })
  return rest
}
