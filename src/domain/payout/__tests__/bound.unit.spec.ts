import fc from "fast-check"
import {
  addAmounts,
  compareAmounts,
  type MajorAmount,
  majorAmount,
  roundDown,
  roundToWire,
  sameAmount,
  subtractAmounts,
} from "../../money/amount"
import {
  coveringPayouts,
  leftOfRefund,
  leftToRefund,
  mayLeave,
  payoutForRefund,
  refundedBefore,
  type PayoutOfPayIn,
  refundedOf,
  staysWithin,
  stillPays,
} from "../bound"
import { isBlocked, PAYOUT_REASONS } from "../reason"
import { PAYOUT_STATUSES, type PayoutStatus } from "../state"

const m = (value: string | number) => majorAmount(value)
const payout = (amount: string, status: PayoutStatus = "approved"): PayoutOfPayIn => ({
  amount: m(amount),
  paid_amount: null,
  status,
  reason: null,
})

describe("the refunded amount of a pay-in", () => {
  it.each(PAYOUT_STATUSES)("includes a payout that is %s unless it is canceled", (status) => {
    expect(refundedOf([payout("100", status)])).toBe(status === "canceled" ? "0" : "100")
  })

  it.each(PAYOUT_REASONS)("includes a canceled payout that may still be paid: %s", (reason) => {
    const canceled = { ...payout("100", "canceled"), reason }
    expect(refundedOf([canceled])).toBe(isBlocked(reason) ? "100" : "0")
  })

  it.each([
    { ordered: "50", paid: "100", counts: "100" },
    { ordered: "50", paid: "50", counts: "50" },
    { ordered: "50", paid: "20", counts: "50" },
    { ordered: "50", paid: null, counts: "50" },
  ])("counts $counts of a payout of $ordered of which the service paid $paid", (one) => {
    const paid_amount = one.paid === null ? null : m(one.paid)
    expect(refundedOf([{ ...payout(one.ordered), paid_amount }])).toBe(one.counts)
  })

  it("is the exact sum of the payouts", () => {
    expect(refundedOf([payout("0.1"), payout("0.2", "queued"), payout("9", "canceled")])).toBe(
      "0.3"
    )
  })

  it("leaves a balance that is never below zero, and zero for money that was never received", () => {
    expect(leftToRefund(m("100"), [payout("30"), payout("20.5", "rejected")])).toBe("49.5")
    expect(leftToRefund(m("100"), [payout("130")])).toBe("0")
    expect(leftToRefund(null, [])).toBe("0")
  })

  it("stays within the approved amount to the last unit", () => {
    expect(staysWithin(m("100"), [payout("99.99"), payout("0.01", "queued")])).toBe(true)
    expect(staysWithin(m("100"), [payout("99.99"), payout("0.02", "queued")])).toBe(false)
    expect(staysWithin(null, [payout("1")])).toBe(false)
  })

  it("blocks a second payout for the same anomaly, though both are within the approved amount", () => {
    const of = (id: string, anomaly_id: string | null, status: PayoutStatus = "queued") => ({
      ...{ ...payout("10", status), id, anomaly_id, rest_of: null },
    })
    const second = of("b", "anomaly")
    const leaves = (first: ReturnType<typeof of>) => mayLeave(m("100"), second, [first, second])
    expect(leaves(of("a", "anomaly"))).toBe(false)
    expect(leaves(of("a", "anomaly", "canceled"))).toBe(true)
    expect(leaves({ ...of("a", "anomaly", "canceled"), reason: "contradiction" })).toBe(false)
    expect(leaves(of("a", "another"))).toBe(true)
    expect(mayLeave(m("100"), of("b", null), [of("a", null), of("b", null)])).toBe(true)
    expect(mayLeave(m("10"), second, [of("a", "another"), second])).toBe(false)
    const rest = { ...of("r", "anomaly"), rest_of: "a" }
    const both = [of("a", "anomaly", "approved"), rest]
    expect(mayLeave(m("20"), rest, both)).toBe(true)
    expect(mayLeave(m("20"), both[0], both)).toBe(true)
    expect(mayLeave(m("19"), rest, both)).toBe(false)
  })
})

