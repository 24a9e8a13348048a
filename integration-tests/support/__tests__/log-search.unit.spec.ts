import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import path from "node:path"

import { CANARY, shopperEmail } from "../personal-data"

const REQUEST = '{"level":"http","method":"POST","path":"/store/carts","status":200}'
const KEY = "0123456789abcdef0123456789abcdef"

let folder: string

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "payin-log-"))
})

afterEach(() => {
  rmSync(folder, { recursive: true, force: true })
})

async function search(...lines: string[]) {
  const { searchLog } = await import("../log-search.mjs")
  const file = path.join(folder, "http.log")
  writeFileSync(file, lines.join("\n"))
  return searchLog(file)
}

describe("the log search", () => {
  it.each([
    ["document", CANARY.co.legal_doc],
    ["document of another country", CANARY.pe.legal_doc],
    ["telephone", `+57${CANARY.co.phone_number}`],
    ["first name", `"first_name":"${CANARY.address.first_name}"`],
    ["last name in capitals", CANARY.address.last_name.toUpperCase()],
    ["address", CANARY.address.address_1],
    ["address in a URL", encodeURIComponent(CANARY.address.address_1)],
    ["e-mail", CANARY.pe.email],
    ["e-mail of another shopper", shopperEmail("rejected")],
    ["e-mail in a URL", encodeURIComponent(shopperEmail("rejected"))],
    ["bank account", CANARY.refund_destination.account_number],
    ["service password", CANARY.service.password],
    ["service token", CANARY.service.token],
    ["webhook secret", CANARY.webhook_secret],
    ["encryption key", CANARY.encryption_key],
    ["password of the sandbox", "sandbox-co-password"],
    [
      "authorization header",
      `Basic ${Buffer.from(`${CANARY.service.username}:x`).toString("base64")}`,
    ],
    ["bearer token", "authorization: Bearer eyJhbGciOiJIUzI1NiJ9.e30"],
    ["key of a notification", `/hooks/payin/ipn/pin_01m7yqmnvxm3bn6z0f7rw1946s/${KEY}`],
    ["address of a refund's page", `https://api.shop.example/payin/refund/${KEY}`],
    ["key of a notification in colour", `/ipn/pin_01/\u001b[31m${KEY}\u001b[39m`],
  ])("finds a %s, and shows the line without it", async (_, secret) => {
    const { findings } = await search(
      REQUEST,
      `{"level":"info","message":"x ${secret} y"}`,
      REQUEST
    )

    expect(findings).toContainEqual(expect.objectContaining({ firstLine: 2, times: 1 }))
    const [{ line }] = findings
    expect(line).toMatch(/^\{"level":"info","message":"x .*\*\*\*.* y"\}$/)
    expect(line.toLowerCase()).not.toContain(secret.toLowerCase())
  })

  it("does not show the secret that it found", async () => {
    const result = await search(`token ${CANARY.service.token}`)

    expect(result.findings).toHaveLength(1)
    expect(JSON.stringify(result)).not.toContain(CANARY.service.token)
  })

  it("accepts lines without personal data and secrets", async () => {
    const result = await search(
      REQUEST,
      '{"level":"debug","message":"registering route POST /hooks/payin/ipn/:reference/:key"}',
      '{"level":"info","message":"payin pin_01m7yqmnvxm3bn6z0f7rw1946s: approved, 50000 COP"}',
      `{"level":"http","path":"/hooks/payin/ipn/pin_01m7yqmnvxm3bn6z0f7rw1946s/[redacted]"}`,
      `{"level":"http","path":"/payin/refund/[redacted]"}`
    )

    expect(result).toEqual({ lines: 5, medusaLines: 5, findings: [] })
  })

  it("counts no Medusa lines in a log that Medusa did not write", async () => {
    expect(await search("PASS integration-tests/http/sale.spec.ts")).toMatchObject({
      lines: 1,
      medusaLines: 0,
    })
  })
})
