import { COUNTRIES, type CountryRule, countryTable } from "../../country/countries"
import {
  completeDestination,
  lastFour,
  maskedEmail,
  readPayoutDestination,
  readPayoutMethod,
  readPayoutTarget,
  sameDestination,
  showDestination,
} from "../destination"
import { accountTypeLabel, ACCOUNT_TYPES, findPayoutMethod, PAYOUTS, withForm } from "../methods"

const { CO, PE, MX } = COUNTRIES
const WHOLE = {
  legal_doc_type: "CC",
  legal_doc: "1.020.304.050",
  phone_code: "57",
  phone_number: "300 111 2233",
  email: "ana@example.com",
  full_name: "Ana María Pérez",
  bank: "bancolombia",
  account_number: "001 234 567 89",
  account_type: "AHORRO",
}
const READ = {
  ...WHOLE,
  legal_doc: "1020304050",
  phone_number: "3001112233",
  bank: "BANCOLOMBIA",
  account_number: "00123456789",
}

function read(change: object = {}, country: CountryRule = CO, method = "BANK_TRANSFER") {
  const rule = findPayoutMethod(country.payout, method)
  if (rule === undefined) throw new Error(`${method} is no method of ${country.country}`)
  return readPayoutDestination({ ...WHOLE, ...change }, country, rule)
}
const fields = (change: object, country = CO, method?: string) =>
  read(change, country, method).problems.map(({ field }) => field)

describe("the bank of a payout", () => {
  it("may come in decomposed letters, and holds no card number", () => {
    expect(read({ bank: "Banco Ñandú".normalize("NFD") }).value?.bank).toBe("BANCO ÑANDÚ")
    expect(fields({ bank: "VISA 4111_1111_1111_1111" })).toEqual(["destination.bank"])
  })

  it("may have an account number that a card could have", () => {
    expect(fields({ account_number: "4111111111111111" })).toEqual([])
  })
})

describe("the method and account of a payout", () => {
  const target = (payment_method: unknown, before?: string, country: CountryRule = CO) =>
    readPayoutTarget({ payment_method, destination: WHOLE }, country, before)

  it.each([
    [undefined, undefined, "BANK_TRANSFER"],
    [null, "BANK_TRANSFER", "BANK_TRANSFER"],
    ["BREB", "BANK_TRANSFER", "BREB"],
    ["BANK_TRANSFER", "BREB", "BANK_TRANSFER"],
  ])("with %j posted and %j before use %s", (posted, before, payment_method) => {
    expect(target(posted, before)).toEqual({
      value: { payment_method, destination: READ },
      problems: [],
    })
  })

  it.each([undefined, null, ""])("must be posted together if the method was BREB: %j", (posted) => {
    expect(target(posted, "BREB").problems).toEqual([
      {
        field: "payment_method",
        message: "payment_method must be sent with a new account: it was BREB before.",
        code: "method_needed",
        values: { before: "BREB" },
      },
    ])
  })

  it("are checked against each other, and every problem of both is reported", () => {
    const destination = { ...WHOLE, account_number: "@ana" }
    const named = (payment_method: string) =>
      readPayoutTarget({ payment_method, destination }, CO).problems.map(({ field }) => field)
    expect(named("BREB")).toEqual([])
    expect(named("TRANSFIYA")).toEqual(["destination.account_number"])
    expect(
      readPayoutTarget({ payment_method: "PSE" }, CO).problems.map((one) => one.field)
    ).toEqual(["payment_method", "destination"])
    expect(target(undefined, undefined, MX).problems[0].field).toBe("country")
  })
})

