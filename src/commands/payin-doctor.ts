#!/usr/bin/env node
import { readFileSync } from "node:fs"
import { parseArgs } from "node:util"
import type { z } from "zod"
import { secretsIn } from "../domain/privacy/secret-list"
import { recordedSchema } from "./doctor/card-webhook"
import { runChecks } from "./doctor/run-checks"
import { AskedError, askedSchema, readCheckContext } from "./doctor/check-context"
import { lineOf, summary } from "./doctor/report"

const HELP = `payin-doctor: finds out how the payment service behaves where its documents leave it open

Usage: npx -p medusa-plugin-payin payin-doctor --base-url <address> --country <CO|PE|MX> [options]

Credentials stand in the environment, not on the command line, where others can read them:
  PAYIN_USERNAME, PAYIN_PASSWORD, PAYIN_TOKEN, PAYIN_WEBHOOK_SECRET (and PAYIN_BASE_URL)

      --method <name>       payment method of the link that is asked for
      --amount <amount>     its amount in major units
      --email <address>     of the payer: the service's sandbox approves "approved@..."
      --public-url <https>  an address that leads to this machine: notifications are looked at too
      --port <number>       where they are listened to on 127.0.0.1 (4020)
      --wait <seconds>      how long a person, or the service, may take (120)
      --webhook <file>      a recorded card webhook: { "headers": { ... }, "body": "..." }
      --allow-payout <file> SENDS REAL MONEY, once: { "amount": "1000", "destination": { ... } },
                            destination as POST /admin/payin/payouts takes it, and
                            "payment_method" if another one than the country's first
  -h, --help                this text

It asks for a payment link, which nobody has to pay; whoever approves it pays real money. It ends with the options
to paste into medusa-config.ts and with what differs from the documents. The exit code is 0 if the plugin can
work with it.`

const OPTIONS = {
  "base-url": { type: "string" },
  country: { type: "string" },
  method: { type: "string" },
  amount: { type: "string" },
  email: { type: "string" },
  "public-url": { type: "string" },
  port: { type: "string" },
  wait: { type: "string" },
  webhook: { type: "string" },
  "allow-payout": { type: "string" },
  help: { type: "boolean", short: "h" },
} as const

async function main(): Promise<void> {
  const { values } = typed()
  if (values.help) {
    console.log(HELP)
    return
  }
  const env = process.env
  const asked = askedSchema.safeParse({
    ...values,
    "base-url": values["base-url"] ?? env.PAYIN_BASE_URL,
    username: env.PAYIN_USERNAME,
    password: env.PAYIN_PASSWORD,
    token: env.PAYIN_TOKEN,
  })
  if (!asked.success) {
    throw new AskedError(problemOf(asked.error))
  }
  const payout = values["allow-payout"]
  const context = readCheckContext(asked.data, payout === undefined ? null : readJson(payout))
  const webhook = values.webhook === undefined ? null : readWebhook(values.webhook)
  const findings = await runChecks({
    context,
    webhook,
    webhookSecrets: secretsIn(env.PAYIN_WEBHOOK_SECRET ?? "").filter((secret) => secret !== ""),
    tell: (finding) => console.log(lineOf(finding)),
    ask: (todo) => console.log(`\n-> ${todo}\n`),
  })
  console.log(summary(findings, context))
  process.exitCode = findings.of("wrong").length === 0 ? 0 : 1
}

function typed() {
  try {
    return parseArgs({ options: OPTIONS })
  } catch (error) {
    throw new AskedError(`${error instanceof Error ? error.message : ""} (see --help)`)
  }
}

const FROM_ENVIRONMENT: Record<string, string> = {
  username: "PAYIN_USERNAME",
  password: "PAYIN_PASSWORD",
  token: "PAYIN_TOKEN",
}

function problemOf(error: z.ZodError): string {
  const [issue] = error.issues
  const name = String(issue?.path[0])
  return `${FROM_ENVIRONMENT[name] ?? `--${name}`} ${issue?.message ?? "is wrong"} (see --help)`
}

function readJson(file: string): unknown {
  try {
    const json: unknown = JSON.parse(readFileSync(file, "utf8"))
    return json
  } catch (error) {
    const why = error instanceof SyntaxError ? "is not JSON" : "cannot be read"
    throw new AskedError(`the file "${file}" ${why}`)
  }
}

function readWebhook(file: string) {
  const read = recordedSchema.safeParse(readJson(file))
  if (!read.success) {
    const [issue] = read.error.issues
    throw new AskedError(`"${file}": ${issue?.path.join(".") ?? ""} ${issue?.message ?? ""}`)
  }
  return read.data
}

main().catch((error: unknown) => {
  const text = error instanceof Error ? error.message : String(error)
  console.error(`payin-doctor: ${text}`)
  process.exitCode = 1
})
