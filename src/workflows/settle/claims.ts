import { receivedFits } from "../../domain/payin/received-amount"
import { sameAmount } from "../../domain/money/amount"
import type { Transaction } from "../../modules/ledger/rows"
import type { PaymentSnapshot } from "../../medusa/payment-snapshot"
import type { FactSources } from "./read-facts"

/**
 * Superseded by another payment: whether other paid money of the same cart goes first. Money of the
 * last chosen session goes first, else the oldest.
 */
export async function supersededByAnother(
  deps: Pick<FactSources, "ledger">,
  row: Transaction,
  { collection }: PaymentSnapshot
): Promise<boolean> {
  const approved = await deps.ledger.transactions.approvedUnsettled(collection.id)
  const fitting = approved.filter(
    (other) =>
      receivedFits(other) &&
      other.currency === row.currency &&
      sameAmount(other.order_amount, row.order_amount)
  )
  const live = new Set(collection.payment_sessions.map((session) => session.id))
  const first = fitting.find((other) => live.has(other.session_id ?? "")) ?? fitting.at(0)
  return first !== undefined && first.id !== row.id
}