describe("the payout methods", () => {
  it("are those of the interface, by country", () => {
    const names = (country: CountryRule) =>
      country.payout.methods.map(({ payment_method }) => payment_method)
    expect(names(CO)).toEqual(["BANK_TRANSFER", "TRANSFIYA", "SERVICE", "BREB"])
    expect(names(PE)).toEqual(["BANK_TRANSFER"])
    expect(names(MX)).toEqual([])
  })

  it("are read as posted, the usual one where none is named", () => {
    expect(readPayoutMethod("BREB", CO).value?.payment_method).toBe("BREB")
    for (const none of [undefined, null, ""]) {
      expect(readPayoutMethod(none, PE).value?.payment_method).toBe("BANK_TRANSFER")
    }
  })

  it.each(["PSE", "breb", 7, {}])("do not include %j", (posted) => {
    expect(readPayoutMethod(posted, CO).problems).toEqual([
      {
        field: "payment_method",
        message: "payment_method must be one of BANK_TRANSFER, TRANSFIYA, SERVICE, BREB.",
        code: "not_offered",
        values: { allowed: "BANK_TRANSFER, TRANSFIYA, SERVICE, BREB" },
      },
    ])
  })

  it("of Peru have a form only where a store turns it on, and only for an operator", () => {
    const form = countryTable(undefined, {}, { form: true })
    expect(form.PE.payout.methods).toEqual(PAYOUTS.PE.methods)
    expect(withForm(form.PE).payout.methods.map((one) => one.payment_method)).toEqual([
      "BANK_TRANSFER",
      "FORM",
    ])
    for (const other of [form.CO, form.MX, countryTable(undefined).PE]) {
      expect(withForm(other)).toBe(other)
    }
    const off = countryTable({ PE: { payout: false } }, {}, { form: true }).PE
    expect(withForm(off)).toBe(off)
  })

  it("of Mexico are none until a store enables SPEI, which takes a CLABE only", () => {
    const on = countryTable({ MX: { enabled: true, payout: true } }).MX
    const read = (change: object) =>
      readPayoutTarget(
        {
          destination: {
            ...WHOLE,
            legal_doc_type: "CURP",
            legal_doc: "PEPJ800101HDFRRN09",
            ...{ bank: "BBVA_MEXICO", account_type: "CLABE" },
            account_number: "032180000118359719",
            ...change,
          },
        },
        on
      )
    // Its number names the bank, which is sent where it is given.
    expect(read({ bank: undefined }).value?.destination.bank).toBeNull()
    expect(read({ bank: "" }).value?.destination.bank).toBeNull()
    expect(read({ bank: 7 }).problems).toMatchObject([{ field: "destination.bank" }])
    expect(read({ bank: "hsbc" }).value?.destination.bank).toBe("HSBC")
    expect(read({ account_number: "0321 8000 0118 3597 19" })).toMatchObject({
      value: { payment_method: "SPEI", destination: { account_number: "032180000118359719" } },
      problems: [],
    })
    for (const wrong of [
      { account_number: "032180000118359718" },
      { account_number: "4111111111111111" },
      { account_type: "TARJETA_DEBITO" },
      { account_type: "AHORRO" },
    ]) {
      expect(read(wrong).problems.map(({ field }) => field)).toEqual([
        `destination.${Object.keys(wrong)[0]}`,
      ])
    }
    expect(countryTable({ CO: { payout: false } }).CO.payout.methods).toEqual([])
  })

  it("of Mexico are none at first, and the problem names the country", () => {
    expect(readPayoutMethod("SPEI", MX).problems).toEqual([
      {
        ...{ field: "country", message: "country MX: money cannot be sent there." },
        ...{ code: "no_payouts", values: { country: "MX" } },
      },
    ])
  })

  it("and account types have names in both languages", () => {
    const texts = [
      ...Object.values(PAYOUTS).flatMap(({ methods }) =>
        methods.flatMap(({ label, account }) => [label, account])
      ),
      ...ACCOUNT_TYPES.map(accountTypeLabel),
    ]
    for (const { es, en } of texts) {
      expect(es).not.toBe("")
      expect(en).not.toBe("")
    }
  })
})

