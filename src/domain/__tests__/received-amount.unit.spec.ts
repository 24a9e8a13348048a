import {
  type Approval,
  receivedDiffers,
  receivedFits,
  bookableAmount,
  excessAmount,
} from "../received-amount"
import { majorAmount } from "../money"

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
