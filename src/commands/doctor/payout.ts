import { performance } from "node:perf_hooks"
import { setTimeout as sleep } from "node:timers/promises"
import { z } from "zod"
import { KEY_METHOD } from "../../domain/payout/key-holder"
import { toWire } from "../../domain/money/amount"
import { findPayoutMethod, isByForm, METHOD_OF_FORM } from "../../domain/payout/methods"
import { isServiceAddress } from "../../modules/gateway/page-address"
import { newReference } from "../../domain/row/reference"
import { NOT_KNOWN_PAYOUT } from "../../domain/time/schedule"
import { readServiceStatus } from "../../domain/service/status"
import { PATHS } from "./account"
import type { Advice, Findings } from "./finding"
import { holds, labelIn } from "./label"
import { isDefinite, isNoAnswer, type Heard, type Transport, type NoAnswer } from "./transport"
import { patienceFor } from "./patience"
import type { AllowedPayout, CheckContext } from "./check-context"
import { lookUp } from "./unknown-reference"

const CHECK = "a payout"
const LOOK_EVERY_MS = 1_000
const LONGEST_TEXT = 200
const ENDS: readonly string[] = ["APPROVED", "REJECTED", "DECLINED"]

/** Sends one payout, once, if a person allowed it; whatever is answered, it is never sent again. */
export async function checkPayout(
  transport: Transport,
  context: CheckContext,
  deposit: { ipnUrlOf: (reference: string) => string; label: string | null },
  findings: Findings
): Promise<void> {
  const { payout, country, decimals } = context
  if (country.payout.methods.length === 0) {
    findings.add(CHECK, "open", `not tried: the plugin sends no money to ${country.country}`)
    return
  }
  const twice = `never tried, because it could be paid twice: ask the service what it does then, and leave option unknownPayouts at "hold" until you know`
  findings.add("a payout sent twice", "open", twice)
  if (payout === null) {
    findings.add(CHECK, "open", "not tried: it moves real money, and needs --allow-payout")
    return
  }
  if (!(await checkKey(transport, payout, findings))) {
    findings.add(CHECK, "open", "not sent: nobody knows who would get it")
    return
  }
  const reference = newReference("payOut")
  const byForm = isByForm(payout)
  const { bank, account_number, account_type, ...person } = payout.destination
  const sent = await transport.call(byForm ? PATHS.payOutForm : PATHS.payOut, {
    payment_method: byForm ? METHOD_OF_FORM : payout.payment_method,
    reference,
    amount: toWire(payout.amount, decimals),
    currency: country.currency,
    country: country.country,
    ipn_url: deposit.ipnUrlOf(reference),
    customer_data: byForm
      ? person
      : { ...person, ...(bank !== null && { bank }), account_number, account_type },
    metadata: { source: "payin-doctor" },
  })
  if (!checkSent(sent, reference, payout, context, findings)) {
    return
  }
  if (byForm) {
    checkForm(sent, findings)
    return
  }
  const seen = await follow(transport, reference, context.waitSeconds)
  checkSeen(seen, context.waitSeconds, findings)
  const label = seen === null ? null : labelIn(seen.data)
  if (label !== null) {
    checkLabel(label, deposit.label, findings)
  }
}

/** The one address that the recipient needs; it is not shown: whoever has it can take the money. */
function checkForm(sent: Heard | NoAnswer, findings: Findings): void {
  const check = "the form of a payout"
  const said = isNoAnswer(sent) ? undefined : sent.data.form_url
  if (typeof said === "string" && isServiceAddress(said)) {
    const where = `it has an address, ${new URL(said).origin}/...`
    findings.add(
      check,
      "as_documented",
      `${where}: nobody fills it in here, ask the service to cancel it`
    )
  } else {
    const why = "the answer names no https address in form_url: leave option payouts.form off"
    findings.add(check, "wrong", why)
  }
}

const KEY_CHECK = "who holds a Bre-B key"

/** Whether the payout may be sent: to a key only once the service says that somebody holds it. */
async function checkKey(
  transport: Transport,
  { payment_method, destination }: AllowedPayout,
  findings: Findings
): Promise<boolean> {
  if (payment_method !== KEY_METHOD || destination.account_number === null) {
    return true
  }
  const key = encodeURIComponent(destination.account_number).replaceAll("%40", "@")
  const told = await transport.call(PATHS.brebResolve.replace("{key}", () => key))
  if (isNoAnswer(told)) {
    findings.add(KEY_CHECK, "wrong", `no answer (${told.noAnswer}): no payout to a key is sent`)
    return false
  }
  const read = resolved.safeParse(told.answer.body)
  if (!read.success) {
    const says = `not in the documented shape (${told.inShort}): no payout to a key is sent. Ask the service for the path, option paths.brebResolve`
    findings.add(KEY_CHECK, "wrong", says)
    return false
  }
  findings.add(KEY_CHECK, "as_documented", `it names the holder in ${told.ms} ms`)
  return true
}

