import type { UnconfiguredAccount } from "../../../../modules/ledger/lookups"
import type { AdminStatusAnswer } from "../status-types"

/** Accounts that pay-ins name and the options lack: nobody asks what became of them. */
export function missingAccountProblems(
  accounts: readonly UnconfiguredAccount[]
): AdminStatusAnswer["problems"] {
  return accounts.map(({ account, count, amount, currency }) => {
    const waiting = amount === null || currency === null ? "0" : `${amount} ${currency}`
    const message =
      `Account "${account}" has payments that are watched, ${count} of them open (${waiting}), and it ` +
      "is no longer in the options (accounts): nobody can ask the service about them. Put it back " +
      "under its old id. An order that waits for one of them is canceled by hand."
    return { code: "account_missing", message, values: { account, count, waiting } }
  })
}
