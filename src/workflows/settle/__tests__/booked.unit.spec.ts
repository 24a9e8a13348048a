import { computedAmount } from "../../../domain/money/amount"
import { isCounted } from "../booked"

type Counted = Parameters<typeof isCounted>[0]

const rows = (...amounts: number[]) => amounts.map((amount) => ({ amount: computedAmount(amount) }))

function place(captured: number[], captured_amount: number): Counted {
  const collection: Counted["collection"] = {
    captured_amount: computedAmount(captured_amount),
    refunded_amount: computedAmount(0),
    payments: [{ captures: rows(...captured), refunds: rows() }],
  }
  return { collection }
}

it.each<[string, number[], number, boolean]>([
  ["the sum of its rows", [10_000, 20_000], 30_000, true],
  [
    "thirds, which Medusa rounds once",
    [33333.333333333336, 33333.333333333336],
    66666.66666666667,
    true,
  ],
  ["a cent more than its rows", [10_000], 10_000.01, false],
  ["too high, after rows of a failed completion were removed", [], 30_000, false],
])("a collection's sum is %s: counted or not", (_title, captured, stored, counted) => {
  expect(isCounted(place(captured, stored))).toBe(counted)
})
