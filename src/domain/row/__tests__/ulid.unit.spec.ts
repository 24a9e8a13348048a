import { generateEntityId } from "@medusajs/framework/utils"
import { ulidBound } from "../ulid"

describe("the time in an id of Medusa", () => {
  it("is encoded as the first characters of a ULID", () => {
    expect(ulidBound(0)).toBe("0000000000")
    // The example of the ULID specification.
    expect(ulidBound(1469918176385)).toBe("01ARYZ6S41")
  })

  it("puts an id between the bounds of the times before and after its creation", () => {
    const before = Date.now()
    const id = generateEntityId(undefined, "order")
    expect(id >= `order_${ulidBound(before)}`).toBe(true)
    expect(id < `order_${ulidBound(Date.now() + 1)}`).toBe(true)
  })
})
