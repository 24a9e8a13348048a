import { informationText } from "../payment-information"

describe("what is shown of payment_information", () => {
  it.each<[string, unknown, string | null]>([
    ["a sentence", " Pague en la caja. ", "Pague en la caja."],
    ["a CLABE", { clabe: "032180000118359719" }, "CLABE: 032180000118359719"],
    [
      "a voucher's numbers, also as numbers",
      { reference: 123456, agreement: "119999" },
      "Convenio: 119999 · Referencia: 123456",
    ],
    [
      "a transfer in one order, whatever the order it came in",
      { concept: "Compra", bank: "STP", account_number: "0321", beneficiary: "Tienda" },
      "Banco: STP · Beneficiario: Tienda · Cuenta: 0321 · Concepto: Compra",
    ],
    ["a sentence first", { clabe: "1", instructions: "Transfiera." }, "Transfiera. · CLABE: 1"],
    ["nothing of fields that nobody knows", { legal_doc: "123", token: "x" }, null],
    ["nothing of values of another form", { clabe: { a: 1 }, reference: [1], bank: "" }, null],
    ["nothing of a list", ["Pague"], null],
    ["nothing of a number", 7, null],
    ["nothing of nothing", null, null],
    ["nothing of an absent field", undefined, null],
    ["nothing of an inherited field", Object.create({ clabe: "1" }), null],
  ])("is %s", (_what, information, text) => {
    expect(informationText(information)).toBe(text)
  })

  it("is cut where it is too long", () => {
    expect(informationText("x".repeat(5000))?.length).toBeLessThanOrEqual(300)
  })
})
