import { readFileSync } from "node:fs"
import path from "node:path"
import { stringify } from "csv-stringify/sync"
import { parse } from "yaml"
import { z } from "zod"
import { created } from "../../../src/api/admin/payin/beneficiaries/posted"
import { optionalWords, readPosted, words } from "../../../src/api/admin/payin/posted-values"
import { NO_CARD_NUMBER } from "../../../src/domain/card/number"
import { COUNTRIES } from "../../../src/domain/country/countries"
import { readCustomerData } from "../../../src/domain/privacy/customer-data"
import { readPayoutImport } from "../../../src/domain/payout/import"
import { readPayoutTarget } from "../../../src/domain/payout/destination"
import { readSessionInput } from "../../../src/domain/session/input"
import { DISGUISED_CARDS } from "../../../src/domain/__tests__/support/disguised-cards"

const { CO } = COUNTRIES
const CELLS = {
  ...{ amount: "150000", currency_code: "COP", full_name: "Ana Ejemplo", legal_doc_type: "CC" },
  ...{ legal_doc: "1020304050", phone_number: "3001112233", email: "ana@shop.example" },
  ...{ bank: "BANCOLOMBIA", account_number: "12345678901", account_type: "AHORRO" },
}

type Reader = (text: string) => { field?: string; message: string }[]

const read = (schema: z.ZodType, field: string, text: string) => {
  const answer = readPosted(schema, { [field]: text })
  return "refusal" in answer ? [answer.refusal] : []
}
const ofCustomer =
  (field: string): Reader =>
  (text) =>
    readCustomerData({ [field]: text }, CO).problems
const cell =
  (field: string): Reader =>
  (text) => {
    const row = { ...CELLS, [field]: text }
    const rules = { country: CO, currency: "COP", decimals: 0, account: "co" }
    return readPayoutImport(stringify([row], { header: true, quoted: true }), rules).problems
  }

/** Where a person types what they like, by the name that the contract gives it. */
const READ: Record<string, Reader[]> = {
  note: [
    (text) => read(z.strictObject({ note: words }), "note", text),
    (text) => read(z.strictObject({ note: optionalWords }), "note", text),
    cell("note"),
  ],
  proof: [(text) => read(z.strictObject({ proof: words }), "proof", text)],
  name: [(text) => read(created.pick({ name: true }), "name", text)],
  description: [(description) => readSessionInput({ description }, CO, null).problems],
  bank: [
    (bank) => {
      const destination = { ...CELLS, phone_code: "57", bank }
      return readPayoutTarget({ payment_method: "BANK_TRANSFER", destination }, CO).problems
    },
    cell("bank"),
  ],
  full_name: [ofCustomer("full_name"), cell("full_name")],
  email: [ofCustomer("email"), cell("email")],
  legal_doc: [ofCustomer("legal_doc"), cell("legal_doc")],
  phone_number: [ofCustomer("phone_number"), cell("phone_number")],
}

/** No free text: one of a list, a number, or the name of something that is there. */
const BOUND = [
  ...["account", "account_number", "account_type", "amount", "beneficiary_id", "csv"],
  ...["currency_code", "ids", "legal_doc_type", "payer", "payment_id", "payment_method"],
  ...["person_type", "phone_code", "reason_id", "reference", "shown", "stock_location_id"],
  "transaction_id",
]

/** A schema of the contract, as far as it tells what may be typed where. */
const schema = z.looseObject({
  $ref: z.string().optional(),
  type: z.union([z.string(), z.array(z.string())]).optional(),
  properties: z.record(z.string(), z.unknown()).default({}),
  items: z.unknown(),
  anyOf: z.array(z.unknown()).default([]),
  oneOf: z.array(z.unknown()).default([]),
  allOf: z.array(z.unknown()).default([]),
})
const operation = z.object({
  requestBody: z
    .object({ content: z.record(z.string(), z.object({ schema: z.unknown() })) })
    .optional(),
})
const contract = z
  .object({ paths: z.record(z.string(), z.record(z.string(), operation)), components: z.unknown() })
  .parse(parse(readFileSync(path.join(__dirname, "../../../docs/openapi.yaml"), "utf8")))

/** What stands at a place of the contract, such as `#/components/schemas/Text`. */
function at(place: string): unknown {
  return place
    .split("/")
    .slice(1)
    .reduce<unknown>((within, key) => z.looseObject({}).parse(within)[key], contract)
}

/** The last names of all fields of a schema that take any text. */
function textsIn(given: unknown, name: string): string[] {
  const one = schema.parse(given)
  if (one.$ref !== undefined) return textsIn(at(one.$ref), name)
  const within = [
    ...Object.entries(one.properties).flatMap(([key, value]) => textsIn(value, key)),
    ...[...one.anyOf, ...one.oneOf, ...one.allOf].flatMap((value) => textsIn(value, name)),
    ...(one.items === undefined ? [] : textsIn(one.items, name)),
  ]
  const isText = [one.type].flat().includes("string") && !("enum" in one) && !("const" in one)
  return isText ? [name, ...within] : within
}

describe("a field for free text", () => {
  it("is known for each body of the contract that a person writes", () => {
    const bodies = Object.entries(contract.paths)
      .filter(([address]) => !address.startsWith("/hooks/"))
      .flatMap(([, operations]) => Object.values(operations))
      .flatMap(({ requestBody }) => Object.values(requestBody?.content ?? {}))
    const names = new Set(bodies.flatMap((body) => textsIn(body.schema, "csv")))
    const known = [...Object.keys(READ), ...BOUND]
    expect(names.size).toBeGreaterThan(20)
    expect([...names].filter((name) => !known.includes(name))).toEqual([])
    expect(known.filter((name) => !names.has(name))).toEqual([])
  })

  const fields = Object.entries(READ).flatMap(([name, readers]) =>
    readers.map((reader, number) => ({ name, number, reader }))
  )
  it.each(fields)(
    "takes no number of a card, however it is written: $name ($number)",
    ({ name, reader }) => {
      const taken = DISGUISED_CARDS.filter(([, text]) => reader(text).length === 0)
      expect(taken).toEqual([])
      const [problem] = reader("4111 1111 1111 1111")
      expect(problem.field).toMatch(new RegExp(`(^|\\.)${name}$`))
      expect(problem.message).toContain(NO_CARD_NUMBER)
    }
  )
})
