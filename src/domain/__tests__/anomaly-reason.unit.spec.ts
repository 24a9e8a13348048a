import fc from "fast-check"
import { describeAnomaly } from "../anomaly"
import { anomalyReason, reasonText } from "../anomaly-reason"

const value = fc.stringMatching(/^[a-zA-Z0-9_.]{1,30}$/)

describe("why a person is asked about money", () => {
  it("is stored in English and read in both languages", () => {
    const stored = anomalyReason("cart_gone")
    expect(stored).toBe("the cart is gone")
    expect(reasonText(stored)).toEqual({ es: "Ya no existe el carrito.", en: stored })
  })

  it("keeps its values in both", () => {
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

  it("is not the shorter of two that begin alike", () => {
    expect(reasonText(anomalyReason("hold_stays")).es).toBe("El servicio no lo libera.")
    expect(reasonText(anomalyReason("hold_stays_because", { said: "no: ya\nvenció" })).es).toBe(
      "El servicio no lo libera: no: ya\nvenció"
    )
  })

  it("names the kind of an anomaly in its own words, and a code of an answer", () => {
    expect(reasonText("duplicate_payment")).toEqual(describeAnomaly("duplicate_payment"))
    expect(reasonText("other_reference")).toEqual({
      es: "La respuesta es de otra referencia.",
      en: "the answer is about another reference",
    })
  })

  it("of Medusa or of the service stays as it was said", () => {
    const said = "Cart with id cart_1 not found"
    expect(reasonText(said)).toEqual({ es: said, en: said })
  })
})
