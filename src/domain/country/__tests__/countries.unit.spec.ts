import {
  asksForMethod,
  COUNTRIES,
  type CountryCode,
  countryTable,
  findMethod,
  methodAvailability,
  PAID_LATER,
} from "../countries"
import { methodText } from "../../method/text"
import { majorAmount } from "../../money/amount"

const enabledOf = (country: CountryCode): string[] =>
  COUNTRIES[country].methods.filter((each) => each.enabled).map((each) => each.payment_method)

function methodOf(country: CountryCode, name: string) {
  const method = COUNTRIES[country].methods.find((each) => each.payment_method === name)
  if (method === undefined) {
    throw new Error(`no ${name} in ${country}`)
  }
  return method
}

describe("the table of countries", () => {
  it("offers in Colombia and Peru exactly the methods of the interface, cards in Peru left out", () => {
    expect(enabledOf("CO")).toEqual([
      "ALL_METHODS",
      "PSE",
      "TRANSFIYA",
      "EFECTY",
      "CASH",
      "CARD",
      "BREB",
    ])
    expect(enabledOf("PE")).toEqual(["BANK_TRANSFER", "QR", "CASH", "PAGOEFECTIVO"])
    expect(methodOf("PE", "CARD").enabled).toBe(false)
  })

  it("keeps Mexico off until a store turns it on", () => {
    expect(COUNTRIES.MX.enabled).toBe(false)
    expect(countryTable({ MX: { enabled: true } }).MX.enabled).toBe(true)
    expect(enabledOf("MX")).toEqual([
      ...["ALL_METHODS", "CARD", "SPEI", "OXXO"],
      ...["CASH_BANK", "CASH_STORE", "CASH_ALL"],
    ])
  })

  it("knows currency, calling code and documents of each country", () => {
    expect(
      Object.values(COUNTRIES).map((each) => [
        each.country,
        each.currency,
        each.phone_code,
        each.document_types,
      ])
    ).toEqual([
      ["CO", "COP", "57", ["CC", "CE", "PPN"]],
      ["PE", "PEN", "51", ["DNI", "RUC", "CE", "PPN"]],
      ["MX", "MXN", "52", ["CURP", "RFC", "INE", "PPN"]],
    ])
  })

  it("has exactly the limits that the service states, all of them in pesos", () => {
    const limits = Object.fromEntries(
      COUNTRIES.CO.methods.map((each) => [each.payment_method, [each.min, each.max]])
    )
    expect(limits).toEqual({
      ALL_METHODS: [null, "2000000"],
      PSE: ["2000", "2000000"],
      TRANSFIYA: [null, "2000000"],
      EFECTY: ["10000", "2000000"],
      CASH: [null, "2000000"],
      CARD: [null, "2000000"],
      BREB: [null, "11552000"],
    })
    for (const method of [...COUNTRIES.PE.methods, ...COUNTRIES.MX.methods]) {
      expect([method.min, method.max]).toEqual([null, null])
    }
  })

  it("gives a Bre-B link 15 minutes and every other link 720", () => {
    for (const { methods } of Object.values(COUNTRIES)) {
      for (const method of methods) {
        expect(method.link_minutes).toBe(method.payment_method === "BREB" ? 15 : 720)
      }
    }
  })

  it("has a grace of 72 hours for cash and of one hour for PSE", () => {
    const slow = Object.values(COUNTRIES).flatMap(({ methods }) =>
      methods.filter((each) => each.grace_hours === 72).map((each) => each.payment_method)
    )
    expect(new Set(slow)).toEqual(
      new Set([
        ...["EFECTY", "CASH", "PAGOEFECTIVO"],
        ...["OXXO", "CASH_BANK", "CASH_STORE", "CASH_ALL"],
      ])
    )
    expect(methodOf("CO", "PSE").grace_hours).toBe(1)
  })

  it("marks exactly EFECTY, CASH and PAGOEFECTIVO as paid later", () => {
    expect(PAID_LATER).toEqual(["EFECTY", "CASH", "PAGOEFECTIVO"])
  })

  it("describes each method in Spanish and English", () => {
    const nameless = methodText("A_METHOD_WITHOUT_TEXTS")
    for (const { methods } of Object.values(COUNTRIES)) {
      for (const { payment_method, label, description } of methods) {
        expect([payment_method, description]).not.toEqual([payment_method, nameless.description])
        for (const text of [label.es, label.en, description.es, description.en]) {
          expect(text.length).toBeGreaterThan(1)
          expect(text).not.toMatch(/_/)
        }
        expect(description.es).not.toBe(description.en)
      }
    }
  })
})

