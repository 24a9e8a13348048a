import { payerOf, payerSource } from "../payer"

const read = (source: object) => payerOf(payerSource.parse(source))

describe("the payer", () => {
  it("is read from the billing address, then the shipping address, then the customer", () => {
    const customer = { email: "c@x.example", first_name: "Cora", last_name: "Ce", phone: "3" }
    const shipping_address = { first_name: "Sara", last_name: "Es", phone: "2" }
    const billing_address = { first_name: "Bea", last_name: null, phone: "" }
    expect(read({ email: "cart@x.example", customer, shipping_address, billing_address })).toEqual({
      email: "cart@x.example",
      full_name: "Bea",
      phone_number: "2",
    })
    expect(read({ email: "", customer, billing_address: null })).toEqual({
      email: "c@x.example",
      full_name: "Cora Ce",
      phone_number: "3",
    })
  })

  it("is empty when nothing is known", () => {
    expect(read({})).toEqual({})
    expect(read({ billing_address: { first_name: "", last_name: "" } })).toEqual({})
  })
})
