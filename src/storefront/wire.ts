// What the store routes answer (docs/openapi.yaml). Amounts are decimal texts in major units, times are ISO 8601 in
// UTC, what is absent is null. A newer plugin may answer more.

/** Something that the shopper has to tell. A list to choose from where it has `options`. */
export interface PayInField {
  name: string
  label: string
  options?: string[]
  max?: number
}

/** One way to pay. */
export interface PayInMethod {
  payment_method: string
  label: string
  description: string
  min: string | null
  max: string | null
  document_types: string[]
  /** All that may have to be asked for it. */
  fields: PayInField[]
  available: boolean
  reason: string | null
  /** Why it is not available, in the shopper's language. */
  reason_text: string | null
  /** Its order is placed at once, and waits for the money. */
  paid_later: boolean
  /** It is paid on the shop's own page, by `instructions` of the session. */
  direct: boolean
  /** Path of its drawing below the address of Medusa. */
  icon: string
}

/** A bank of PSE. */
export interface PayInBank {
  code: string
  name: string
  image: string | null
}

/** How to pay without another page. */
export type PayInInstructions =
  { type: "key"; key: string; expires_at: string | null } | { type: "confirmation"; text: string }

export type PayInSessionStatus =
  "needs_input" | "pending" | "approved" | "rejected" | "expired" | "failed"

/** The `data` of a payment session. */
export interface PayInSession {
  session_id: string
  reference: string | null
  ticket: string | null
  payment_url: string | null
  payment_method: string | null
  amount: string
  currency: string
  expires_at: string | null
  status: PayInSessionStatus
  /** What is missing; null: nothing. */
  fields: PayInField[] | null
  instructions: PayInInstructions | null
}

/** The `data` of a card's payment session. */
export interface PayInCardSession {
  session_id: string
  reference: string | null
  amount: string
  currency: string
  status: PayInSessionStatus
  last_four: string | null
  brand: string | null
  fields: PayInField[] | null
}

/**
 * How a payment stands. `in_review`: money arrived, and a person decides about it. `canceled`: its order was canceled.
 */
export interface PayInPaymentStatus {
  status: PayInSessionStatus | "in_review" | "canceled"
  payment_url: string | null
  instructions: PayInInstructions | null
  order_id: string | null
  message: string | null
}

export interface PayInSavedCard {
  id: string
  last_four: string | null
  brand: string | null
}

/** A subscription of the signed-in shopper. Days are those of the store, YYYY-MM-DD. */
export interface PayInSubscription {
  id: string
  status: string
  order_id: string
  latest_order_id: string
  plan_name: string
  periodicity: string
  next_date: string | null
  amount: string
  currency_code: string
  last_four: string | null
  brand: string | null
  created_at: string
}

/** What a session is started with. Without a method the service's page offers all of them, where it can. */
export interface PayInSessionInput {
  payment_method?: string
  customer_data?: Record<string, string>
  description?: string
  expiration_time?: number
  refund_destination?: { bank: string; account_number: string; account_type: string }
}

/** A card's token, and the parts of the card that a page may show. */
export interface PayInCardToken {
  token: string
  brand: string | null
  last_four: string | null
}

export type PayInCardInput = (PayInCardToken | { saved_card_id: string }) & {
  customer_data?: Record<string, string>
  /** Only with the shopper's consent, and only of a signed-in shopper. */
  save_card?: boolean
}

/** A cart as Medusa's store API answers it. A part that was not fetched is asked for. */
export interface PayInCart {
  id: string
  region_id?: string | null
  /** Another total: other methods are available. */
  total?: number
  payment_collection?: {
    id: string
    payment_sessions?: { provider_id: string; data?: Record<string, unknown> }[] | null
  } | null
}
