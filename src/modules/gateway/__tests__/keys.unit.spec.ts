import { RefusedError, UnclearError } from "../errors"
import { PayInGatewayService } from "../service"
import { errorOf, json, raw, rawOptions, startService, type ServiceDouble } from "./service-double"

let service: ServiceDouble
let gateway: PayInGatewayService
const lines: string[] = []
const log = (line: string) => void lines.push(line)

beforeEach(async () => {
  lines.length = 0
  service = await startService()
  const logger = { debug: log, info: log, warn: log, error: log }
  gateway = new PayInGatewayService(
    { logger },
    { ...rawOptions(service.url), retries: { attempts: 1 } }
  )
})
afterEach(() => service.close())

const resolve = (key = "@lucia-mora") => gateway.keys.resolve("co", key, "payout_1")
const PERSON = {
  full_name: "Lucía Mora",
  legal_doc_type: "CC",
  legal_doc: "1032456789",
  bank: "BANCO CONDOR",
  account_type: "AHORRO",
  account_number: "@lucia-mora",
}
const answer = (change: object = {}, data: object = {}) =>
  json(200, {
    success: true,
    ...change,
    data: { key_status: "ACTIVE", key_type: "PHONE", customer_data: PERSON, ...data },
  })

it("the holder is read, with both credentials, and the key is in no log", async () => {
  service.reply(answer())
  expect(await resolve()).toEqual({
    status: "active",
    holder: {
      full_name: "Lucía Mora",
      legal_doc_type: "CC",
      legal_doc: "1032456789",
      bank: "BANCO CONDOR",
    },
  })
  expect(service.seen).toMatchObject([
    {
      method: "GET",
      path: "/api/v1/breb/key/@lucia-mora/resolve",
      headers: {
        authorization: expect.stringMatching(/^Basic /),
        "token-top": expect.any(String),
      },
    },
  ])
  expect(lines.join("\n")).toContain("breb.resolve")
  expect(lines.join("\n")).not.toMatch(/lucia|1032456789/i)
})

it.each([
  ["ana@example.com", "ana@example.com"],
  ["+573001234567", "%2B573001234567"],
  ["a/../b?c#d", "a%2F..%2Fb%3Fc%23d"],
])("the key %s is written into the path as %s", async (key, written) => {
  service.reply(answer())
  await resolve(key)
  expect(service.seen).toMatchObject([{ path: `/api/v1/breb/key/${written}/resolve` }])
})

it.each([
  ["404 of the service", json(404, { success: false })],
  ["another status of the key", answer({}, { key_status: "INACTIVE" })],
])("%s: nobody holds the key", async (_title, reply) => {
  service.reply(reply)
  expect(await resolve()).toEqual({ status: "not_found" })
})

it.each([
  ["success false", answer({ success: false })],
  ["success as a text", answer({ success: "true" })],
  ["the envelope of other calls", json(200, { code: "01", data: { key_status: "ACTIVE" } })],
  ["no holder", answer({}, { customer_data: null })],
  ["a holder without a name", answer({}, { customer_data: { ...PERSON, full_name: "" } })],
  ["no status of the key", answer({}, { key_status: null })],
  ["a page", raw(200, "<html>")],
  ["a page that says 404", raw(404, "<html>")],
  ["a failing service", json(500, { success: true })],
  ["a refusal without a code", json(422, { success: false })],
])("%s says nothing, and may be asked again", async (_title, reply) => {
  service.reply(reply)
  const error = await errorOf(resolve())
  expect(error).toBeInstanceOf(UnclearError)
  expect(error).toMatchObject({ mayHaveHappened: false })
  expect(String(error)).not.toMatch(/lucia/i)
})

it("a refusal of the credentials is one", async () => {
  service.reply(json(401, { code: "00", status: "ERROR", error: "UNAUTHORIZED" }))
  expect(await errorOf(resolve())).toBeInstanceOf(RefusedError)
})
