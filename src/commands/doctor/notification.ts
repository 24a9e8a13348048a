import { createHash } from "node:crypto"
import { parseIpn } from "../../domain/notification/ipn"
import { verifyIpnSignature } from "../../modules/gateway/signature"
import { amountText } from "./amount-text"
import type { Deposit } from "./deposit"
import type { Findings } from "./finding"
import type { Arrived, Listener } from "./listener"
import type { CheckContext } from "./check-context"

/** Waits for the notification of a link that a person pays, and reads it as the plugin would. */
export async function checkNotification(
  listener: Listener | null,
  deposit: Deposit,
  context: CheckContext,
  findings: Findings,
  ask: (todo: string) => void
): Promise<void> {
  const check = "notifications"
  if (listener === null) {
    findings.add(
      check,
      "open",
      "not tried: give --public-url, an https address that leads to --port of this machine"
    )
    return
  }
  if (deposit.payment_url === null) {
    findings.add(check, "open", "not tried: there is no page on which a person ends the payment")
    return
  }
  ask(
    [
      `Open ${deposit.payment_url} and end the payment within ${context.waitSeconds} seconds, best by declining it:`,
      "   a notification comes either way, and a payment that you approve is real money, which is not given back",
      `   from here. The page must ask for ${amountText(context.amount, context, context.decimals)}.`,
    ].join("\n")
  )
  const arrived = await listener.first(context.waitSeconds)
  if (arrived === null) {
    const says = `none came within ${context.waitSeconds} seconds: the plugin's polling finds out, later. Check that the address is reachable from outside`
    findings.add(check, "open", says)
    return
  }
  const ipn = parseIpn(arrived.raw)
  if (ipn === null) {
    findings.add(
      check,
      "differs",
      "it is no JSON object: it is kept as ignored, and requests a lookup"
    )
    return
  }
  const named =
    (deposit.ticket === null || ipn.ticket === deposit.ticket) &&
    ipn.reference === deposit.reference
  findings.add(
    check,
    named ? "as_documented" : "differs",
    named ? `one came, status "${ipn.type}"` : "one came that names another ticket or reference"
  )
  checkSignature(arrived, ipn.signed_ticket, deposit, context, findings)
}

function checkSignature(
  { headers }: Arrived,
  ticket: string | number | null,
  { reference }: Deposit,
  { credentials: { token }, tokens }: CheckContext,
  findings: Findings
): void {
  const check = "signature of notifications"
  const header = headers["x-trx-signature"]
  switch (verifyIpnSignature(tokens, header, ticket, reference)) {
    case "valid":
      findings.add(check, "as_documented", "x-trx-signature is valid: it can be required", {
        ipnSignature: "require",
      })
      return
    case "missing":
      findings.add(
        check,
        "differs",
        "there is no x-trx-signature: the key in the address and the lookup have to do"
      )
      return
    case "wrong": {
      const form = otherForm(String(header), token, ticket, reference)
      const says =
        form === null
          ? "x-trx-signature does not fit what the service's pages say: every notification would be refused"
          : `x-trx-signature is ${form}, which the plugin does not know: every notification would be refused. Please report it`
      findings.add(check, "differs", says, { ipnSignature: "off" })
    }
  }
}

/** Other plausible forms of the signature, to name in the report. */
function otherForm(header: string, token: string, ticket: unknown, reference: string) {
  const texts: Record<string, string> = {
    "SHA-256 over token, ticket and reference put together": `${token}${String(ticket)}${reference}`,
    "SHA-256 over JSON with spaces": `{"token": "${token}", "ticket": "${String(ticket)}", "reference": "${reference}"}`,
    "SHA-256 over JSON in another order": JSON.stringify({ ticket, reference, token }),
  }
  const given = header.trim()
  const found = Object.entries(texts).find(([, text]) => {
    const digest = createHash("sha256").update(text)
    const hex = digest.copy().digest("hex")
    return given.toLowerCase() === hex || given === digest.digest("base64")
  })
  if (found !== undefined) {
    return found[0]
  }
  const plain = createHash("sha256").update(JSON.stringify({ token, ticket, reference }))
  return given === plain.digest("base64") ? "the documented one in base64" : null
}
