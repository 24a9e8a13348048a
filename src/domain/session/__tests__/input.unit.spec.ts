import { COUNTRIES, countryTable } from "../../country/countries"
import { majorAmount } from "../../money/amount"
import { longerThanMethod, readSessionInput } from "../input"

const { CO, PE } = COUNTRIES
const MX = countryTable({ MX: { enabled: true } }).MX

const read = (data: unknown, country = CO) => readSessionInput(data, country, null)
const problemOf = (data: unknown, country = CO) => read(data, country).problems[0]
const amountProblem = (data: unknown, amount: string, country = CO) =>
  readSessionInput(data, country, majorAmount(amount)).problems[0]

describe("the data that a storefront posts", () => {
  it("is read whole when it is right", () => {
    const data = {
      payment_method: "PSE",
      customer_data: { email: "ana@shop.example", legal_doc_type: "CC" },
      description: "Two chairs",
      expiration_time: 60,
      refund_destination: {
        payment_method: "BANK_TRANSFER",
        bank: "BANCOLOMBIA",
        account_number: "12345678901",
        account_type: "AHORRO",
        legal_doc: "1020304050",
        full_name: "Ana Pérez",
      },
    }
    expect(read(data)).toEqual({ input: data, problems: [] })
  })

  it("has bank and person type where the account is paid by direct PSE, and nowhere else", () => {
    const pse = { bank: "0017", person_type: "NATURAL" }
    const data = { payment_method: "PSE", customer_data: { email: "ana@shop.example", ...pse } }
    const direct = { methods: ["PSE"], personTypes: ["NATURAL"] } as const
    expect(readSessionInput(data, CO, null, direct)).toEqual({ input: data, problems: [] })
    const { input, problems } = readSessionInput(
      { ...data, payment_method: "CARD" },
      CO,
      null,
      direct
    )
    expect([input.customer_data, problems]).toEqual([{ email: "ana@shop.example" }, []])
    expect(read(data).input.customer_data).toEqual({ email: "ana@shop.example" })
    expect(
      readSessionInput({ ...data, customer_data: { bank: 17 } }, CO, null, direct).problems
    ).toMatchObject([{ field: "customer_data.bank" }])
  })

  it("may not describe the payment by the number of a card", () => {
    expect(problemOf({ description: "VISA 4111.1111.1111.1111" })).toMatchObject({
      field: "description",
      message: "description must not hold the number of a card.",
    })
  })

  it("may be nothing at all, or only unset values", () => {
    const empty = { input: { customer_data: {} }, problems: [] }
    expect(read(undefined)).toEqual(empty)
    expect(read(null)).toEqual(empty)
    expect(read({})).toEqual(empty)
    expect(
      read({
        payment_method: null,
        customer_data: null,
        description: null,
        expiration_time: null,
        refund_destination: null,
      })
    ).toEqual(empty)
    expect(read({ payment_method: " ", description: "  " })).toEqual(empty)
  })

  it.each([[[]], ["text"], [7], [true]])("is a problem when it is %j", (data) => {
    expect(problemOf(data)).toMatchObject({ field: "data", message: "data must be an object." })
  })

  it("cannot set the plugin's own values: reserved and unknown keys are dropped", () => {
    const hostile: unknown = JSON.parse(
      `{"status": "approved", "amount": "1", "ticket": "x", "reference": "pin_x", "session_id": "s",
        "fields": [], "card": {}, "__proto__": {"payment_method": "PSE", "expiration_time": 60},
        "constructor": {"prototype": {"description": "x"}}}`
    )
    expect(read(hostile)).toEqual({ input: { customer_data: {} }, problems: [] })
    expect(read(Object.create({ payment_method: "NOPE" })).problems).toEqual([])
  })

  it("has a problem for every wrong value at once, each with its field", () => {
    const { problems } = read({
      payment_method: "PIX",
      customer_data: { legal_doc_type: "DNI", email: "x" },
      description: 5,
      expiration_time: 1,
      refund_destination: { bank: "X", account_number: "12345", account_type: "AHORRO" },
    })
    expect(problems.map((problem) => problem.field)).toEqual([
      "payment_method",
      "customer_data.legal_doc_type",
      "customer_data.email",
      "description",
      "expiration_time",
      "refund_destination.bank",
    ])
    for (const { field, message } of problems) {
      expect(message.startsWith(`${field} `)).toBe(true)
    }
  })
})

