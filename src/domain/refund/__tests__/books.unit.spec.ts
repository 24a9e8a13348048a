import fc from "fast-check"
import { addAmounts, majorAmount, subtractAmounts, type MajorAmount } from "../../money/amount"
import {
  isOverwritten,
  forgivenCredits,
  missingCredits,
  unwrittenRefunds,
  type CreditLine,
  type DatedEntry,
  type RefundedPayment,
} from "../books"

const payment = (...amounts: number[]): RefundedPayment => ({
  id: "pay_1",
  refunds: amounts.map((amount, n) => ({ id: `ref_${n + 1}`, amount: majorAmount(amount) })),
})
const entry = (reference_id: string, amount: number, reference = "refund") => ({
  reference,
  reference_id,
  amount: majorAmount(-amount),
})

describe("the refunds that an order does not show", () => {
  it("are those without an entry, each once", () => {
    expect(unwrittenRefunds(payment(10, 20), [entry("ref_1", 10)])).toEqual([
      { refund_id: "ref_2", amount: majorAmount(20) },
    ])
    expect(unwrittenRefunds(payment(10, 20), [entry("ref_2", 20), entry("ref_1", 10)])).toEqual([])
  })

  it("are none when the entry of Medusa's cancel names the payment instead", () => {
    const entries = [entry("ref_1", 10), entry("pay_1", 50)]
    expect(unwrittenRefunds(payment(10, 50), entries)).toEqual([])
  })

  it("include the older refund that had no entry before Medusa's cancel", () => {
    expect(unwrittenRefunds(payment(10, 50), [entry("pay_1", 50)])).toEqual([
      { refund_id: "ref_1", amount: majorAmount(10) },
    ])
  })

  it("never bring the order's entries above the refunded amount", () => {
    expect(unwrittenRefunds(payment(10, 50), [entry("pay_1", 55)])).toEqual([
      { refund_id: "ref_1", amount: majorAmount(5) },
    ])
    expect(unwrittenRefunds(payment(50), [entry("pay_1", 50), entry("ref_1", 50)])).toEqual([])
  })

  it("are not covered by an entry of another payment", () => {
    const entries = [entry("ref_1", 10, "capture"), entry("pay_2", 10)]
    expect(unwrittenRefunds(payment(10), entries)).toHaveLength(0)
    expect(unwrittenRefunds(payment(10), [entry("pay_2", 10)])).toHaveLength(1)
  })

  it("are not trusted when the order shows more than was refunded", () => {
    expect(isOverwritten(payment(50), [entry("pay_1", 50), entry("ref_1", 50)])).toBe(true)
    expect(isOverwritten(payment(50), [entry("ref_1", 50)])).toBe(false)
  })
})

/** An order of one payment, written as Medusa writes it, but for what dies. */
class Ledger {
  readonly refunds: { id: string; amount: MajorAmount }[] = []
  readonly entries: DatedEntry[] = []
  readonly credits: CreditLine[] = []
  /** What Medusa's lost credit lines come to. */
  lost = 0
  private cost = 100
  private paid = 0
  private time = 0

  constructor() {
    this.write("capture", "cap_1", 100)
  }

  get outstanding(): number {
    return this.cost - this.paid
  }

  change(by: number): void {
    this.cost += by
  }

  /** Core counts the credit line from what was owed before (core-flows refund-payment). */
  refund(amount: number, dies: boolean): void {
    const id = `ref_${this.refunds.length + 1}`
    const owed = Math.max(0, -this.outstanding)
    const credit = Math.max(0, amount - owed)
    this.refunds.push({ id, amount: majorAmount(amount) })
    this.write("refund", id, -amount)
    if (dies) {
      this.lost += credit
    } else if (credit > 0) {
      this.forgive(credit, null)
    }
  }

  forgive(amount: number, refund_id: string | null): void {
    this.cost -= amount
    this.credits.push({ at: this.now(), amount: majorAmount(amount), refund_id })
  }

  lacking() {
    const own = [{ id: "pay_1", refunds: this.refunds }]
    return missingCredits(own, this.entries, this.credits, majorAmount(this.outstanding))
  }

  forgiven() {
    return forgivenCredits([{ id: "pay_1", refunds: this.refunds }], this.entries, this.credits)
  }

  private write(reference: string, reference_id: string, amount: number): void {
    const cost = majorAmount(this.cost)
    this.paid += amount
    this.entries.push({
      ...{ reference, reference_id, cost, at: this.now() },
      amount: subtractAmounts(majorAmount(0), majorAmount(-amount)),
    })
  }

  private now(): Date {
    return new Date(++this.time)
  }
}

const step = fc.oneof(
  fc.record({ by: fc.integer({ min: -60, max: 60 }) }),
  fc.record({ amount: fc.integer({ min: 1, max: 60 }), dies: fc.boolean() })
)

describe("the credit lines that forgive a debt", () => {
  const change = fc.record({ by: fc.integer({ min: -60, max: 60 }) })
  const refund = fc.record({ amount: fc.integer({ min: 1, max: 60 }) })
  const forgive = fc.record({ forgive: fc.integer({ min: 1, max: 60 }) })

  it("are those that no refund explains, whatever was refunded before and after", () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(change, refund, forgive), { maxLength: 12 }), (steps) => {
        const order = new Ledger()
        let forgiven = 0
        for (const one of steps) {
          if ("by" in one) {
            order.change(one.by)
          } else if ("forgive" in one) {
            order.forgive(one.forgive, null)
            forgiven += one.forgive
          } else {
            order.refund(one.amount, false)
          }
        }
        expect(order.forgiven()).toBe(majorAmount(forgiven))
      })
    )
  })

  it("are not hidden by a refund of money that the order owed its buyer", () => {
    const order = new Ledger()
    order.change(-40)
    order.refund(40, false)
    order.change(40)
    order.forgive(40, null)
    expect(order.forgiven()).toBe("40")
  })
})

describe("the credit lines that an order lacks", () => {
  it("are those that Medusa lost, up to what the order asks for, and none once they are written", () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
        const order = new Ledger()
        for (const one of steps) {
          if ("by" in one) {
            order.change(one.by)
          } else {
            order.refund(one.amount, one.dies)
          }
        }
        const before = order.outstanding
        const lacking = order.lacking()
        const sum = lacking.reduce((all, { amount }) => addAmounts(all, amount), majorAmount(0))
        expect(Number(sum)).toBe(Math.max(0, Math.min(order.lost, before)))
        lacking.forEach(({ refund_id, amount }) => {
          order.forgive(Number(amount), refund_id)
        })
        expect(order.lacking()).toEqual([])
      })
    )
  })

  it("do not include what was owed to the shopper, also when the order grows later", () => {
    const order = new Ledger()
    order.change(-40)
    order.refund(40, true)
    order.change(30)
    expect(order.outstanding).toBe(30)
    expect(order.lacking()).toEqual([])
  })

  it("are none when an operator forgave the debt by hand meanwhile", () => {
    const order = new Ledger()
    order.refund(40, true)
    order.forgive(40, null)
    order.change(10)
    expect(order.lacking()).toEqual([])
  })

  it("name the refund that Medusa's cancel made", () => {
    const order = new Ledger()
    order.refund(40, true)
    order.entries.splice(1, 1, { ...order.entries[1], reference_id: "pay_1" })
    expect(order.lacking()).toEqual([{ refund_id: "ref_1", amount: majorAmount(40) }])
  })
})
