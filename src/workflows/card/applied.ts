import type { Logger } from "@medusajs/framework/types"
import type { MajorAmount } from "../../domain/money/amount"
import type { PayInOptions } from "../../domain/options/options"
import type { PayInLedgerService } from "../../modules/ledger/service"
import type { PayInSubscriptionsService } from "../../modules/subscriptions/service"
import type { PaymentSnapshot } from "../../medusa/payment-snapshot"
import type { WaitingOrder } from "../../domain/order/waiting"
import type { CardMedusaCalls } from "./card-medusa-calls"

/** Dependencies of applying. */
export interface CardApplyDeps {
  ledger: PayInLedgerService
  subscriptions: PayInSubscriptionsService
  options: PayInOptions
  medusa: CardMedusaCalls
  read: {
    place(paymentCollectionId: string): Promise<PaymentSnapshot | null>
    cartTotal(cartId: string): Promise<{ total: MajorAmount; currency: string } | null>
    waitingOrder(orderId: string, alsoOf: string): Promise<WaitingOrder | null>
    /**
     * Why nothing more may be captured for an order now, for a person; null: nothing else pays it.
     */
    arriving(orderId: string): Promise<string | null>
  }
  /** Whether captures of jobs wait until the service answers again. */
  isPaused(account: string): boolean
  logger: Logger
}

export type CardApplied =
  /** Medusa shows the card payment as it is, or the rest is scheduled elsewhere. */
  | { outcome: "applied" }
  /**
   * The same, and its order waits for other money or a person: looked at again, because nobody else
   * may do so once that comes to nothing.
   */
  | { outcome: "waiting" }
  /** Not now, with the reason; the next try is scheduled. */
  | { outcome: "postponed"; reason: string }
  /** Not now; the row moved meanwhile and has a new schedule. */
  | { outcome: "rescheduled" }
  /** A person is asked, and nothing more is done automatically. */
  | { outcome: "anomaly" }

export const APPLIED: CardApplied = { outcome: "applied" }

export const WAITING: CardApplied = { outcome: "waiting" }

export function later(reason: string): CardApplied {
  return { outcome: "postponed", reason }
}