describe("payouts of refunds that Medusa took back", () => {
  it.each([
    [[], "20", []],
    [["20"], "20", ["20"]],
    [["20"], "15", ["20"]],
    [["20", "20"], "20", ["20"]],
    [["20", "20"], "20.01", ["20", "20"]],
    [["5", "5", "5"], "8", ["5", "5"]],
    [["5"], "8", ["5"]],
  ])("of %j pay a refund of %s with %j", (left, refund, taken) => {
    const payouts = left.map((amount) => ({ amount: m(amount) }))
    expect(coveringPayouts(payouts, m(refund)).map(({ amount }) => amount)).toEqual(taken)
  })
})

describe("refunds before one, beside a payout that paid more than its refund", () => {
  const of = (refund_id: string, order_amount: string) => ({
    ...{ refund_id, order_amount: m(order_amount) },
  })
  const refund = (id: string, amount: string) => ({ id, amount: m(amount) })

  it.each([
    ["20", [refund("b", "5")], "20"],
    ["20", [refund("b", "5.01")], "15"],
    ["20", [refund("b", "3"), refund("c", "3")], "18"],
    ["15", [refund("b", "5")], "15"],
    ["0", [refund("b", "5")], "15"],
  ])("of which %s left count %j with 15 to %s", (returned, refunds, sum) => {
    expect(refundedBefore([of("a", "15")], refunds, 2, m(returned))).toBe(sum)
  })
})

describe("money that was refunded in part", () => {
  it.each([
    ["100", "100", [], true],
    ["100", "100", [payout("100", "canceled")], true],
    ["100", "100", [payout("1", "pending")], false],
    // The excess of what arrived is not what the order needs.
    ["150", "100", [payout("50")], true],
    ["150", "100", [payout("51")], false],
    // Less was accepted.
    ["60", "100", [], true],
    ["60", "100", [payout("1")], false],
  ])("of %s received, %s requested pays the order or not: %#", (approved, asked, payouts, pays) => {
    expect(stillPays({ approved: m(approved), asked: m(asked) }, payouts)).toBe(pays)
  })

  it("does not pay the order when nothing was received", () => {
    expect(stillPays({ approved: null, asked: m("100") }, [])).toBe(false)
  })
})

