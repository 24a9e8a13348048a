import type { CustomerData } from "./customer-data"
import type { MajorAmount } from "./money"
import type { SessionInput } from "./session-input"

/** Everything that makes one link request differ from another. Amount in major units. */
export interface LinkWishFacts {
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
export function linkWishText(wish: LinkWishFacts): string {
  return JSON.stringify([
    wish.exact,
    wish.account,
    wish.payment_method,
    wish.input.description ?? null,
    wish.input.expiration_time ?? null,
    wish.input.refund_destination ?? null,
    Object.entries(wish.customer).sort(([a], [b]) => (a < b ? -1 : 1)),
  ])
}
