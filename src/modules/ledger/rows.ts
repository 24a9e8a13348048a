import { z } from "zod"
import { ANOMALY_KINDS } from "../../domain/anomaly/kinds"
import { ANOMALY_ACTIONS } from "../../domain/anomaly/resolution"
import { ANSWER_SHAPES } from "../../domain/method/direct"
import { PAYIN_CAUSES, PAYIN_STATUSES } from "../../domain/payin/state"
import {
  storedAmount as amount,
  storedInstant as instant,
  storedReference as reference,
  storedTicket as ticket,
} from "../../domain/row/stored-field"

export const cardSchema = z.object({
  brand: z.string().nullable(),
  type: z.string().nullable(),
  last_four: z.string().nullable(),
})

export const transactionRow = z.object({
  id: z.string(),
  account: z.string(),
  provider_id: z.string(),
  reference,
  ipn_key_hash: z.string(),
  ticket: ticket.nullable(),
  sent_to: z.string().nullable(),
  payment_collection_id: z.string(),
  session_id: z.string().nullable(),
  cart_id: z.string().nullable(),
  order_id: z.string().nullable(),
  for_order_id: z.string().nullable(),
  customer_id: z.string().nullable(),
  country: z.string(),
  currency: z.string(),
  payment_method: z.string(),
  description: z.string(),
  order_amount: amount,
  requested_amount: amount,
  echoed_amount: amount.nullable(),
  reported_amount: amount.nullable(),
  fingerprint: z.string(),
  customer_sealed: z.string(),
  payer_typed_by: z.array(z.string()).nullable(),
  refund_destination_sealed: z.string().nullable(),
  status: z.enum(PAYIN_STATUSES),
  status_cause: z.enum(PAYIN_CAUSES),
  status_changed_at: instant,
  service_status: z.string().nullable(),
  response_message: z.string().nullable(),
  approved_amount: amount.nullable(),
  approved_currency: z.string().nullable(),
  payment_url: z.string().nullable(),
  instructions: z
    .discriminatedUnion("type", [
      z.object({ type: z.literal("key"), key: z.string() }),
      z.object({ type: z.literal("confirmation"), text: z.string() }),
    ])
    .nullable(),
  answer_shape: z.enum(ANSWER_SHAPES).nullable(),
  api_version: z.enum(["v1", "v2"]).nullable(),
  expires_at: instant.nullable(),
  card: cardSchema.nullable(),
  released_at: instant.nullable(),
  superseded_at: instant.nullable(),
  lapsed_at: instant.nullable(),
  captured_event_at: instant.nullable(),
  settled_at: instant.nullable(),
  placed_seen_at: instant.nullable(),
  placed_event_at: instant.nullable(),
  asked_at: instant.nullable(),
  looked_up_at: instant.nullable(),
  poll_lookups: z.number(),
  lookup_after: instant.nullable(),
  lookup_attempts: z.number(),
  lapses_at: instant.nullable(),
  not_known_count: z.number(),
  not_known_since: instant.nullable(),
  apply_attempts: z.number(),
  apply_after: instant.nullable(),
  apply_error: z.string().nullable(),
  end_after: instant.nullable(),
  end_attempts: z.number(),
  ended_at: instant.nullable(),
  accepted_at: instant.nullable(),
  excluded_at: instant.nullable(),
  leased_by: z.string().nullable(),
  leased_until: instant.nullable(),
  fence: z.number(),
  created_at: instant,
  updated_at: instant,
})

/** A pay-in row of the ledger. Amounts in major units. */
export type Transaction = z.infer<typeof transactionRow>

export const sessionRow = z.object({
  session_id: z.string(),
  payment_collection_id: z.string(),
  account: z.string(),
  transaction_id: z.string().nullable(),
  fields: z.unknown(),
  created_at: instant,
})

/** A Medusa payment session that is or was ours. */
export type KnownSession = z.infer<typeof sessionRow>

const proposalSchema = z.object({
  action: z.enum(ANOMALY_ACTIONS),
  by: z.string(),
  at: z.coerce.date(),
  amount,
  currency: z.string(),
  about: z.string(),
})

export const anomalyRow = z.object({
  id: z.string(),
  kind: z.enum(ANOMALY_KINDS),
  status: z.enum(["open", "resolved"]),
  subject: z.string(),
  account: z.string().nullable(),
  transaction_id: z.string().nullable(),
  payout_id: z.string().nullable(),
  order_id: z.string().nullable(),
  facts: z.record(z.string(), z.unknown()),
  action: z.string().nullable(),
  note: z.string().nullable(),
  refund_amount: amount.nullable(),
  refund_currency: z.string().nullable(),
  destination_sealed: z.string().nullable(),
  proposed: proposalSchema.nullable(),
  resolved_by: z.string().nullable(),
  resolved_at: instant.nullable(),
  created_at: instant,
})

export type Anomaly = z.infer<typeof anomalyRow>

/** Enough of a row to find it again: one that cannot be read in whole stops no other. */
export const idRow = z.object({ id: z.string() })