const resolved = z.object({
  success: z.literal(true),
  data: z.object({
    key_status: z.literal("ACTIVE"),
    customer_data: z.object({ full_name: z.string().min(1) }),
  }),
})

/** Whether there may be a payout now. */
function checkSent(
  sent: Heard | NoAnswer,
  reference: string,
  payout: AllowedPayout,
  context: CheckContext,
  findings: Findings
): boolean {
  const once = `It may be on its way and is not sent again: ask the service for ${reference}`
  if (isNoAnswer(sent) || sent.outcome.kind === "unclear") {
    const why = isNoAnswer(sent) ? sent.noAnswer : sent.inShort
    findings.add(CHECK, "wrong", `no clear answer (${why}). ${once}`)
    return true
  }
  if (sent.outcome.kind === "success") {
    const says = `${reference} was taken in ${sent.ms} ms`
    const { told, advice } = beyondTheTable(payout, context)
    findings.add(CHECK, told === "" ? "as_documented" : "differs", `${says}${told}`, advice)
    return true
  }
  if (isDefinite(sent)) {
    const says = `refused: ${sent.inShort}. No money was sent: mend the file and look again`
    findings.add(CHECK, "open", says)
    return false
  }
  const says = `told by ${sent.inShort}: the plugin cannot tell such a refusal from a failure, and leaves the payout to a person. ${once}`
  findings.add(CHECK, "differs", says)
  return true
}

/** A method or account type that is not in the plugin's table, but that the service accepts. */
function beyondTheTable(
  { payment_method, destination: { account_type } }: AllowedPayout,
  { country: { country, payout } }: CheckContext
): { told: string; advice?: Advice } {
  const wallet =
    !isByForm({ payment_method }) && findPayoutMethod(payout, payment_method) === undefined
  const type = account_type !== null && !payout.account_types.includes(account_type)
  if (!wallet && !type) {
    return { told: "" }
  }
  const told = [
    ...(wallet ? [`, so ${payment_method} is what the service calls its own wallet`] : []),
    ...(type ? [`, so accounts may be of type ${account_type}`] : []),
  ]
  const payouts = {
    ...(wallet && { walletMethod: payment_method }),
    ...(type && { accountTypes: { [country]: [...payout.account_types, account_type] } }),
  }
  return { told: told.join(""), advice: { payouts } }
}

interface Seen {
  /** Time until it was first found. */
  afterMs: number
  /** The latest lookup. */
  data: Record<string, unknown>
}

/** Looks the payout up until it has ended or the time is over; null when it was never found. */
async function follow(
  transport: Transport,
  reference: string,
  seconds: number
): Promise<Seen | null> {
  const started = performance.now()
  const seen: Seen[] = []
  for (;;) {
    const heard = await lookUp(transport, reference)
    const afterMs = Math.round(performance.now() - started)
    const left = seconds * 1000 - afterMs
    const found = !isNoAnswer(heard) && heard.outcome.kind === "success"
    if (found) {
      seen.push({ afterMs: seen[0]?.afterMs ?? afterMs, data: heard.data })
    }
    if (left <= 0 || (found && ENDS.includes(readServiceStatus(heard.data.status)))) {
      return seen.at(-1) ?? null
    }
    await sleep(Math.min(LOOK_EVERY_MS, left))
  }
}

function checkSeen(seen: Seen | null, seconds: number, findings: Findings): void {
  const check = "looking up a payout"
  if (seen === null) {
    const says = `not found within ${seconds} seconds: it may sit in a queue. The plugin believes after ${NOT_KNOWN_PAYOUT.seconds} seconds that none was made (option notKnown.payOut)`
    findings.add(check, "open", says)
    return
  }
  const notKnown = patienceFor("payOut", seen.afterMs)
  const result = notKnown === undefined ? "as_documented" : "differs"
  findings.add(check, result, `it is found after ${seen.afterMs} ms`, notKnown && { notKnown })
  const { status, response_message: message } = seen.data
  const became = "what became of the payout"
  if (readServiceStatus(status) === "UNKNOWN") {
    const says = `"${String(status)}" is no status of the documents: it changes nothing here`
    findings.add(became, "wrong", says)
  } else {
    const why = typeof message === "string" ? `, "${message.slice(0, LONGEST_TEXT)}"` : ""
    findings.add(became, "open", `the service says ${String(status)}${why}`)
  }
}

/** A payout must not have the label of money in: the label tells them apart. */
function checkLabel(label: string, deposit: string | null, findings: Findings): void {
  const check = "label of a payout"
  if (findings.payOutTypes().some((word) => holds(label, word))) {
    findings.add(check, "as_documented", `"${label}"`)
  } else if (deposit !== null && holds(deposit, label)) {
    const says = `"${label}" cannot be told from that of a deposit, "${deposit}": either would be taken for the other, and one of them never settle`
    findings.add(check, "wrong", says)
  } else {
    findings.add(check, "differs", `"${label}"`, { payOutWords: { added: [label.toUpperCase()] } })
  }
}
