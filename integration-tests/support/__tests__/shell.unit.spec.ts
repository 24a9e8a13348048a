import { readdirSync, writeFileSync, mkdtempSync, rmSync } from "node:fs"
import os from "node:os"
import path from "node:path"
import { Receiver } from "../../../src/sandbox/__tests__/support/receiver"
import { blocksOf, readPage } from "../docs/blocks"
import { runShell } from "../docs/shell"

const ROOT = path.join(__dirname, "../../..")
const PAGES = ["README.md", "README.es.md"].concat(
  readdirSync(path.join(ROOT, "docs"))
    .filter((name) => name.endsWith(".md"))
    .map((name) => `docs/${name}`)
)

/** What the real curl reads as a list or a range, in an address that it is handed. */
const READ_BY_CURL = /(?:https?:\/\/|\$STORE)[^\s"']*[[\]{}]/

describe("the stand-in for curl", () => {
  const receiver = new Receiver()
  let cwd: string

  beforeEach(async () => {
    cwd = mkdtempSync(path.join(os.tmpdir(), "payin-shell-"))
    await receiver.start()
  })
  afterEach(async () => {
    await receiver.stop()
    receiver.clear()
    rmSync(cwd, { recursive: true })
  })

  const run = (command: string) => runShell(command, { cwd, env: { STORE: receiver.url } })

  it.each([
    ["brackets in an address", 'curl -d "{}" "$STORE?created_at[\\$gte]=2026"', 3],
    ["braces in an address", 'curl -d "{}" "$STORE/{id}"', 3],
    ["a space in an address", 'curl -d "{}" "$STORE?q=two words"', 3],
    ["words that no quotes hold together", 'curl -d "{}" $STORE two', 2],
  ])("sends nothing for %s, as curl does", async (_what, command, code) => {
    await expect(run(command)).rejects.toThrow(`it ended with ${code}: curl: (${code})`)
    expect(receiver.received).toEqual([])
  })

  it("sends an escaped address, and brackets with -g", async () => {
    await run('curl -d "{}" "$STORE?created_at%5B\\$gte%5D=1"')
    await run('curl -g -d "{}" "$STORE?created_at[\\$gte]=2"')
    const queries = receiver.received.map(({ path }) => new URLSearchParams(path.split("?")[1]))
    expect(queries.map((query) => query.get("created_at[$gte]"))).toEqual(["1", "2"])
  })

  it("posts a form unless a header says otherwise, and a file only behind @", async () => {
    writeFileSync(path.join(cwd, "posted.json"), '{ "from": "a file" }')
    await run(`curl -d '{ "from": "the line" }' "$STORE"`)
    await run('curl -H "Content-Type: application/json" --data-binary @posted.json "$STORE"')
    expect(receiver.received).toMatchObject([
      { contentType: "application/x-www-form-urlencoded", body: { from: "the line" } },
      { contentType: "application/json", body: { from: "a file" } },
    ])
  })
})

describe("the commands of the guides", () => {
  it.each(PAGES)("in %s have addresses that curl sends as they are", (page) => {
    const commands = blocksOf(readPage(page), "sh", "bash").map(({ code }) => code)
    expect(commands.filter((code) => READ_BY_CURL.test(code))).toEqual([])
  })

  it("are reported with an address that curl reads itself", () => {
    expect('curl "$STORE/list?created_at[\\$gte]=1"').toMatch(READ_BY_CURL)
    expect('curl "$STORE/list?created_at%5B\\$gte%5D=1" -d "{ }"').not.toMatch(READ_BY_CURL)
  })
})