describe("payment_method", () => {
  it("must be one the country offers, and the problem lists them", () => {
    expect(problemOf({ payment_method: "PSE" }, PE)).toMatchObject({
      field: "payment_method",
      message: "payment_method must be one of BANK_TRANSFER, QR, CASH, PAGOEFECTIVO in PE.",
    })
    const names = ["CARD", "bank_transfer", "ALL_METHODS", "__proto__", "constructor"]
    for (const wrong of [...names, "x".repeat(5000), 7, {}, ["QR"]]) {
      expect(problemOf({ payment_method: wrong }, PE)?.field).toBe("payment_method")
    }
    expect(read({ payment_method: " QR " }, PE).input.payment_method).toBe("QR")
  })
})

describe("the amount", () => {
  it("under or over a method's limit is a problem that names limit and method", () => {
    expect(amountProblem({ payment_method: "EFECTY" }, "9999")).toMatchObject({
      field: "amount",
      message:
        "amount is below the minimum of COP 10000 for EFECTY; choose another payment_method.",
    })
    expect(amountProblem({ payment_method: "PSE" }, "2000001")?.message).toContain(
      "above the maximum of COP 2000000 for PSE"
    )
  })

  it("at a limit, or without one, is accepted", () => {
    expect(amountProblem({ payment_method: "EFECTY" }, "10000")).toBeUndefined()
    expect(amountProblem({ payment_method: "PSE" }, "2000000")).toBeUndefined()
    expect(amountProblem({ payment_method: "BREB" }, "11552000")).toBeUndefined()
    expect(amountProblem({ payment_method: "QR" }, "9000000", PE)).toBeUndefined()
    expect(amountProblem({}, "9000000", PE)).toBeUndefined()
  })

  it("without a chosen method must fit the limits of ALL_METHODS, which would be used", () => {
    expect(amountProblem({}, "2000001")?.message).toContain("for ALL_METHODS")
    expect(amountProblem({}, "1500")).toBeUndefined()
  })

  it("of zero or less is a problem", () => {
    expect(amountProblem({}, "0")).toMatchObject({
      field: "amount",
      message: "amount must be above zero, not COP 0.",
    })
    expect(amountProblem({ payment_method: "QR" }, "-1", PE)?.field).toBe("amount")
  })

  it("that is not known yet is not checked", () => {
    expect(problemOf({ payment_method: "EFECTY" })).toBeUndefined()
  })
})

describe("description and expiration_time", () => {
  it("a description is one line of at most 255 characters", () => {
    expect(read({ description: ` ${"d".repeat(255)} ` }).input.description).toBe("d".repeat(255))
    for (const wrong of ["d".repeat(256), "two\nlines", "nul\u0000", 7, {}]) {
      expect(problemOf({ description: wrong })?.field).toBe("description")
    }
  })

  it("an expiration_time is whole minutes from 5 to 43200", () => {
    for (const right of [5, 720, 43_200]) {
      expect(read({ expiration_time: right }).input.expiration_time).toBe(right)
    }
    for (const wrong of [4, 43_201, 0, -5, 5.5, NaN, Infinity, "60", true, {}]) {
      expect(problemOf({ expiration_time: wrong })?.message).toContain(
        "whole minutes from 5 to 43200"
      )
    }
  })
})

