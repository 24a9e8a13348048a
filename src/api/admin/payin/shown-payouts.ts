import { payoutReasonText } from "../../../domain/payout/reason"
import { redactText } from "../../../domain/privacy/redaction"
import { noteText } from "../../../domain/operator/system-note"
import type {
  Attempt,
  AuditEntry,
  Beneficiary,
  Confirmable,
  KeptKeyHolder,
  Payout,
  Rule,
} from "../../../modules/payouts/rows"
import type { AdminAuditEntry } from "./audit-types"
import type { AdminBeneficiary, AdminPayoutRule } from "./beneficiary-types"
import type {
  AdminDestination,
  AdminKeyHolder,
  AdminPayout,
  AdminPayoutAttempt,
} from "./payout-types"

/** What an operator sees of a payout: no sealed column (docs/decisions/0008-sealed-columns.md). */
export function showPayout(row: Payout): AdminPayout {
  return {
    id: row.id,
    account: row.account,
    status: row.status,
    status_cause: row.status_cause,
    status_changed_at: row.status_changed_at.toISOString(),
    reason: row.reason,
    reason_text: row.reason && payoutReasonText(row.reason),
    reason_facts: row.reason_facts,
    source: row.source,
    amount: row.amount,
    paid_amount: row.paid_amount,
    currency_code: row.currency,
    country: row.country,
    payment_method: row.payment_method,
    beneficiary_id: row.beneficiary_id,
    rule_id: row.rule_id,
    import_id: row.import_id,
    rest_of: row.rest_of,
    order_id: row.order_id,
    fulfillment_id: row.fulfillment_id,
    refund_id: row.refund_id,
    payment_id: row.payment_id,
    anomaly_id: row.anomaly_id,
    transaction_id: row.transaction_id,
    destination: row.destination_sealed === null ? null : destinationOf(row),
    destination_from: row.destination_from,
    key_holder: row.key_holder && holderOf(row.key_holder),
    reference: row.reference,
    ticket: row.ticket,
    response_message: said(row.response_message),
    estimated_time: iso(row.estimated_time),
    note: row.note,
    note_text: row.note === null ? null : noteText(row.note),
    proof: row.proof,
    version: row.version,
    other_person: row.other_person,
    created_by: row.created_by,
    made_by: { user_id: row.created_by, api_key_id: row.created_by_key },
    makers: row.makers,
    approved_by: row.approved_by,
    approved_at: iso(row.approved_at),
    created_at: row.created_at.toISOString(),
  }
}

function holderOf({ name, document, bank, differs, asked_at }: KeptKeyHolder): AdminKeyHolder {
  return { name, document, bank, differs, asked_at }
}

export function showAttempt(row: Attempt): AdminPayoutAttempt {
  return {
    number: row.number,
    reference: row.reference,
    status: row.status,
    ticket: row.ticket,
    sends: row.sends,
    last_sent_at: iso(row.last_sent_at),
    last_error: said(row.last_error),
    service_status: row.service_status,
    response_message: said(row.response_message),
    paid_amount: row.paid_amount,
    paid_currency: row.paid_currency,
    looked_up_at: iso(row.looked_up_at),
    created_at: row.created_at.toISOString(),
  }
}

export function showAuditEntry(row: AuditEntry): AdminAuditEntry {
  return { ...row, created_at: row.created_at.toISOString() }
}

export function showBeneficiary(row: Beneficiary): AdminBeneficiary {
  return {
    id: row.id,
    name: row.name,
    account: row.account,
    currency_code: row.currency,
    country: row.country,
    payment_method: row.payment_method,
    destination: destinationOf(row),
    stock_location_id: row.stock_location_id,
    ...confirmationOf(row),
    created_by: row.created_by,
    edited_by: row.edited_by,
    makers: row.makers,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  }
}

export function showRule(row: Rule): AdminPayoutRule {
  return {
    id: row.id,
    beneficiary_id: row.beneficiary_id,
    stock_location_id: row.stock_location_id,
    percent: row.percent,
    trigger: row.trigger,
    tax: row.tax,
    ...confirmationOf(row),
    created_by: row.created_by,
    edited_by: row.edited_by,
    makers: row.makers,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  }
}

function confirmationOf({ version, approved_version, approved_by, approved_at }: Confirmable) {
  return {
    version,
    status: approved_version === version ? ("active" as const) : ("awaiting_approval" as const),
    approved_by,
    approved_at: iso(approved_at),
  }
}

/** The shown fields and no others, whatever else the row holds. */
export function destinationOf(row: AdminDestination): AdminDestination {
  const { full_name, bank, account_type, account_last_four } = row
  return { full_name, bank, account_type, account_last_four }
}

function iso(date: Date | null): string | null {
  return date?.toISOString() ?? null
}

// The service's text may repeat the account number.
function said(text: string | null): string | null {
  return text === null ? null : redactText(text)
}
