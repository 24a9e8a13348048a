import { sum } from "./captured"
import type { Violation } from "./invariants"

interface Summed {
  id: string
  transactions: readonly { amount: string }[]
  /** What its present version says of them all. */
  counted: readonly string[]
}

/** Whoever asks what an order owes reads what its present version counted: no payment is missing there. */
export function orderSumViolations({ orders }: { orders: readonly Summed[] }): Violation[] {
  return orders.flatMap(({ id, transactions, counted }) => {
    const right = sum(transactions.map(({ amount }) => amount))
    return counted.every((amount) => right.eq(amount))
      ? []
      : [
          {
            invariant: "an order counts all its payments",
            subject: id,
            detail: `${counted.join(", ")} counted, ${right.toFixed()} in ${transactions.length} entries`,
          },
        ]
  })
}
