/**
 * Money that goes out, whoever wants it. The states are those of domain/payout-state.ts, what a payout waits for is one
 * of domain/payout-reason.ts.
 * - The balance does not suffice: it stays `queued` (`low_balance`) and leaves by itself once there is money; a
 *   smaller one may go first.
 * - The service does not answer a send: `unknown`. It is looked up, and sent again only once the service is believed
 *   not to know it (option `notKnown`), by an operator or by option `unknownPayouts`, under the same reference.
 * - It is rejected: the bank's message is shown, and a retry is a new attempt under a new reference.
 * - The service says rejected and later approved: nothing more of it is sent, and a person is asked. What is being
 *   retried while an earlier reference turns out to be on its way goes back to `rejected` and stops there.
 * - It is above `approvalAbove`, or its currency has no limit: a second person approves, neither who made it nor who
 *   changed amount, destination, beneficiary or rule last, nor who made the link by which the shopper gave the
 *   account. A change afterwards needs a new approval.
 * - `payouts.enabled` is false: nothing is sent, whatever is queued; what is on its way is still looked up.
 */
export { takeBackPayouts } from "./canceled-parcel"
export { clawbacksOf, type Clawback } from "./clawback"
export { releasePayouts } from "./release"
export { resendPayout } from "./resend"
export { payRules } from "./rule"
export { sweepRules } from "./rule-sweep"
export { retryPayout } from "./retry"
export { submitPayouts } from "./submit"
export { watchPayouts } from "./watch"
