import { createRequire } from "node:module"
import path from "node:path"

import { PlainError } from "../../demo/steps/settings.mjs"

const ROWS = 1000

/**
 * Validating a CSV of a thousand payouts, one without a fault and one whose every row has several, in
 * milliseconds of CPU; `first` is the first of all, whose code nobody has run before.
 */
export function measureCsv({ folder, n }) {
  const load = createRequire(path.join(folder, "package.json"))
  const plugin = (file) =>
    load(path.join(folder, "node_modules/medusa-plugin-payin/.medusa/server/src", file))
  const { readPayoutImport, PAYOUT_IMPORT_EXAMPLE } = plugin("domain/payout/import")
  const { COUNTRIES } = plugin("domain/country/countries")
  const rules = { country: COUNTRIES.CO, currency: "COP", decimals: 0, account: "co" }
  const [header, ...examples] = PAYOUT_IMPORT_EXAMPLE.trimEnd().split("\r\n")
  const file = (row) => [header, ...Array.from({ length: ROWS }, (_, i) => row(i))].join("\r\n")

  const measure = (name, csv, expected) => {
    const samples = Array.from({ length: n }, () => {
      const before = process.cpuUsage()
      const { rows } = readPayoutImport(csv, rules)
      const { user, system } = process.cpuUsage(before)
      if (rows.length !== expected) throw new PlainError(`${rows.length} rows of ${name} are right`)
      return (user + system) / 1000
    })
    return { name, first: samples[0], samples, aim: 1000 }
  }
  const good = file((i) => examples[i % examples.length])
  const bad = file((i) => examples[i % examples.length].replaceAll(/COP|@|\d{4}/g, "?"))
  return [measure("CSV of 1,000 payouts", good, ROWS), measure("CSV of 1,000 wrong rows", bad, 0)]
}
