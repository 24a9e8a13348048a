import { approvalFits, type Approval } from "./approval"
import type { SessionField } from "./customer-data"
import type { MajorAmount } from "./money"
import { isFinal, type PayInStatus } from "./payin-state"
import type { SessionData, SessionStatus } from "./session-data"

/** What a shopper may learn of a pay-in row. */
interface PayIn extends Approval {
  status: PayInStatus
  reference: string
  ticket: string | null
  payment_url: string | null
  payment_method: string
  expires_at: Date | null
  /** Not paid in its time and grace. */
  lapsed_at: Date | null
  /** Nothing is to be paid by it any more: another link took its place, or its order owes nothing. */
  superseded_at: Date | null
}

const SHOWN: Record<PayInStatus, SessionStatus> = {
  creating: "pending",
  pending: "pending",
  approved: "approved",
  rejected: "rejected",
  expired: "expired",
  failed: "failed",
}

/**
 * How a shopper sees the state of a pay-in. Money that does not fit is not "approved" for them, and a link
 * that lapsed has "expired", although the ledger goes on waiting for the service's word.
 */
export function shownStatus(payIn: PayIn): SessionStatus {
  if (payIn.status === "approved" && !approvalFits(payIn)) {
    return "pending"
  }
  return isOpen(payIn) && payIn.lapsed_at !== null ? "expired" : SHOWN[payIn.status]
}

/** Where the shopper can pay now; null when there is nothing to pay there, or nothing any more. */
export function payableUrl(payIn: PayIn): string | null {
  const over = payIn.lapsed_at !== null || payIn.superseded_at !== null
  return isOpen(payIn) && !over ? payIn.payment_url : null
}

function isOpen({ status }: PayIn): boolean {
  return !isFinal(status)
}

/** What a storefront may read of a session with a link. */
export function sessionView(sessionId: string, payIn: PayIn): SessionData {
  return {
    session_id: sessionId,
    reference: payIn.reference,
    ticket: payIn.ticket,
    payment_url: payableUrl(payIn),
    payment_method: payIn.payment_method,
    amount: payIn.asked_amount,
    currency: payIn.currency,
    expires_at: payIn.expires_at?.toISOString() ?? null,
    status: shownStatus(payIn),
    fields: null,
  }
}

/** What a storefront reads while something has to be asked of the shopper. */
export function needsInputView(
  sessionId: string,
  wish: {
    amount: MajorAmount
    currency: string
    payment_method: string | null
    fields: SessionField[]
  }
): SessionData {
  return {
    session_id: sessionId,
    reference: null,
    ticket: null,
    payment_url: null,
    payment_method: wish.payment_method,
    amount: wish.amount,
    currency: wish.currency,
    expires_at: null,
    status: "needs_input",
    fields: wish.fields,
  }
}
