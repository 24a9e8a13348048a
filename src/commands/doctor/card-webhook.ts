import { createHmac } from "node:crypto"
import { z } from "zod"
import {
  DEFAULT_SIGNATURE_FORM,
  verifyWebhookSignature,
  type SignatureForm,
  type SignedWebhook,
} from "../../domain/notification/webhook-signature"
import type { Findings } from "./finding"
import type { CheckContext } from "./check-context"

/** A webhook that somebody recorded: the body byte for byte, and its headers. */
export const recordedSchema = z.object({
  headers: z
    .record(z.string(), z.string())
    .transform((headers) =>
      Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])
      )
    ),
  body: z.string({ error: "must be the body as one text, byte for byte" }),
})

export type Recorded = z.output<typeof recordedSchema>

const CHECK = "signature of card webhooks"
const INPUTS = ["body", "timestamp.body"] as const
const ENCODINGS = ["hex", "base64"] as const
/** Characters of 32 bytes. */
const LENGTHS = { hex: 64, base64: 44 } as const
const LONGEST_PREFIX = 32
const USUAL = DEFAULT_SIGNATURE_FORM

/**
 * Finds out which form of signature a recorded card webhook has
 * (docs/service.md#webhook-signatures).
 */
export function checkCardWebhook(
  recorded: Recorded | null,
  secrets: readonly string[],
  context: CheckContext,
  findings: Findings
): void {
  if (recorded === null) {
    findings.add(CHECK, "open", "not tried: give --webhook, a recorded one, and its secret")
    return
  }
  if (secrets.length === 0) {
    findings.add(CHECK, "open", "not tried: its secret is missing (PAYIN_WEBHOOK_SECRET)")
    return
  }
  const header = recorded.headers["x-webhook-signature"]
  if (header === undefined) {
    findings.add(CHECK, "wrong", "the recorded webhook has no header X-Webhook-Signature")
    return
  }
  const signed = {
    raw: Buffer.from(recorded.body),
    timestamp: recorded.headers["x-webhook-timestamp"],
  }
  const form = formOf(signed, header, secrets)
  if (form === null) {
    findings.add(CHECK, "wrong", unreadable(signed, header, secrets))
    return
  }
  const { input, encoding, prefix } = form
  const usual = input === USUAL.input && encoding === USUAL.encoding && prefix === USUAL.prefix
  const says = `HMAC SHA-256 over ${input === "body" ? "the body" : "timestamp, dot and body"}, in ${encoding}`
  if (usual) {
    findings.add(CHECK, "as_documented", says)
    return
  }
  const { account, country } = context
  // The boot refuses option `card` for another country (docs/service.md#cards).
  if (country.country === "CO") {
    findings.add(CHECK, "differs", says, { card: { id: account, signature: form } })
  } else {
    const why = `${says}. It is not among the options to paste, as cards are for CO only: look again with --country CO`
    findings.add(CHECK, "differs", why)
  }
}

function formOf(
  signed: SignedWebhook,
  header: string,
  secrets: readonly string[]
): SignatureForm | null {
  const forms = INPUTS.flatMap((input) =>
    ENCODINGS.flatMap((encoding) => {
      const prefix = prefixOf(header.trim(), encoding)
      return prefix === null ? [] : [{ input, encoding, prefix }]
    })
  )
  return (
    forms.find((form) => verifyWebhookSignature(signed, header, secrets, form) === "valid") ?? null
  )
}

/** The prefix of the signature; null if it cannot be option `card.signature.prefix`. */
function prefixOf(header: string, encoding: SignatureForm["encoding"]): string | null {
  const before = header.slice(0, -LENGTHS[encoding])
  if (before === "") {
    return USUAL.prefix
  }
  // A time as prefix would differ with each webhook.
  return before.length > LONGEST_PREFIX || /\d{6}/.test(before) ? null : before
}

/** Names a form that the plugin does not know, if it can be guessed. */
function unreadable(
  { raw, timestamp }: SignedWebhook,
  header: string,
  secrets: readonly string[]
): string {
  const body = raw.toString("utf8")
  const inputs: Record<string, string> = {
    "timestamp and body without a dot": `${String(timestamp)}${body}`,
    "the body without its last line break": body.trimEnd(),
  }
  const keys = secrets.flatMap((secret): [string, string | Buffer][] => [
    ["the secret", secret],
    ["the secret decoded from base64", Buffer.from(secret, "base64")],
    ["the secret decoded from hex", Buffer.from(secret, "hex")],
  ])
  for (const [keyName, key] of keys) {
    for (const [inputName, input] of Object.entries({ "the body": body, ...inputs })) {
      const digest = createHmac("sha256", key).update(input).digest()
      const texts = [digest.toString("hex"), digest.toString("base64")]
      if (texts.some((text) => header.trim().endsWith(text))) {
        return `HMAC SHA-256 with ${keyName} over ${inputName}: the plugin does not know this form. Please report it`
      }
    }
  }
  return "no form that is known fits: is it the right secret, and the body byte for byte?"
}
