#!/usr/bin/env node
import { readFileSync } from "node:fs"
import { parseArgs } from "node:util"
import { createSandbox, readSettings, type Sandbox, type Settings } from "../sandbox"

const DEFAULT_PORT = 4010

const APPROVED = "approved@..."
const PAYOUTS_APPROVED = '{ "payouts": { "outcome": "approve" } }'

const HELP = `payin-sandbox: a stand-in for the payment service, hosted pages included

Usage: npx -p medusa-plugin-payin payin-sandbox [--port <number>] [--config <file>]

  -p, --port <number>   port on 127.0.0.1 (default ${DEFAULT_PORT}, 0 = any free one)
  -c, --config <file>   JSON file with settings: merchants, form, outcome, notifications ...
                        GET /_sandbox lists every setting and control route
  -h, --help            this text

How a payment ends: the pay button of its page approves the e-mails ${APPROVED} and
rejects every other one. The box on each page, and the front page, decide whatever the e-mail is.
How a payout ends: it stays pending until you decide it on the front page. With the setting
${PAYOUTS_APPROVED} it is approved by itself.

Open the printed address in a browser to see transactions and decide how they end.
Everything is kept in memory. Ctrl-C stops.`

class UsageError extends Error {}

async function main(): Promise<void> {
  const { values } = readArguments()
  if (values.help) {
    console.log(HELP)
    return
  }
  const config = values.config === undefined ? {} : readConfig(values.config)
  const settings = readSettings({
    port: DEFAULT_PORT,
    ...config,
    ...(values.port === undefined ? {} : { port: readPort(values.port) }),
  })
  const { port } = settings
  const sandbox = createSandbox(settings)
  try {
    await sandbox.start()
  } catch (error) {
    if (codeOf(error) === "EADDRINUSE") {
      throw new UsageError(`port ${port} is already in use: choose another with --port`)
    }
    if (codeOf(error) === "EACCES") {
      throw new UsageError(`port ${port} needs more rights: choose one above 1024 with --port`)
    }
    throw error
  }
  // Before the first line is printed: a program that waits for that line may stop it at once.
  stopOnSignal(sandbox)
  announce(sandbox, settings)
}

function readArguments() {
  try {
    return parseArgs({
      options: {
        port: { type: "string", short: "p" },
        config: { type: "string", short: "c" },
        help: { type: "boolean", short: "h" },
      },
    })
  } catch (error) {
    throw new UsageError(`${messageOf(error)} (see --help)`)
  }
}

function readPort(text: string): number {
  const port = Number(text)
  if (/^\d+$/.test(text) && port <= 65_535) return port
  throw new UsageError(`--port must be a number from 0 to 65535, not "${text}"`)
}

/** Checks only that it is an object: the sandbox checks each setting. */
function readConfig(file: string): object {
  let text: string
  try {
    text = readFileSync(file, "utf8")
  } catch (error) {
    throw new UsageError(`cannot read the config file "${file}": ${messageOf(error)}`)
  }
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch (error) {
    throw new UsageError(`the config file "${file}" is not JSON: ${messageOf(error)}`)
  }
  if (typeof parsed !== "object" || parsed === null || Array.isArray(parsed)) {
    throw new UsageError(`the config file "${file}" must hold a JSON object`)
  }
  return parsed
}

function announce(sandbox: Sandbox, { outcome, approvingEmails, payouts }: Settings): void {
  const lines = ["", "  PayIn sandbox is running. No real money moves here.", ""]
  lines.push(`  Base address   ${sandbox.url}`, `  Card address   ${sandbox.cardUrl}`)
  lines.push(`  Control API    ${sandbox.controlUrl}`, "")
  for (const merchant of sandbox.merchants) {
    const { country, currency, username, password, token, merchantId, webhookSecret } = merchant
    lines.push(`  ${country ?? "any country"} (${currency})`)
    lines.push(`    username ${username}   password ${password}`)
    lines.push(`    token ${token}   merchantId ${merchantId}`)
    lines.push(`    webhookSecret ${webhookSecret}`)
  }
  lines.push("", ...PAYMENT_ENDS[outcome](approvingEmails), ...PAYOUT_ENDS[payouts.outcome])
  lines.push("", "  Ctrl-C stops.", "")
  console.log(lines.join("\n"))
}

const DECIDES = "  The box on each page decides whatever the e-mail is."

const PAYMENT_ENDS: Record<Settings["outcome"], (names: readonly string[]) => string[]> = {
  email: (names) => [
    `  A payment is approved when its e-mail begins with ${names.map((name) => `${name}@`).join(" or ")},`,
    `  as in ${names[0] ?? "nobody"}@example.com. Its pay button rejects every other e-mail.`,
    DECIDES,
  ],
  approve: () => ["  A payment is approved by its pay button.", DECIDES],
  reject: () => ["  A payment is rejected by its pay button.", DECIDES],
  wait: () => ["  A payment stays pending until the box on its page decides it."],
}

const PAYOUT_ENDS: Record<Settings["payouts"]["outcome"], string[]> = {
  wait: [
    "  A payout stays pending until you decide it on the front page (the base address),",
    `  or for all: --config with a file that holds ${PAYOUTS_APPROVED}.`,
  ],
  approve: ["  A payout is approved by itself."],
  reject: ["  A payout is rejected by itself."],
  email: ["  A payout is approved or rejected by the e-mail of its destination."],
}

function stopOnSignal(sandbox: Sandbox): void {
  const stop = (): void => {
    sandbox.stop().then(
      () => process.exit(0),
      () => process.exit(1)
    )
  }
  process.once("SIGINT", stop)
  process.once("SIGTERM", stop)
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : undefined
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

main().catch((error: unknown) => {
  const text = messageOf(error)
  console.error(text.startsWith("payin-sandbox: ") ? text : `payin-sandbox: ${text}`)
  process.exit(1)
})
