import { COUNTRIES } from "../../country/countries"
import { NOTHING_DIRECT, type DirectRule } from "../direct"
import { asksForBank, bankProblem, missingPayerFields, pseFields, readPsePayer } from "../pse"

const RULE: DirectRule = { methods: ["PSE"], personTypes: ["NATURAL"] }
const COMPANIES: DirectRule = { methods: ["PSE"], personTypes: ["NATURAL", "JURIDICA"] }
const PERSON = {
  legal_doc_type: "CC",
  legal_doc: "1000000001",
  phone_code: "57",
  phone_number: "3001112233",
  email: "ana@shop.example",
  full_name: "Ana",
}
const LIST = [
  { code: "0017", name: "Banco Orquídea", image: null },
  { code: "1801", name: "Banco Cóndor", image: null },
]

describe("bank and person type", () => {
  it.each<[unknown, DirectRule, object, string[]]>([
    [undefined, RULE, {}, []],
    ["0017", RULE, {}, []],
    [{}, RULE, {}, []],
    [{ bank: null, person_type: null }, RULE, {}, []],
    [{ bank: " ", person_type: "" }, RULE, {}, []],
    [
      { bank: " 0017 ", person_type: "NATURAL" },
      RULE,
      { bank: "0017", person_type: "NATURAL" },
      [],
    ],
    [{ bank: 17 }, RULE, {}, ["customer_data.bank"]],
    [{ bank: { code: "0017" } }, RULE, {}, ["customer_data.bank"]],
    [{ bank: "<b>" }, RULE, {}, ["customer_data.bank"]],
    [{ bank: "1".repeat(65) }, RULE, {}, ["customer_data.bank"]],
    [{ person_type: "JURIDICA" }, RULE, {}, ["customer_data.person_type"]],
    [{ person_type: "JURIDICA" }, COMPANIES, { person_type: "JURIDICA" }, []],
    [{ person_type: "natural" }, RULE, {}, ["customer_data.person_type"]],
    [{ person_type: ["NATURAL"] }, RULE, {}, ["customer_data.person_type"]],
  ])("%j is read as %#", (input, rule, data, fields) => {
    const read = readPsePayer(input, rule)
    expect(read.data).toEqual(data)
    expect(read.problems.map(({ field }) => field)).toEqual(fields)
    for (const { message, es } of read.problems) {
      expect([message, es]).toEqual([
        expect.stringContaining("customer_data."),
        expect.stringContaining("customer_data."),
      ])
    }
  })

  it("are asked for only by direct PSE", () => {
    expect(asksForBank(RULE, "PSE")).toBe(true)
    expect(asksForBank(RULE, "BREB")).toBe(false)
    expect(asksForBank(RULE, null)).toBe(false)
    expect(asksForBank({ ...RULE, methods: ["BREB"] }, "PSE")).toBe(false)
    expect(asksForBank(NOTHING_DIRECT, "PSE")).toBe(false)
  })

  it("are asked for until they are there, in the shopper's language", () => {
    expect(pseFields(COMPANIES, "en")).toEqual([
      { name: "bank", label: "Bank", max: 64 },
      { name: "person_type", label: "Type of person", options: ["NATURAL", "JURIDICA"] },
    ])
    const missing = (payer: object) =>
      missingPayerFields(
        { ...PERSON, ...payer },
        { country: COUNTRIES.CO, payment_method: "PSE", direct: RULE },
        "es"
      ).map(({ label }) => label)
    expect(missing({})).toEqual(["Banco", "Tipo de persona"])
    expect(missing({ bank: "0017" })).toEqual(["Tipo de persona"])
    expect(missing({ bank: "0017", person_type: "NATURAL" })).toEqual([])
  })

  it("come after all that every method asks", () => {
    const names = (payment_method: string) =>
      missingPayerFields(
        { email: "a@shop.example" },
        { country: COUNTRIES.CO, payment_method, direct: RULE },
        "es"
      ).map(({ name }) => name)
    expect(names("PSE").slice(-3)).toEqual(["full_name", "bank", "person_type"])
    expect(names("BREB").slice(-1)).toEqual(["full_name"])
  })
})

describe("a bank is refused before the service is called", () => {
  it.each([
    ["0017", LIST, null],
    ["1801", LIST, null],
    ["17", LIST, "not in the list"],
    ["1801 ", LIST, "not in the list"],
    ["Banco Cóndor", LIST, "not in the list"],
    ["0017", [], "choose another way to pay"],
  ])("%j", (bank, banks, says) => {
    const problem = bankProblem(bank, banks)
    expect(problem?.message ?? null).toEqual(says && expect.stringContaining(says))
    expect(problem?.field ?? null).toBe(says && "customer_data.bank")
  })
})
