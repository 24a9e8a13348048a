import { notKnownViolations } from "../not-known"

const found = (counted: number, said: number) =>
  notKnownViolations({ notKnown: [{ reference: "pin_1", counted, said }] }).map(
    ({ invariant }) => invariant
  )

describe("the audit of what the service is said not to know", () => {
  it("accepts as many answers as the service gave, and fewer when a process died over one", () => {
    expect(found(3, 3)).toEqual([])
    expect(found(2, 3)).toEqual([])
  })

  it("reports an answer that was believed and did not come from the service", () => {
    expect(found(1, 0)).toEqual(["only the service says that it does not know"])
    expect(found(4, 3)).toEqual(["only the service says that it does not know"])
  })
})
