import { CoreRefusedError, refusedByCore } from "../failures"

describe("why core could not be told of a payment", () => {
  it("still knows a passing reason when its text is withheld", () => {
    const refused = refusedByCore({ error: new Error('update "cart" set x - lock timeout') })
    expect(refused).toBeInstanceOf(CoreRefusedError)
    expect(refused).toMatchObject({ passing: true, message: "database error" })
  })

  it.each([
    "PaymentSession with id: payses_1 was not found",
    'PaymentSession with id "payses_1" not found',
  ])("tries again when the shopper's browser replaced the session meanwhile: %s", (message) => {
    expect(refusedByCore({ error: { message } })).toMatchObject({ passing: true })
  })

  it.each(["57014", "57P01", "57P02", "53300", "08006", "40001", "ECONNRESET"])(
    "keeps the code of an error that the workflow engine handed on as a plain object: %s",
    (code) => {
      expect(refusedByCore({ error: { message: "it did not work", code } })).toMatchObject({
        passing: true,
      })
    }
  )

  it.each(["23505", "22P02", "42P01"])("takes %s of the database for lasting", (code) => {
    const refused = refusedByCore({ error: { message: "it did not work", code } })
    expect(refused).toMatchObject({ passing: false, message: `database error ${code}` })
  })

  it("tries again when core keeps to itself why it did not authorize", () => {
    const error = { type: "payment_authorization_error", message: "Payment authorization failed" }
    expect(refusedByCore({ error })).toMatchObject({ passing: true })
  })

  it("tries again when Redis had gone", () => {
    expect(refusedByCore(new Error("Connection is closed."))).toMatchObject({ passing: true })
  })

  it.each([
    'Updating Status from "ok" to "temp_failure" is not allowed.',
    'Updating State from "done" to "invoking" is not allowed.',
  ])("tries again when the workflow engine contradicts itself: %s", (message) => {
    expect(refusedByCore({ error: { message, type: "not_allowed" } })).toMatchObject({
      passing: true,
    })
  })

  it("tells a person what core said otherwise", () => {
    const refused = refusedByCore({ error: { message: "Some variant is out of stock" } })
    expect(refused).toMatchObject({ passing: false, message: "Some variant is out of stock" })
  })
})
