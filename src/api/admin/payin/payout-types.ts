// What the routes about payouts answer. Money is a decimal string in major units, `currency_code`
// is upper case, times are ISO 8601 in UTC, what is absent is null.

import type { AttemptStatus } from "../../../domain/payout/attempt"
import type { DestinationSource, PayoutDestination } from "../../../domain/payout/destination"
import type { PayoutReason } from "../../../domain/payout/reason"
import type { PayoutSource, PayoutStatus } from "../../../domain/payout/state"
import type { PayoutWay } from "../../../domain/payout/way"
import type { RefusalCode } from "../../../domain/error/refusal-code"
import type { Text } from "../../../domain/text/language"
import type { AdminAuditEntry } from "./audit-types"
import type { AdminListPage } from "./list-types"

/** Where money goes to, as far as a screen may show it; `reveal` tells the rest. */
export interface AdminDestination {
  full_name: string | null
  bank: string | null
  account_type: string | null
  account_last_four: string | null
}

/** Who holds a Bre-B key, masked. */
export interface AdminKeyHolder {
  /** Initials, such as `M. R.` */
  name: string
  /** The last three characters of the document; empty when the service does not show them. */
  document: string
  bank: string | null
  /** Whether a person has to decide: it is another name than the destination's. */
  differs: boolean
  asked_at: string
}

/** Four eyes: who may be the second person, for whoever asks. */
export interface AdminApproval {
  /** Whether you may do it, as it is now. */
  you_may: boolean
  /** Why not; null when you may. */
  code: RefusalCode | null
  /**
   * E-mails and ids of users whom option `approvers` names: nobody else may. Null: every user who
   * had no part in it and was there before.
   */
  approvers: string[] | null
}

/** One intent to give money. */
export interface AdminPayout {
  id: string
  account: string
  status: PayoutStatus
  /** Why it stands there. */
  status_cause: string
  status_changed_at: string
  /** Why it waits, and the same for people. */
  reason: PayoutReason | null
  reason_text: Text | null
  /** What a person wants to know of that, e.g. `balance` and `needed`. */
  reason_facts: Record<string, unknown> | null
  source: PayoutSource
  amount: string
  /** What the service says that it paid, over all attempts; null: nothing so far. */
  paid_amount: string | null
  currency_code: string
  country: string
  payment_method: string
  beneficiary_id: string | null
  rule_id: string | null
  import_id: string | null
  /** The payout of which this pays what the service left unpaid. */
  rest_of: string | null
  order_id: string | null
  fulfillment_id: string | null
  refund_id: string | null
  payment_id: string | null
  anomaly_id: string | null
  /** The pay-in that it gives back. */
  transaction_id: string | null
  /** Null until somebody says where the money goes. */
  destination: AdminDestination | null
  /**
   * How a refund learned it: with the payment session at checkout, where nobody can tell a shopper
   * from an operator; on the refund page; from an operator. Null for what is no refund.
   */
  destination_from: DestinationSource | null
  /** Who holds the Bre-B key of the destination, as the service said last; null: it was not asked. */
  key_holder: AdminKeyHolder | null
  /** Of the newest attempt. */
  reference: string | null
  ticket: string | null
  /** The service's or the bank's text for people. */
  response_message: string | null
  estimated_time: string | null
  /** By a person, or by the system in English. */
  note: string | null
  /** The same for people: the system's notes are known in both languages. */
  note_text: Text | null
  /** Of a payment made elsewhere: what shows that it was. */
  proof: string | null
  /** Counts changes of amount and destination: send it with `approve` to approve what you saw. */
  version: number
  /** Whether it refunds a payment to a document that is not the payer's, or that an operator typed. */
  other_person: boolean
  /** Id of the user who made it; null: the system, or a key behind which no user is known. */
  created_by: string | null
  /** `api_key_id`: the secret API key by which it was made. */
  made_by: { user_id: string | null; api_key_id: string | null }
  /**
   * Everybody who had a part in it up to its last change: ids of users, or `key:` and the id of a key
   * without one. Who changed its beneficiary since counts too.
   */
  makers: string[]
  approved_by: string | null
  approved_at: string | null
  created_at: string
}

/** One reference under which a payout was sent. */
export interface AdminPayoutAttempt {
  number: number
  reference: string
  status: AttemptStatus
  ticket: string | null
  /** How often it was, or may have been, sent. */
  sends: number
  last_sent_at: string | null
  last_error: string | null
  service_status: string | null
  response_message: string | null
  /** What was paid, where the service named it. */
  paid_amount: string | null
  paid_currency: string | null
  looked_up_at: string | null
  created_at: string
}

/** Of a payout by form: whom its approval means, and who reads the address of the form. */
export interface AdminPayoutForm {
  /** The recipient's e-mail in full: the store's mail with the form goes there. */
  email: string | null
  /** Whether no operator reads the address: `destination-link` asks for the store's mail again. */
  for_recipient: boolean
}

export interface AdminPayoutDetail extends AdminPayout {
  /** Null unless its recipient names the account in a form. */
  form: AdminPayoutForm | null
  /** What a person can do about it now: names of the routes below it. */
  actions: PayoutWay[]
  /** Who may approve it, and whether you may; null when it waits for no approval. */
  approval: AdminApproval | null
  /** The same of `conclude`; null when one person is enough, or when it is not among `actions`. */
  outcome_approval: AdminApproval | null
  /** References of which `conclude` can report the outcome; with several it has to name one. */
  outcome_references: string[]
  /** The same of `paid-elsewhere`. */
  paid_elsewhere_approval: AdminApproval | null
  /** The same of `retry`, above the limit: null where nobody reported that it was not paid. */
  retry_approval: AdminApproval | null
  /** Oldest first. */
  attempts: AdminPayoutAttempt[]
  /** Oldest first, at most 500. */
  audit: AdminAuditEntry[]
  /** What the service left unpaid of it, and `pay-rest` orders; null when nothing is short. */
  rest_due: string | null
  /** The payouts that were ordered for its rest, canceled ones too. */
  rest_ids: string[]
  /** What the seller was paid of it for goods that came back since; null when nothing is due. */
  clawback_due: string | null
}

export interface AdminPayoutAnswer {
  payout: AdminPayout
}

/** A refund of an order; its payout is null when none could be booked: `refund_without_payout` is open then. */
export interface AdminRefundAnswer {
  refund_id: string
  payout: AdminPayout | null
}

export interface AdminPayoutDetailAnswer {
  payout: AdminPayoutDetail
}

export interface AdminPayoutList extends AdminListPage {
  payouts: AdminPayout[]
}

/** Shown once somebody asked for it by name; that it was shown stands in the audit trail. */
export interface AdminRevealAnswer {
  destination: PayoutDestination
}

/** The page where a shopper says where a refund goes to: whoever has the address can say it, once. */
export interface AdminDestinationLinkAnswer {
  url: string
  /** Null: nobody says how long the service's form lives. */
  expires_at: string | null
}
