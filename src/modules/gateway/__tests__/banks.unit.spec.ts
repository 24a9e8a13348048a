import { RefusedError, UnclearError } from "../errors"
import { PayInGatewayService } from "../service"
import { errorOf, json, raw, rawOptions, startService, type ServiceDouble } from "./service-double"

let service: ServiceDouble
let gateway: PayInGatewayService

beforeEach(async () => {
  service = await startService()
  gateway = new PayInGatewayService({}, { ...rawOptions(service.url), retries: { attempts: 1 } })
})
afterEach(() => service.close())

const list = () => gateway.banks.list("co")
const answer = (data: unknown, more: object = {}) =>
  json(200, { code: "01", status: "SUCCESS", ...more, data })

it("the list is asked for with both credentials", async () => {
  service.reply(answer([]))
  expect(await list()).toEqual([])
  expect(service.seen).toMatchObject([
    {
      method: "GET",
      path: "/api/v1/pse/banks",
      headers: {
        authorization: expect.stringMatching(/^Basic /),
        "token-top": expect.any(String),
      },
    },
  ])
})

it.each([
  ["https", "https://assets.example/0017.webp", "https://assets.example/0017.webp"],
  ["this machine's own", "http://127.0.0.1:9/a.svg", "http://127.0.0.1:9/a.svg"],
  ["plain http", "http://assets.example/0017.webp", null],
  ["a script", "javascript:alert(1)", null],
  ["data", "data:image/svg+xml,<svg/>", null],
  ["one with a password", "https://a:b@assets.example/x", null],
  ["no address", "0017.webp", null],
  ["a number", 7, null],
  ["none", undefined, null],
])("a picture counts if its address is https: %s", async (_title, image, shown) => {
  service.reply(answer([{ code: "0017", name: "Banco Orquídea", image }]))
  expect(await list()).toEqual([{ code: "0017", name: "Banco Orquídea", image: shown }])
})

it("a code stays the text it is; what is no bank, or the same one again, is left out", async () => {
  service.reply(
    answer([
      { code: "0017", name: "Banco Orquídea", status: "on" },
      { code: 1801, name: "Banco Cóndor" },
      { code: "1802" },
      { name: "Banco Sabana" },
      { code: "0017", name: "Otro" },
      { code: "", name: "Nada" },
      { code: "9".repeat(65), name: "Largo" },
      null,
      "1803",
    ])
  )
  expect(await list()).toEqual([{ code: "0017", name: "Banco Orquídea", image: null }])
})

it("an endless list is cut", async () => {
  const many = Array.from({ length: 2000 }, (_one, index) => ({ code: `b${index}`, name: "Banco" }))
  service.reply(answer(many))
  expect(await list()).toHaveLength(500)
})

it.each([
  ["no list", answer({ banks: [] })],
  ["nothing", answer(null)],
  ["the page of a proxy", raw(200, "<html>")],
  ["no code", json(200, { data: [{ code: "0017", name: "Banco" }] })],
  ["a failing service", json(500, { code: "00", status: "ERROR", error: "SERVICE_ERROR" })],
])("%s is no list, and never an empty one", async (_title, reply) => {
  service.reply(reply)
  const error = await errorOf(list())
  expect(error).toBeInstanceOf(UnclearError)
  expect(error).toMatchObject({ mayHaveHappened: false })
})

it("a refusal is one", async () => {
  service.reply(json(401, { code: "00", status: "ERROR", error: "UNAUTHORIZED" }))
  expect(await errorOf(list())).toBeInstanceOf(RefusedError)
})
