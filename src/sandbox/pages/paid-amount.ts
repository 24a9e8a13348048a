import type { Behaviour } from "../settings"
import type { Transaction } from "../transaction"

/** The amount a Bre-B payer typed, in wire units: the asked one when absent, null when unreadable. */
export function readPaidAmount(
  typed: string | undefined,
  transaction: Transaction,
  behaviour: Behaviour
): number | null {
  if (typed === undefined || transaction.visit.method !== "BREB") return transaction.amount
  const decimals = behaviour.decimals[transaction.currency]
  const match = /^\s*(\d{1,12})(?:[.,](\d+))?\s*$/.exec(typed)
  if (!match) return null
  const fraction = match[2] ?? ""
  if (fraction.length > decimals) return null
  const wire = Number(match[1] + fraction.padEnd(decimals, "0"))
  return wire > 0 ? wire : null
}
