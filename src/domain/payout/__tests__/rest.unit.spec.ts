import { addAmounts, compareAmounts, majorAmount, sameAmount } from "../../money/amount"
import { refundedOf } from "../bound"
import { PAYOUT_REASONS, isBlocked } from "../reason"
import { isRestPaid, joinOf, restOf, splitOf } from "../rest"
import { PAYOUT_STATUSES } from "../state"

const m = majorAmount

const AMOUNTS = ["0.01", "1", "9.99", "33.33", "99.99", "100", "1000", "60000"]
const PAID = [null, "0", "0.01", "1", "9.99", "10", "33.33", "99.99", "100", "600", "60000.01"]
const all = PAYOUT_STATUSES.flatMap((status) =>
  [null, ...PAYOUT_REASONS].flatMap((reason) =>
    AMOUNTS.flatMap((amount) =>
      PAID.map((paid) => ({
        ...{ status, reason, amount: m(amount), paid_amount: paid === null ? null : m(paid) },
      }))
    )
  )
)
const due = all.flatMap((payout) => {
  const rest = restOf(payout)
  return rest.outcome === "due" ? [{ payout, rest: rest.amount }] : []
})

describe("the rest of a payout", () => {
  it(`is due only of one that counts as paid, for less, without doubt (${all.length} rows)`, () => {
    for (const payout of all) {
      const { status, reason, amount, paid_amount } = payout
      const paid = Number(paid_amount ?? "0")
      const ratio = Number(amount) / paid
      const isUnit = Number.isInteger(Math.round(Math.log10(ratio) * 1e9) / 1e9)
      const isDue =
        status === "approved" && !isBlocked(reason) && paid > 0 && paid < Number(amount) && !isUnit
      expect([payout, restOf(payout).outcome]).toEqual([payout, isDue ? "due" : "none"])
    }
  })

  it.each<[change: Partial<Parameters<typeof restOf>[0]>, rest: ReturnType<typeof restOf>]>([
    [{}, { outcome: "due", amount: m("60") }],
    [{ status: "pending" }, { outcome: "none", why: "not_paid" }],
    [{ paid_amount: null }, { outcome: "none", why: "not_paid" }],
    [{ paid_amount: m("0") }, { outcome: "none", why: "not_paid" }],
    [{ reason: "contradiction" }, { outcome: "none", why: "doubted" }],
    [{ paid_amount: m("100") }, { outcome: "none", why: "whole" }],
    [{ paid_amount: m("101") }, { outcome: "none", why: "whole" }],
    [{ paid_amount: m("10") }, { outcome: "none", why: "unit_suspected" }],
  ])("with %j is %j", (change, rest) => {
    const paid = { amount: m("100"), paid_amount: m("40") }
    expect(restOf({ status: "approved", reason: null, ...paid, ...change })).toEqual(rest)
  })

  it(`counts with what was paid as much as the payout did before, and nothing is due twice (${due.length} rows)`, () => {
    for (const { payout, rest } of due) {
      const whole = {
        ...payout,
        order_amount: payout.amount,
        covered_amount: null,
        refund_id: null,
      }
      const parts = splitOf(whole, rest, 2)
      const paid = { ...payout, ...parts.paid }
      const sum = refundedOf([paid, { ...payout, ...parts.rest, paid_amount: null }])
      expect(sum).toBe(refundedOf([payout]))
      expect(
        sameAmount(addAmounts(paid.order_amount, parts.rest.order_amount), payout.amount)
      ).toBe(true)
      expect(restOf(paid)).toEqual({ outcome: "none", why: "whole" })
      expect(isRestPaid([paid])).toBe(false)
      const joined = { ...whole, ...joinOf({ ...whole, ...parts.paid }, parts.rest) }
      expect(joined).toEqual(whole)
    }
  })

  it("keeps the sum when the first payout is returned, and is sent again with what it paid", () => {
    const whole = {
      amount: m("100"),
      order_amount: m("100"),
      covered_amount: null,
      refund_id: null,
    }
    const { paid, rest } = splitOf(whole, m("60"), 2)
    const after = (status: "rejected" | "queued" | "approved", paid_amount: string | null) =>
      refundedOf([
        {
          ...paid,
          status,
          reason: null,
          paid_amount: paid_amount === null ? null : m(paid_amount),
        },
        { ...rest, status: "approved", reason: null, paid_amount: m("60") },
      ])
    expect(after("rejected", null)).toBe("100")
    expect(after("queued", null)).toBe("100")
    expect(after("approved", "40")).toBe("100")
    // The service says now that it paid the first one whole.
    expect(after("approved", "100")).toBe("160")
    const first = { status: "approved", reason: null, amount: paid.amount } as const
    expect(isRestPaid([{ ...first, paid_amount: m("100") }])).toBe(true)
  })

  it("is paid once another one of the same money was, also a canceled one", () => {
    const one = { status: "canceled", reason: null, amount: m("40"), paid_amount: null } as const
    expect(isRestPaid([one])).toBe(false)
    expect(isRestPaid([one, { ...one, reason: "contradiction" }])).toBe(true)
    expect(isRestPaid([])).toBe(false)
  })

  it("of a refund keeps the amount of Medusa's Refund in both", () => {
    const refund = { ...{ amount: m("59999"), order_amount: m("59999.5") }, covered_amount: null }
    const parts = splitOf({ ...refund, refund_id: "ref_1" }, m("19999"), 0)
    expect(parts).toEqual({
      paid: { amount: "40000", order_amount: "59999.5" },
      rest: { amount: "19999", order_amount: "59999.5" },
    })
    expect(joinOf({ ...parts.paid, refund_id: "ref_1" }, parts.rest)).toEqual(
      refund && {
        ...{ amount: "59999", order_amount: "59999.5" },
      }
    )
  })

  it("of a share takes its part of what the share was computed from, whatever lowered or covered it", () => {
    // A share of 200, of which an earlier payout paid 20; half of the goods came back before it left.
    const share = { amount: m("80"), order_amount: m("200"), covered_amount: m("20") }
    const parts = splitOf({ ...share, refund_id: null }, m("50"), 2)
    expect(parts.rest).toEqual({ amount: "50", order_amount: "100" })
    expect(parts.paid).toEqual({ amount: "30", order_amount: "100" })
    expect(compareAmounts(parts.rest.order_amount, parts.rest.amount)).toBe(1)
  })
})
