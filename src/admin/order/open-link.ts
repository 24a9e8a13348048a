import type { AdminTransaction } from "../../api/admin/payin/transaction-types"

type Offered = Pick<
  AdminTransaction,
  "status" | "superseded_at" | "lapsed_at" | "released_at" | "expires_at"
>

/** The payment that the shopper is offered now, if there is one. */
export function openLink<Link extends Offered>(transactions: readonly Link[]): Link | undefined {
  return transactions.find(isOffered)
}

/** Whether this payment is the one to be paid: not replaced, not over. It may have no page of its own. */
export function isOffered(link: Offered): boolean {
  const { status, superseded_at, lapsed_at, released_at, expires_at } = link
  const over = [superseded_at, lapsed_at, released_at].some((at) => at !== null)
  const late = expires_at !== null && Date.parse(expires_at) <= Date.now()
  return status === "pending" && !over && !late
}
