import { parseReference } from "../../../domain/reference"
import { defaultDescription } from "../link"

const text = "pin_01m8z6xk3c5v7b9n1q2w3e4r5t"
const reference = parseReference(text)

describe("what a shopper reads on the hosted page where the storefront says nothing", () => {
  if (reference === null) {
    throw new Error(`${text} is no reference`)
  }
  const told = (store: string | null, language: "es" | "en" = "es") =>
    defaultDescription(store, reference, language)

  it("is where they buy", () => {
    expect(told("Tienda Cordillera")).toBe("Compra en Tienda Cordillera")
    expect(told("Tienda Cordillera", "en")).toBe("Purchase at Tienda Cordillera")
  })

  it("is our reference where nobody named the store", () => {
    expect(told(null)).toBe(`Compra ${text}`)
    expect(told("  ", "en")).toBe(`Purchase ${text}`)
  })

  it("is one line that the service takes, whatever the store is called", () => {
    expect(told(" Café\n\u0000 y  pan ")).toBe("Compra en Café y pan")
    expect(told("🥐".repeat(300))).toBe(`Compra en ${"🥐".repeat(100)}`)
  })
})
