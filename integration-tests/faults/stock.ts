import type { Books, OrderRecord } from "./books"
import { sum } from "./captured"
import type { Violation } from "./invariants"

/**
 * What an order that stands has sold is reserved, nothing else is; a person knows of every order for which
 * that is not so, because a kill inside core's completion can leave one. A kill inside core's cancelation
 * leaves an order without money and stock, which whoever canceled it cancels again.
 */
export function stockViolations(books: Books): Violation[] {
  return [...ordersAreReserved(books), ...nothingElseIs(books), ...levelsAddUp(books)]
}

function ordersAreReserved({ orders, reservations, anomalies }: Books): Violation[] {
  return orders.flatMap((order) => {
    const { id, status, items } = order
    const reported = anomalies.some(({ order_id }) => order_id === id)
    const wrong = items.filter(({ line_item_id, quantity }) => {
      const reserved = reservations
        .filter((one) => one.line_item_id === line_item_id)
        .reduce((sum, one) => sum + one.quantity, 0)
      return reserved !== (status === "canceled" ? 0 : quantity)
    })
    const known = reported || isGivenBack(order)
    return wrong.length === 0 || (known && status !== "canceled")
      ? []
      : [violation(id, `${wrong.length} of ${items.length} items of a ${status} order`)]
  })
}

function isGivenBack({ transactions }: OrderRecord): boolean {
  const amounts = transactions.map(({ amount }) => amount)
  return amounts.length > 1 && sum(amounts).isZero()
}

function nothingElseIs({ orders, reservations }: Books): Violation[] {
  const sold = new Set(orders.flatMap(({ items }) => items.map((item) => item.line_item_id)))
  return reservations
    .filter(({ line_item_id }) => line_item_id === null || !sold.has(line_item_id))
    .map(({ line_item_id, quantity }) =>
      violation(line_item_id ?? "no line item", `${quantity} reserved for no order`)
    )
}

function levelsAddUp({ levels, reservations }: Books): Violation[] {
  return levels.flatMap(({ inventory_item_id, reserved }) => {
    const sum = reservations
      .filter((one) => one.inventory_item_id === inventory_item_id)
      .reduce((total, one) => total + one.quantity, 0)
    return sum === reserved
      ? []
      : [violation(inventory_item_id, `the level says ${reserved} reserved, the rows ${sum}`)]
  })
}

function violation(subject: string, detail: string): Violation {
  return { invariant: "stock is right", subject, detail }
}
