import fc from "fast-check"
import { describeAnomaly } from "../kinds"
import { anomalyReason, reasonText } from "../reason"

const value = fc.stringMatching(/^[a-zA-Z0-9_.]{1,30}$/)

describe("the reason of an anomaly", () => {
  it("is stored in English and read in both languages", () => {
    const stored = anomalyReason("cart_gone")
    expect(stored).toBe("the cart is gone")
    expect(reasonText(stored)).toEqual({ es: "Ya no existe el carrito.", en: stored })
  })

  it("keeps its values in both languages", () => {
    fc.assert(
      fc.property(value, value, (booked, taken) => {
        const stored = anomalyReason("captured_differs", { booked, taken })
        expect(reasonText(stored)).toEqual({
          es: `Medusa muestra ${booked} capturados y se cobraron ${taken}.`,
          en: stored,
        })
      })
    )
  })

  it("is read whole when a shorter reason begins with the same words", () => {
    expect(reasonText(anomalyReason("hold_stays")).es).toBe("El servicio no lo libera.")
    expect(reasonText(anomalyReason("hold_stays_because", { said: "no: ya\nvenció" })).es).toBe(
      "El servicio no lo libera: no: ya\nvenció"
    )
  })

  it("translates the kind of an anomaly and the code of an answer", () => {
    expect(reasonText("duplicate_payment")).toEqual(describeAnomaly("duplicate_payment"))
    expect(reasonText("other_reference")).toEqual({
      es: "La respuesta es de otra referencia.",
      en: "the answer is about another reference",
    })
  })

  it("stays unchanged when it is a message of Medusa or of the service", () => {
    const said = "Cart with id cart_1 not found"
    expect(reasonText(said)).toEqual({ es: said, en: said })
  })
})
