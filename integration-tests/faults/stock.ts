import type { Books, OrderRecord } from "./books"
import { sum } from "./captured"
import type { Violation } from "./invariants"

/**
 * What an order that stands has sold and not packed is reserved, nothing else is; a person knows of every order for which
 * that is not so, because a kill inside Medusa's completion can leave one. A kill inside Medusa's cancelation
 * leaves an order without money and stock, which whoever canceled it cancels again.
 */
export function stockViolations(books: Books): Violation[] {
  return [...ordersAreReserved(books), ...nothingElseIs(books), ...levelsAddUp(books)]
}

function ordersAreReserved(books: Books): Violation[] {
  const { orders, reservations, anomalies } = books
  return orders.flatMap((order) => {
    const { id, status, packed } = order
    // What was packed is out of stock, and of a parcel that a kill left half made Medusa alone knows what.
    const items = order.items.filter(({ line_item_id }) => !packed.includes(line_item_id))
    const reported = anomalies.some(({ order_id }) => order_id === id) || isAskedAbout(books, order)
    const wrong = items.filter(({ line_item_id, quantity }) => {
      const reserved = reservations
        .filter((one) => one.line_item_id === line_item_id)
        .reduce((sum, one) => sum + one.quantity, 0)
      const sold = status === "canceled" ? 0 : quantity
      return reserved !== sold && !(reserved > sold && hasFailedEdit(order))
    })
    const known = reported || isGivenBack(order)
    return wrong.length === 0 || (known && status !== "canceled")
      ? []
      : [violation(id, `${wrong.length} of ${items.length} items of a ${status} order`)]
  })
}

/**
 * When an edit fails for want of stock Medusa gives the line back every reservation that edits ever took from it,
 * of those before too, until the edit is confirmed (Medusa's `delete-reservations-by-line-items`).
 */
function hasFailedEdit({ status, changing, changed }: OrderRecord): boolean {
  return status === "pending" && changing && changed
}

/** Nothing is booked before a person decides on its money, and the stock is looked at when it is. */
function isAskedAbout({ payIns, anomalies }: Books, { collections }: OrderRecord): boolean {
  const asked = anomalies.filter(({ status }) => status === "open").map((one) => one.transaction_id)
  return payIns.some(
    ({ id, payment_collection_id }) =>
      asked.includes(id) && collections.includes(payment_collection_id)
  )
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

/** Core packs without a lock: of two who pack one order at once, the one that fails gives back what both took. */
function levelsAddUp({ orders, levels, reservations }: Books): Violation[] {
  const packed = orders.flatMap((order) =>
    order.items
      .filter(({ line_item_id }) => order.packed.includes(line_item_id))
      .map((item) => item.inventory_item_id)
  )
  const left = levels.filter(({ inventory_item_id }) => !packed.includes(inventory_item_id))
  return left.flatMap(({ inventory_item_id, reserved }) => {
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
