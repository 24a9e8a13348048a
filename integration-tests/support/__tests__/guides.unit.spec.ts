import { existsSync, readdirSync } from "node:fs"
import { createRequire } from "node:module"
import os from "node:os"
import path from "node:path"
import { MINIMAL } from "../../../src/domain/__tests__/support/options"
import { resolveOptions } from "../../../src/domain/options/options"
import { verifyWebhookSignature } from "../../../src/domain/notification/webhook-signature"
import { signTestWebhook } from "../../../src/domain/notification/test-webhook"
import * as sandboxExports from "../../../src/sandbox"
import { create } from "../../../src/sandbox/__tests__/support/shop"
import { blocksOf, readPage, runBlock } from "../docs/blocks"
import { runShell } from "../docs/shell"

const root = path.join(__dirname, "../../..")
const load = createRequire(__filename)
const CONFIGURATION = /withPayIn\(|defineConfig\(/
/** Options that a guide adds to those of the README. */
const ADDED_OPTIONS = /^const payin = /m

const GUIDES = readdirSync(path.join(root, "docs"))
  .filter((name) => name.endsWith(".md"))
  .map((name) => `docs/${name}`)

/** Every configuration of the guides, with its page. */
const CONFIGURATIONS = GUIDES.flatMap((page) =>
  blocksOf(readPage(page), "ts")
    .filter(({ code }) => CONFIGURATION.test(code) || ADDED_OPTIONS.test(code))
    .map(({ code }): [string, string] => [page, code])
)

const ENVIRONMENT = {
  PAYIN_BASE_URL: "https://pay.example",
  PAYIN_CARD_URL: "https://cards.example",
  PAYIN_USERNAME: "user",
  PAYIN_PASSWORD: "hush",
  PAYIN_TOKEN: "hush",
  PAYIN_MERCHANT_ID: "merchant",
  PAYIN_WEBHOOK_SECRET: "hush-webhook-secret",
  PAYIN_ENCRYPTION_KEY: Buffer.from("thirty-two bytes for these tests").toString("base64"),
}

/** A guide may add what one country alone has. */
const BOTH_COUNTRIES = {
  accounts: [MINIMAL.accounts[0], { ...MINIMAL.accounts[0], id: "pe", country: "PE" }],
}

/** The options of the plugin that a configuration hands over. */
async function handedBy(code: string): Promise<unknown> {
  if (!CONFIGURATION.test(code)) {
    const added = await runBlock(`${code}\nmodule.exports = payin`, () => ({}), {
      process: { env: ENVIRONMENT },
    })
    return Object.assign({}, MINIMAL, BOTH_COUNTRIES, added)
  }
  let handed: unknown
  const medusa = {
    defineConfig: (config: { plugins?: { options: unknown }[] }) => {
      handed ??= config.plugins?.[0]?.options
    },
    loadEnv: () => undefined,
    withPayIn: (_config: unknown, options: unknown) => {
      handed = options
      return {}
    },
  }
  const process = { env: ENVIRONMENT, cwd: () => root }
  await runBlock(code, () => medusa, { process, config: {}, payin: MINIMAL, ...medusa })
  return handed
}

/** Whether a configuration can name this module. */
function isModule(name: string): boolean {
  const [, provider] = /^medusa-plugin-payin\/(.+)$/.exec(name) ?? []
  if (provider !== undefined) return existsSync(path.join(root, "src", provider, "index.ts"))
  if (name === "medusa-plugin-payin") return true
  try {
    return load.resolve(name) !== ""
  } catch {
    return false
  }
}

describe("the configurations of the guides", () => {
  it.each(CONFIGURATIONS)("in %s are options that the plugin accepts", async (_page, code) => {
    expect(resolveOptions(await handedBy(code), { production: true }).accounts).not.toEqual([])
  })

  it("name only modules that exist", () => {
    const named = GUIDES.flatMap((page) => {
      const code = blocksOf(readPage(page), "ts").map((block) => block.code)
      return [...code.join("\n").matchAll(/(?:resolve:|redis\() ?"([^"]+)"/g)].map(
        ([, name]) => name
      )
    })
    expect(named.length).toBeGreaterThan(8)
    expect(named.filter((name) => !isModule(name))).toEqual([])
    expect(isModule("@medusajs/medusa/locking-nothing")).toBe(false)
    expect(isModule("medusa-plugin-payin/providers/nothing")).toBe(false)
  })
})

describe("the guide about cards", () => {
  it("signs a webhook that the plugin accepts", async () => {
    const [block] = blocksOf(readPage("docs/cards.md"), "ts").filter(({ code }) =>
      code.includes("signTestWebhook(")
    )
    const sent: { url: string; body: string; headers: Record<string, string> }[] = []
    const fetch = async (url: string, request: (typeof sent)[number]) =>
      sent.push({ ...request, url })
    await runBlock(block.code, () => ({ signTestWebhook }), { fetch })
    const [{ url, body, headers }] = sent
    expect(url).toBe("http://localhost:9000/hooks/payin/card")
    const signed = { raw: Buffer.from(body), timestamp: headers["X-Webhook-Timestamp"] }
    const header = headers["X-Webhook-Signature"]
    expect(verifyWebhookSignature(signed, header, ["the webhookSecret of the test"])).toBe("valid")
  })
})

describe("the guide about subscriptions", () => {
  it("changes lines that the script of the README has", () => {
    const [script] = blocksOf(readPage("README.md"), "js")
    const [change] = blocksOf(readPage("docs/subscriptions.md"), "diff")
    const lines = change.code.trimEnd().split("\n")
    const removed = lines.filter((line) => line.startsWith("-")).map((line) => line.slice(1))
    expect(removed).toHaveLength(3)
    const missing = removed.filter((line) => !script.code.split("\n").includes(line))
    expect(missing).toEqual([])
  })
})

describe("the guide about the sandbox", () => {
  const page = readPage("docs/sandbox.md")
  const ADDRESS = "http://127.0.0.1:4010"

  it("has commands that the sandbox carries out", async () => {
    const sandbox = sandboxExports.createSandbox({})
    await sandbox.start()
    try {
      const commands = blocksOf(page, "sh").filter(({ code }) => code.includes("curl"))
      expect(commands).toHaveLength(3)
      for (const { code } of commands) {
        await runShell(code.replaceAll(ADDRESS, sandbox.url), { cwd: os.tmpdir() })
      }
    } finally {
      await sandbox.stop()
    }
  })

  it("has a test that sees a payment approved", async () => {
    const [{ code }] = blocksOf(page, "ts").filter(({ code }) => code.includes("createSandbox"))
    const seen: string[] = []
    // Between the start and the look at its transactions the reader's test buys something.
    const buying = (options: sandboxExports.SandboxOptions) => {
      const sandbox = sandboxExports.createSandbox(options)
      const { start, stop } = sandbox
      return Object.assign(sandbox, {
        start: async () => {
          const started = await start.call(sandbox)
          await create(sandbox).expect(200)
          return started
        },
        stop: async () => {
          seen.push(...sandbox.transactions().map(({ status }) => status))
          await stop.call(sandbox)
        },
      })
    }
    await runBlock(code, () => ({ createSandbox: buying }))
    expect(seen).toEqual(["APPROVED"])
  })
})
