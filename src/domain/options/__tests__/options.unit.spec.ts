import { z } from "zod"
import {
  methodPlacesOrderWhilePending,
  OptionsError,
  type PayInOptions,
  payInOptionsSchema,
  wireExample,
} from "../options"
import { KEY, MINIMAL, WITH_CARD, resolve, without, problem } from "../../__tests__/support/options"

describe("options", () => {
  it("with only the required ones set get the documented defaults", () => {
    const options = resolve(MINIMAL)
    expect(options).toMatchObject({
      callbackUrl: "https://api.shop.example",
      returnUrl: "https://shop.example/checkout/return",
      webhookSecrets: [],
      cardUrl: null,
      card: null,
      language: "es",
      decimals: { COP: 0, PEN: 2, MXN: 2 },
      rounding: "half_up",
      amounts: { lookup: "wire", wallet: "wire" },
      paths: {
        payIn: "/api/v1/payin",
        payOut: "/api/v1/payout",
        merchant: "/api/v1/merchant/me",
        lookup: "/api/v1/transaction/{ticket}",
      },
      ipnSignature: "if-present",
      notFoundErrors: ["NOT_FOUND", "TRANSACTION_NOT_FOUND", "REFERENCE_INVALID"],
      placeOrderWhilePending: ["EFECTY", "CASH", "PAGOEFECTIVO"],
      onPaymentFailed: "cancel_order",
      refunds: "payout",
      timeouts: { requestMs: 8000 },
      retries: { attempts: 2 },
      breaker: { failures: 8, openMs: 3_000 },
      coreConcurrency: 4,
      gatewayConcurrency: 8,
    })
    expect(options.accounts).toEqual([
      {
        id: "co",
        country: "CO",
        currency: "COP",
        username: "user",
        password: "hush-password",
        token: "hush-token",
        tokens: ["hush-token"],
        merchantId: null,
        baseUrl: "https://pay.example/live",
        returnUrl: null,
        direct: [],
      },
    ])
    expect(options).toMatchObject({
      payIn: { version: "v1" },
      pse: { cacheHours: 24, images: "link", personTypes: ["NATURAL"] },
      paths: { payInV2: "/api/v2/payin", pseBanks: "/api/v1/pse/banks" },
    })
  })

  it("keep a default of one part when a store sets another", () => {
    const options = resolve({
      ...MINIMAL,
      decimals: { COP: 2 },
      amounts: { wallet: "major" },
      paths: { lookup: "/v2/t/{ticket}" },
      timeouts: { connectMs: 500 },
      breaker: { failures: 2 },
    })
    expect(options.decimals).toEqual({ COP: 2, PEN: 2, MXN: 2 })
    expect(options.amounts).toEqual({ lookup: "wire", wallet: "major" })
    expect(options.paths).toMatchObject({ payIn: "/api/v1/payin", lookup: "/v2/t/{ticket}" })
    expect(options.timeouts).toEqual({ connectMs: 500, requestMs: 8000 })
    expect(options.breaker).toEqual({ failures: 2, openMs: 3_000 })
  })

  it("ignore the database settings that Medusa adds", () => {
    const raw = { ...MINIMAL, database: { clientUrl: "postgres://x" }, [Symbol("shared")]: true }
    expect(resolve(raw)).toEqual(resolve(MINIMAL))
  })

  it("are not changed by being read", () => {
    const raw = structuredClone(WITH_CARD)
    resolve(raw)
    expect(raw).toEqual(WITH_CARD)
  })
})

describe("a missing option", () => {
  it.each([
    "baseUrl",
    "username",
    "password",
    "token",
    "callbackUrl",
    "returnUrl",
    "encryptionKey",
    "accounts",
    "cardUrl",
    "merchantId",
    "webhookSecret",
  ])("%s stops the boot with one line that names it and says what it is", (name) => {
    const message = problem(without(WITH_CARD, name))
    expect(message).toContain(`medusa-plugin-payin: option "${name}" is missing: `)
    expect(message.length).toBeGreaterThan(`option "${name}" is missing: `.length + 30)
    expect(message).not.toMatch(/[\n\r]/)
    expect(message).not.toContain("hush")
  })

  it("is no problem for cardUrl, merchantId and webhookSecret while cards are off", () => {
    expect(problem(MINIMAL)).toBe("no problem")
  })

  it("is reported when there are no options at all, or no object", () => {
    expect(problem(undefined)).toContain("is missing")
    expect(problem(null)).toContain("is missing")
    for (const raw of [[], "text", 7]) {
      expect(problem(raw)).toContain('option "options" is missing')
    }
  })

  it("inside an account is named with its position", () => {
    expect(problem({ ...MINIMAL, accounts: [{ id: "co" }] })).toContain(
      'option "accounts[0].country" is missing'
    )
    expect(problem({ ...MINIMAL, accounts: [{ country: "CO" }] })).toContain(
      'option "accounts[0].id" is missing'
    )
  })
})

