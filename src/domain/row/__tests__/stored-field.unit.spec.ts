import { newReference } from "../reference"
import { storedAmount, storedInstant, storedReference, storedTicket } from "../stored-field"

describe("a field of the plugin's own tables", () => {
  it("is read back as it was written", () => {
    const reference = newReference()
    expect(storedReference.parse(reference)).toBe(reference)
    expect(storedAmount.parse("100.55")).toBe("100.55")
    expect(storedTicket.parse("TCK-1")).toBe("TCK-1")
    expect(storedInstant.parse(new Date(0))).toEqual(new Date(0))
  })

  it("is refused in a form that the plugin does not write", () => {
    expect(storedReference.safeParse("not one / of ours").success).toBe(false)
    expect(storedInstant.safeParse("2026-01-01").success).toBe(false)
  })
})
