import { spawn } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import * as net from "node:net"
import { tmpdir } from "node:os"
import * as path from "node:path"

const ROOT = path.resolve(__dirname, "../../..")
const COMMAND = path.join(ROOT, "src/commands/payin-sandbox.ts")

interface Run {
  code: number | null
  output: string
  errors: string
}

/** Runs the command; once `until` shows in its output, presses Ctrl-C. */
function run(args: string[], until?: RegExp): Promise<Run> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, ["--import", "tsx", COMMAND, ...args], { cwd: ROOT })
    let output = ""
    let errors = ""
    child.stdout.on("data", (part: Buffer) => {
      output += part.toString()
      if (until?.test(output)) child.kill("SIGINT")
    })
    child.stderr.on("data", (part: Buffer) => (errors += part.toString()))
    child.on("close", (code) => resolve({ code, output, errors }))
  })
}

describe("payin-sandbox", () => {
  let folder: string
  beforeAll(() => {
    folder = mkdtempSync(path.join(tmpdir(), "payin-sandbox-"))
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  it("prints addresses and credentials, and Ctrl-C ends it cleanly", async () => {
    const { code, output, errors } = await run(["--port", "0"], /Ctrl-C stops/)
    expect(output).toMatch(/Base address\s+http:\/\/127\.0\.0\.1:\d+\n/)
    expect(output).toMatch(/Card address\s+http:\/\/127\.0\.0\.1:\d+\/card\n/)
    expect(output).toMatch(/Control API\s+http:\/\/127\.0\.0\.1:\d+\/_sandbox/)
    expect(output).toContain("sandbox-co-token")
    expect(output).toContain("sandbox-pe-password")
    expect(output).toContain("sandbox-co-webhook-secret")
    expect(output).toContain("approved when its e-mail begins with approved@,")
    expect(output).toContain("rejects every other e-mail")
    expect(output).toContain("A payout stays pending until you decide it on the front page")
    expect(errors).toBe("")
    expect(code).toBe(0)
  }, 30_000)

  it("takes its settings from a file", async () => {
    const file = path.join(folder, "config.json")
    const merchant = { username: "me", password: "pw", token: "tok", merchantId: "mine" }
    writeFileSync(
      file,
      JSON.stringify({
        ...{ port: 0, merchants: [merchant], form: "flat" },
        ...{ outcome: "approve", payouts: { outcome: "approve" } },
      })
    )
    const { code, output } = await run(["--config", file], /Ctrl-C stops/)
    expect(output).toContain("token tok")
    expect(output).toContain("A payment is approved by its pay button")
    expect(output).toContain("A payout is approved by itself")
    expect(output).not.toContain("sandbox-co")
    expect(code).toBe(0)
  }, 30_000)

  it("prints its usage with --help", async () => {
    const { code, output } = await run(["--help"])
    expect(output).toContain("Usage: npx -p medusa-plugin-payin payin-sandbox")
    expect(output).toContain("approves the e-mails approved@...")
    expect(output).toContain("stays pending until you decide it on the front page")
    expect(output).toContain('{ "payouts": { "outcome": "approve" } }')
    expect(code).toBe(0)
  }, 30_000)

  it("reports a busy port in one line", async () => {
    const other = net.createServer()
    await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve))
    const address = other.address()
    const port = typeof address === "object" && address !== null ? address.port : 0
    const { code, errors } = await run(["--port", String(port)])
    other.close()
    expect(errors).toBe(
      `payin-sandbox: port ${port} is already in use: choose another with --port\n`
    )
    expect(code).toBe(1)
  }, 30_000)

  it("reports each wrong argument or config file in one line that names the mistake", async () => {
    const broken = path.join(folder, "broken.json")
    writeFileSync(broken, "{")
    const wrong = path.join(folder, "wrong.json")
    writeFileSync(wrong, JSON.stringify({ host: "0.0.0.0" }))
    const mistakes: [string[], RegExp][] = [
      [["--port", "http"], /--port must be a number/],
      [["--prot", "1"], /--prot/],
      [["--config", path.join(folder, "none.json")], /cannot read the config file/],
      [["--config", broken], /is not JSON/],
      [["--config", wrong], /setting "host".*loopback/],
    ]
    const runs = await Promise.all(mistakes.map(([args]) => run(args)))
    runs.forEach(({ code, errors }, index) => {
      expect(errors).toMatch(mistakes[index][1])
      expect(errors.trim().split("\n")).toHaveLength(1)
      expect(code).toBe(1)
    })
  }, 60_000)
})
