import { body } from "../[id]/renew/posted"

describe("the body of an operator's renewal request", () => {
  it.each([{}, { period: 1 }, { period: 100_000 }])(
    "is accepted with or without a period: %j",
    (posted) => {
      expect(body.parse(posted)).toEqual(posted)
    }
  )

  it.each([0, -1, 1.5, "1", null, 100_001])("is refused when the period is %j", (period) => {
    const { error } = body.safeParse({ period })
    expect(error?.issues.map(({ path }) => path)).toEqual([["period"]])
  })
})
