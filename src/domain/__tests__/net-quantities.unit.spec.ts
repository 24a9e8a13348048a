import { netLine, netQuantity, type PricedLine, type ReturnOfOrder } from "../net-quantities"
import { majorAmount } from "../money"

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

describe("the pieces of a line that a shopper keeps", () => {
  it("are all of them while nothing happened", () => {
    expect(kept({})).toBe(3)
    expect(netQuantity({ id: "line", quantity: 2 }, { returns: [], claims: [] })).toBe(2)
  })

  it("are those that did not come back, whole or damaged", () => {
    expect(kept({ received: 1 }, [back(null, 1, 1)])).toBe(2)
    // Core writes off what comes back damaged.
    expect(kept({ dismissed: 1, written_off: 1 }, [back(null, 1, 1)])).toBe(2)
  })

  it("do not fall with a return that is only asked for", () => {
    expect(kept({ awaited: 2 }, [back(null, 2, 0)])).toBe(3)
  })

  it("fall with an exchange at once, and not again when its pieces come", () => {
    expect(kept({ awaited: 1 }, [back("exchange", 1, 0)])).toBe(2)
    expect(kept({ received: 1 }, [back("exchange", 1, 1)])).toBe(2)
    // Core's row of a return taken in by halves shows the last half alone.
    expect(kept({ received: 2 }, [back("exchange", 2, 1)])).toBe(1)
  })

  it("do not fall with an exchange that was canceled", () => {
    expect(kept({}, [{ ...back("exchange", 1, 0), canceled: true }])).toBe(3)
  })

  it("fall once with a claim, whether its pieces come back or not", () => {
    expect(kept({ written_off: 1 })).toBe(2)
    expect(kept({ written_off: 1, received: 1 }, [back("claim", 1, 1)])).toBe(2)
    expect(kept({ written_off: 2, dismissed: 1 }, [back("claim", 1, 1)])).toBe(2)
  })

  it("are never fewer than none", () => {
    expect(kept({ written_off: 2, received: 2 })).toBe(0)
  })

  it("are those of the line that a claim added for another, and none of a present beside it", () => {
    const claim = { added: ["line"] }
    expect(kept({}, [], [{ ...claim, wrote_off: true }])).toBe(3)
    expect(kept({}, [], [{ ...claim, wrote_off: false }])).toBe(0)
  })
})

describe("the price of a line that a shopper keeps", () => {
  const bag = (id: string, price: number, more: Partial<PricedLine> = {}): PricedLine => ({
    ...{ id, variant_id: "bag", quantity: 1, is_tax_inclusive: true },
    unit_price: majorAmount(price),
    original_total: majorAmount(price),
    ...more,
  })
  const claim = { wrote_off: true, added: ["new"] }
  const keep = (line: PricedLine, lines: PricedLine[], claims = [claim]) =>
    netLine(line, [line, ...lines], { returns: [], claims })

  it("is what the same goods cost in that order, when a claim sent them for nothing", () => {
    const kept = keep(bag("new", 0), [
      bag("old", 500, { quantity: 2, original_total: majorAmount(1000) }),
    ])
    expect(kept).toMatchObject({ id: "new", unit_price: "500", original_total: "500" })
  })

  it("is Medusa's of that day, when a claim sent other goods for nothing", () => {
    const kept = keep(bag("new", 0), [bag("old", 500, { variant_id: "box" })])
    expect(kept).toMatchObject({ unit_price: null, original_total: null })
  })

  it("is what was agreed to in every other case, be it nothing", () => {
    expect(keep(bag("new", 300), [bag("old", 500)]).unit_price).toBe("300")
    expect(keep(bag("old", 0), [bag("other", 500)]).unit_price).toBe("0")
  })

  it("counts the pieces that are kept", () => {
    const three = bag("old", 500, { quantity: 3, original_total: majorAmount(1500) })
    const detail = { written_off: 1, awaited: 0, received: 0, dismissed: 0 }
    expect(keep({ ...three, detail }, []).original_total).toBe("1000")
  })
})
