// What the service itself says, as the routes that ask it answer. Money is a decimal string in
// major units, `currency` is upper case, times are ISO 8601 in UTC, what is absent is null.

import type { AdminPayout, AdminPayoutAttempt } from "./payout-types"
import type { AdminCard, AdminTransaction } from "./transaction-types"

export interface AdminMerchantAnswer {
  merchant: {
    name: string | null
    nit: string | null
    email: string | null
    currency: string | null
    /** Balance in major units; null when the service named none that can be read. */
    wallet: string | null
  }
}

/** A transaction as the service tells of it, just now. */
export interface AdminRemoteTransaction {
  ticket: string | null
  reference: string | null
  amount: string | null
  currency: string | null
  /** CREATED, PENDING, APPROVED, REJECTED, DECLINED, EXPIRED or UNKNOWN. */
  status: string
  /** The status as the service wrote it. */
  raw_status: string
  kind: "payin" | "payout" | "unknown"
  type_transaction: string | null
  response_message: string | null
  /** Local time of the service in an unknown zone: to look at, not to compute with. */
  date: string | null
  customer: {
    full_name: string | null
    email: string | null
    legal_doc_type: string | null
    legal_doc_last_four: string | null
  }
  card: AdminCard | null
}

/** A payout of ours. Its `reference` and `ticket` are those of the newest attempt. */
export interface AdminLookedUpPayout extends AdminPayout {
  /** The attempt that was asked about: what the service says is of this one. */
  attempt: AdminPayoutAttempt
}

export interface AdminLookupAnswer {
  remote: AdminRemoteTransaction
  /** Our own pay-in or payout (which alone has an `attempt`), null when this store never asked for it. */
  local: AdminTransaction | AdminLookedUpPayout | null
}
