import { formatFor } from "../../src/admin/format/format"
import { localeFor } from "../../src/admin/format/locale"
import { formatMoney } from "../../src/admin/format/money"
import { balanceTitle } from "../../src/admin/overview/balance-title"

/** Intl parts an amount from its sign by a space that does not break. */
const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, " ")
const money = (locale: string, amount: string, currency: string) =>
  plain(formatMoney(locale, amount, currency))

describe("an amount in the admin", () => {
  it("is formatted as the user's locale writes amounts", () => {
    expect(money("es-CO", "113000", "COP")).toBe("$ 113.000")
    expect(money("en-US", "113000", "COP")).toBe("COP 113,000")
    expect(money("es-PE", "12.5", "PEN")).toBe("S/ 12.50")
  })

  it("keeps every digit, also those that a float would lose", () => {
    expect(money("en-US", "90071992547409931234.56", "PEN")).toBe(
      "PEN 90,071,992,547,409,931,234.56"
    )
    expect(money("en-US", "0.12345", "PEN")).toBe("PEN 0.12345")
  })

  it("shows cents in a currency without cents only when they are not zero", () => {
    expect(money("en-US", "100.00", "COP")).toBe("COP 100")
    expect(money("en-US", "100.50", "COP")).toBe("COP 100.50")
  })

  it("keeps its minus sign when its whole part is zero", () => {
    expect(money("en-US", "-0.5", "PEN")).toBe("-PEN 0.50")
  })

  it("is shown unchanged beside the currency when it is not a number", () => {
    expect(money("en-US", "a lot", "COP")).toBe("COP a lot")
  })
})

describe("the locale of a user", () => {
  it("is the browser's variant of the language that the admin is set to", () => {
    expect(localeFor("es", ["en-US", "es-CO"])).toBe("es-CO")
    expect(localeFor("en", ["es-CO"])).toBe("en")
    expect(localeFor("ptBR", ["pt-PT"])).toBe("pt-PT")
  })
})

describe("the title of a balance in the overview", () => {
  const say = (key: string, values = {}) => [key, ...Object.values(values)].join(" ")
  const titleOf = (account: string, currency: string) =>
    balanceTitle({ account, currency }, say, formatFor("es"))

  it("names the country, and also the account when that is not named after the country", () => {
    expect(titleOf("co", "COP")).toBe("overview.balance Colombia")
    expect(titleOf("pe", "PEN")).toBe("overview.balance Perú")
    expect(titleOf("main", "PEN")).toBe("overview.balanceOf Perú main")
  })
})
