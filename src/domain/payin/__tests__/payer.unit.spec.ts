import {
  isInBuyersName,
  payerOf,
  payerSource,
  payerTypists,
  readPayerTypists,
  type BeganPayment,
} from "../payer"

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

describe("a payment in the name of an order's buyer", () => {
  const ORDER = payerSource.parse({
    email: "Ana@x.example",
    billing_address: { first_name: "Empresa", last_name: "" },
    shipping_address: { first_name: "Ana", last_name: "Gómez" },
  })
  const ANA: BeganPayment = {
    ...{ email: "ana@X.example", full_name: "Ana María Gómez", of_cart: false },
    ...{ legal_doc_type: "CC", legal_doc: "1" },
  }
  const FATHER = { ...ANA, full_name: "Luis Ruiz", legal_doc: "2" }
  const CART = { ...FATHER, of_cart: true }
  const nobody = payerSource.parse({ email: "ana@x.example" })

  it.each<[string, typeof ORDER, BeganPayment, BeganPayment[], boolean]>([
    ["has the e-mail and a name of the order", ORDER, ANA, [], true],
    ["has the e-mail alone", ORDER, FATHER, [], false],
    ["has another e-mail", ORDER, { ...ANA, email: "b@x.example" }, [], false],
    ["was begun in the cart, in whatever name", ORDER, CART, [], true],
    [
      "was begun in the cart with another e-mail",
      ORDER,
      { ...CART, email: "b@x.example" },
      [],
      false,
    ],
    ["has the document of one from the cart", ORDER, FATHER, [CART], true],
    ["has another document than that one", ORDER, { ...FATHER, legal_doc: "3" }, [CART], false],
    [
      "has a name of the order, and another document than one from the cart",
      ORDER,
      ANA,
      [{ ...CART, legal_doc: "3" }],
      false,
    ],
    ["has the document of one that was not", ORDER, FATHER, [FATHER], false],
    ["has the e-mail of an order that names nobody", nobody, FATHER, [], true],
    ["belongs to an order without an e-mail", payerSource.parse({}), ANA, [], false],
  ])("that %s", (_, order, payment, others, expected) => {
    expect(isInBuyersName(order, payment, [...others, payment])).toBe(expected)
  })
})

describe("who typed a payer's document", () => {
  const ANA = { legal_doc_type: "CC", legal_doc: "1000000001" }
  const same = (...typed: (string[] | null)[]) =>
    typed.map((typed_by) => ({ document: { ...ANA }, typed_by }))
  const others = [
    { document: { ...ANA, legal_doc: "1000000002" }, typed_by: null },
    { document: { ...ANA, legal_doc_type: "CE" }, typed_by: ["user_other"] },
  ]

  it.each([
    ["nobody, where nothing is known", [], [], null],
    ["the operator who types it first", ["user_1"], [], ["user_1"]],
    ["everybody who may have typed it", ["user_2", "user_1"], [], ["user_1", "user_2"]],
    ["the shopper, whoever types it again", ["user_1"], same(null), null],
    ["the shopper, beside an operator's link", [], same(["user_1"], null), null],
    ["the first operator, when a link repeats it", [], same(["user_1"]), ["user_1"]],
    ["each operator who typed it", ["user_2"], same(["user_1"], ["user_1"]), ["user_1", "user_2"]],
    ["an unknown user behind a key", ["key:apk_1"], [], ["key:apk_1"]],
    ["nobody whose document is another one", ["user_1"], others, ["user_1"]],
  ])("is %s", (_, typists, earlier, expected) => {
    expect(payerTypists(ANA, typists, earlier)).toEqual(expected)
  })

  it.each([
    [{ payer_typed_by: ["user_1"] }, ["user_1"]],
    [{ payer_typed_by: [] }, null],
    [{ payer_typed_by: "user_1" }, null],
    [{ payer_typed_by: [1] }, null],
    [{ payer_typed_by: null }, null],
    [{}, null],
  ])("is read from %j as %j", (data, expected) => {
    expect(readPayerTypists(data)).toEqual(expected)
  })
})