describe("the life of a link", () => {
  const method = (name: string, country = CO) =>
    country.methods.find(({ payment_method }) => payment_method === name)?.link_minutes ?? 0
  const longer = (data: object, country = CO) =>
    longerThanMethod(read(data, country).input, country)

  it.each(["PSE", "EFECTY"])("may be shortened by a storefront and not made longer: %s", (name) => {
    const minutes = method(name)
    for (const right of [undefined, 5, minutes]) {
      expect(longer({ payment_method: name, expiration_time: right })).toBeNull()
    }
    const long = longer({ payment_method: name, expiration_time: minutes + 1 })
    expect(long?.field).toBe("expiration_time")
    expect(long?.message).toBe(
      `expiration_time may only shorten the ${minutes} minutes of ${name}.`
    )
  })

  it("is that of all methods where the shopper chooses none", () => {
    const minutes = method("ALL_METHODS")
    expect(longer({ expiration_time: minutes })).toBeNull()
    expect(longer({ expiration_time: minutes + 1 })?.field).toBe("expiration_time")
  })
})

describe("refund_destination", () => {
  const account = { bank: "nequi", account_number: "300 123 4567", account_type: "AHORRO" }
  const destination = (change: object, country = CO) =>
    read({ refund_destination: { ...account, ...change } }, country)

  it("needs bank, account number and account type", () => {
    expect(read({ refund_destination: {} }).problems.map((problem) => problem.message)).toEqual([
      "refund_destination.bank is missing.",
      "refund_destination.account_number is missing.",
      "refund_destination.account_type is missing.",
    ])
  })

  it("is kept in the form the service wants, without keys it does not know", () => {
    expect(destination({ swift: "X" }).input.refund_destination).toEqual({
      bank: "NEQUI",
      account_number: "3001234567",
      account_type: "AHORRO",
    })
  })

  it("accepts a Bre-B key as the account number", () => {
    for (const key of ["@ana", "ana@shop.example", "+573001234567", "AB-12_3"]) {
      expect(destination({ account_number: key, payment_method: "BREB" }).problems).toEqual([])
    }
  })

  it.each([
    ["payment_method", "PSE"],
    ["payment_method", "CARD"],
    ["bank", "B"],
    ["bank", ""],
    ["bank", "B".repeat(61)],
    ["bank", "<script>"],
    ["bank", 7],
    ["account_number", "12"],
    ["account_number", "1".repeat(65)],
    ["account_number", "12;34"],
    ["account_number", "!!"],
    ["account_number", 7],
    ["account_type", "WALLET"],
    ["account_type", "SAVINGS"],
    ["account_type", "ahorro"],
    ["account_type", 7],
    ["account_type", ["AHORRO"]],
    ["legal_doc_type", "DNI"],
    ["email", "nobody"],
  ])(
    "with a wrong %s (%j) is a problem that names the field, and nothing is kept",
    (name, value) => {
      const { input, problems } = destination({ [name]: value })
      expect(problems.map((problem) => problem.field)).toEqual([`refund_destination.${name}`])
      expect(input.refund_destination).toBeUndefined()
    }
  )

  it("follows the country: wallets in Peru, company documents in Colombia, nothing in Mexico", () => {
    const wallet = { bank: "YAPE", account_type: "WALLET", account_number: "987654321" }
    expect(destination(wallet, PE).problems).toEqual([])
    expect(destination({ legal_doc_type: "NIT" }).problems).toEqual([])
    expect(destination({ legal_doc_type: "NIT" }, PE).problems).toHaveLength(1)
    expect(destination({}, MX).problems[0]).toEqual({
      field: "refund_destination",
      message: "refund_destination is not possible in MX: money cannot be sent there.",
      code: "no_payouts",
      values: { country: "MX" },
    })
  })

  it("must be an object", () => {
    for (const wrong of ["NEQUI", [], 5]) {
      expect(problemOf({ refund_destination: wrong })?.message).toBe(
        "refund_destination must be an object."
      )
    }
  })

  it("is never read from inherited keys", () => {
    expect(read({ refund_destination: Object.create(account) }).problems).toHaveLength(3)
  })

  it("is never repeated in a problem", () => {
    const { problems } = destination({ account_number: "99998888;", email: "ana@secret" })
    expect(JSON.stringify(problems)).not.toMatch(/99998888|secret/)
  })
})