describe("a wrong option", () => {
  const cases: [string, unknown, string?][] = [
    ["baseUrl", "pay.example"],
    ["baseUrl", "ftp://pay.example"],
    ["baseUrl", ""],
    ["baseUrl", 7],
    ["baseUrl", "https://user:hush@pay.example"],
    ["cardUrl", "http://cards.example"],
    ["callbackUrl", "/hooks"],
    ["returnUrl", "checkout/return"],
    ["username", ""],
    ["password", 12345],
    ["token", {}],
    ["merchantId", " "],
    ["webhookSecret", ""],
    ["accounts", []],
    ["accounts", { co: "CO" }],
    ["accounts", [{ id: "CO!", country: "CO" }], "accounts[0].id"],
    ["accounts", [{ id: "co", country: "BR" }], "accounts[0].country"],
    ["accounts", [{ id: "co", country: "CO", currency: "USD" }], "accounts[0].currency"],
    ["accounts", [{ id: "co", country: "CO", baseUrl: "http://x.example" }], "accounts[0].baseUrl"],
    ["card", { id: "pe2" }, "card.id"],
    ["card", { id: "co", fees: "zero" }, "card.fees"],
    ["language", "pt"],
    ["decimals", { COP: -1 }, "decimals.COP"],
    ["decimals", { COP: 1.5 }, "decimals.COP"],
    ["decimals", { USD: 2 }, "decimals.USD"],
    ["rounding", "down"],
    ["amounts", { lookup: "cents" }, "amounts.lookup"],
    ["countries", { BR: {} }, "countries.BR"],
    ["countries", { CO: { methods: { pse: {} } } }, "countries.CO.methods.pse"],
    ["countries", { CO: { methods: { PSE: { min: "x" } } } }, "countries.CO.methods.PSE.min"],
    ["callbackUrl", "https://shop.example?hooks=1"],
    ["callbackUrl", "https://shop.example/#top"],
    ["baseUrl", "https://pay.example/?"],
    ["approvalAbove", { COP: "500.000" }, "approvalAbove.COP"],
    ["approvalAbovePerDay", { PEN: "2.000" }, "approvalAbovePerDay.PEN"],
    ["countries", { CO: { methods: { PSE: { max: "2.000" } } } }, "countries.CO.methods.PSE.max"],
    ["countries", { CO: { methods: { PSE: { min: 0 } } } }, "countries.CO.methods.PSE.min"],
    ["countries", { CO: { methods: { PSE: { max: true } } } }, "countries.CO.methods.PSE.max"],
    ["countries", { CO: { methods: { PSE: { max: 1000 } } } }, "countries.CO.methods.PSE.max"],
    ["countries", { CO: { methods: { PSE: { min: 3000000 } } } }, "countries.CO.methods.PSE.min"],
    [
      "countries",
      { CO: { methods: { PSE: { link_minutes: 1 } } } },
      "countries.CO.methods.PSE.link_minutes",
    ],
    ["countries", { CO: { phone_code: "+57" } }, "countries.CO.phone_code"],
    ["countries", { CO: { document_types: ["cc"] } }, "countries.CO.document_types[0]"],
    ["paths", { lookup: "/api/v1/transaction" }, "paths.lookup"],
    ["paths", { payIn: "api/v1/payin" }, "paths.payIn"],
    ["ipnSignature", true],
    ["notFoundErrors", "NOT_FOUND"],
    ["placeOrderWhilePending", "sometimes"],
    ["placeOrderWhilePending", ["EFFECTY"]],
    ["placeOrderWhilePending", ["EFECTY", "ALL_METHODS"]],
    ["onPaymentFailed", "cancel"],
    ["refunds", "yes"],
    ["timeouts", { requestMs: 0 }, "timeouts.requestMs"],
    ["timeouts", { requestMs: 15_000 }, "timeouts.requestMs"],
    ["retries", { attempts: 0 }, "retries.attempts"],
    ["breaker", { openMs: "10s" }, "breaker.openMs"],
    ["retention", { unpaidDays: 30 }, "retention.unpaidDays"],
    ["retention", { paidDays: 30 }, "retention.paidDays"],
    ["coreConcurrency", 0],
    ["gatewayConcurrency", 1.5],
    ["payOutTypes", [""], "payOutTypes[0]"],
    ["encryptionKey", "short"],
    ["encryptionKey", `${KEY},short`],
    ["encryptionKey", KEY.slice(0, -1)],
  ]

  it.each(cases)("%s = %j stops the boot with one line that names it", (name, value, at = name) => {
    const message = problem({ ...WITH_CARD, [name]: value })
    expect(message).toContain(`medusa-plugin-payin: option "${at}" is wrong: `)
    expect(message).not.toMatch(/[\n\r]/)
    expect(message).not.toContain("hush")
    expect(message).not.toContain(KEY)
  })

  it("is also an unknown name, because a misspelt option would silently do nothing", () => {
    expect(problem({ ...MINIMAL, placeOrdersWhilePending: "always" })).toBe(
      'medusa-plugin-payin: option "placeOrdersWhilePending" is wrong: there is no such option; check its spelling'
    )
  })

  it("throws an error that carries the name of the option", () => {
    const run = () => resolve({ ...MINIMAL, accounts: [{ id: "co", country: "BR" }] })
    expect(run).toThrow(OptionsError)
    expect(run).toThrow(expect.objectContaining({ option: "accounts[0].country" }))
    expect(run).toThrow(/CO.*PE.*MX/)
  })
})