describe("a destination", () => {
  it("is kept in the form the service wants, without keys it does not know", () => {
    expect(read({ swift: "X", __proto__: { admin: true } })).toEqual({ value: READ, problems: [] })
  })

  it("names every field that is missing", () => {
    const method = PAYOUTS.CO.methods[0]
    const { value, problems } = readPayoutDestination({}, CO, method)
    expect(value).toBeUndefined()
    expect(problems.map(({ message }) => message)).toEqual([
      "destination.bank is missing.",
      "destination.account_number is missing.",
      "destination.account_type is missing.",
      "destination.legal_doc_type is missing.",
      "destination.legal_doc is missing.",
      "destination.phone_code is missing.",
      "destination.phone_number is missing.",
      "destination.email is missing.",
      "destination.full_name is missing.",
    ])
  })

  it.each([
    [undefined, "destination is missing."],
    [null, "destination is missing."],
    ["BANCOLOMBIA", "destination must be an object."],
    [[], "destination must be an object."],
  ])("that is %j is one problem", (posted, message) => {
    const { problems } = readPayoutDestination(posted, CO, PAYOUTS.CO.methods[0])
    expect(problems.map((one) => one.message)).toEqual([message])
  })

  it.each([
    ["legal_doc_type", "DNI"],
    ["legal_doc", "1"],
    ["legal_doc", "AB123456"],
    ["phone_number", "12345"],
    ["email", "nobody"],
    ["full_name", "A".repeat(101)],
    ["bank", "B"],
    ["bank", "X".repeat(61)],
    ["bank", "<script>"],
    ["bank", 7],
    ["account_number", "12"],
    ["account_number", "1".repeat(35)],
    ["account_number", "12;34"],
    ["account_number", "ana@example.com"],
    ["account_number", 123456],
    ["account_type", "WALLET"],
    ["account_type", "AHORROS"],
  ])(
    "with a wrong %s (%j) is a problem that names the field and does not repeat the value",
    (name, bad) => {
      const { value, problems } = read({ [name]: bad })
      expect(value).toBeUndefined()
      expect(problems.map(({ field }) => field)).toEqual([`destination.${name}`])
      if (typeof bad === "string" && bad.length > 8) {
        expect(JSON.stringify(problems)).not.toContain(bad)
      }
    }
  )

  it("has only digits in the number of a CC, and may have letters in that of a PPN", () => {
    expect(fields({ legal_doc: "AB123456" })).toEqual(["destination.legal_doc"])
    expect(fields({ legal_doc_type: "PPN", legal_doc: "AB123456" })).toEqual([])
  })

  it("has only digits in a bank account of Colombia, whatever separates them, and none in a key's place", () => {
    const number = (account_number: string, method = PAYOUTS.CO.methods[0]) =>
      readPayoutDestination({ ...WHOLE, account_number }, CO, method).value?.account_number
    expect(number("12x")).toBeUndefined()
    expect(number("123 456-78")).toBe("12345678")
    expect(number("@lucia-mora", findPayoutMethod(PAYOUTS.CO, "BREB"))).toBe("@lucia-mora")
  })

  it("has only digits in a NIT, with or without its check digit", () => {
    expect(fields({ legal_doc_type: "NIT", legal_doc: "abc" })).toEqual(["destination.legal_doc"])
    expect(fields({ legal_doc_type: "NIT", legal_doc: "900123456-7" })).toEqual([])
    expect(fields({ legal_doc_type: "NIT", legal_doc: "9001234567" })).toEqual([])
  })

  it("follows the country: company documents in Colombia, wallets in Peru", () => {
    expect(fields({ legal_doc_type: "NIT" })).toEqual([])
    const peru = { legal_doc_type: "RUC", phone_code: "51", bank: "YAPE" }
    const wallet = { account_type: "WALLET", account_number: "987654321" }
    expect(fields({ ...peru, ...wallet }, PE)).toEqual([])
    expect(fields({ ...peru, ...wallet, legal_doc_type: "NIT" }, PE)).toEqual([
      "destination.legal_doc_type",
    ])
  })

  const inPeru = (change: object, requireCci = false) =>
    readPayoutDestination(
      { ...WHOLE, legal_doc_type: "DNI", legal_doc: "98765404", phone_code: "51", ...change },
      countryTable(undefined, {}, { requireCci }).PE,
      PAYOUTS.PE.methods[0]
    )

  it.each([
    ["AHORRO", "1".repeat(7), false, false],
    ["AHORRO", "1".repeat(8), true, false],
    ["CORRIENTE", "1".repeat(13), true, false],
    ["AHORRO", "191-98765432-0-12", true, false],
    ["AHORRO", "002 191 198765432012 57", true, true],
    ["AHORRO", "1".repeat(19), true, false],
    ["AHORRO", "1".repeat(21), false, false],
    ["AHORRO", "12345678A", false, false],
    ["WALLET", "987 654 321", true, true],
    ["WALLET", "887654321", false, false],
    ["WALLET", "98765432", false, false],
    ["WALLET", "9876543210", false, false],
  ])(
    "in Peru takes %s %s: %s, and where the CCI is required: %s",
    (type, number, usual, strict) => {
      const bank = type === "WALLET" ? "PLIN" : "BCP"
      const change = { bank, account_type: type, account_number: number }
      for (const [requireCci, good] of [
        [false, usual],
        [true, strict],
      ] as const) {
        const { value, problems } = inPeru(change, requireCci)
        expect(value?.account_number).toBe(good ? number.replace(/[ -]/g, "") : undefined)
        expect(problems.map(({ field }) => field)).toEqual(
          good ? [] : ["destination.account_number"]
        )
      }
    }
  )

  it.each([
    ["YAPE", "AHORRO", "account_type", "must be WALLET: YAPE is a wallet"],
    [" plin ", "CORRIENTE", "account_type", "must be WALLET: PLIN is a wallet"],
    ["BCP", "WALLET", "bank", "must be one of YAPE, PLIN for a WALLET"],
  ])(
    "in Peru refuses %s with %s, because Yape and Plin are its wallets",
    (bank, type, field, hint) => {
      const { value, problems } = inPeru({ bank, account_type: type, account_number: "987654321" })
      expect(value).toBeUndefined()
      expect(problems).toMatchObject([
        {
          field: `destination.${field}`,
          message: `destination.${field} ${hint}.`,
          code: "not_offered",
        },
      ])
    }
  )

  it("accepts a wallet in Colombia by option, and without it a problem explains how to send to one", () => {
    expect(read({ account_type: "WALLET" }).problems[0].message).toBe(
      "destination.account_type must be one of AHORRO, CORRIENTE; a wallet such as Nequi is AHORRO."
    )
    const open = countryTable(undefined, { CO: ["AHORRO", "WALLET"] }).CO
    expect(fields({ account_type: "WALLET" }, open)).toEqual([])
    expect(fields({ account_type: "CORRIENTE" }, open)).toEqual(["destination.account_type"])
  })

  it("follows the method: a Bre-B key may be an e-mail, Transfiya needs a mobile number", () => {
    for (const key of ["@ana", "ana@shop.example", "+573001234567", "AB-12_3"]) {
      expect(fields({ account_number: key }, CO, "BREB")).toEqual([])
    }
    expect(fields({ account_number: "300 123 4567" }, CO, "TRANSFIYA")).toEqual([])
    expect(fields({ account_number: "@ana" }, CO, "TRANSFIYA")).toEqual([
      "destination.account_number",
    ])
  })

  it("is never read from inherited keys", () => {
    const { problems } = readPayoutDestination(Object.create(WHOLE), CO, PAYOUTS.CO.methods[0])
    expect(problems).toHaveLength(9)
  })
})

