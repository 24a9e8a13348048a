import { body } from "../[id]/renew/posted"

describe("the period that an operator asks to renew", () => {
  it.each([{}, { period: 1 }, { period: 100_000 }])(
    "is taken as it is named, or left open: %j",
    (posted) => {
      expect(body.parse(posted)).toEqual(posted)
    }
  )

  it.each([0, -1, 1.5, "1", null, 100_001])("is none that %j names", (period) => {
    const { error } = body.safeParse({ period })
    expect(error?.issues.map(({ path }) => path)).toEqual([["period"]])
  })
})
