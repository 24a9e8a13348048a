import { linkRequestText, type LinkRequestFacts } from "../link-request"
import { majorAmount } from "../../money/amount"

const customer = {
  legal_doc: "1098765404",
  legal_doc_type: "CC",
  phone_code: "57",
  phone_number: "300",
  email: "a@x.example",
  full_name: "Ana",
}
const wanted: LinkRequestFacts = {
  exact: majorAmount("60000"),
  account: "co",
  payment_method: "PSE",
  customer,
  input: { customer_data: {} },
}

describe("the text of a link request", () => {
  it("is the same for any order of the customer's fields", () => {
    const turned = Object.fromEntries(Object.entries(customer).reverse())
    expect(linkRequestText({ ...wanted, customer: { ...customer, ...turned } })).toBe(
      linkRequestText(wanted)
    )
  })

  it("differs for another amount, account, method, customer, life or description", () => {
    const others: LinkRequestFacts[] = [
      { ...wanted, exact: majorAmount("60000.01") },
      { ...wanted, account: "co2" },
      { ...wanted, payment_method: "EFECTY" },
      { ...wanted, customer: { ...customer, legal_doc: "1098765405" } },
      { ...wanted, input: { customer_data: {}, expiration_time: 60 } },
      { ...wanted, input: { customer_data: {}, description: "Other" } },
    ]
    const texts = [wanted, ...others].map(linkRequestText)
    expect(new Set(texts).size).toBe(texts.length)
  })
})
