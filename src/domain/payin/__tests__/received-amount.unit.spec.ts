import {
  type Approval,
  isUnitSuspected,
  mayBeReplaced,
  receivedDiffers,
  receivedFits,
  bookableAmount,
  excessAmount,
} from "../received-amount"
import { majorAmount } from "../../money/amount"
import { PAYIN_STATUSES } from "../state"

const asked: Approval = {
  requested_amount: majorAmount("50000"),
  currency: "COP",
  approved_amount: majorAmount("50000.00"),
  approved_currency: "COP",
  accepted_at: null,
  excluded_at: null,
}

describe("received money", () => {
  it("fits when amount and currency are those requested", () => {
    expect(receivedDiffers(asked)).toBeNull()
    expect(receivedFits(asked)).toBe(true)
  })

  it.each(["49999.99", "50000.01", "0", "-50000"])("of %s is an amount mismatch", (amount) => {
    const approval = { ...asked, approved_amount: majorAmount(amount) }
    expect(receivedDiffers(approval)).toBe("amount_mismatch")
    expect(receivedFits(approval)).toBe(false)
  })

  it("without a reported amount is an amount mismatch", () => {
    expect(receivedDiffers({ ...asked, approved_amount: null })).toBe("amount_mismatch")
  })

  it.each(["PEN", "cop", "", null])(
    "in %j is a currency mismatch, even with the requested amount",
    (currency) => {
      expect(receivedDiffers({ ...asked, approved_currency: currency })).toBe("currency_mismatch")
    }
  )
})

describe("received money that an operator decided on", () => {
  const accepted_at = new Date(0)
  const paid = (amount: string): Approval => ({ ...asked, approved_amount: majorAmount(amount) })

  it("fits once it is accepted, with any amount but never in another currency", () => {
    for (const amount of ["1", "49999.99", "50000.01"]) {
      expect(receivedFits({ ...paid(amount), accepted_at })).toBe(true)
    }
    expect(receivedDiffers({ ...asked, approved_currency: "PEN", accepted_at })).toBe(
      "currency_mismatch"
    )
    expect(receivedFits({ ...asked, approved_amount: null, accepted_at })).toBe(false)
  })

  it("never fits once it is excluded from settlement, even with the requested amount", () => {
    expect(receivedFits({ ...asked, excluded_at: new Date(0) })).toBe(false)
  })

  it("is booked as received when it is less, and at the order amount when it is more", () => {
    const order_amount = majorAmount("49999.6")
    const booked = (approval: Approval) => bookableAmount({ ...approval, order_amount })
    expect(booked({ ...paid("40000"), accepted_at })).toBe("40000")
    expect(booked({ ...paid("60000"), accepted_at })).toBe("49999.6")
    expect(booked({ ...paid("50000"), accepted_at })).toBe("49999.6")
    expect(booked(paid("40000"))).toBe("49999.6")
  })

  it("has an excess only above the requested amount", () => {
    expect(excessAmount(paid("60000"))).toBe("10000")
    expect(excessAmount(paid("50000"))).toBeNull()
    expect(excessAmount(paid("40000"))).toBeNull()
    expect(excessAmount({ ...asked, approved_amount: null })).toBeNull()
  })
})

describe("a wrong unit", () => {
  it.each([
    ["500000", true],
    ["5000000", true],
    ["5000", true],
    ["0.5", true],
    ["50000", false],
    ["0", false],
    ["-500000", false],
    ["100000", false],
    ["500001", false],
    ["5555", false],
  ])("is suspected of %s where 50000 was asked: %s", (amount, suspected) => {
    const said = { amount: majorAmount(amount), currency: "COP" }
    expect(isUnitSuspected(asked, said)).toBe(suspected)
    expect(isUnitSuspected(asked, { ...said, currency: "PEN" })).toBe(false)
  })
})

describe("a stored amount", () => {
  const stored = { ...asked, approved_amount: majorAmount("5000000"), settled_at: null }
  const said = { status: "approved", amount: majorAmount("50000"), currency: "COP" } as const
  const NOW = new Date()

  it("gives way to what the service says now", () => {
    expect(mayBeReplaced({ ...stored, status: "approved" }, said)).toBe(true)
    expect(mayBeReplaced({ ...stored, status: "approved" }, { ...said, currency: "PEN" })).toBe(
      true
    )
  })

  it.each([
    ["it is the same", { approved_amount: said.amount }],
    ["it was booked", { settled_at: NOW }],
    ["a person accepted it", { accepted_at: NOW }],
    ["a person excluded it", { excluded_at: NOW }],
  ])("stays when %s", (_what, change) => {
    expect(mayBeReplaced({ ...stored, status: "approved", ...change }, said)).toBe(false)
  })

  it.each(PAYIN_STATUSES)("stays unless both sides are approved: %s", (status) => {
    const isApproved = status === "approved"
    expect(mayBeReplaced({ ...stored, status }, said)).toBe(isApproved)
    expect(mayBeReplaced({ ...stored, status: "approved" }, { ...said, status })).toBe(isApproved)
  })

  it("stays when the service names no amount or currency", () => {
    const row = { ...stored, status: "approved" } as const
    expect(mayBeReplaced(row, { ...said, amount: null })).toBe(false)
    expect(mayBeReplaced(row, { ...said, currency: null })).toBe(false)
  })
})
