import { COUNTRIES } from "../../country/countries"
import {
  customerFields,
  initials,
  isComplete,
  missingCustomerFields,
  readCustomerData,
} from "../customer-data"

const CO = COUNTRIES.CO
const ANA = {
  legal_doc_type: "CC",
  legal_doc: "1020304050",
  phone_code: "57",
  phone_number: "3001234567",
  email: "ana@shop.example",
  full_name: "Ana María Pérez",
}
const problemsOf = (input: unknown) => readCustomerData(input, CO).problems
const fieldsOf = (input: unknown) => problemsOf(input).map((problem) => problem.field)

describe("customer data", () => {
  it("that is valid is kept unchanged", () => {
    expect(readCustomerData(ANA, CO)).toEqual({ data: ANA, problems: [] })
  })

  it("in decomposed letters is the same name", () => {
    const full_name = "Ana María Núñez".normalize("NFD")
    expect(readCustomerData({ ...ANA, full_name }, CO).data.full_name).toBe("Ana María Núñez")
  })

  it.each(["Ana\tMaría", "Ana\nMaría", "Ana <b>"])(
    "refuses the name %j and says why",
    (full_name) => {
      expect(problemsOf({ full_name })).toMatchObject([
        {
          field: "customer_data.full_name",
          message: expect.stringContaining("without tabs, < and >"),
        },
      ])
    }
  )

  it.each([
    ["full_name", "Ana 4111.1111.1111.1111"],
    ["full_name", "Ana \uff14\uff11\uff11\uff11 1111 1111 1111"],
    ["email", "4111_1111_1111_1111@shop.example"],
    ["legal_doc", "4111111111111111"],
    ["phone_number", "4111 1111 1111 1111"],
  ])("refuses the number of a card in %s: %s", (field, value) => {
    const { data, problems } = readCustomerData({ [field]: value }, CO)
    expect(data).toEqual({})
    expect(problems).toMatchObject([
      { field: `customer_data.${field}`, message: expect.stringContaining("number of a card") },
    ])
  })

  it("that is missing is no problem", () => {
    for (const input of [undefined, null, {}, { email: null }, { email: "" }, { email: "  " }]) {
      expect(readCustomerData(input, CO)).toEqual({ data: {}, problems: [] })
    }
  })

  it.each([[[]], ["text"], [7], [true]])("that is no object (%j) is a problem", (input) => {
    expect(problemsOf(input)).toEqual([
      {
        field: "customer_data",
        message: "customer_data must be an object.",
        code: "wrong_form",
      },
    ])
  })

  it("is read without unknown and inherited keys", () => {
    const hostile: unknown = JSON.parse(
      `{"__proto__": {"legal_doc": "666"}, "constructor": "x", "card_number": "4111111111111111",
        "email": "ana@shop.example"}`
    )
    const { data, problems } = readCustomerData(hostile, CO)
    expect(problems).toEqual([])
    expect(data).toEqual({ email: "ana@shop.example" })
    expect(Object.getPrototypeOf(data)).toBe(Object.prototype)
    expect(readCustomerData(Object.create(ANA), CO).data).toEqual({})
  })

  it("is cleaned of separators and extra blanks", () => {
    expect(
      readCustomerData(
        {
          legal_doc_type: " CC ",
          legal_doc: " 1.020.304 050 ",
          phone_code: "+57",
          phone_number: "(300) 123-45.67",
          email: " ana@shop.example ",
          full_name: " Ana   María Pérez ",
        },
        CO
      ).data
    ).toEqual(ANA)
  })

  it("is read with the country code split from the phone number", () => {
    expect(readCustomerData({ phone_number: "+57 300 123 4567" }, CO).data).toEqual({
      phone_code: "57",
      phone_number: "3001234567",
    })
    expect(
      readCustomerData({ phone_code: "51", phone_number: "+51 987 654 321" }, CO).data
    ).toEqual({ phone_code: "51", phone_number: "987654321" })
  })

  it.each([
    ["573001112233", "3001112233"],
    ["57 300 111 2233", "3001112233"],
    ["0057 3001112233", "3001112233"],
    ["00573001112233", "3001112233"],
    ["5730011122", "5730011122"],
    ["3001112233", "3001112233"],
  ])("is read with the phone number %s as %s", (written, number) => {
    expect(readCustomerData({ phone_number: written }, CO).data).toMatchObject({
      phone_number: number,
    })
    expect(
      readCustomerData({ phone_code: "51", phone_number: "51987654321" }, CO).data
    ).toMatchObject({ phone_code: "51", phone_number: "987654321" })
  })

  it.each([
    ["legal_doc", "1020304050.0"],
    ["legal_doc", "1020304050.00"],
    ["legal_doc", "1020304.05"],
    ["legal_doc", "1020304050.000"],
    ["legal_doc", "1020304.000.000"],
    ["legal_doc", "1.02.030"],
    ["phone_number", "3001112233.0"],
    ["phone_number", "0051987654321"],
  ])(
    "with a %s that a spreadsheet damaged, or of another country, is a problem: %s",
    (name, text) => {
      expect(fieldsOf({ [name]: text })).toEqual([`customer_data.${name}`])
    }
  )

  it("keeps the check digit of a document that is written with dots", () => {
    const { data } = readCustomerData({ legal_doc: "900.123.456-7" }, CO)
    expect(data).toEqual({ legal_doc: "900123456-7" })
  })

  it.each(["1.020.304.050", "1 020 304 050", "1020304050"])(
    "is read with the document %s as one number",
    (legal_doc) => {
      expect(readCustomerData({ legal_doc }, CO).data).toEqual({ legal_doc: "1020304050" })
    }
  )

  it("with a phone number of another country than its phone code is a problem", () => {
    expect(fieldsOf({ phone_code: "57", phone_number: "+51 987654321" })).toEqual([
      "customer_data.phone_number",
    ])
    expect(fieldsOf({ phone_number: "+1 555 010 0100" })).toEqual(["customer_data.phone_number"])
  })

  it.each([
    ["legal_doc_type", "DNI", "must be one of CC, CE, PPN"],
    ["legal_doc_type", "cc", "must be one of"],
    ["legal_doc_type", "__proto__", "must be one of"],
    ["legal_doc_type", "hasOwnProperty", "must be one of"],
    ["legal_doc_type", 7, "must be a text"],
    ["legal_doc_type", {}, "must be a text"],
    ["legal_doc", "12", "3 to 20"],
    ["legal_doc", "1".repeat(21), "3 to 20"],
    ["legal_doc", "12#45", "3 to 20"],
    ["legal_doc", "<b>1</b>", "3 to 20"],
    ["legal_doc", "10x", "3 to 20 digits for CC"],
    ["legal_doc", 1020304050, "must be a text"],
    ["legal_doc", ["1234"], "must be a text"],
    ["phone_code", "57000", "1 to 4 digits"],
    ["phone_code", "CO", "1 to 4 digits"],
    ["phone_code", 57, "must be a text"],
    ["phone_number", "12345", "6 to 20 digits"],
    ["phone_number", "3".repeat(21), "6 to 20 digits"],
    ["phone_number", "300-CALL-ME", "6 to 20 digits"],
    ["phone_number", 3001234567, "must be a text"],
    ["email", "ana", "e-mail"],
    ["email", "ana@shop", "e-mail"],
    ["email", "a na@shop.example", "e-mail"],
    ["email", "ana@shop.example\nBcc: x@y.example", "e-mail"],
    ["email", `${"a".repeat(250)}@shop.example`, "e-mail"],
    ["full_name", "12345", "must be a name"],
    ["full_name", "Ana\u0000Pérez", "must be a name"],
    ["full_name", "<b>Ana</b>", "must be a name"],
    ["full_name", "A".repeat(101), "at most 100"],
    ["full_name", { first: "Ana" }, "must be a text"],
    ["full_name", 7, "must be a text"],
    ["email", ["ana@shop.example"], "must be a text"],
    ["email", 7, "must be a text"],
  ])(
    "with a wrong %s (%j) is a problem that names the field and says what to do",
    (name, value, hint) => {
      const { data, problems } = readCustomerData({ ...ANA, [name]: value }, CO)
      expect(problems).toHaveLength(1)
      expect(problems[0]?.field).toBe(`customer_data.${name}`)
      expect(problems[0]?.message).toContain(`customer_data.${name} `)
      expect(problems[0]?.message).toContain(hint)
      expect(data).not.toHaveProperty(name)
    }
  )

  it("may have letters in a document number when the document type allows them", () => {
    for (const legal_doc_type of ["CE", "PPN"]) {
      expect(fieldsOf({ legal_doc_type, legal_doc: "AB-123x" })).toEqual([])
      expect(fieldsOf({ legal_doc_type, legal_doc: "12#45" })).toEqual(["customer_data.legal_doc"])
    }
    expect(fieldsOf({ legal_doc: "10x" })).toEqual([])
  })

  it("is never repeated in a problem: no document number, phone number or e-mail", () => {
    const wrong = {
      legal_doc: "9".repeat(30),
      phone_number: "8".repeat(30),
      email: "secret@nowhere",
    }
    expect(JSON.stringify(problemsOf(wrong))).not.toMatch(/9{5}|8{5}|secret/)
  })

  it("accepts the document types of its own country", () => {
    for (const country of Object.values(COUNTRIES)) {
      for (const legal_doc_type of country.document_types) {
        expect(readCustomerData({ legal_doc_type }, country).problems).toEqual([])
      }
    }
    expect(readCustomerData({ legal_doc_type: "CC" }, COUNTRIES.PE).problems).toHaveLength(1)
    expect(readCustomerData({ legal_doc: "PEPJ800101HDFRRN09" }, COUNTRIES.MX).problems).toEqual([])
  })
})

