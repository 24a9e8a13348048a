import { netLine, netQuantity, type PricedLine, type ReturnOfOrder } from "../net-quantities"
import { majorAmount } from "../../money/amount"

const NOTHING = { written_off: 0, awaited: 0, received: 0, dismissed: 0 }
const line = (detail: Partial<typeof NOTHING> = {}, quantity = 3) => ({
  id: "line",
  quantity,
  detail: { ...NOTHING, ...detail },
})
const back = (of: ReturnOfOrder["of"], asked: number, received: number): ReturnOfOrder => ({
  canceled: false,
  of,
  items: [{ line_id: "line", asked, received }],
})
const kept = (
  detail: Partial<typeof NOTHING>,
  returns: ReturnOfOrder[] = [],
  claims: Parameters<typeof netQuantity>[1]["claims"] = []
) => netQuantity(line(detail), { returns, claims })

describe("the net quantity of a line", () => {
  it("is the ordered quantity while nothing happened", () => {
    expect(kept({})).toBe(3)
    expect(netQuantity({ id: "line", quantity: 2 }, { returns: [], claims: [] })).toBe(2)
  })

  it("excludes returned pieces, whole or damaged", () => {
    expect(kept({ received: 1 }, [back(null, 1, 1)])).toBe(2)
    // Medusa writes off what comes back damaged.
    expect(kept({ dismissed: 1, written_off: 1 }, [back(null, 1, 1)])).toBe(2)
  })

  it("does not fall with a return that is only requested", () => {
    expect(kept({ awaited: 2 }, [back(null, 2, 0)])).toBe(3)
  })

  it("falls with an exchange at once, and not again when its pieces arrive", () => {
    expect(kept({ awaited: 1 }, [back("exchange", 1, 0)])).toBe(2)
    expect(kept({ received: 1 }, [back("exchange", 1, 1)])).toBe(2)
    // Medusa's row of a return taken in by halves shows the last half alone.
    expect(kept({ received: 2 }, [back("exchange", 2, 1)])).toBe(1)
  })

  it("does not fall with an exchange that was canceled", () => {
    expect(kept({}, [{ ...back("exchange", 1, 0), canceled: true }])).toBe(3)
  })

  it("falls once with a claim, whether its pieces come back or not", () => {
    expect(kept({ written_off: 1 })).toBe(2)
    expect(kept({ written_off: 1, received: 1 }, [back("claim", 1, 1)])).toBe(2)
    expect(kept({ written_off: 2, dismissed: 1 }, [back("claim", 1, 1)])).toBe(2)
  })

  it("is never below zero", () => {
    expect(kept({ written_off: 2, received: 2 })).toBe(0)
  })

  it("counts a line that a claim added as a replacement, and not one that it added as a gift", () => {
    const claim = { added: ["line"] }
    expect(kept({}, [], [{ ...claim, wrote_off: true }])).toBe(3)
    expect(kept({}, [], [{ ...claim, wrote_off: false }])).toBe(0)
  })
})

describe("the price of a net line", () => {
  const bag = (id: string, price: number, more: Partial<PricedLine> = {}): PricedLine => ({
    ...{ id, variant_id: "bag", quantity: 1, is_tax_inclusive: true },
    unit_price: majorAmount(price),
    original_total: majorAmount(price),
    ...more,
  })
  const claim = { wrote_off: true, added: ["new"] }
  const keep = (line: PricedLine, lines: PricedLine[], claims = [claim]) =>
    netLine(line, [line, ...lines], { returns: [], claims })

  it("is the order's price of the same goods when a claim sent them for free", () => {
    const kept = keep(bag("new", 0), [
      bag("old", 500, { quantity: 2, original_total: majorAmount(1000) }),
    ])
    expect(kept).toMatchObject({ id: "new", unit_price: "500", original_total: "500" })
  })

  it("is left to Medusa when a claim sent other goods for free", () => {
    const kept = keep(bag("new", 0), [bag("old", 500, { variant_id: "box" })])
    expect(kept).toMatchObject({ unit_price: null, original_total: null })
  })

  it("is the agreed price in every other case, also when that is zero", () => {
    expect(keep(bag("new", 300), [bag("old", 500)]).unit_price).toBe("300")
    expect(keep(bag("old", 0), [bag("other", 500)]).unit_price).toBe("0")
  })

  it("covers the net quantity only", () => {
    const three = bag("old", 500, { quantity: 3, original_total: majorAmount(1500) })
    const detail = { written_off: 1, awaited: 0, received: 0, dismissed: 0 }
    expect(keep({ ...three, detail }, []).original_total).toBe("1000")
  })
})