describe("a payout for a refund", () => {
  const base = {
    approved: m("100"),
    booked: m("100"),
    paid: m("100"),
    refunded_before: m("0"),
    refund: m("100"),
    refund_payouts: [],
    payouts: [],
    decimals: 0,
  }

  it("pays the whole refund", () => {
    expect(payoutForRefund(base)).toEqual({ amount: "100", missing: "0" })
  })

  it("rounds a partial refund down, and the last one pays the rest", () => {
    const first = payoutForRefund({ ...base, refund: m("33.4") })
    expect(first).toEqual({ amount: "33", missing: "0" })
    const paid = [payout("33")]
    const second = { ...base, refunded_before: m("33.4"), refund: m("66.6") }
    expect(payoutForRefund({ ...second, refund_payouts: paid, payouts: paid })).toEqual({
      amount: "67",
      missing: "0",
    })
  })

  it("of a total that was rounded up for the wire refunds the amount paid", () => {
    const rounded = { ...base, booked: m("99.6"), refund: m("99.6") }
    expect(payoutForRefund(rounded).amount).toBe("100")
  })

  it("of a card payment with centavos refunds what a payout can carry, also after other payouts", () => {
    const card = { ...base, ...{ approved: m("99.76"), booked: m("99.76"), paid: m("99.76") } }
    expect(payoutForRefund({ ...card, refund: m("99.76") })).toEqual({ amount: "99", missing: "0" })
    expect(payoutForRefund({ ...card, refund: m("99.755") }).amount).toBe("99")
    const gone = { ...card, refund: m("99.76"), payouts: [payout("70")] }
    expect(payoutForRefund(gone)).toEqual({ amount: "29", missing: "70" })
  })

  it("never includes the excess that an anomaly refunds", () => {
    const excess = [payout("50", "queued")]
    const overpaid = { ...base, approved: m("150"), payouts: excess }
    expect(payoutForRefund(overpaid)).toEqual({ amount: "100", missing: "0" })
    expect(payoutForRefund({ ...overpaid, payouts: [] }).amount).toBe("100")
  })

  it("pays what is left and reports what is missing", () => {
    const gone = [payout("70", "pending")]
    expect(payoutForRefund({ ...base, payouts: gone })).toEqual({ amount: "30", missing: "70" })
    expect(payoutForRefund({ ...base, payouts: [payout("100")] })).toEqual({
      amount: "0",
      missing: "100",
    })
  })

  it("above the amount booked in Medusa reports the rest as missing", () => {
    expect(payoutForRefund({ ...base, refund: m("120") })).toEqual({ amount: "100", missing: "20" })
  })

  it("of money that was never received pays nothing", () => {
    expect(payoutForRefund({ ...base, approved: null })).toEqual({ amount: "0", missing: "100" })
  })

  const hundredths = fc.integer({ min: 1, max: 5_000_000 }).map((cents) => m(cents / 100))
  const refunds = fc.array(hundredths, { minLength: 1, maxLength: 8 })
  const sum = (amounts: readonly MajorAmount[]) => amounts.reduce(addAmounts, m("0"))

  it("in any split never exceeds the amount paid, and full refunds add up to it exactly", () => {
    fc.assert(
      fc.property(refunds, fc.constantFrom(0, 2), fc.boolean(), (parts, decimals, all) => {
        const booked = all ? sum(parts) : addAmounts(sum(parts), m("1"))
        const paid = roundToWire(booked, decimals, "half_up")
        const payouts: PayoutOfPayIn[] = []
        parts.forEach((refund, index) => {
          const { amount, missing } = payoutForRefund({
            ...{ approved: paid, booked, paid, refund, decimals },
            refunded_before: sum(parts.slice(0, index)),
            ...{ refund_payouts: payouts, payouts },
          })
          expect(missing).toBe("0")
          expect(sameAmount(amount, roundDown(amount, decimals))).toBe(true)
          expect(compareAmounts(amount, m("0"))).toBeGreaterThanOrEqual(0)
          payouts.push(payout(amount))
        })
        expect(staysWithin(paid, payouts)).toBe(true)
        const difference = subtractAmounts(sum(parts), refundedOf(payouts))
        if (all) expect(refundedOf(payouts)).toBe(paid)
        else expect(compareAmounts(difference, m("1"))).toBeLessThan(0)
      })
    )
  })

  /** Books refunds one after the other, as `bookRefund` does; a refund without money to send has no payout. */
  function bookedInTurn(parts: readonly MajorAmount[], booked: MajorAmount, decimals: number) {
    const paid = roundToWire(booked, decimals, "half_up")
    const payouts: (PayoutOfPayIn & { refund_id: string; order_amount: MajorAmount })[] = []
    const rows = parts.map((amount, nth) => ({ id: `ref_${nth}`, amount }))
    const steps = rows.map(({ id, amount: refund }, nth) => {
      const { amount } = payoutForRefund({
        ...{ approved: paid, booked, paid, refund, decimals },
        refunded_before: refundedBefore(payouts, rows.slice(0, nth), decimals),
        ...{ refund_payouts: payouts, payouts },
      })
      if (amount !== "0") payouts.push({ ...payout(amount), refund_id: id, order_amount: refund })
      return amount
    })
    return { steps, paid, returned: refundedOf(payouts) }
  }

  it.each([
    { parts: ["0.2", "1.5", "0.2"], booked: "1.9", decimals: 0, steps: ["0", "1", "1"] },
    { parts: ["0.4", "0.4", "0.4"], booked: "9", decimals: 0, steps: ["0", "0", "1"] },
    { parts: ["0.6", "0.6", "0.6", "0.6"], booked: "9", decimals: 0, steps: ["0", "1", "0", "1"] },
    { parts: ["0.4"], booked: "0.4", decimals: 0, steps: ["0"] },
    { parts: ["0.5"], booked: "0.5", decimals: 0, steps: ["1"] },
    { parts: ["0.004", "0.004", "0.004"], booked: "5", decimals: 2, steps: ["0", "0", "0.01"] },
  ])(
    "too small to be sent counts for the later ones: $parts of $booked give $steps",
    ({ parts, booked, decimals, steps }) => {
      expect(bookedInTurn(parts.map(m), m(booked), decimals).steps).toEqual(steps)
    }
  )

  it("too small to be sent never puts what leaves a whole unit behind, nor above what arrived", () => {
    const thousandths = fc.integer({ min: 1, max: 3_000 }).map((value) => m(value / 1000))
    const parts = fc.array(thousandths, { minLength: 1, maxLength: 12 })
    fc.assert(
      fc.property(parts, fc.constantFrom(0, 2), fc.boolean(), (series, decimals, all) => {
        const booked = all ? sum(series) : addAmounts(sum(series), m("1"))
        const { returned, paid } = bookedInTurn(series, booked, decimals)
        const behind = subtractAmounts(all ? paid : sum(series), returned)
        const unit = decimals === 0 ? m("1") : m("0.01")
        expect(compareAmounts(behind, m("0"))).toBeGreaterThanOrEqual(0)
        expect(compareAmounts(behind, all ? m("0.000001") : unit)).toBeLessThan(0)
      })
    )
  })

  it("leaves a larger refund without a payout to the person who decides about it", () => {
    const refunds = [{ id: "ref_0", amount: m("500") }]
    expect(refundedBefore([], refunds, 0)).toBe("0")
    const twice = [
      { refund_id: "ref_0", order_amount: m("500") },
      { refund_id: "ref_0", order_amount: m("500") },
    ]
    expect(refundedBefore(twice, refunds, 0)).toBe("500")
  })

  it("beside payouts of other sources stays within the approved amount", () => {
    fc.assert(
      fc.property(refunds, refunds, hundredths, (parts, others, approved) => {
        const payouts = others.flatMap((amount) =>
          compareAmounts(amount, approved) <= 0 ? [payout(amount, "queued")] : []
        )
        const before = leftToRefund(approved, payouts)
        const mine: PayoutOfPayIn[] = []
        parts.forEach((refund, index) => {
          const { amount } = payoutForRefund({
            ...{ approved, booked: approved, paid: approved, refund, decimals: 2 },
            refunded_before: sum(parts.slice(0, index)),
            ...{ refund_payouts: mine, payouts: [...payouts, ...mine] },
          })
          mine.push(payout(amount, "queued"))
        })
        expect(compareAmounts(refundedOf(mine), before)).toBeLessThanOrEqual(0)
      })
    )
  })
})

