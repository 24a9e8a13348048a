import { COUNTRIES } from "../../country/countries"
import { iconPath, METHOD_ICONS, methodIcon } from "../icon"
import { reasonText } from "../reason"
import { majorAmount } from "../../money/amount"

const limits = { min: majorAmount("2000"), max: majorAmount("2000000.5") }
const say = (
  ...[reason, currency, language]: [
    "below_minimum" | "above_maximum" | "card_only" | null,
    string,
    "es" | "en",
  ]
) => reasonText(reason, limits, { currency, language })?.replace("\u00a0", " ") ?? null

describe("why a method cannot be chosen", () => {
  it.each([
    ["below_minimum", "COP", "es", "Disponible desde $ 2.000."],
    ["below_minimum", "COP", "en", "Available from COP 2,000."],
    ["above_maximum", "COP", "es", "Disponible hasta $ 2.000.000,5."],
    ["above_maximum", "PEN", "es", "Disponible hasta S/ 2,000,000.50."],
    ["card_only", "COP", "es", "Este pedido se renueva y se paga con tarjeta en la tienda."],
    ["card_only", "COP", "en", "This order renews, and is paid by card in the shop."],
    [null, "COP", "es", null],
  ] as const)("%s in %s, %s: %s", (reason, currency, language, text) => {
    expect(say(reason, currency, language)).toBe(text)
  })
})

describe("the drawing of a method", () => {
  it("is one of the plugin's own for every method", () => {
    const names = Object.values(COUNTRIES).flatMap(({ methods }) =>
      methods.map(({ payment_method }) => payment_method)
    )
    expect(new Set(names.map(methodIcon))).toEqual(new Set(METHOD_ICONS))
    expect(iconPath("PSE")).toBe("/payin/icons/bank.svg")
  })

  it.each(["NEQUI", "constructor", "__proto__"])("is the general one for %s", (method) => {
    expect(methodIcon(method)).toBe("wallet")
  })
})
