import type { PayInStatus } from "../payin/state"
import type { ReasonNotToCancel } from "../order/waiting"

/**
 * What a lookup of this run said of the link.
 * - `unpaid`: no money came
 * - `unclear`: that cannot be said yet
 * - `other_merchant`: "not known" from another merchant than the one that made the link, which says
 *   nothing (domain/installation/merchant-print)
 */
export type LookupOfLink = "not_asked" | "unpaid" | "unclear" | "other_merchant"

/**
 * What decides the next step for one link that was rejected, expired, failed or lapsed. Read anew
 * before each step.
 */
export interface EndFacts {
  link: {
    status: PayInStatus
    /** A person excluded its money from settlement. */
    excluded: boolean
    /** Its account is configured, so the service can be asked about it. */
    configured: boolean
    /** Until when its order waits for the money; null: no longer (domain/payin/awaited-money). */
    awaited_until: Date | null
    /** Nobody looks for its money any more (domain/payin/awaited-money). */
    watch_over: boolean
  }
  lookup: LookupOfLink
  /** The service does not know the link, and a person is asked whether it was paid. */
  person_asked_whether_paid: boolean
  order: EndedOrder | null
  done: StepsDone
}

/** The order that may wait for the link. */
export interface EndedOrder {
  id: string
  /** Reason not to cancel it; null: it waits for the money of this link alone. */
  reason_not_to_cancel: ReasonNotToCancel | null
  /** The period of a subscription that it was made for, and that is still to be charged. */
  renewal: string | null
}

/** The steps that this run has taken. */
export interface StepsDone {
  session_ended: boolean
  order_canceled: boolean
  renewal_requeued: boolean
  person_asked: boolean
}

export const NOTHING_DONE: StepsDone = {
  session_ended: false,
  order_canceled: false,
  renewal_requeued: false,
  person_asked: false,
}
