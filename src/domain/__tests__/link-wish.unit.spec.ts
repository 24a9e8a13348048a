import { linkWishText, type LinkWishFacts } from "../link-wish"
import { majorAmount } from "../money"

const customer = {
  legal_doc: "1098765404",
  legal_doc_type: "CC",
  phone_code: "57",
  phone_number: "300",
  email: "a@x.example",
  full_name: "Ana",
}
const wish: LinkWishFacts = {
  exact: majorAmount("60000"),
  account: "co",
  payment_method: "PSE",
  customer,
  input: { customer_data: {} },
}

describe("one wish for a link", () => {
  it("is the same whatever the order of what was told", () => {
    const turned = Object.fromEntries(Object.entries(customer).reverse())
    expect(linkWishText({ ...wish, customer: { ...customer, ...turned } })).toBe(linkWishText(wish))
  })

  it("is another one for another amount, account, method, person, life, text or way back", () => {
    const others: LinkWishFacts[] = [
      { ...wish, exact: majorAmount("60000.01") },
      { ...wish, account: "co2" },
      { ...wish, payment_method: "EFECTY" },
      { ...wish, customer: { ...customer, legal_doc: "1098765405" } },
      { ...wish, input: { customer_data: {}, expiration_time: 60 } },
      { ...wish, input: { customer_data: {}, description: "Other" } },
    ]
    const texts = [wish, ...others].map(linkWishText)
    expect(new Set(texts).size).toBe(texts.length)
  })
})
