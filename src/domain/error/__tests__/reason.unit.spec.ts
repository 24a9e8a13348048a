import { isProgramFailure, reasonOf } from "../reason"

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

describe("an error of a program that met something missing", () => {
  it.each([
    new Error("Cannot read properties of undefined (reading 'id')"),
    new TypeError("Cannot read property 'id' of null"),
    new TypeError("Cannot destructure property 'id' of 'undefined' as it is undefined."),
    new TypeError("item.adjustments is not iterable"),
    new TypeError("undefined is not a function"),
  ])("is known: %s", (error) => {
    expect(isProgramFailure(error)).toBe(true)
  })

  it.each([
    new Error("Some variant does not have the required inventory"),
    new Error("Payment session is not found"),
    new Error("The promotion code X is not valid"),
    "Cannot read properties of undefined",
  ])("is not %s", (error) => {
    expect(isProgramFailure(error)).toBe(false)
  })
})
