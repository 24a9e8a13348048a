/**
 * Payouts of all sources. The states are in domain/payout/state.ts, the reasons for waiting in
 * domain/payout/reason.ts.
 * - The balance is too low: it stays `queued` (`low_balance`) and leaves once there is money; a
 *   smaller one may go first.
 * - The service does not answer a send: `unknown`. It is looked up. Only once the service is
 *   believed not to know it (option `notKnown`), an operator or option `unknownPayouts` sends it
 *   again, under the same reference.
 * - It is rejected: the bank's message is shown, and a retry is a new attempt under a new
 *   reference.
 * - The service reports rejected and later approved: nothing more of it is sent, and a person is
 *   asked. A payout being retried while an earlier reference turns out to be on its way goes back
 *   to `rejected` and is blocked there.
 * - The service leaves its outcome open: after `payouts.stuckDays` days `pending` is the anomaly
 *   `payout_stuck`. A person reports what the service's support said, and it is watched on.
 * - It is above `approvalAbove`, or its currency has no limit: a second person approves. That is
 *   nobody among its makers, no user younger than the payout, and only one whom option `approvers`
 *   names. A later change needs a new approval.
 * - It goes to a Bre-B key: the service says who holds it, before each approval and each send. Another
 *   name is for a second person to approve; another document, or no clear answer, keeps it here.
 * - `payouts.enabled` is false: nothing is sent, whatever is queued. Payouts on their way are still
 *   looked up.
 */
export { withdrawSharesOfParcel } from "./canceled-parcel"
export { approvePayout } from "./approve"
export { orderMakers } from "./order-makers"
export { reportPayoutOutcome } from "./report-outcome"
export { operatorBehind } from "./operator"
export { clawbacksOf, type Clawback } from "./clawback"
export { payRest } from "./pay-rest"
export { releasePayouts } from "./release"
export { resendPayout } from "./resend"
export { payRules } from "./rule"
export { sweepRules } from "./rule-sweep"
export { retryPayout } from "./retry"
export { submitPayouts } from "./submit"
export { watchPayouts } from "./watch"
