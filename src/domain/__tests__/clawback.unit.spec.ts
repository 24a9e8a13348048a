import fc from "fast-check"
import { undueOf, type SharedParcel, type SoldLine, type SoldOrder } from "../clawback"
import { compareAmounts, majorAmount } from "../money"

const line = (more: Partial<SoldLine> = {}): SoldLine => ({
  id: "a",
  total: "119",
  tax_total: "19",
  quantity: 1,
  fulfilled_quantity: 1,
  returned_quantity: 0,
  ...more,
})
const order = (lines: SoldLine[], more: Partial<SoldOrder> = {}): SoldOrder => ({
  lines,
  captured: "238",
  refunded: 0,
  ...more,
})
const parcel = (more: Partial<SharedParcel> = {}): SharedParcel => ({
  share: majorAmount("80"),
  tax: false,
  canceled: false,
  lines: [{ id: "a", quantity: 1 }],
  ...more,
})
const due = (given: SharedParcel, sold: SoldOrder, decimals = 2) => undueOf(given, sold, decimals)

describe("what a seller is to give back", () => {
  it("is nothing while nothing came back", () => {
    expect(due(parcel(), order([line()]))).toBe("0")
    expect(due(parcel({ lines: [] }), order([line()], { refunded: "238" }))).toBe("0")
  })

  it("is the whole share of a returned line, refunded already or not", () => {
    const returned = line({ returned_quantity: 1 })
    expect(due(parcel(), order([returned, line({ id: "b" })]))).toBe("80")
    expect(due(parcel(), order([returned, line({ id: "b" })], { refunded: "119" }))).toBe("80")
  })

  it("is nothing for the lines of others: their return explains the refund", () => {
    const sold = order([line(), line({ id: "b", returned_quantity: 1 })], { refunded: "119" })
    expect(due(parcel(), sold)).toBe("0")
  })

  it("is the refunded part, where a refund is for more than what was returned", () => {
    expect(due(parcel(), order([line(), line({ id: "b" })], { refunded: "23.8" }))).toBe("8")
    const both = order([line(), line({ id: "b", returned_quantity: 1 })], { refunded: "178.5" })
    expect(due(parcel(), both)).toBe("40")
    expect(due(parcel(), order([line(), line({ id: "b" })], { refunded: "238" }))).toBe("80")
  })

  it("counts returned pieces among those that were sent, in every parcel alike", () => {
    const half = line({ quantity: 4, fulfilled_quantity: 2, returned_quantity: 1 })
    expect(due(parcel({ lines: [{ id: "a", quantity: 2 }] }), order([half]))).toBe("40")
    const thirds = line({ quantity: 3, fulfilled_quantity: 3, returned_quantity: 1 })
    expect(due(parcel({ share: majorAmount("10") }), order([thirds]), 0)).toBe("3")
  })

  it("weighs lines by what the share was taken of", () => {
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

  it("is all of it when the parcel was canceled after it was paid for", () => {
    expect(due(parcel({ canceled: true }), order([line()]))).toBe("80")
  })

  it("is exactly what was paid when all came back, however it was split, and never more", () => {
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
