import type { Books } from "../faults/books"
import type { CardBooks } from "../faults/card-books"
import { cardViolations } from "../faults/card-invariants"
import { captureViolations, collectionViolations } from "../faults/captures"
import type { Violation } from "../faults/invariants"
import { orderSumViolations } from "../faults/order-sums"
import { onePerCart, orderViolations } from "../faults/orders"
import { payoutViolations } from "../faults/payout-invariants"
import { placeViolations } from "../faults/place-of-money"
import { progressViolations } from "../faults/progress"
import { stockViolations } from "../faults/stock"

/**
 * What npm run faults promises of its schedules of links and of those of cards, for a store that sells by
 * both: what is promised of one kind alone is not asked of the other's orders.
 */
export function soakViolations(books: Books, cards: CardBooks): Violation[] {
  const references = new Set(cards.rows.map(({ reference }) => reference))
  const collections = new Set(cards.rows.map((row) => row.payment_collection_id))
  const isByCard = (order: { collections: string[] }) =>
    order.collections.some((id) => collections.has(id))
  const links = {
    ...books,
    payIns: books.payIns.filter(({ reference }) => !references.has(reference)),
    orders: books.orders.filter((order) => !isByCard(order)),
  }
  return [
    // Looked for among all orders: an order that a card paid may be paid more of by link.
    ...placeViolations({ ...links, orders: books.orders }),
    ...captureViolations({ ...links, orders: books.orders }),
    ...collectionViolations(books),
    ...orderViolations(links),
    ...orderSumViolations(links),
    ...onePerCart({ ...books, orders: books.orders.filter(isByCard) }),
    ...stockViolations(books),
    ...progressViolations(links),
    ...payoutViolations(books),
    ...cardViolations({ ...cards, orders: cards.orders.filter(isByCard) }),
  ]
}
