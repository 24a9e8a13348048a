import type { Books } from "../books"
import { orderViolations } from "../orders"
import { stockViolations } from "../stock"
import { soundBooks } from "./sound-books"

/** The order of the sound books after Medusa took its reservation away, packed or not. */
function unreserved(packed: string[]): Books {
  const books: Books = soundBooks()
  books.reservations = []
  books.orders[0].packed = packed
  return books
}

test("the stock audit skips only packed line items, whose stock Medusa alone counts", () => {
  const invariants = (packed: string[]) =>
    stockViolations(unreserved(packed)).map(({ invariant }) => invariant)
  expect(invariants(["ordli_1"])).toEqual([])
  expect(invariants(["ordli_2"])).toEqual(["stock is right", "stock is right"])
})

test("the order audit accepts an unpaid order only when an item of it was packed", () => {
  const waiting = (packed: string[]) => {
    const books = unreserved(packed)
    books.payments = []
    books.payIns[0].status = "expired"
    books.orders[0].outstanding = "60000"
    return orderViolations(books).map(({ invariant }) => invariant)
  }
  expect(waiting(["ordli_1"])).toEqual([])
  expect(waiting([])).toEqual(["an order that waits for nothing is released"])
})
