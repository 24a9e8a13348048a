import { parseReference } from "../../../domain/row/reference"
import { defaultDescription } from "../link"

const text = "pin_01m8z6xk3c5v7b9n1q2w3e4r5t"
const reference = parseReference(text)

describe("the default description on the hosted page", () => {
  if (reference === null) {
    throw new Error(`${text} is no reference`)
  }
  const told = (store: string | null, language: "es" | "en" = "es") =>
    defaultDescription(store, reference, language)

  it("names the store in Spanish or English", () => {
    expect(told("Tienda Cordillera")).toBe("Compra en Tienda Cordillera")
    expect(told("Tienda Cordillera", "en")).toBe("Purchase at Tienda Cordillera")
  })

  it("names the reference when the store has no name", () => {
    expect(told(null)).toBe(`Compra ${text}`)
    expect(told("  ", "en")).toBe(`Purchase ${text}`)
  })

  it("is one line without control characters and cuts a long store name", () => {
    expect(told(" Café\n\u0000 y  pan ")).toBe("Compra en Café y pan")
    expect(told("🥐".repeat(300))).toBe(`Compra en ${"🥐".repeat(100)}`)
  })
})
