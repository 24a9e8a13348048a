import { randomBytes } from "node:crypto"
import { runInNewContext } from "node:vm"
import { ModuleKind, transpile } from "typescript"
import type { Sandbox } from "../../../../sandbox"

export type Country = "CO" | "PE" | "MX"

/** The values that a person puts into the pasted options, by the names of the options. */
const KNOWN_VALUES: Record<string, string> = {
  callbackUrl: "https://api.shop.example",
  returnUrl: "https://shop.example/checkout/return",
  encryptionKey: randomBytes(32).toString("base64"),
}

/**
 * The options of a report as a person pastes them: its own lines, and beside them what it says is to be added.
 * Medusa's environment holds the merchant's own values.
 */
export function pasted(report: string, sandbox: Sandbox, country: Country): unknown {
  const lines = report.split("\n").filter((line) => /^ {2}\w+: .+,$/.test(line))
  const named = /\badd ((?:\w+, )*\w+ and \w+)/.exec(report)?.[1] ?? ""
  const added = named.split(/, | and /).map((name) => [name, KNOWN_VALUES[name]])
  const env = environmentOf(sandbox, country)
  const script = transpile(`({${lines.join("\n")}})`, { module: ModuleKind.CommonJS })
  const written: unknown = runInNewContext(script, { process: { env } })
  // Objects of the other context have prototypes of their own.
  const own: object = JSON.parse(JSON.stringify(written))
  return { ...own, ...Object.fromEntries(added) }
}

export function merchantOf(sandbox: Sandbox, country: Country) {
  const merchant = sandbox.merchants.find((one) => one.country === country)
  if (merchant === undefined) throw new Error(`the sandbox has no merchant in ${country}`)
  return merchant
}

export function environmentOf(sandbox: Sandbox, country: Country): Record<string, string> {
  const { username, password, token, merchantId, webhookSecret } = merchantOf(sandbox, country)
  return {
    PAYIN_BASE_URL: sandbox.url,
    PAYIN_USERNAME: username,
    PAYIN_PASSWORD: password,
    PAYIN_TOKEN: token,
    PAYIN_CARD_URL: sandbox.cardUrl,
    PAYIN_MERCHANT_ID: merchantId,
    PAYIN_WEBHOOK_SECRET: webhookSecret,
  }
}
