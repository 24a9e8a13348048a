import { newReference } from "../reference"
import { storedAmount, storedInstant, storedReference, storedTicket } from "../stored-field"

describe("what the plugin's own tables hold", () => {
  it("is read back as what it was written from", () => {
    const reference = newReference()
    expect(storedReference.parse(reference)).toBe(reference)
    expect(storedAmount.parse("100.55")).toBe("100.55")
    expect(storedTicket.parse("TCK-1")).toBe("TCK-1")
    expect(storedInstant.parse(new Date(0))).toEqual(new Date(0))
  })

  it("is refused when somebody else wrote it: a reference of another form is none of ours", () => {
    expect(storedReference.safeParse("not one / of ours").success).toBe(false)
    expect(storedInstant.safeParse("2026-01-01").success).toBe(false)
  })
})