describe("several payouts of one Refund", () => {
  const REFUND = m("50")
  const AT = new Date("2026-01-01T00:00:00Z")
  const statuses: PayoutStatus[] = ["approved", "pending", "rejected", "queued", "canceled"]
  const several = fc.array(
    fc.record({
      amount: fc.integer({ min: 1, max: 40 }).map((amount) => m(amount)),
      status: fc.constantFrom(...statuses),
    }),
    { minLength: 1, maxLength: 4 }
  )

  it("leave this one what is left behind those that left, and the older ones", () => {
    const of = (id: string, amount: string, status: PayoutStatus) => ({
      ...{ ...payout(amount, status), id },
      created_at: AT,
    })
    const [first, second] = [of("1", "30", "rejected"), of("2", "40", "rejected")]
    expect(leftOfRefund(REFUND, first, [first, second])).toBe("50")
    expect(leftOfRefund(REFUND, second, [first, second])).toBe("20")
    const left = { ...second, status: "pending" as const }
    expect(leftOfRefund(REFUND, first, [first, left])).toBe("10")
    const canceled = { ...first, status: "canceled" as const }
    expect(leftOfRefund(REFUND, second, [canceled, second])).toBe("50")
  })

  it("pay together what the Refund says, and never more, in whatever order they are tried again", () => {
    fc.assert(
      fc.property(several, fc.array(fc.nat(3), { maxLength: 12 }), (given, order) => {
        const payouts = given.map((one, at) => ({
          ...{ ...one, id: String(at), paid_amount: null, reason: null },
          created_at: AT,
        }))
        const before = refundedOf(payouts)
        const left = refundedOf(
          payouts.filter(({ status }) => status !== "rejected" && status !== "queued")
        )
        const send = (at: number) => {
          const one = payouts[at % payouts.length]
          if (one.status !== "rejected" && one.status !== "queued") return
          const rest = leftOfRefund(REFUND, one, payouts)
          const amount = compareAmounts(rest, one.amount) < 0 ? rest : one.amount
          const isPaid = compareAmounts(amount, m(0)) > 0
          Object.assign(one, isPaid ? { amount, status: "pending" } : { status: "canceled" })
        }
        order.forEach(send)
        payouts.forEach((_one, at) => send(at))
        const after = refundedOf(payouts)
        const most = compareAmounts(left, REFUND) > 0 ? left : REFUND
        expect(compareAmounts(after, most)).toBeLessThanOrEqual(0)
        const least = compareAmounts(before, REFUND) < 0 ? before : REFUND
        expect(compareAmounts(after, least)).toBeGreaterThanOrEqual(0)
      }),
      { numRuns: 3_000 }
    )
  })
})
