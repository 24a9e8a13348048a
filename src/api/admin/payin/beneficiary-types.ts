// What the routes about beneficiaries and their rules answer.

import type { RuleTrigger } from "../../../domain/payout/rule"
import type { AdminListPage } from "./list-types"
import type { AdminApproval, AdminDestination } from "./payout-types"

/** The state of a second person's confirmation. */
interface AdminConfirmation {
  /** Counts the changes that a second person confirms: send it with `approve` to confirm what you saw. */
  version: number
  /** Payouts to what awaits an approval wait, too (reason `beneficiary_unconfirmed`). */
  status: "active" | "awaiting_approval"
  /** Who confirmed the newest confirmed version; null: nobody, or option `beneficiaryChanges`. */
  approved_by: string | null
  approved_at: string | null
  /** In lists: who may confirm it, and whether you may; null when it waits for nobody. */
  approval?: AdminApproval | null
}

/** Who a beneficiary was, and where its money went, by what a second person confirmed last. */
export interface AdminConfirmedPlace {
  name: string
  payment_method: string
  bank: string
  account_last_four: string
  /** Names of the fields that changed since, those of the destination too. */
  changed: string[]
}

/** Somebody who is paid more than once. */
export interface AdminBeneficiary extends AdminConfirmation {
  id: string
  name: string
  account: string
  currency_code: string
  country: string
  payment_method: string
  destination: AdminDestination
  stock_location_id: string | null
  /** In lists, while a change waits: what was confirmed before it. Null: nothing was, or nothing waits. */
  confirmed?: AdminConfirmedPlace | null
  /** Id of a user, or `key:` and the id of a secret API key behind which no user is known. */
  created_by: string | null
  /** Who changed it last. */
  edited_by: string | null
  /** Who may not approve payouts to it: who made it, and everybody who changed it. */
  makers: string[]
  created_at: string
  updated_at: string
}

export interface AdminBeneficiaryAnswer {
  beneficiary: AdminBeneficiary
}

export interface AdminBeneficiaryList extends AdminListPage {
  beneficiaries: AdminBeneficiary[]
}

/** What part is paid, and when. */
export interface AdminRuleTerms {
  /** Of the fulfilled items after discounts, without shipping. */
  percent: number
  trigger: RuleTrigger
  /** Whether the share is taken of amounts with tax. */
  tax: boolean
}

/** What a beneficiary gets of what leaves a stock location. */
export interface AdminPayoutRule extends AdminConfirmation, AdminRuleTerms {
  id: string
  beneficiary_id: string
  stock_location_id: string
  /** In lists, while a change waits: what was confirmed before it. Null: nothing was, or nothing waits. */
  confirmed?: AdminRuleTerms | null
  /** Id of a user, or `key:` and the id of a secret API key behind which no user is known. */
  created_by: string | null
  edited_by: string | null
  /** Who may not approve its payouts: who made it, and everybody who changed it. */
  makers: string[]
  created_at: string
  updated_at: string
}

export interface AdminPayoutRuleAnswer {
  payout_rule: AdminPayoutRule
}

export interface AdminPayoutRuleList extends AdminListPage {
  payout_rules: AdminPayoutRule[]
}

export interface AdminDeletedAnswer {
  id: string
  object: "beneficiary" | "payout_rule"
  deleted: true
}
