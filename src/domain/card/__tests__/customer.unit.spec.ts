import { COUNTRIES } from "../../country/countries"
import { fittingCardCustomer, missingCardFields, readCardCustomer } from "../customer"

const POSTED = {
  legal_doc_type: "TI",
  legal_doc: "1.020.304.050",
  phone_code: "+57",
  phone_number: "300 123 4567",
  email: "shopper@example.com",
  full_name: "Ana María Pérez",
}
const read = (change: object) => readCardCustomer({ ...POSTED, ...change }, COUNTRIES.CO)

describe("the data of a shopper who pays by card", () => {
  it("is stored in the same form as for pay-ins", () => {
    expect(read({})).toEqual({
      data: {
        legal_doc_type: "TI",
        legal_doc: "1020304050",
        phone_code: "57",
        phone_number: "3001234567",
        email: "shopper@example.com",
        full_name: "Ana María Pérez",
      },
      problems: [],
    })
    expect(read({ legal_doc_type: "PAS" }).data.legal_doc_type).toBe("PPN")
  })

  it.each<[string, object]>([
    ["legal_doc_type", { legal_doc_type: "DNI" }],
    ["legal_doc", { legal_doc: "1".repeat(16) }],
    ["phone_code", { phone_code: "1234" }],
    ["full_name", { full_name: "A".repeat(51) }],
    ["email", { email: "shopper" }],
  ])("is read without a wrong %s, and a problem names the field", (name, change) => {
    const { data, problems } = read(change)
    expect(problems).toMatchObject([
      {
        field: `customer_data.${name}`,
        message: expect.stringContaining(`customer_data.${name} must be`),
      },
    ])
    expect(data).not.toHaveProperty(name)
  })

  it("is asked for again where a pay-in accepts it and a card does not, with the card's limits", () => {
    const known = { ...read({}).data, legal_doc_type: "DNI", full_name: "A".repeat(60) }
    expect(fittingCardCustomer(known)).not.toHaveProperty("full_name")
    expect(missingCardFields(known, COUNTRIES.CO, "en")).toEqual([
      {
        name: "legal_doc_type",
        label: "Document type",
        options: ["CC", "CE", "NIT", "TI", "PPN"],
      },
      { name: "full_name", label: "Full name", max: 50 },
    ])
    expect(missingCardFields(read({}).data, COUNTRIES.CO, "en")).toEqual([])
  })
})