describe("placing an order while its payment is pending", () => {
  const places = (placeOrderWhilePending: PayInOptions["placeOrderWhilePending"], method: string) =>
    methodPlacesOrderWhilePending({ placeOrderWhilePending }, method)

  it("happens by default only for methods that are paid later", () => {
    const options = resolve(MINIMAL)
    for (const { methods } of Object.values(options.countries)) {
      for (const { payment_method, paid_later } of methods) {
        expect(methodPlacesOrderWhilePending(options, payment_method)).toBe(paid_later)
      }
    }
  })

  it("happens always, never, or for the methods on a store's list", () => {
    expect(places("always", "ALL_METHODS")).toBe(true)
    expect(places("never", "EFECTY")).toBe(false)
    expect(places(["PSE"], "PSE")).toBe(true)
    expect(places(["PSE"], "EFECTY")).toBe(false)
    expect(places([], "EFECTY")).toBe(false)
  })
})

describe("the example of how an amount is sent", () => {
  it("is right for each currency and number of decimals", () => {
    expect(wireExample("COP", 0)).toBe("COP 50 000 is sent as 50000")
    expect(wireExample("COP", 2)).toBe("COP 50 000 is sent as 5000000")
    expect(wireExample("PEN", 2)).toBe("PEN 150 is sent as 15000")
    expect(wireExample("MXN", 2)).toBe("MXN 1 500 is sent as 150000")
  })
})

describe("the option table of docs/options.md", () => {
  it("can be made from the schema, which describes every option", () => {
    for (const [name, schema] of Object.entries(payInOptionsSchema.shape)) {
      expect(`${name}: ${schema.description ?? ""}`).toMatch(/^\w+: .{20,}/)
    }
    const table = z.toJSONSchema(payInOptionsSchema, { io: "input" })
    expect(Object.keys(table.properties ?? {})).toEqual(Object.keys(payInOptionsSchema.shape))
    expect(table.required).toEqual(["callbackUrl", "returnUrl", "accounts"])
  })
})

describe("the payout options", () => {
  it("are by default on, hold unknown payouts and always require a second person", () => {
    const options = resolve(MINIMAL)
    expect(options.payouts).toMatchObject({ enabled: true, walletMethod: "SERVICE" })
    expect(options.approvalAbove).toEqual({})
    expect(options.unknownPayouts).toBe("hold")
    expect(options.notKnown.payOut).toEqual({ answers: 5, seconds: 1800 })
    expect(options.countries.CO.payout.account_types).toEqual(["AHORRO", "CORRIENTE"])
  })

  it("accept limits as exact numbers or texts, and account types per country", () => {
    const options = resolve({
      ...MINIMAL,
      approvalAbove: { COP: 500_000, PEN: "0.30" },
      payouts: { accountTypes: { CO: ["AHORRO", "CORRIENTE", "WALLET"] } },
    })
    expect(options.approvalAbove).toEqual({ COP: "500000", PEN: "0.3" })
    expect(options.countries.CO.payout.account_types).toContain("WALLET")
    expect(options.countries.PE.payout.account_types).toContain("WALLET")
  })

  it("read approvers as e-mails in lower case and as ids of users, which keep their letters", () => {
    const { approvers } = resolve({ ...MINIMAL, approvers: ["Ana@Shop.Example", "user_01ANA"] })
    expect(approvers).toEqual(["ana@shop.example", "user_01ANA"])
    expect(problem({ ...MINIMAL, approvers: ["user_"] })).toContain(
      "must be the e-mail of a user, or the id of one"
    )
  })

  it.each([
    ["approvalAbove.COP", { approvalAbove: { COP: "-1" } }],
    ["approvalAbove.COP", { approvalAbove: { COP: "much" } }],
    ["approvalAbove.USD", { approvalAbove: { USD: 1 } }],
    ["payouts.walletMethod", { payouts: { walletMethod: "service" } }],
    ["payouts.accountTypes.CO", { payouts: { accountTypes: { CO: [] } } }],
    ["payouts.accountTypes.CO[0]", { payouts: { accountTypes: { CO: ["AHORROS"] } } }],
    ["payouts.limit", { payouts: { limit: 1 } }],
    ["approvers", { approvers: [] }],
    ["approvers[0]", { approvers: ["ana"] }],
    ["approvers[1]", { approvers: ["user_01ANA", "user_01 ANA"] }],
    ["unknownPayouts", { unknownPayouts: "retry" }],
    ["notKnown.payOut.answers", { notKnown: { payOut: { answers: 0 } } }],
  ])("refuse a wrong %s and name it", (name, change) => {
    expect(problem({ ...MINIMAL, ...change })).toContain(`"${name}"`)
  })
})
