import type { Finding, Findings, Verdict } from "./finding"
import type { Patient } from "./patient"

const MARKS: Record<Verdict, string> = {
  as_documented: "ok     ",
  differs: "differs",
  wrong: "WRONG  ",
  open: "open   ",
}

export function lineOf({ check, verdict, says }: Finding): string {
  return `${MARKS[verdict]}  ${check}: ${says}`
}

/** What to put into `medusa-config.ts`; credentials by name, never their values. */
export function optionsToPaste(findings: Findings, { country }: Patient): string {
  const { card, ...others } = findings.options()
  const id = country.country.toLowerCase()
  const lines = [
    "baseUrl: process.env.PAYIN_BASE_URL,",
    "username: process.env.PAYIN_USERNAME,",
    "password: process.env.PAYIN_PASSWORD,",
    "token: process.env.PAYIN_TOKEN,",
    `accounts: [{ id: ${JSON.stringify(id)}, country: ${JSON.stringify(country.country)} }],`,
    ...Object.entries({ ...others, ...(card && { card }) }).map(
      ([name, value]) => `${name}: ${JSON.stringify(value)},`
    ),
  ]
  return lines.map((line) => `  ${line}`).join("\n")
}

/** The end of the report. */
export function summary(findings: Findings, patient: Patient): string {
  const section = (title: string, verdict: Verdict) => {
    const list = findings.of(verdict)
    return list.length === 0
      ? []
      : ["", title, ...list.map(({ check, says }) => `- ${check}: ${says}`)]
  }
  const wrong = findings.of("wrong").length
  return [
    "",
    "For withPayIn in medusa-config.ts (add callbackUrl, returnUrl and encryptionKey):",
    "",
    optionsToPaste(findings, patient),
    ...section("Differs from the documents, or is left open by them:", "differs"),
    ...section("Not known after this:", "open"),
    ...section("What the plugin cannot work with:", "wrong"),
    "",
    wrong === 0
      ? "The plugin can work with this service, as far as this could be seen."
      : `${wrong} thing(s) are wrong: do not take money yet.`,
  ].join("\n")
}
