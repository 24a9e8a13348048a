import { BigNumber } from "bignumber.js"
import type { Books, OrderRecord } from "./books"
import { isCaptured } from "./captured"
import type { Violation } from "./invariants"

/** A cart has one order, an order belongs to a cart and a payment, and one that waits, waits for something. */
export function orderViolations(books: Books): Violation[] {
  return [
    ...onePerCart(books),
    ...books.orders
      .filter((order) => order.status !== "canceled" && !isReported(books, order))
      .flatMap((order) => (isOrphan(books, order) ? orphan(order) : waiting(books, order))),
  ]
}

/** A person was told that the order lacks its cart or payment. */
function isReported({ anomalies }: Books, { id }: OrderRecord): boolean {
  return anomalies.some(({ order_id, kind }) => order_id === id && kind === "orphan_order")
}

/** Not one that an operator edited since: Medusa made it a payment collection then, and a person knows of it. */
function isOrphan({ payIns }: Books, { carts, collections }: OrderRecord): boolean {
  const ofCarts = payIns.filter((one) => one.cart_id !== null)
  const edited = !ofCarts.some((one) => collections.includes(one.payment_collection_id))
  return collections.length === 0 || (carts.length === 0 && !edited)
}

function orphan({ id, carts }: OrderRecord): Violation[] {
  const detail = `it has no ${carts.length === 0 ? "cart" : "payment collection"}`
  return [{ invariant: "an orphan order is reported", subject: id, detail }]
}

/**
 * An order of which something was packed is left to people
 * (docs/decisions/0016-orders-that-wait.md).
 */
function waiting(books: Books, order: OrderRecord): Violation[] {
  const { id, status, collections, outstanding, other_sessions, changing } = order
  const of = ({ payment_collection_id }: { payment_collection_id: string }) =>
    collections.includes(payment_collection_id)
  const links = books.payIns.filter(of)
  const isPaid = books.payments.some((payment) => of(payment) && isCaptured(payment))
  const isAwaited = links.some(
    (link) =>
      link.status === "approved" ||
      (!link.lapsed && (link.status === "creating" || link.status === "pending"))
  )
  const owes = new BigNumber(outstanding).gt(0)
  const isPacked = order.packed.length > 0
  // Of a completion that died, and edited since: a person knows of it, as above.
  const isEdited = order.carts.length === 0 && links.length === 0
  // While somebody changes it Medusa cancels nothing: a person is told (status, `order_kept`).
  const isKept = isPacked || changing || other_sessions > 0
  if (isPaid || isKept || isEdited || isAwaited || !owes || status !== "pending") {
    return []
  }
  const states = links.map((link) => `${link.status}${link.lapsed ? ", lapsed" : ""}`)
  const detail = `its links: ${states.join("; ")}`
  return [{ invariant: "an order that waits for nothing is released", subject: id, detail }]
}

/** No cart has two orders. */
export function onePerCart({ orders }: Books): Violation[] {
  const byCart = new Map<string, string[]>()
  for (const { id, carts } of orders) {
    carts.forEach((cart) => byCart.set(cart, [...(byCart.get(cart) ?? []), id]))
  }
  const invariant = "one order for a cart"
  return [...byCart]
    .filter(([, ids]) => ids.length > 1)
    .map(([subject, ids]) => ({ invariant, subject, detail: ids.join() }))
}
