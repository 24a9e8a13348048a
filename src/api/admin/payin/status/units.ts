import type { UnitSuspicion } from "../../../../modules/ledger/unit-suspicions"
import type { AdminStatusProblem } from "../status-types"

/** Amounts that the service names in another unit than the options say. */
export function unitProblems(suspicions: {
  inCreates: readonly UnitSuspicion[]
  inLookups: readonly UnitSuspicion[]
}): AdminStatusProblem[] {
  return [
    ...suspicions.inCreates.map((one) => problem(one, "decimals")),
    ...suspicions.inLookups.map((one) => problem(one, "amounts.lookup, decimals")),
  ]
}

function problem(
  { account, currency, reference, asked, said }: UnitSuspicion,
  options: string
): AdminStatusProblem {
  const message =
    `The service names ${said} ${currency} where ${asked} was asked (account "${account}", ${reference}): it counts in ` +
    `another unit than the options say. Correct the option (${options}) and restart.`
  return {
    code: "unit_suspected",
    message,
    values: { account, currency, reference, asked, said, options },
  }
}
