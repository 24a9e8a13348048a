import fc from "fast-check"
import { goodwillOf, undueOf, type SharedParcel, type SoldLine, type SoldOrder } from "../clawback"
import { compareAmounts, isPositive, majorAmount, roundToWire } from "../../money/amount"

const line = (more: Partial<SoldLine> = {}): SoldLine => ({
  id: "a",
  total: "119",
  tax_total: "19",
  quantity: 1,
  fulfilled_quantity: 1,
  returned_quantity: 0,
  ...more,
})
const of = ({ total, quantity, returned_quantity }: SoldLine) =>
  Number(total) * (1 - Math.min(Number(returned_quantity) / Number(quantity), 1))
/** As Medusa leaves it: all of it paid, a credit line for what was refunded beyond what was returned. */
const order = (lines: SoldLine[], more: Partial<SoldOrder> = {}): SoldOrder => {
  const total = lines.reduce((sum, one) => sum + of(one), 0)
  const sold = lines.reduce((sum, one) => sum + Number(one.total), 0)
  const { captured = sold, refunded = 0 } = more
  const credited = Math.max(Number(refunded) - (Number(captured) - total), 0)
  return { lines, total, captured, refunded, credited, credited_since_refund: credited, ...more }
}
const parcel = (more: Partial<SharedParcel> = {}): SharedParcel => ({
  share: majorAmount("80"),
  goods: null,
  tax: false,
  canceled: false,
  lines: [{ id: "a", quantity: 1 }],
  ...more,
})
/** Money of an order of 108: goods of 96, delivery of 12. */
const money = (more: Partial<SoldOrder> = {}): SoldOrder => ({
  lines: [line({ total: "48" }), line({ id: "b", total: "48" })],
  total: 108,
  captured: 108,
  refunded: 0,
  credited: 0,
  credited_since_refund: 0,
  ...more,
})
const due = (given: SharedParcel, sold: SoldOrder, decimals = 2) => undueOf(given, sold, decimals)

describe("the clawback from a seller", () => {
  it("is zero while nothing was returned", () => {
    expect(due(parcel(), order([line()]))).toBe("0")
    expect(due(parcel({ lines: [] }), order([line()], { refunded: "238" }))).toBe("0")
  })

  it("is the whole share of a returned line, whether it is refunded yet or not", () => {
    const returned = line({ returned_quantity: 1 })
    expect(due(parcel(), order([returned, line({ id: "b" })]))).toBe("80")
    expect(due(parcel(), order([returned, line({ id: "b" })], { refunded: "119" }))).toBe("80")
  })

  it("is zero when the returned line of another seller explains the refund", () => {
    const sold = order([line(), line({ id: "b", returned_quantity: 1 })], { refunded: "119" })
    expect(due(parcel(), sold)).toBe("0")
  })

  it("is the refunded part of the share when the refund exceeds the returned goods", () => {
    expect(due(parcel(), order([line(), line({ id: "b" })], { refunded: "23.8" }))).toBe("8")
    const both = order([line(), line({ id: "b", returned_quantity: 1 })], { refunded: "178.5" })
    expect(due(parcel(), both)).toBe("40")
    expect(due(parcel(), order([line(), line({ id: "b" })], { refunded: "238" }))).toBe("80")
  })

  it("spreads returned pieces evenly over all fulfilled pieces of the line", () => {
    const half = line({ quantity: 4, fulfilled_quantity: 2, returned_quantity: 1 })
    expect(due(parcel({ lines: [{ id: "a", quantity: 2 }] }), order([half]))).toBe("40")
    const thirds = line({ quantity: 3, fulfilled_quantity: 3, returned_quantity: 1 })
    expect(due(parcel({ share: majorAmount("10") }), order([thirds]), 0)).toBe("3")
  })

  it("weighs lines by their amounts with or without tax, as the share was computed", () => {
    const lines = [
      line({ total: "100", tax_total: "50", returned_quantity: 1 }),
      line({ id: "b", total: "100", tax_total: "0" }),
    ]
    const both = {
      lines: [
        { id: "a", quantity: 1 },
        { id: "b", quantity: 1 },
      ],
    }
    expect(due(parcel({ ...both, tax: true }), order(lines))).toBe("40")
    expect(due(parcel({ ...both, share: majorAmount("75") }), order(lines))).toBe("25")
  })

  it("is never below zero, also when a line was sold for a negative price", () => {
    const lines = [line({ total: "119" }), line({ id: "b", total: "-60", returned_quantity: 1 })]
    const both = ["a", "b"].map((id) => ({ id, quantity: 1 }))
    const sold = order([...lines, line({ id: "c", total: "241" })])
    expect(due(parcel({ tax: true, lines: both }), sold)).toBe("0")
  })

  it("is the whole share when the fulfillment was canceled", () => {
    expect(due(parcel({ canceled: true }), order([line()]))).toBe("80")
  })

  it("is the whole share when the part not returned is too small to refund and the rest is refunded", () => {
    const sold = line({
      total: 0.01,
      tax_total: 0,
      quantity: 3,
      fulfilled_quantity: 3,
      returned_quantity: 2,
    })
    const given = parcel({ share: majorAmount("0.01"), lines: [{ id: "a", quantity: 3 }] })
    expect(due(given, order([sold], { captured: 0.01, refunded: 0.01 }))).toBe("0.01")
  })

  it("is exactly the share when everything was returned or refunded, and never more", () => {
    const cents = fc.integer({ min: 1, max: 1_000_000 }).map((one) => one / 100)
    fc.assert(
      fc.property(
        cents,
        cents,
        fc.integer({ min: 1, max: 7 }),
        fc.integer({ min: 0, max: 9 }),
        cents,
        (total, paid, quantity, returned_quantity, refunded) => {
          const sold = line({
            total,
            tax_total: 0,
            quantity,
            fulfilled_quantity: quantity,
            returned_quantity,
          })
          const given = parcel({ share: majorAmount(paid), lines: [{ id: "a", quantity }] })
          const back = due(given, order([sold], { captured: total, refunded }))
          expect(compareAmounts(back, majorAmount(paid))).toBeLessThanOrEqual(0)
          if (returned_quantity >= quantity || refunded >= total) {
            expect(back).toBe(majorAmount(paid))
          }
        }
      )
    )
  })
})

