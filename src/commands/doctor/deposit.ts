import { setTimeout as sleep } from "node:timers/promises"
import { performance } from "node:perf_hooks"
import { fromWire, majorAmount, sameAmount, toWire } from "../../domain/money"
import { payInOptionsSchema } from "../../domain/options"
import { newReference } from "../../domain/reference"
import { NOT_KNOWN_PAYIN } from "../../domain/schedule"
import { readServiceStatus } from "../../domain/service-status"
import { PATHS } from "./account"
import type { Findings } from "./finding"
import { isSilence, type Heard, type Line } from "./line"
import type { Patient } from "./patient"
import { lookUp } from "./unknown-reference"

const LOOK_EVERY_MS = 500
const PAY_OUT_WORDS = payInOptionsSchema.shape.payOutTypes.parse(undefined)

/** A link that nobody has to pay. */
export interface Deposit {
  reference: string
  ticket: string
  payment_url: string
}

/** Asks for a payment link, and looks at it. No money moves unless somebody pays on its page. */
export async function checkDeposit(
  line: Line,
  patient: Patient,
  ipnUrlOf: (reference: string) => string,
  findings: Findings
): Promise<Deposit | null> {
  const reference = newReference()
  const body = payInBody(patient, reference, ipnUrlOf(reference))
  await checkRefusal(line, body, findings)
  const made = await line.call(PATHS.payIn, body)
  if (isSilence(made)) {
    findings.add(
      "a payment link",
      "wrong",
      `no answer (${made.silence}): it may exist all the same`
    )
    return null
  }
  if (made.verdict.kind !== "success") {
    const says = `${patient.payment_method} of ${patient.amount} ${patient.country.currency} is refused: ${made.inShort}`
    findings.add("a payment link", "wrong", says)
    return null
  }
  const { ticket, payment_url } = made.data
  if (typeof ticket !== "string" || typeof payment_url !== "string") {
    findings.add("a payment link", "wrong", "a success that names no ticket, or no payment_url")
    return null
  }
  const form = made.form === "flat" ? "the flat form" : "the enveloped form"
  findings.add("a payment link", "as_documented", `made in ${made.ms} ms, answered in ${form}`)
  await checkLookup(line, patient, { reference, ticket }, findings)
  await checkDuplicate(line, body, findings)
  return { reference, ticket, payment_url }
}

function payInBody(patient: Patient, reference: string, ipn_url: string) {
  const { country, amount, decimals, payment_method, email } = patient
  return {
    reference,
    amount: toWire(amount, decimals),
    currency: country.currency,
    country: country.country,
    payment_method,
    description: `payin-doctor ${reference}`,
    redirect_url: "https://example.com/",
    ipn_url,
    customer_data: {
      legal_doc_type: country.document_types[0],
      legal_doc: "10000000",
      phone_code: country.phone_code,
      phone_number: "3000000000",
      email,
      full_name: "Payin Doctor",
    },
    expiration_time: 60,
    metadata: { source: "payin-doctor" },
  }
}

/** What a refusal looks like: only a definite one tells that no link exists (gaps.md PayIn). */
async function checkRefusal(line: Line, body: object, findings: Findings): Promise<void> {
  const refused = await line.call(PATHS.payIn, { ...body, customer_data: {} })
  const check = "a refusal"
  if (isSilence(refused)) {
    findings.add(check, "open", `no answer (${refused.silence})`)
    return
  }
  const { verdict, answer, inShort } = refused
  if (verdict.kind === "success") {
    findings.add(check, "differs", "a link without any customer_data is made all the same")
    return
  }
  const definite =
    [400, 401, 403, 404, 422].includes(answer.httpStatus) ||
    (verdict.kind === "failure" && verdict.error === "VALIDATION_ERROR")
  findings.add(
    check,
    definite ? "as_documented" : "differs",
    definite
      ? `is told by ${inShort}`
      : `is told by ${inShort}: the plugin cannot tell it from a failure, looks the link up, and gives it up after ${NOT_KNOWN_PAYIN.seconds} seconds`
  )
}

