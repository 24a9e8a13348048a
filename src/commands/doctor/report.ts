import type { Finding, Findings, Result } from "./finding"
import type { CheckContext } from "./check-context"

const MARKS: Record<Result, string> = {
  as_documented: "ok     ",
  differs: "differs",
  wrong: "WRONG  ",
  open: "open   ",
}

export function lineOf({ check, result, says }: Finding): string {
  return `${MARKS[result]}  ${check}: ${says}`
}

/** Options that the boot requires from a store that takes cards. */
const FOR_CARDS = [
  "cardUrl: process.env.PAYIN_CARD_URL,",
  "merchantId: process.env.PAYIN_MERCHANT_ID,",
  "webhookSecret: process.env.PAYIN_WEBHOOK_SECRET,",
]

/** The options for `medusa-config.ts`; credentials by name, never their values. */
function optionsToPaste(findings: Findings, { account, country }: CheckContext): string {
  const {
    card,
    accounts = [{ id: account, country: country.country }],
    ...others
  } = findings.options()
  const code = country.country
  const countries = { ...others.countries, [code]: { ...others.countries?.[code], enabled: true } }
  const found = {
    ...others,
    // A country that is off by default must be switched on.
    ...(!country.enabled && { countries }),
    ...(card && { card }),
  }
  const lines = [
    "baseUrl: process.env.PAYIN_BASE_URL,",
    "username: process.env.PAYIN_USERNAME,",
    "password: process.env.PAYIN_PASSWORD,",
    "token: process.env.PAYIN_TOKEN,",
    ...(card === undefined ? [] : FOR_CARDS),
    `accounts: [${accounts.map(written).join(", ")}],`,
    ...Object.entries(found).map(([name, value]) => `${name}: ${JSON.stringify(value)},`),
  ]
  return lines.map((line) => `  ${line}`).join("\n")
}

function written(account: object): string {
  // A store may keep its options in a variable, where TypeScript would widen the code to a text.
  const keys = Object.entries(account).map(
    ([name, value]) => `${name}: ${JSON.stringify(value)}${name === "country" ? " as const" : ""}`
  )
  return `{ ${keys.join(", ")} }`
}

/** The end of the report. */
export function summary(findings: Findings, context: CheckContext): string {
  const section = (title: string, result: Result) => {
    const list = findings.of(result)
    return list.length === 0
      ? []
      : ["", title, ...list.map(({ check, says }) => `- ${check}: ${says}`)]
  }
  const wrong = findings.of("wrong").length
  return [
    "",
    "For withPayIn in medusa-config.ts: add callbackUrl, returnUrl and encryptionKey, and set what it reads from the environment.",
    "",
    optionsToPaste(findings, context),
    ...section("Differs from the documents, or is left open by them:", "differs"),
    ...section("Not known after this:", "open"),
    ...section("What the plugin cannot work with:", "wrong"),
    "",
    wrong === 0
      ? "The plugin can work with this service, as far as this could be seen."
      : `${wrong} thing(s) are wrong: do not take money yet.`,
  ].join("\n")
}
