import type { AdminLookedUpPayout, AdminLookupAnswer } from "../../api/admin/payin/lookup-types"
import type { AdminPayoutAttempt } from "../../api/admin/payin/payout-types"
import type { AdminTransaction } from "../../api/admin/payin/transaction-types"
import type { Say } from "../text/use-texts"

type Local = NonNullable<AdminLookupAnswer["local"]>

/** What the store has of a transaction of the service, whichever way its money goes. */
export interface Kept extends Pick<
  AdminTransaction,
  "reference" | "ticket" | "amount" | "currency" | "response_message" | "card" | "payment_method"
> {
  /** In words. */
  status: string
  /** Whether the service's word means the same. */
  agrees: boolean
  created_at: string
}

const SAME = {
  CREATED: "pending",
  PENDING: "pending",
  APPROVED: "approved",
  REJECTED: "rejected",
  DECLINED: "rejected",
} as const
const PAY_IN: Partial<Record<string, AdminTransaction["status"]>> = { ...SAME, EXPIRED: "expired" }
// Here is no link that could run out.
const PAY_OUT: Partial<Record<string, AdminPayoutAttempt["status"]>> = {
  ...SAME,
  EXPIRED: "rejected",
}

export function isPayout(local: Local): local is AdminLookedUpPayout {
  return "attempt" in local
}

/** @param said the service's status */
export function keptOf(local: Local, said: string, say: Say): Kept {
  return isPayout(local) ? attemptOf(local, said, say) : payInOf(local, said, say)
}

function payInOf(row: AdminTransaction, said: string, say: Say): Kept {
  const { reference, ticket, response_message, card, payment_method, created_at } = row
  return {
    ...{ reference, ticket, response_message, card, payment_method, created_at },
    status: say(`status.${row.status}`),
    agrees: PAY_IN[said] === row.status,
    amount: row.approved_amount ?? row.amount,
    currency: row.approved_currency ?? row.currency,
  }
}

/**
 * The service speaks of one attempt, and the payout may have gone on since. The amount is the one that was
 * ordered: what the attempt notes as paid is the service's own word.
 */
function attemptOf(payout: AdminLookedUpPayout, said: string, say: Say): Kept {
  const { amount, currency_code, payment_method, attempt } = payout
  const { reference, ticket, response_message, created_at } = attempt
  return {
    ...{ reference, ticket, response_message, card: null, payment_method, created_at },
    status: say(`payouts.attempt.${attempt.status}`),
    agrees: PAY_OUT[said] === attempt.status,
    ...{ amount, currency: currency_code },
  }
}
