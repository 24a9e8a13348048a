import { z } from "zod"
import { CARD_CALLS } from "../../domain/card/answer"
import { CARD_CAUSES, CARD_STATUSES } from "../../domain/card/state"
import { KEPT_CARD_STATUSES } from "../../domain/card/kept-card"
import { PERIODICITIES } from "../../domain/subscription/periodicity"
import {
  storedAmount as amount,
  storedInstant as instant,
  storedReference as reference,
} from "../../domain/row/stored-field"

export const cardRow = z.object({
  id: z.string(),
  account: z.string(),
  subscription_id: z.string().nullable(),
  status: z.enum(KEPT_CARD_STATUSES),
  status_changed_at: instant,
  session_id: z.string(),
  customer_id: z.string().nullable(),
  plan_name: z.string(),
  periodicity: z.enum(PERIODICITIES),
  token_sealed: z.string().nullable(),
  customer_sealed: z.string(),
  sealed_with: z.string(),
  brand: z.string().nullable(),
  last_four: z.string().nullable(),
  save_agreed_at: instant.nullable(),
  saved_at: instant.nullable(),
  removed_at: instant.nullable(),
  last_error: z.string().nullable(),
  canceled_at: instant.nullable(),
  cancel_after: instant.nullable(),
  cancel_attempts: z.number(),
  erased_at: instant.nullable(),
  created_at: instant,
})

/** A card that the service keeps for the store. */
export type Card = z.infer<typeof cardRow>

export const cardTransactionRow = z.object({
  id: z.string(),
  account: z.string(),
  provider_id: z.string(),
  card_id: z.string(),
  kind: z.enum(["preauthorization", "renewal"]),
  reference,
  transaction_id: z.string().nullable(),
  capture_transaction_id: z.string().nullable(),
  linked_transaction_id: z.string().nullable(),
  cycle_id: z.string().nullable(),
  payment_collection_id: z.string(),
  session_id: z.string().nullable(),
  cart_id: z.string().nullable(),
  order_id: z.string().nullable(),
  customer_id: z.string().nullable(),
  currency: z.string(),
  order_amount: amount,
  amount,
  tax: amount,
  capture_amount: amount.nullable(),
  captured_amount: amount.nullable(),
  refused_captures: z.array(z.string()),
  status: z.enum(CARD_STATUSES),
  status_cause: z.enum(CARD_CAUSES),
  status_changed_at: instant,
  sent_at: instant.nullable(),
  refusal_code: z.string().nullable(),
  refusal_message: z.string().nullable(),
  authorized_at: instant.nullable(),
  captured_at: instant.nullable(),
  release_after: instant.nullable(),
  release_wanted_at: instant.nullable(),
  apply_after: instant.nullable(),
  apply_attempts: z.number(),
  apply_error: z.string().nullable(),
  settled_at: instant.nullable(),
  plans_read_at: instant.nullable(),
  leased_until: instant.nullable(),
  fence: z.number(),
  created_at: instant,
})

/** One hold on a card and its one capture. Amounts in major units. */
export type CardTransaction = z.infer<typeof cardTransactionRow>

export const cardRequestRow = z.object({
  id: z.string(),
  account: z.string(),
  call: z.enum(CARD_CALLS),
  card_id: z.string(),
  card_transaction_id: z.string().nullable(),
  created_at: instant,
})

/** One request to the card-payment API; its id is the `X-Request-ID`. */
export type CardRequest = z.infer<typeof cardRequestRow>
