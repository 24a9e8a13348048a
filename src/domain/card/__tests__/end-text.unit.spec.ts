import { cardEndMessage } from "../end-text"

const told = (status: "declined" | "error", refusal_code: string | null, said: string | null) =>
  cardEndMessage({ status, refusal_code, refusal_message: said }, "en")

describe("what a shopper reads of a card that pays nothing", () => {
  it.each<["declined" | "error", string | null, string | null, RegExp]>([
    ["declined", "PAYMENT_AUTHORIZATION_FAILED", "Fondos insuficientes.", /^Fondos insuficientes/],
    ["declined", "PAYMENT_AUTHORIZATION_FAILED", null, /bank declined the card/],
    ["error", "REMOVED_CARD", "The saved card was deleted.", /saved card was deleted/],
    ["error", "VALIDATION_ERROR", "El documento no es valido.", /El documento/],
    ["error", null, null, /Enter the card again/],
    // What is wrong between store and service.
    ["error", "UNAUTHORIZED", "Token-Top no coincide.", /try again later/],
    ["error", "ACCESS_DENIED", "Comercio inactivo.", /try again later/],
    ["error", "INVALID_STATE", "La suscripcion no esta ACTIVE.", /Enter the card again/],
    ["error", "NOT_FOUND", "subscription_id no existe.", /Enter the card again/],
  ])("%s with %s and %s", (status, code, said, text) => {
    expect(told(status, code, said)).toMatch(text)
  })

  it("is nothing while the card may pay, and asks for patience while nobody knows", () => {
    const of = (status: "authorized" | "unknown") =>
      cardEndMessage({ status, refusal_code: null, refusal_message: null }, "es")
    expect(of("authorized")).toBeNull()
    expect(of("unknown")).toContain("No vuelvas a pagar")
  })
})
