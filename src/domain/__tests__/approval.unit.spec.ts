import { type Approval, approvalDiffers, approvalFits } from "../approval"
import { majorAmount } from "../money"

const asked: Approval = {
  asked_amount: majorAmount("50000"),
  currency: "COP",
  approved_amount: majorAmount("50000.00"),
  approved_currency: "COP",
}

describe("money that arrived", () => {
  it("fits only when amount and currency are those that were asked", () => {
    expect(approvalDiffers(asked)).toBeNull()
    expect(approvalFits(asked)).toBe(true)
  })

  it.each(["49999.99", "50000.01", "0", "-50000"])("as %s is an amount mismatch", (amount) => {
    const approval = { ...asked, approved_amount: majorAmount(amount) }
    expect(approvalDiffers(approval)).toBe("amount_mismatch")
    expect(approvalFits(approval)).toBe(false)
  })

  it("whose amount the service did not say never fits", () => {
    expect(approvalDiffers({ ...asked, approved_amount: null })).toBe("amount_mismatch")
  })

  it.each(["PEN", "cop", "", null])(
    "in %j is a currency mismatch, whatever the amount",
    (currency) => {
      expect(approvalDiffers({ ...asked, approved_currency: currency })).toBe("currency_mismatch")
    }
  )
})
