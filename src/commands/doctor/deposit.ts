import { findMethod } from "../../domain/country/countries"
import { fromWire, toWire } from "../../domain/money/amount"
import { newReference } from "../../domain/row/reference"
import { NOT_KNOWN_PAYIN } from "../../domain/time/schedule"
import { PATHS } from "./account"
import { amountText } from "./amount-text"
import { checkDirect, makeLink, type PseChoice } from "./direct"
import type { Findings } from "./finding"
import { isDefinite, isNoAnswer, type Heard, type Transport } from "./transport"
import { checkLink } from "./link"
import type { CheckContext } from "./check-context"

/** A link that nobody has to pay. */
export interface Deposit {
  reference: string
  /** Null: the answer named none, and the plugin looks it up by its reference. */
  ticket: string | null
  /** Null: the answer named none. */
  payment_url: string | null
  /** Its label in a lookup; null: none, or it was not found. */
  label: string | null
}

/** Makes a payment link, and checks it. No money moves unless somebody pays on its page. */
export async function checkDeposit(
  transport: Transport,
  context: CheckContext,
  ipnUrlOf: (reference: string) => string,
  findings: Findings
): Promise<Deposit | null> {
  // Each under a reference of its own: the service may count a refused one as used.
  const bodyOf = (pse: PseChoice | null) => {
    const reference = newReference()
    return payInBody(context, reference, { ipn_url: ipnUrlOf(reference), pse })
  }
  await checkRefusal(transport, bodyOf(null), findings)
  const { body, made } = await makeLink(transport, context, bodyOf, findings)
  const { reference } = body
  if (isNoAnswer(made)) {
    findings.add(
      "a payment link",
      "wrong",
      `no answer (${made.noAnswer}): it may exist all the same`
    )
    return null
  }
  if (made.outcome.kind !== "success") {
    const asked = amountText(context.amount, context, context.decimals)
    const says = `${context.payment_method} of ${asked} is refused: ${made.inShort}. Try another --method or --amount; what an account lacks or limits is written into option countries`
    findings.add("a payment link", "wrong", says)
    return null
  }
  const ticket = textOf(made.data.ticket)
  const payment_url = textOf(made.data.payment_url)
  checkDirect(context, made, findings)
  checkMethod(context, `made in ${made.ms} ms, answered in ${formOf(made)}`, findings)
  if (payment_url === null) {
    findings.add("a payment page", "differs", withoutPage(made.data))
  } else {
    askForPage(context, payment_url, findings)
  }
  const label = await checkLink(transport, context, { reference, ticket }, findings)
  await checkDuplicate(transport, body, findings)
  return { reference, ticket, payment_url, label }
}

function textOf(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value : null
}

/** The form of the answer in a line: envelope or not, page or not, ticket or not. */
function formOf({ form, data }: Heard): string {
  const shape = form === "flat" ? "the flat form" : "the enveloped form"
  const page = textOf(data.payment_url) === null ? "without a page" : "with a page"
  return `${shape}, ${page}${textOf(data.ticket) === null ? ", without a ticket" : ""}`
}

const USUAL_FIELDS = ["code", "status", "message", "ticket", "date", "transaction", "reference"]

/** Names of fields only: a value may be what pays. */
function withoutPage(data: Record<string, unknown>): string {
  const named = Object.keys(data).filter(
    (name) => data[name] != null && ![...USUAL_FIELDS, "payment_url"].includes(name)
  )
  const offered = named.length === 0 ? "nothing to pay by" : named.join(", ")
  return `the account answers without one, and names ${offered}: the plugin keeps the payment as pending, without a page, and looks it up. Ask the service how a shopper pays it, or try another --method`
}

/** A method that is off by default and works here is switched on. */
function checkMethod(
  { country, payment_method }: CheckContext,
  made: string,
  findings: Findings
): void {
  const check = "a payment link"
  if (findMethod(country, payment_method) !== undefined) {
    findings.add(check, "as_documented", made)
    return
  }
  const methods = { [payment_method]: { enabled: true } }
  const says = `${made}, by ${payment_method}, which the plugin leaves off in ${country.country}`
  findings.add(check, "differs", says, { countries: { [country.country]: { methods } } })
}

/**
 * Only a person sees the unit on the page: a service that takes pesos for cents would still repeat
 * the number.
 */
function askForPage(context: CheckContext, payment_url: string, findings: Findings): void {
  const { amount, decimals, country } = context
  const { currency } = country
  const asked = amountText(amount, context, decimals)
  const other = decimals === 0 ? 2 : 0
  const mistaken = amountText(fromWire(toWire(amount, decimals), other), context, other)
  const takes = other === 0 ? `whole ${currency}` : "cents"
  const says = `look at ${payment_url} (nobody has to pay there): it must ask for ${asked}. If it asks for ${mistaken}, the service takes ${takes}: set decimals: { ${currency}: ${other} }. Take no money before you looked`
  findings.add("amount on the payment page", "open", says)
}

function payInBody(
  context: CheckContext,
  reference: string,
  { ipn_url, pse }: { ipn_url: string; pse: PseChoice | null }
) {
  const { country, amount, decimals, payment_method, email } = context
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
      ...pse,
    },
    expiration_time: 60,
    metadata: { source: "payin-doctor" },
  }
}

/**
 * Checks the form of a refusal. Only a definite one proves that no link exists
 * (docs/service.md#refusals).
 */
async function checkRefusal(transport: Transport, body: object, findings: Findings): Promise<void> {
  const refused = await transport.call(PATHS.payIn, { ...body, customer_data: {} })
  const check = "a refusal"
  if (isNoAnswer(refused)) {
    findings.add(check, "open", `no answer (${refused.noAnswer})`)
    return
  }
  const { outcome, inShort } = refused
  if (outcome.kind === "success") {
    findings.add(check, "differs", "a link without any customer_data is made all the same")
    return
  }
  const definite = isDefinite(refused)
  findings.add(
    check,
    definite ? "as_documented" : "differs",
    definite
      ? `is told by ${inShort}`
      : `is told by ${inShort}: the plugin cannot tell it from a failure, looks the link up, and gives it up after ${NOT_KNOWN_PAYIN.seconds} seconds`
  )
}

/**
 * Checks a reference used twice. The plugin never does that, but the service's behaviour is
 * undocumented (docs/service.md#references-and-tickets).
 */
async function checkDuplicate(
  transport: Transport,
  body: object,
  findings: Findings
): Promise<void> {
  const again = await transport.call(PATHS.payIn, body)
  const check = "a reference used twice"
  if (isNoAnswer(again)) {
    findings.add(check, "open", `no answer (${again.noAnswer})`)
  } else if (again.outcome.kind === "success") {
    findings.add(
      check,
      "differs",
      "a second link under the same reference is made; the plugin never asks for one"
    )
  } else {
    findings.add(check, "as_documented", `is refused: ${again.inShort}`)
  }
}