describe("the fields asked of a shopper", () => {
  it("are all six, with labels in the shopper's language", () => {
    const spanish = customerFields(CO, "es")
    expect(spanish.map((field) => field.name)).toEqual(Object.keys(ANA))
    expect(spanish[0]).toEqual({
      name: "legal_doc_type",
      label: "Tipo de documento",
      options: ["CC", "CE", "PPN"],
    })
    expect(spanish[1]).toEqual({ name: "legal_doc", label: "Número de documento", max: 20 })
    expect(customerFields(CO, "en")[0]?.label).toBe("Document type")
    expect(customerFields(COUNTRIES.PE, "es")[0]?.options).toEqual(["DNI", "RUC", "CE", "PPN"])
  })

  it("are only those that are still missing", () => {
    const { email: _email, legal_doc: _doc, ...rest } = ANA
    expect(missingCustomerFields(rest, CO, "es").map((field) => field.name)).toEqual([
      "legal_doc",
      "email",
    ])
    expect(missingCustomerFields(ANA, CO, "en")).toEqual([])
    expect(isComplete(rest)).toBe(false)
    expect(isComplete(ANA)).toBe(true)
  })

  it("include each field that alone makes the data incomplete", () => {
    for (const name of Object.keys(ANA)) {
      const partial = Object.fromEntries(Object.entries(ANA).filter(([key]) => key !== name))
      expect(isComplete(partial)).toBe(false)
      expect(missingCustomerFields(partial, CO, "en").map((field) => field.name)).toEqual([name])
    }
  })

  it("do not let a caller change the country's list of document types", () => {
    customerFields(CO, "es")[0]?.options?.push("XX")
    expect(CO.document_types).toEqual(["CC", "CE", "PPN"])
  })
})

describe("initials", () => {
  it("are the first letters of the words of a name", () => {
    expect(initials("Ana María Pérez")).toBe("A. M. P.")
    expect(initials("  ñandú de la 7 (Óscar) ")).toBe("Ñ. D. L. Ó.")
    expect(initials("")).toBe("")
    expect(initials("123 456")).toBe("")
  })
})
