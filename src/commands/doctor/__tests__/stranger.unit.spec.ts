import { createServer, type Server } from "node:http"
import { checkDeposit } from "../deposit"
import { checkUnknown } from "../unknown-reference"
import { Findings } from "../finding"
import { Transport } from "../transport"
import { askedSchema, readCheckContext } from "../check-context"
import { checkPayout } from "../payout"
import { DESTINATION } from "./support/look"

/** Answers that the sandbox never gives. */
describe("payin-doctor at a service that answers unlike the sandbox", () => {
  let answer: { status: number; body: object } = { status: 200, body: {} }
  let server: Server
  let baseUrl = ""
  beforeAll(async () => {
    server = createServer((_request, response) => {
      response.writeHead(answer.status).end(JSON.stringify(answer.body))
    })
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
    const address = server.address()
    baseUrl = `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}`
  })
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })

  const findings = () => new Findings(() => undefined)
  const transport = () => new Transport({ baseUrl, username: "u", password: "p", token: "t" })

  it.each([
    [200, "as_documented"],
    [401, "wrong"],
    [403, "wrong"],
  ] as const)("takes NOT_FOUND under HTTP %d as the plugin does", async (status, result) => {
    answer = { status, body: { code: "00", error: "NOT_FOUND", message: "no" } }
    const found = findings()
    await checkUnknown(transport(), found)
    expect(found.list.map((finding) => finding.result)).toEqual([result])
  })

  it.each([
    ["with a page", { ticket: "t-1", payment_url: "https://pay.example/t-1" }, undefined],
    [
      "without a page",
      { ticket: "t-1", payment_url: "", type: "key", key: "123" },
      "names type, key:",
    ],
    ["without a page, without a ticket", { payment_url: null }, "names nothing to pay by:"],
  ])(
    "says that an account answers a link %s, and no value by which it is paid",
    async (form, data, says) => {
      answer = { status: 200, body: { code: "01", data } }
      const context = readCheckContext(
        askedSchema.parse({
          ...{ "base-url": baseUrl, username: "u", password: "p", token: "t", wait: 0 },
        }),
        null
      )
      const found = findings()
      await checkDeposit(transport(), context, () => baseUrl, found)
      const of = (check: string) => found.list.find((finding) => finding.check === check)?.says
      expect(of("a payment link")).toMatch(new RegExp(`the enveloped form, ${form}$`))
      expect(of("a payment page")).toEqual(says && expect.stringContaining(says))
      expect(of("a payment page") ?? "").not.toContain("123")
    }
  )

  it("reports an undocumented status of a payout as wrong", async () => {
    answer = { status: 200, body: { code: "01", data: { ticket: "t-1", status: "PAGADO" } } }
    const asked = askedSchema.parse({
      ...{ "base-url": baseUrl, username: "u", password: "p", token: "t", wait: 0 },
    })
    const context = readCheckContext(asked, { amount: "1000", destination: DESTINATION })
    const found = findings()
    await checkPayout(transport(), context, { ipnUrlOf: () => baseUrl, label: null }, found)
    expect(found.of("wrong")).toEqual([
      {
        check: "what became of the payout",
        result: "wrong",
        says: expect.stringContaining(`"PAGADO" is no status of the documents`),
      },
    ])
  })
})