async function checkLookup(
  line: Line,
  patient: Patient,
  { reference, ticket }: { reference: string; ticket: string },
  findings: Findings
): Promise<void> {
  const seen = await untilSeen(line, reference, patient.waitSeconds)
  if (seen === null) {
    const says = `a new link is not found within ${patient.waitSeconds} seconds`
    findings.add("looking up", "wrong", says)
    return
  }
  const ms = seen.afterMs
  const slow = ms > (NOT_KNOWN_PAYIN.seconds * 1000) / 2
  findings.add(
    "looking up by reference",
    slow ? "differs" : "as_documented",
    `a new link is found after ${ms} ms`,
    slow
      ? {
          notKnown: {
            payIn: { answers: NOT_KNOWN_PAYIN.answers, seconds: Math.ceil((ms / 1000) * 4) },
          },
        }
      : undefined
  )
  const byTicket = await lookUp(line, ticket)
  const found = !isSilence(byTicket) && byTicket.verdict.kind === "success"
  findings.add(
    "looking up by ticket",
    found ? "as_documented" : "differs",
    found ? "finds it too" : "does not find it: operators look up by reference"
  )
  checkFound(patient, reference, seen.heard, findings)
}

async function untilSeen(
  line: Line,
  reference: string,
  seconds: number
): Promise<{ heard: Heard; afterMs: number } | null> {
  const started = performance.now()
  for (;;) {
    const heard = await lookUp(line, reference)
    const afterMs = Math.round(performance.now() - started)
    if (!isSilence(heard) && heard.verdict.kind === "success") {
      return { heard, afterMs }
    }
    if (afterMs > seconds * 1000) {
      return null
    }
    await sleep(LOOK_EVERY_MS)
  }
}

function checkFound(patient: Patient, reference: string, heard: Heard, findings: Findings): void {
  const { reference: named, status, currency, type_transaction, amount } = heard.data
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
  if (String(currency).toUpperCase() !== patient.country.currency) {
    const says = `"${String(currency)}" instead of ${patient.country.currency}: nothing would be booked`
    findings.add("currency", "wrong", says)
  }
  const label = typeof type_transaction === "string" ? type_transaction : null
  const clashing = PAY_OUT_WORDS.filter((word) => label?.toUpperCase().includes(word))
  if (clashing.length > 0) {
    findings.add(
      "label of a deposit",
      "differs",
      `"${label ?? ""}" looks like money that goes out`,
      { payOutTypes: PAY_OUT_WORDS.filter((word) => !clashing.includes(word)) }
    )
  } else {
    findings.add("label of a deposit", "as_documented", label === null ? "none" : `"${label}"`)
  }
  checkUnit(patient, amount, findings)
}

/** Which unit a lookup writes amounts in; with a currency without decimals both are one. */
function checkUnit(
  { amount, decimals, country }: Patient,
  seen: unknown,
  findings: Findings
): void {
  const check = "unit of amounts"
  const sent = String(toWire(amount, decimals))
  if (typeof seen !== "number" && typeof seen !== "string") {
    findings.add(check, "wrong", "a lookup names no amount: nothing would ever be booked")
    return
  }
  const asWire = reads(() => sameAmount(fromWire(seen, decimals), amount))
  const asMajor = reads(() => sameAmount(majorAmount(seen), amount))
  const said = `${amount} ${country.currency} was sent as ${sent} and is looked up as ${String(seen)}`
  if (asWire) {
    const alike = asMajor ? "" : ": in wire units, as sent"
    findings.add(check, "as_documented", `${said}${alike}`)
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

/** A reference used twice: the plugin never does, but nobody says what the service does (gaps.md). */
async function checkDuplicate(line: Line, body: object, findings: Findings): Promise<void> {
  const again = await line.call(PATHS.payIn, body)
  const check = "a reference used twice"
  if (isSilence(again)) {
    findings.add(check, "open", `no answer (${again.silence})`)
  } else if (again.verdict.kind === "success") {
    findings.add(
      check,
      "differs",
      "a second link under the same reference is made; the plugin never asks for one"
    )
  } else {
    findings.add(check, "as_documented", `is refused: ${again.inShort}`)
  }
}
