import type { BlindAccount } from "../../../../modules/ledger/lookups"
import type { AdminStatusAnswer } from "../status-types"

/** Accounts that pay-ins name and the options lack: nobody asks what became of them. */
export function missingAccountProblems(
  accounts: readonly BlindAccount[]
): AdminStatusAnswer["problems"] {
  return blindProblems(
    accounts,
    "account_missing",
    "it is no longer in the options (accounts): nobody can ask the service about them. Put it back " +
      "under its old id."
  )
}

/** Accounts whose links another merchant made than the options name: nobody asks that one. */
export function merchantChangedProblems(
  accounts: readonly BlindAccount[]
): AdminStatusAnswer["problems"] {
  return blindProblems(
    accounts,
    "merchant_changed",
    "another merchant made their links than its credentials are of now, which does not know them. Put the " +
      "earlier credentials back until these payments have ended, or give the new merchant an account of its own."
  )
}

function blindProblems(
  accounts: readonly BlindAccount[],
  code: "account_missing" | "merchant_changed",
  why: string
): AdminStatusAnswer["problems"] {
  return accounts.map(({ account, count, amount, currency }) => {
    const waiting = amount === null || currency === null ? "0" : `${amount} ${currency}`
    const message =
      `Account "${account}" has payments that are watched, ${count} of them open (${waiting}), and ${why} ` +
      "An order that waits for one of them is canceled by hand."
    return { code, message, values: { account, count, waiting } }
  })
}
