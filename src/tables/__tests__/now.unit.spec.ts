import { databaseNow } from "../now"

describe("the clock of due times and leases", () => {
  it("is that of the database, with an offset in seconds bound as a value and not as text", () => {
    const raw = jest.fn((sql: string, bindings: readonly (string | number)[]) => ({
      sql,
      bindings,
    }))
    expect(databaseNow({ raw }, 120)).toEqual({
      sql: "(now() + ? * interval '1 millisecond')",
      bindings: [120_000],
    })
    expect(databaseNow({ raw }).bindings).toEqual([0])
  })
})
