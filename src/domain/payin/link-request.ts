import type { CustomerData } from "../privacy/customer-data"
import type { MajorAmount } from "../money/amount"
import type { SessionInput } from "../session/input"

/** Everything that makes one link request differ from another. Amount in major units. */
export interface LinkRequestFacts {
  exact: MajorAmount
  account: string
  payment_method: string
  customer: CustomerData
  input: SessionInput
}

/**
 * The same text for the same link request. It holds personal data, so it is fingerprinted with a
 * key.
 */
export function linkRequestText(wanted: LinkRequestFacts): string {
  return JSON.stringify([
    wanted.exact,
    wanted.account,
    wanted.payment_method,
    wanted.input.description ?? null,
    wanted.input.expiration_time ?? null,
    wanted.input.refund_destination ?? null,
    Object.entries(wanted.customer).sort(([a], [b]) => (a < b ? -1 : 1)),
  ])
}
