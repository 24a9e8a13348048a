// What the routes under /store/payin answer. Money is a decimal string in major units, what is
// absent is null.

import type { SessionField } from "../../../domain/privacy/customer-data"
import type { ImportProblem } from "../../../domain/payout/import"
import type { RefusalCode } from "../../../domain/error/refusal-code"
import type { Instructions } from "../../../domain/session/data"
import type { ShopperStatus } from "../../../domain/session/shopper-view"
import type { Text } from "../../../domain/text/language"
import type { StoreSubscription } from "./subscriptions/shown"

/** One way to pay. */
export interface StoreMethod {
  payment_method: string
  label: string
  /** Smallest and largest amount; null: no limit. */
  min: string | null
  max: string | null
  description: string
  document_types: string[]
  /** What may have to be asked of the shopper. */
  fields: SessionField[]
  /** Whether the cart can be paid this way, and if not, why: as a code, and for the shopper. */
  available: boolean
  reason: string | null
  reason_text: string | null
  /** The order can be placed at once, and waits for the money. */
  paid_later: boolean
  /** No hosted page: the shopper chooses the bank in the shop, or pays by `instructions` of the session. */
  direct: boolean
  /** Path of its drawing (SVG), below the address of the backend. */
  icon: string
}

/** One bank or wallet of PSE. */
export interface StoreBank {
  /** As it is posted in `customer_data.bank`. */
  code: string
  name: string
  /** Address of its picture. */
  image: string | null
}

export interface StoreBanksAnswer {
  /** Empty: there is no list right now, or the cart is not paid by direct PSE. */
  banks: StoreBank[]
  /** For the shopper: why there are none. */
  message: string | null
}

export interface StoreMethodsAnswer {
  methods: StoreMethod[]
}

/** What a return page polls. */
export interface StoreSessionAnswer {
  /**
   * `in_review`: money arrived, and a person decides about it. `canceled`: its order was canceled.
   * Both end the poll.
   */
  status: ShopperStatus
  payment_url: string | null
  /** How to pay without a page, or beside it: a key to pay exactly the amount to, or a text to confirm. */
  instructions: Instructions | null
  order_id: string | null
  /** For people: why a payment will not come, or what happens with the money. */
  message: string | null
}

/** Where the order of a payment that came to nothing can be paid again. */
export interface StorePayAgainLinkAnswer {
  url: string
}

export interface StoreSavedCardsAnswer {
  saved_cards: { id: string; last_four: string | null; brand: string | null }[]
}

export interface StoreDeletedAnswer {
  id: string
  object: string
  deleted: true
}

export interface StoreSubscriptionsAnswer {
  subscriptions: StoreSubscription[]
}

export interface StoreSubscriptionAnswer {
  subscription: StoreSubscription
}

/** Every refusal. */
export interface Refusal {
  type: string
  message: string
  /** Path of the value that is wrong. */
  field?: string
  /** Stable name for whoever words it otherwise; `try_again`: the same may be possible in a moment. */
  code?: RefusalCode
  /** What its sentence names. */
  values?: Record<string, string | number>
  /** With `try_again`, why not now. */
  reason?: RefusalCode
  /** Of a payout: what it waits for. */
  reason_text?: Text
  /** Of a payment link: what still has to be told of whoever pays. */
  fields?: SessionField[]
  /** Of a file: everything that is wrong, row by row. */
  problems?: ImportProblem[]
}