it.each([
  ["lucia.mora@shop.com", "l••••@shop.com"],
  ["a@shop.com", "••••@shop.com"],
  ["😀b@shop.com", "😀••••@shop.com"],
  ["no address", "••••"],
])("the e-mail %s is masked as %s", (email, masked) => {
  expect(maskedEmail(email)).toBe(masked)
})

describe("the shown part of a destination", () => {
  const { value } = read()
  if (value === undefined) throw new Error("it should have been read")

  it("is the name, the bank, the account type and the last four digits", () => {
    expect(showDestination(value)).toEqual({
      full_name: "Ana María Pérez",
      bank: "BANCOLOMBIA",
      account_type: "AHORRO",
      account_last_four: "6789",
    })
  })

  it.each([
    ["00123456789", "6789"],
    ["12345678", "5678"],
    ["1234567", "567"],
    ["1234", "34"],
    ["123", "3"],
    ["1", ""],
    ["", ""],
    ["191-98765432-0-12", "2012"],
    ["+57 300 111 2233", "2233"],
    ["AB-12_3", "23"],
    ["@lucia-mora", "mora"],
    ["lucia.mora@shop.com", "mora"],
    ["ana@shop.com", "a"],
  ])("of account %s is %s, never more than half", (account, shown) => {
    expect(lastFour(account)).toBe(shown)
  })

  it("does not decide equality: destinations differ when any field differs", () => {
    expect(sameDestination(value, { ...value })).toBe(true)
    for (const key of Object.keys(value)) {
      expect(sameDestination(value, { ...value, [key]: "another" })).toBe(false)
    }
  })
})

describe("an account and a person", () => {
  const account = { bank: "NEQUI", account_number: "3001112233", account_type: "AHORRO" as const }

  it("make a destination only when the person's data is complete", () => {
    expect(completeDestination(account, { ...READ })).toEqual({ ...READ, ...account })
    expect(completeDestination(account, { ...READ, email: undefined })).toBeUndefined()
    expect(completeDestination(account, {})).toBeUndefined()
  })
})