describe("goodwill, the refund beyond what was owed", () => {
  const part = (more: Partial<SoldOrder>) => goodwillOf(money(more), 0).part

  it("is zero for goods removed from the order, though more was ordered since and is not paid", () => {
    expect(part({ total: 60, refunded: 48 })).toBe("0")
    expect(part({ total: 86, refunded: 48 })).toBe("0")
  })

  it("becomes zero when the refunded goods are removed from the order afterwards", () => {
    expect(part({ refunded: 48, credited: 48, credited_since_refund: 48 })).toBe("48")
    expect(part({ total: 60, refunded: 48, credited: 48, credited_since_refund: 48 })).toBe("0")
  })

  it("is the amount of the credit line while goods ordered since are not paid", () => {
    expect(part({ total: 134, refunded: 20, credited: 20, credited_since_refund: 20 })).toBe("20")
  })

  it("counts gift cards and debt forgiven before the refund as payment", () => {
    expect(part({ total: 60, captured: 88, refunded: 48, credited: 20 })).toBe("0")
    const both = { captured: 88, refunded: 10, credited: 30, credited_since_refund: 10 }
    expect(part(both)).toBe("10")
  })

  it("is uncertain while the credit line of a refund may still be missing", () => {
    const { part: known, certain } = goodwillOf(money({ refunded: 20 }), 0)
    expect([known, certain]).toEqual(["0", false])
    const sure = { refunded: 20, credited: 20, credited_since_refund: 20 }
    expect(goodwillOf(money(sure), 0).certain).toBe(true)
    expect(goodwillOf(money({ total: 60, refunded: 48 }), 0).certain).toBe(true)
  })

  it("is the whole amount when all that was requested is refunded, for any fraction in the total", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 9_999_999 }),
        fc.constantFrom(0, 2),
        (tenths, decimals) => {
          const total = tenths / 1000
          const asked = roundToWire(majorAmount(total), decimals, "half_up")
          fc.pre(isPositive(asked))
          const owed = Math.max(Number(asked) - total, 0)
          const credited = Number(asked) - owed
          const back = { captured: asked, refunded: asked, credited }
          const sold = money({ total, ...back, credited_since_refund: credited })
          const { part: given, whole } = goodwillOf(sold, decimals)
          expect(given).toBe(whole)
        }
      )
    )
  })

  it("is spread over delivery and the goods of all sellers", () => {
    const sold = money({ refunded: 12, credited: 12, credited_since_refund: 12 })
    expect(due(parcel({ share: majorAmount("36"), tax: true }), sold)).toBe("4")
  })
})

describe("the clawback for goods whose price changed since", () => {
  const given = parcel({ goods: majorAmount("100"), tax: true })

  it("grows when the goods became cheaper, and with returned pieces of the rest", () => {
    expect(due(given, money({ lines: [line({ total: "75" })] }))).toBe("20")
    expect(due(given, money({ lines: [line({ total: "0" })] }))).toBe("80")
    const half = line({ total: "50", quantity: 2, fulfilled_quantity: 2, returned_quantity: 1 })
    const pieces = { ...given, lines: [{ id: "a", quantity: 2 }] }
    expect(due(pieces, money({ lines: [half] }))).toBe("60")
  })

  it("is zero when the goods became dearer, or when the lines of the fulfillment are unknown", () => {
    expect(due(given, money({ lines: [line({ total: "150" })] }))).toBe("0")
    expect(due({ ...given, lines: [] }, money())).toBe("0")
  })
})
