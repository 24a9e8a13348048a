import { setTimeout as sleep } from "node:timers/promises"
import { toWire } from "../../domain/money"
import { payInOptionsSchema } from "../../domain/options"
import { newReference } from "../../domain/reference"
import { readServiceStatus } from "../../domain/service-status"
import { PATHS } from "./account"
import type { Findings } from "./finding"
import { isSilence, type Line } from "./line"
import type { Patient } from "./patient"
import { lookUp } from "./unknown-reference"

const CHECK = "a payout"
const LOOK_EVERY_MS = 1_000
const PAY_OUT_WORDS = payInOptionsSchema.shape.payOutTypes.parse(undefined)

/** Sends one payout, once, if a person allowed it; whatever is answered, it is never sent again. */
export async function checkPayout(
  line: Line,
  patient: Patient,
  ipnUrlOf: (reference: string) => string,
  findings: Findings
): Promise<void> {
  const { payout, country, decimals } = patient
  if (payout === null) {
    findings.add(CHECK, "open", "not tried: it moves real money, and needs --allow-payout")
    return
  }
  const reference = newReference("payOut")
  const sent = await line.call(PATHS.payOut, {
    payment_method: payout.payment_method,
    reference,
    amount: toWire(payout.amount, decimals),
    currency: country.currency,
    country: country.country,
    ipn_url: ipnUrlOf(reference),
    customer_data: payout.destination,
    metadata: { source: "payin-doctor" },
  })
  if (isSilence(sent) || sent.verdict.kind === "unclear") {
    const why = isSilence(sent) ? sent.silence : sent.inShort
    const says = `no clear answer (${why}). It may be on its way and is not sent again: ask the service for ${reference}`
    findings.add(CHECK, "wrong", says)
  } else if (sent.verdict.kind === "failure") {
    findings.add(CHECK, "open", `refused: ${sent.inShort}`)
    return
  } else {
    findings.add(CHECK, "as_documented", `${reference} was taken in ${sent.ms} ms`)
  }
  await follow(line, reference, patient.waitSeconds, findings)
}

async function follow(
  line: Line,
  reference: string,
  seconds: number,
  findings: Findings
): Promise<void> {
  const end = Date.now() + seconds * 1000
  let label: string | null = null
  let status = "nothing"
  do {
    const heard = await lookUp(line, reference)
    if (!isSilence(heard) && heard.verdict.kind === "success") {
      const { type_transaction } = heard.data
      label = typeof type_transaction === "string" ? type_transaction : null
      status = String(heard.data.status)
      if (["APPROVED", "REJECTED", "DECLINED"].includes(readServiceStatus(status))) {
        break
      }
    }
    await sleep(LOOK_EVERY_MS)
  } while (Date.now() < end)
  findings.add("what became of the payout", "open", `the service says ${status}`)
  if (label !== null) {
    checkLabel(label, findings)
  }
}

/** A pay-in is never settled by money that goes out: the label tells them apart. */
function checkLabel(label: string, findings: Findings): void {
  const known = PAY_OUT_WORDS.some((word) => label.toUpperCase().includes(word))
  findings.add(
    "label of a payout",
    known ? "as_documented" : "differs",
    `"${label}"`,
    known ? undefined : { payOutTypes: [...PAY_OUT_WORDS, label.toUpperCase()] }
  )
}
