import { MedusaRefusedError, refusedByMedusa } from "../failures"

describe("the reason why Medusa could not apply a payment", () => {
  it("is temporary for a lock timeout whose text is withheld", () => {
    const refused = refusedByMedusa({ error: new Error('update "cart" set x - lock timeout') })
    expect(refused).toBeInstanceOf(MedusaRefusedError)
    expect(refused).toMatchObject({ passing: true, message: "database error" })
  })

  it.each([
    "PaymentSession with id: payses_1 was not found",
    'PaymentSession with id "payses_1" not found',
  ])("is temporary when the shopper's browser replaced the session: %s", (message) => {
    expect(refusedByMedusa({ error: { message } })).toMatchObject({ passing: true })
  })

  it.each(["57014", "57P01", "57P02", "53300", "08006", "40001", "ECONNRESET"])(
    "is temporary when the workflow engine passed on the error as a plain object with code %s",
    (code) => {
      expect(refusedByMedusa({ error: { message: "it did not work", code } })).toMatchObject({
        passing: true,
      })
    }
  )

  it.each(["23505", "22P02", "42P01"])("is permanent for database error %s", (code) => {
    const refused = refusedByMedusa({ error: { message: "it did not work", code } })
    expect(refused).toMatchObject({ passing: false, message: `database error ${code}` })
  })

  it("is temporary when Medusa does not say why it did not authorize", () => {
    const error = { type: "payment_authorization_error", message: "Payment authorization failed" }
    expect(refusedByMedusa({ error })).toMatchObject({ passing: true })
  })

  it("is temporary when the connection to Redis is closed", () => {
    expect(refusedByMedusa(new Error("Connection is closed."))).toMatchObject({ passing: true })
  })

  it.each([
    'Updating Status from "ok" to "temp_failure" is not allowed.',
    'Updating State from "done" to "invoking" is not allowed.',
  ])("is temporary when the workflow engine contradicts itself: %s", (message) => {
    expect(refusedByMedusa({ error: { message, type: "not_allowed" } })).toMatchObject({
      passing: true,
    })
  })

  it("is permanent for any other error, with Medusa's own message", () => {
    const refused = refusedByMedusa({ error: { message: "Some variant is out of stock" } })
    expect(refused).toMatchObject({ passing: false, message: "Some variant is out of stock" })
  })
})
