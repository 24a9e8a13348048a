import { COUNTRIES } from "../../country/countries"
import type { CustomerData } from "../../privacy/customer-data"
import { majorAmount } from "../../money/amount"
import {
  knowsPayer,
  readPayAgain,
  shownOnForm,
  unknownOfPayer,
  type PayAgainOffer,
} from "../pay-again"

const BUYER: CustomerData = {
  ...{ legal_doc_type: "CC", legal_doc: "1000000001", full_name: "Ana Uno" },
  ...{ phone_code: "57", phone_number: "3000000001", email: "ana@shop.example" },
}
const FRIEND = {
  ...{ legal_doc_type: "CE", legal_doc: "E-2000002", full_name: "Luis Dos" },
  ...{ phone_code: "51", phone_number: "900000002", email: "luis@shop.example" },
}
const offer = (known: Partial<CustomerData>, amount = "48000"): PayAgainOffer => ({
  ...{ country: COUNTRIES.CO, amount: majorAmount(amount), known, pse: null },
})
const without = (...names: (keyof CustomerData)[]): Partial<CustomerData> =>
  Object.fromEntries(Object.entries(BUYER).filter(([name]) => !names.some((one) => one === name)))
const PSE = { payment_method: "PSE" }
const DOCUMENT = { legal_doc_type: "CC", legal_doc: "1000000001" }
const ALL = ["legal_doc_type", "legal_doc", "phone_code", "phone_number", "email", "full_name"]

describe("what the page to pay again asks of the order's payer", () => {
  it.each([
    ["nothing, where all is known", BUYER, []],
    ["the document alone", without("legal_doc", "legal_doc_type"), ["legal_doc_type", "legal_doc"]],
    ["a number with its country code", without("phone_number"), ["phone_code", "phone_number"]],
    ["everything, where nobody is known", {}, ALL],
  ])("is %s", (_, known, asked) => {
    expect(unknownOfPayer(offer(known))).toEqual(asked)
  })

  it("is whether somebody else pays only where the payer has a name", () => {
    expect(knowsPayer(offer(BUYER))).toBe(true)
    expect(knowsPayer(offer(without("full_name")))).toBe(false)
  })
})

describe("a form that is paid by PSE at the bank's own page", () => {
  const banks = [
    { code: "0017", name: "Banco Condor", image: null },
    { code: "1551", name: "Banco Sabana", image: null },
  ]
  const both = ["NATURAL", "JURIDICA"] as const
  const asking = (person_types: readonly ("NATURAL" | "JURIDICA")[], list = banks) => ({
    ...{ ...offer(BUYER), pse: { banks: list, person_types } },
  })

  it.each([
    ["a bank of the list", ["NATURAL"], { bank: "0017" }, { bank: "0017", person_type: "NATURAL" }],
    ["a type of person where there are two", both, { bank: "1551", person_type: "JURIDICA" }, null],
    ["no other method's bank", ["NATURAL"], { payment_method: "EFECTY", bank: "0017" }, {}],
  ] as const)("takes %s", (_, types, posted, data) => {
    expect(readPayAgain({ ...PSE, ...posted }, asking(types))).toEqual({
      input: {
        payment_method: "payment_method" in posted ? posted.payment_method : "PSE",
        customer_data: data ?? { bank: "1551", person_type: "JURIDICA" },
      },
    })
  })

  it.each([
    ["no bank", {}, ["bank", "person_type"]],
    ["a bank by its number", { bank: "17", person_type: "NATURAL" }, ["bank"]],
    ["a type that is not offered", { bank: "0017", person_type: "natural" }, ["person_type"]],
  ])("refuses %s", (_, posted, wrong) => {
    expect(readPayAgain({ ...PSE, ...posted }, asking(both))).toEqual({ wrong })
  })

  it("refuses any bank where there is no list", () => {
    expect(readPayAgain({ ...PSE, bank: "0017" }, asking(["NATURAL"], []))).toEqual({
      wrong: ["bank"],
    })
  })
})

describe("a posted form to pay again", () => {
  const DOCUMENT_UNKNOWN = without("legal_doc", "legal_doc_type")
  it.each([
    ["takes nothing of a known payer", BUYER, { ...PSE, ...FRIEND }, {}],
    ["takes the unknown alone", DOCUMENT_UNKNOWN, { ...PSE, ...FRIEND, ...DOCUMENT }, DOCUMENT],
    ["takes another person in full", BUYER, { ...PSE, ...FRIEND, payer: "other" }, FRIEND],
    ["takes all where nobody is known", {}, { ...PSE, ...FRIEND }, FRIEND],
    ["knows no other word for a payer", BUYER, { ...PSE, ...FRIEND, payer: "OTHER" }, {}],
  ])("%s", (_, known, posted, customer_data) => {
    expect(readPayAgain(posted, offer(known))).toEqual({
      input: { payment_method: "PSE", customer_data },
    })
  })

  it.each([
    ["no method", BUYER, {}, ["payment_method"]],
    ["an unknown method", BUYER, { payment_method: "OXXO" }, ["payment_method"]],
    ["a method of an object", BUYER, { payment_method: "toString" }, ["payment_method"]],
    ["a person by halves", BUYER, { ...PSE, ...FRIEND, email: "", payer: "other" }, ["email"]],
    ["a wrong document", DOCUMENT_UNKNOWN, { ...PSE, ...DOCUMENT, legal_doc: "x" }, ["legal_doc"]],
    [
      "a document of another country",
      DOCUMENT_UNKNOWN,
      { ...PSE, ...DOCUMENT, legal_doc_type: "DNI" },
      ["legal_doc_type"],
    ],
    ["nothing at all", {}, {}, ["payment_method", ...ALL]],
  ])("is wrong with %s", (_, known, posted, wrong) => {
    expect(readPayAgain(posted, offer(known))).toEqual({ wrong })
  })

  it.each([
    ["below", "1999"],
    ["above", "2000000.01"],
  ])("is wrong with a method that does not take an amount %s its limit", (_, amount) => {
    expect(readPayAgain(PSE, offer(BUYER, amount))).toEqual({ wrong: ["payment_method"] })
  })

  it.each([
    [{ shown: "48000" }, "48000"],
    [{ shown: "48000.50" }, "48000.5"],
    [{ shown: "" }, null],
    [{ shown: "48.000,00" }, null],
    [{ shown: "all" }, null],
    [{}, null],
  ])("%j shows %j", (posted, shown) => {
    expect(shownOnForm(posted)).toBe(shown)
  })
})
