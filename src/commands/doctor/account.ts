import { payInOptionsSchema } from "../../domain/options/options"
import { readAmount } from "../../modules/gateway/answers"
import { amountText } from "./amount-text"
import type { Findings } from "./finding"
import { isNoAnswer, type Transport } from "./transport"
import type { CheckContext } from "./check-context"

/** The service's own paths (docs/service.md#addresses). The plugin's options can change each. */
export const PATHS = payInOptionsSchema.shape.paths.parse({})
const DECIMALS = payInOptionsSchema.shape.decimals.parse({})

/** Checks the credentials and the profile. False: nothing else can be tried. */
export async function checkAccount(
  transport: Transport,
  context: CheckContext,
  findings: Findings
): Promise<boolean> {
  const { country } = context
  const mine = await transport.call(PATHS.merchant)
  if (isNoAnswer(mine)) {
    findings.add(
      "address",
      "wrong",
      `the service does not answer (${mine.noAnswer}): check --base-url`
    )
    return false
  }
  if (mine.outcome.kind !== "success") {
    findings.add("credentials", "wrong", `the profile is refused: ${mine.inShort}`)
    return false
  }
  findings.add("credentials", "as_documented", `the profile is read in ${mine.ms} ms`)
  await checkStranger(transport, findings)

  const missing = ["name", "nit", "email", "currency", "wallet"].filter(
    (name) => mine.data[name] === undefined
  )
  const { currency, wallet } = mine.data
  if (missing.length > 0) {
    findings.add("profile", "differs", `it lacks ${missing.join(", ")}: the admin shows less`)
  } else if (currency === country.currency) {
    findings.add("profile", "as_documented", `all of it is there, in ${country.currency}`)
  } else {
    const says = `it is in ${String(currency)}, and --country ${country.country} is in ${country.currency}: is it the right merchant?`
    findings.add("profile", "differs", says)
  }
  checkWallet(wallet, context, findings)
  return true
}

/**
 * How the service answers to wrong credentials, which is not documented (docs/service.md#refusals).
 */
async function checkStranger(transport: Transport, findings: Findings): Promise<void> {
  const stranger = await transport.with({ token: "not-a-token-of-anybody" }).call(PATHS.merchant)
  const check = "wrong credentials"
  if (isNoAnswer(stranger)) {
    findings.add(check, "open", `no answer (${stranger.noAnswer})`)
  } else if (stranger.outcome.kind === "success") {
    findings.add(
      check,
      "differs",
      "another token reads the profile all the same: Token-Top is not checked here"
    )
  } else if ([401, 403].includes(stranger.answer.httpStatus)) {
    findings.add(check, "as_documented", `refused with ${stranger.inShort}`)
  } else {
    const says = `told by ${stranger.inShort} and not by 401 or 403: the plugin takes them for a service that fails, and says so`
    findings.add(check, "differs", says)
  }
}

/** Only a fraction reveals the unit; otherwise a person who knows the balance decides. */
function checkWallet(wallet: unknown, context: CheckContext, findings: Findings): void {
  const check = "unit of the balance"
  const text = typeof wallet === "number" || typeof wallet === "string" ? String(wallet) : ""
  if (/\.\d*[1-9]/.test(text)) {
    const says = `it shows ${text}: with decimals, so in major units`
    findings.add(check, "differs", says, { amounts: { wallet: "major" } })
  } else {
    findings.add(check, "open", text === "" ? "it shows none" : `it shows ${unitOf(text, context)}`)
  }
}

function unitOf(text: string, context: CheckContext): string {
  const { country, decimals } = context
  if (decimals === 0) {
    return `${text}, one number in either unit, so amounts.wallet changes nothing. If the service's own page shows another balance, option decimals is wrong`
  }
  if (!/[1-9]/.test(text)) {
    return `${text}, which is the same in either unit: look again when there is money in it`
  }
  const as = (unit: "wire" | "major") => {
    const amount = readAmount(text, country.currency, unit, DECIMALS)
    return amount === null ? "no amount" : amountText(amount, context, decimals)
  }
  return `${text}: ${as("wire")}, or ${as("major")} if it is in major units. Compare with the service's own page; if that shows the latter, set amounts: { wallet: "major" }`
}
