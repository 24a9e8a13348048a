import { answerShape, DIRECT_METHODS, expectedShape } from "../../domain/method/direct"
import { informationText } from "../../domain/method/payment-information"
import { PSE } from "../../domain/method/pse"
import { PATHS } from "./account"
import type { CheckContext } from "./check-context"
import type { Findings } from "./finding"
import { isDefinite, isNoAnswer, type Heard, type NoAnswer, type Transport } from "./transport"

/** A bank of the list, as it is sent. */
export interface PseChoice {
  bank: string
  person_type: "NATURAL"
}

/** The request that made a link, or did not, and its answer. */
interface Made {
  body: { reference: string }
  made: Heard | NoAnswer
}

/**
 * Makes a link. Where PSE is refused, once more with a bank: an account that answers PSE directly refuses a request
 * without one (docs/service.md#direct-payments).
 */
export async function makeLink(
  transport: Transport,
  { payment_method }: CheckContext,
  bodyOf: (pse: PseChoice | null) => { reference: string },
  findings: Findings
): Promise<Made> {
  const body = bodyOf(null)
  const made = await transport.call(PATHS.payIn, body)
  const refused = !isNoAnswer(made) && made.outcome.kind !== "success" && isDefinite(made)
  if (!refused || payment_method !== PSE) {
    return { body, made }
  }
  const bank = await firstBank(transport, findings)
  if (bank === null) {
    return { body, made }
  }
  const again = bodyOf({ bank, person_type: "NATURAL" })
  const direct = await transport.call(PATHS.payIn, again)
  const works = !isNoAnswer(direct) && direct.outcome.kind === "success"
  return works ? { body: again, made: direct } : { body, made }
}

/** Says how a method is answered that can be answered directly. */
export function checkDirect(
  { account, country, payment_method }: CheckContext,
  { data }: Heard,
  findings: Findings
): void {
  const method = DIRECT_METHODS.find((one) => one === payment_method)
  if (method === undefined) {
    return
  }
  const came = answerShape({
    type: textOf(data.type),
    account_number: textOf(data.account_number),
    confirmation: textOf(data.confirmation),
    information: informationText(data.payment_information),
    payment_url: textOf(data.payment_url),
  })
  const check = `how ${method} is paid`
  if (came === "link") {
    findings.add(check, "as_documented", "on a hosted page: leave it out of option direct")
  }
  if (came === "link" || came === "unknown") {
    return
  }
  if (came === expectedShape({ methods: [method] }, method)) {
    const accounts = [{ id: account, country: country.country, direct: [method] }]
    const says = `directly (${FORMS[came]}): write it into option direct of the account. Try the other ones of ${DIRECT_METHODS.join(", ")} by --method`
    findings.add(check, "differs", says, { accounts })
  } else {
    const says = `by ${FORMS[came]}, which is not what its documents say: shoppers are shown it all the same`
    findings.add(check, "differs", says)
  }
}

const FORMS = {
  bank_page: "the page of the bank itself",
  key: "a key to pay to",
  confirmation: "a text to confirm",
}

/** A bank of the list; null: there is no list, and that is reported. */
async function firstBank(transport: Transport, findings: Findings): Promise<string | null> {
  const listed = await transport.call(PATHS.pseBanks)
  const check = "banks of PSE"
  if (isNoAnswer(listed)) {
    findings.add(check, "open", `no answer (${listed.noAnswer})`)
    return null
  }
  const rows: unknown = listed.answer.body?.data
  const codes = Array.isArray(rows) ? rows.flatMap((row: unknown) => codeOf(row) ?? []) : []
  if (codes.length === 0) {
    findings.add(check, "open", `it names none: ${listed.inShort}`)
    return null
  }
  findings.add(check, "as_documented", `it names ${codes.length}`)
  return codes[0]
}

function codeOf(row: unknown): string | null {
  return typeof row === "object" && row !== null && "code" in row ? textOf(row.code) : null
}

function textOf(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value : null
}
