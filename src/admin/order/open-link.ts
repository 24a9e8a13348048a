import type { AdminTransaction } from "../../api/admin/payin/transaction-types"

/** The link that the shopper is offered now, if there is one. */
export function openLink(transactions: readonly AdminTransaction[]): AdminTransaction | undefined {
  return transactions.find(isOffered)
}

/** Whether this link is the one to be paid: not replaced, not over. */
export function isOffered(link: AdminTransaction): boolean {
  const { status, payment_url, superseded_at, lapsed_at, released_at, expires_at } = link
  const over = [superseded_at, lapsed_at, released_at].some((at) => at !== null)
  const late = expires_at !== null && Date.parse(expires_at) <= Date.now()
  return status === "pending" && payment_url !== null && !over && !late
}
