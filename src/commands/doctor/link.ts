import { performance } from "node:perf_hooks"
import { setTimeout as sleep } from "node:timers/promises"
import { fromWire, majorAmount, sameAmount, toWire } from "../../domain/money/amount"
import { readServiceStatus } from "../../domain/service/status"
import { amountText } from "./amount-text"
import type { Findings } from "./finding"
import { holds, labelIn } from "./label"
import { isNoAnswer, type Heard, type Transport } from "./transport"
import { patienceFor } from "./patience"
import type { CheckContext } from "./check-context"
import { lookUp } from "./unknown-reference"

const LOOK_EVERY_MS = 500

/** Looks a new link up, by its names. Returns its label. */
export async function checkLink(
  transport: Transport,
  context: CheckContext,
  { reference, ticket }: { reference: string; ticket: string | null },
  findings: Findings
): Promise<string | null> {
  const seen = await untilSeen(transport, reference, context.waitSeconds)
  if (seen === null) {
    const says = `a new link is not found within ${context.waitSeconds} seconds`
    findings.add("looking up", "wrong", says)
    return null
  }
  const notKnown = patienceFor("payIn", seen.afterMs)
  findings.add(
    "looking up by reference",
    notKnown === undefined ? "as_documented" : "differs",
    `a new link is found after ${seen.afterMs} ms`,
    notKnown && { notKnown }
  )
  if (ticket !== null) {
    await checkTicket(transport, ticket, findings)
  }
  checkFound(context, reference, seen.heard, findings)
  return labelIn(seen.heard.data)
}

async function checkTicket(
  transport: Transport,
  ticket: string,
  findings: Findings
): Promise<void> {
  const byTicket = await lookUp(transport, ticket)
  const found = !isNoAnswer(byTicket) && byTicket.outcome.kind === "success"
  findings.add(
    "looking up by ticket",
    found ? "as_documented" : "differs",
    found ? "finds it too" : "does not find it: operators look up by reference"
  )
}

async function untilSeen(
  transport: Transport,
  reference: string,
  seconds: number
): Promise<{ heard: Heard; afterMs: number } | null> {
  const started = performance.now()
  for (;;) {
    const heard = await lookUp(transport, reference)
    const afterMs = Math.round(performance.now() - started)
    if (!isNoAnswer(heard) && heard.outcome.kind === "success") {
      return { heard, afterMs }
    }
    if (afterMs > seconds * 1000) {
      return null
    }
    await sleep(LOOK_EVERY_MS)
  }
}

function checkFound(
  context: CheckContext,
  reference: string,
  heard: Heard,
  findings: Findings
): void {
  const { reference: named, status, currency, amount } = heard.data
  if (named !== reference) {
    findings.add(
      "what a lookup names",
      "wrong",
      "another reference, or none: nothing would ever be booked"
    )
  }
  const known = readServiceStatus(status) !== "UNKNOWN"
  findings.add(
    "status",
    known ? "as_documented" : "wrong",
    known
      ? `"${String(status)}"`
      : `"${String(status)}" is no status of the documents: it changes nothing here`
  )
  if (String(currency).toUpperCase() !== context.country.currency) {
    const says = `"${String(currency)}" instead of ${context.country.currency}: nothing would be booked`
    findings.add("currency", "wrong", says)
  }
  checkLabel(labelIn(heard.data), findings)
  checkUnit(context, amount, findings)
}

/** A pay-in must not have the label of money out, which never settles it. */
function checkLabel(label: string | null, findings: Findings): void {
  const check = "label of a deposit"
  const removed = findings.payOutTypes().filter((word) => label !== null && holds(label, word))
  if (label === null || removed.length === 0) {
    findings.add(check, "as_documented", label === null ? "none" : `"${label}"`)
  } else {
    const says = `"${label}" looks like money that goes out (${removed.join(", ")})`
    findings.add(check, "differs", says, { payOutWords: { removed } })
  }
}

/** Checks the unit of amounts in a lookup. For a currency without decimals both units are one. */
function checkUnit(context: CheckContext, seen: unknown, findings: Findings): void {
  const { amount, decimals } = context
  const check = "unit of amounts"
  const sent = String(toWire(amount, decimals))
  if (typeof seen !== "number" && typeof seen !== "string") {
    findings.add(check, "wrong", "a lookup names no amount: nothing would ever be booked")
    return
  }
  const asWire = reads(() => sameAmount(fromWire(seen, decimals), amount))
  const asMajor = reads(() => sameAmount(majorAmount(seen), amount))
  const asked = amountText(amount, context, decimals)
  const said = `${asked} was sent as ${sent} and is looked up as ${String(seen)}`
  if (asWire && asMajor) {
    const says = `${said}, one number in either unit: only the payment page tells`
    findings.add(check, "open", says)
  } else if (asWire) {
    findings.add(check, "as_documented", `${said}: in wire units, as sent`)
  } else if (asMajor) {
    findings.add(check, "differs", `${said}: in major units`, { amounts: { lookup: "major" } })
  } else {
    const says = `${said}: neither what was sent nor the amount itself. Ask the service before you take money; option decimals may be wrong`
    findings.add(check, "wrong", says)
  }
}

function reads(compare: () => boolean): boolean {
  try {
    return compare()
  } catch {
    return false
  }
}
