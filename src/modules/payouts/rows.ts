import { z } from "zod"
import { ATTEMPT_STATUSES } from "../../domain/payout/attempt"
import { DESTINATION_SOURCES } from "../../domain/payout/destination"
import { PAYOUT_REASONS } from "../../domain/payout/reason"
import { RULE_TRIGGERS } from "../../domain/payout/rule"
import { PAYOUT_CAUSES, PAYOUT_SOURCES, PAYOUT_STATUSES } from "../../domain/payout/state"
import {
  storedAmount as amount,
  storedInstant as instant,
  storedReference as reference,
  storedTicket as ticket,
} from "../../domain/row/stored-field"

const keyHolder = z.object({
  name: z.string(),
  document: z.string(),
  bank: z.string().nullable(),
  differs: z.boolean(),
  print: z.string(),
  asked_at: z.iso.datetime({ offset: true }),
})

/** A holder of a key as a row keeps it. `asked_at`: when the service said so. */
export type KeptKeyHolder = z.infer<typeof keyHolder>

export const payoutRow = z.object({
  id: z.string(),
  account: z.string(),
  country: z.string(),
  currency: z.string(),
  amount,
  order_amount: amount,
  paid_amount: amount.nullable(),
  goods_amount: amount.nullable(),
  goods_tax: z.boolean(),
  covered_amount: amount.nullable(),
  payment_method: z.string(),
  source: z.enum(PAYOUT_SOURCES),
  source_id: z.string(),
  order_id: z.string().nullable(),
  fulfillment_id: z.string().nullable(),
  refund_id: z.string().nullable(),
  earlier_refund_id: z.string().nullable(),
  payment_id: z.string().nullable(),
  anomaly_id: z.string().nullable(),
  transaction_id: z.string().nullable(),
  beneficiary_id: z.string().nullable(),
  beneficiary_version: z.number().nullable(),
  rule_id: z.string().nullable(),
  rule_version: z.number().nullable(),
  other_person: z.boolean(),
  not_paid_here: z.boolean(),
  import_id: z.string().nullable(),
  rest_of: z.string().nullable(),
  status: z.enum(PAYOUT_STATUSES),
  status_cause: z.enum(PAYOUT_CAUSES),
  status_changed_at: instant,
  reason: z.enum(PAYOUT_REASONS).nullable(),
  reason_facts: z.record(z.string(), z.unknown()).nullable(),
  destination_sealed: z.string().nullable(),
  destination_from: z.enum(DESTINATION_SOURCES).nullable(),
  full_name: z.string().nullable(),
  bank: z.string().nullable(),
  account_type: z.string().nullable(),
  account_last_four: z.string().nullable(),
  key_holder: keyHolder.nullable(),
  named_holders: z.record(z.string(), z.string()).nullable(),
  version: z.number(),
  approved_version: z.number().nullable(),
  approved_by: z.string().nullable(),
  approved_at: instant.nullable(),
  unapproved_at: instant.nullable(),
  created_by: z.string().nullable(),
  created_by_key: z.string().nullable(),
  makers: z.array(z.string()),
  note: z.string().nullable(),
  proof: z.string().nullable(),
  reference: reference.nullable(),
  ticket: ticket.nullable(),
  response_message: z.string().nullable(),
  estimated_time: instant.nullable(),
  submit_after: instant.nullable(),
  release_after: instant.nullable(),
  fence: z.number(),
  created_at: instant,
  updated_at: instant,
})

/** The intent to give money. Amounts in major units. */
export type Payout = z.infer<typeof payoutRow>

export const amountRow = z.object({ amount })

export const attemptRow = z.object({
  id: z.string(),
  payout_id: z.string(),
  account: z.string(),
  number: z.number(),
  reference,
  sent_to: z.string().nullable(),
  ipn_key_hash: z.string(),
  ipn_key_sealed: z.string(),
  amount,
  echoed_amount: amount.nullable(),
  currency: z.string(),
  country: z.string(),
  payment_method: z.string(),
  destination_sealed: z.string(),
  status: z.enum(ATTEMPT_STATUSES),
  status_changed_at: instant,
  sends: z.number(),
  last_sent_at: instant.nullable(),
  unapproved_at: instant.nullable(),
  concluded_at: instant.nullable(),
  last_refused_at: instant.nullable(),
  last_error: z.string().nullable(),
  ticket: ticket.nullable(),
  service_status: z.string().nullable(),
  heard_at: instant.nullable(),
  heard_ticket: ticket.nullable(),
  response_message: z.string().nullable(),
  estimated_time: instant.nullable(),
  form_url_sealed: z.string().nullable(),
  paid_amount: amount.nullable(),
  paid_currency: z.string().nullable(),
  most_paid: amount.nullable(),
  lookup_after: instant.nullable(),
  lookup_attempts: z.number(),
  looked_up_at: instant.nullable(),
  asked_at: instant.nullable(),
  not_known_count: z.number(),
  not_known_since: instant.nullable(),
  fence: z.number(),
  created_at: instant,
})

/** One reference under which a payout was sent. Amounts in major units. */
export type Attempt = z.infer<typeof attemptRow>

const confirmable = {
  version: z.number(),
  approved_version: z.number().nullable(),
  approved_by: z.string().nullable(),
  approved_at: instant.nullable(),
  changed_at: instant,
  unconfirmed_since: instant,
}

export const confirmableRow = z.object({
  id: z.string(),
  makers: z.array(z.string()),
  ...confirmable,
})

/** A row of which a second person confirms each version. */
export type Confirmable = z.infer<typeof confirmableRow>

export const beneficiaryRow = z.object({
  id: z.string(),
  name: z.string(),
  account: z.string(),
  country: z.string(),
  currency: z.string(),
  payment_method: z.string(),
  destination_sealed: z.string(),
  full_name: z.string(),
  bank: z.string(),
  account_type: z.string(),
  account_last_four: z.string(),
  stock_location_id: z.string().nullable(),
  created_by: z.string().nullable(),
  edited_by: z.string().nullable(),
  makers: z.array(z.string()),
  ...confirmable,
  created_at: instant,
  updated_at: instant,
})

/** Somebody who is paid more than once. */
export type Beneficiary = z.infer<typeof beneficiaryRow>

export const ruleRow = z.object({
  id: z.string(),
  beneficiary_id: z.string(),
  stock_location_id: z.string(),
  percent: z.string().transform(Number),
  trigger: z.enum(RULE_TRIGGERS),
  tax: z.boolean(),
  created_by: z.string().nullable(),
  edited_by: z.string().nullable(),
  makers: z.array(z.string()),
  ...confirmable,
  created_at: instant,
  updated_at: instant,
})

/** What a beneficiary gets of what leaves a stock location. */
export type Rule = z.infer<typeof ruleRow>

export const auditRow = z.object({
  id: z.string(),
  subject_id: z.string(),
  action: z.string(),
  actor_type: z.string(),
  actor_id: z.string().nullable(),
  from_status: z.string().nullable(),
  to_status: z.string().nullable(),
  facts: z.record(z.string(), z.unknown()).nullable(),
  created_at: instant,
})

/** One line of the audit trail. */
export type AuditEntry = z.infer<typeof auditRow>