describe("a payment method", () => {
  it("is found only when the country offers it and it is on", () => {
    expect(findMethod(COUNTRIES.CO, "PSE")?.payment_method).toBe("PSE")
    expect(findMethod(COUNTRIES.PE, "PSE")).toBeUndefined()
    expect(findMethod(COUNTRIES.PE, "CARD")).toBeUndefined()
    expect(findMethod(COUNTRIES.CO, "constructor")).toBeUndefined()
    expect(findMethod(COUNTRIES.CO, "pse")).toBeUndefined()
  })

  it("is available at its limits, and names the limit that excludes an amount beyond", () => {
    const pse = methodOf("CO", "PSE")
    const answer = (amount: string) => methodAvailability(pse, majorAmount(amount))
    expect(answer("2000")).toEqual({ available: true, reason: null })
    expect(answer("1999.99")).toEqual({ available: false, reason: "below_minimum" })
    expect(answer("2000000")).toEqual({ available: true, reason: null })
    expect(answer("2000000.01")).toEqual({ available: false, reason: "above_maximum" })
  })

  it("without limits is available for any amount", () => {
    const qr = methodOf("PE", "QR")
    for (const amount of ["0.01", "99999999999"]) {
      expect(methodAvailability(qr, majorAmount(amount)).available).toBe(true)
    }
  })

  it("is asked of the shopper only where the service offers no page with all methods", () => {
    expect(asksForMethod(COUNTRIES.CO)).toBe(false)
    expect(asksForMethod(COUNTRIES.PE)).toBe(true)
    const without = countryTable({ CO: { methods: { ALL_METHODS: { enabled: false } } } }).CO
    expect(asksForMethod(without)).toBe(true)
  })
})

describe("a store's changes to the table of countries", () => {
  it("leave everything they do not name as it was", () => {
    expect(countryTable(undefined)).toEqual(COUNTRIES)
    expect(countryTable({})).toEqual(COUNTRIES)
    const changed = countryTable({ CO: { methods: { PSE: { max: "5000000" } } } })
    expect(findMethod(changed.CO, "PSE")).toEqual({ ...methodOf("CO", "PSE"), max: "5000000" })
    expect(changed.CO.methods.length).toBe(COUNTRIES.CO.methods.length)
    expect(changed.PE).toEqual(COUNTRIES.PE)
  })

  it("never change the built-in table", () => {
    const before = structuredClone(COUNTRIES)
    const changed = countryTable({
      CO: { phone_code: "1", document_types: ["TI"], methods: { PSE: { min: 1 } } },
    })
    changed.PE.document_types.push("XX")
    expect(COUNTRIES).toEqual(before)
  })

  it("set every value of a method and of a country", () => {
    const text = { es: "Uno", en: "One" }
    const change = {
      enabled: false,
      label: text,
      description: text,
      min: 3.5,
      max: "4",
      link_minutes: 60,
      grace_hours: 0,
    }
    const { CO } = countryTable({
      CO: { enabled: false, phone_code: "58", document_types: ["TI"], methods: { PSE: change } },
    })
    expect(CO).toMatchObject({ enabled: false, phone_code: "58", document_types: ["TI"] })
    expect(CO.methods.find((each) => each.payment_method === "PSE")).toEqual({
      payment_method: "PSE",
      ...change,
      min: "3.5",
      paid_later: false,
    })
  })

  it("remove a limit with null", () => {
    const { CO } = countryTable({ CO: { methods: { PSE: { min: null, max: null } } } })
    expect(findMethod(CO, "PSE")).toMatchObject({ min: null, max: null })
  })

  it("add a method that the table lacks, labeled by its name until it has texts", () => {
    const { PE } = countryTable({ PE: { methods: { YAPE: { max: 500 } } } })
    expect(findMethod(PE, "YAPE")).toMatchObject({
      payment_method: "YAPE",
      label: { es: "YAPE", en: "YAPE" },
      min: null,
      max: "500",
      link_minutes: 720,
      paid_later: false,
      enabled: true,
    })
    expect(methodText("constructor").label.en).toBe("constructor")
  })
})
