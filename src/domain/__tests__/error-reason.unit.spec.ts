import { reasonOf } from "../error-reason"

describe("a reason that is logged", () => {
  it("never repeats a database statement, which holds a shopper's values", () => {
    const statement =
      'insert into "order_address" ("phone")\nvalues (\'3000000000\') - lock timeout'
    expect(reasonOf(new Error(statement))).toBe("database error")
    expect(reasonOf(Object.assign(new Error(statement), { code: "55P03" }))).toBe(
      "database error 55P03"
    )
  })

  it("hides an e-mail address in any other text", () => {
    expect(reasonOf(new Error("no mail to ana@shop.example"))).not.toContain("ana@")
  })
})
