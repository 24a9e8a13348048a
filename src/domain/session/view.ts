import { receivedFits, type Approval } from "../payin/received-amount"
import type { SessionField } from "../privacy/customer-data"
import { shownInstructions, type KeptInstructions } from "../method/direct"
import type { MajorAmount } from "../money/amount"
import { isFinal, type PayInStatus } from "../payin/state"
import type { Instructions, SessionData, SessionStatus } from "./data"

/** The fields of a pay-in row that a shopper may see. */
interface PayIn extends Approval {
  status: PayInStatus
  reference: string
  ticket: string | null
  payment_url: string | null
  instructions: KeptInstructions | null
  payment_method: string
  expires_at: Date | null
  /** Time at which the link lapsed, unpaid after its life and grace. */
  lapsed_at: Date | null
  /** Time at which the link was superseded: another link replaced it, or its order owes nothing. */
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
 * The status that a shopper sees of a pay-in. Money that does not fit is not "approved" for them,
 * and a lapsed link has "expired", although the ledger still waits for the service.
 */
export function shownStatus(payIn: PayIn): SessionStatus {
  if (payIn.status === "approved" && !receivedFits(payIn)) {
    return "pending"
  }
  return isOpen(payIn) && payIn.lapsed_at !== null ? "expired" : SHOWN[payIn.status]
}

/** The address where the shopper can pay now; null when there is nothing to pay there. */
export function payableUrl(payIn: PayIn): string | null {
  return isPayable(payIn) ? payIn.payment_url : null
}

/** How the shopper can pay now without a page; null when there is nothing to pay, or a page alone. */
export function payableInstructions(payIn: PayIn, now: Date): Instructions | null {
  const { instructions, expires_at } = payIn
  return isPayable(payIn) ? shownInstructions(instructions, { expires_at, now }) : null
}

function isPayable(payIn: PayIn): boolean {
  return isOpen(payIn) && payIn.lapsed_at === null && payIn.superseded_at === null
}

function isOpen({ status }: PayIn): boolean {
  return !isFinal(status)
}

/** The session data of a session with a link. */
export function sessionView(sessionId: string, payIn: PayIn, now: Date): SessionData {
  return {
    session_id: sessionId,
    reference: payIn.reference,
    ticket: payIn.ticket,
    payment_url: payableUrl(payIn),
    payment_method: payIn.payment_method,
    amount: payIn.requested_amount,
    currency: payIn.currency,
    expires_at: payIn.expires_at?.toISOString() ?? null,
    status: shownStatus(payIn),
    fields: null,
    instructions: payableInstructions(payIn, now),
  }
}

/** The session data while more is asked of the shopper. */
export function needsInputView(
  sessionId: string,
  wanted: {
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
    payment_method: wanted.payment_method,
    amount: wanted.amount,
    currency: wanted.currency,
    expires_at: null,
    status: "needs_input",
    fields: wanted.fields,
    instructions: null,
  }
}
