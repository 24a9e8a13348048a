import { z } from "zod"

import { isLoopback } from "../address"
import { findMethod } from "../countries"
import {
  DEVELOPMENT_ENCRYPTION_KEY,
  methodPlacesOrderWhilePending,
  OptionsError,
  type PayInOptions,
  payInOptionsSchema,
  type PayInRawOptions,
  resolveOptions,
  wireExample,
} from "../options"
import { createSealer } from "../seal"

const KEY = Buffer.alloc(32, 7).toString("base64")
const MINIMAL: PayInRawOptions = {
  baseUrl: "https://pay.example/live",
  username: "user",
  password: "hush-password",
  token: "hush-token",
  callbackUrl: "https://api.shop.example",
  returnUrl: "https://shop.example/checkout/return",
  encryptionKey: KEY,
  accounts: [{ id: "co", country: "CO" }],
}
const WITH_CARD: PayInRawOptions = {
  ...MINIMAL,
  cardUrl: "https://cards.example",
  merchantId: "merchant-1",
  webhookSecret: "hush-webhook",
  card: { id: "co" },
}
const LOOPBACK: PayInRawOptions = {
  ...MINIMAL,
  baseUrl: "http://localhost:4010",
  callbackUrl: "http://127.0.0.1:9000",
  returnUrl: "http://[::1]:8000/return",
}

const resolve = (raw: unknown, production = false): PayInOptions =>
  resolveOptions(raw, { production })

function without(options: object, name: string): object {
  return Object.fromEntries(Object.entries(options).filter(([key]) => key !== name))
}

function problem(raw: unknown, production = false): string {
  try {
    resolve(raw, production)
  } catch (error) {
    if (error instanceof OptionsError) {
      return error.message
    }
    throw error
  }
  return "no problem"
}

describe("options", () => {
  it("with only what is required are completed with the documented defaults", () => {
    const options = resolve(MINIMAL)
    expect(options).toMatchObject({
      callbackUrl: "https://api.shop.example",
      returnUrl: "https://shop.example/checkout/return",
      webhookSecret: null,
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
        merchantId: null,
        baseUrl: "https://pay.example/live",
      },
    ])
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

  it("do not mind the database settings that Medusa puts beside them", () => {
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

  it("may be cardUrl, merchantId and webhookSecret as long as cards are off", () => {
    expect(problem(MINIMAL)).toBe("no problem")
  })

  it("is told for no options at all, and for things that are none", () => {
    expect(problem(undefined)).toContain("is missing")
    expect(problem(null)).toContain("is missing")
    for (const raw of [[], "text", 7]) {
      expect(problem(raw)).toContain('option "options" is missing')
    }
  })

  it("inside an account is named with its place", () => {
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
    ["card", { id: "co", tax: "zero" }, "card.tax"],
    ["language", "pt"],
    ["decimals", { COP: -1 }, "decimals.COP"],
    ["decimals", { COP: 1.5 }, "decimals.COP"],
    ["decimals", { USD: 2 }, "decimals.USD"],
    ["rounding", "down"],
    ["amounts", { lookup: "cents" }, "amounts.lookup"],
    ["countries", { BR: {} }, "countries.BR"],
    ["countries", { CO: { methods: { pse: {} } } }, "countries.CO.methods.pse"],
    ["countries", { CO: { methods: { PSE: { min: "x" } } } }, "countries.CO.methods.PSE.min"],
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

  it("is any name that does not exist, because a misspelt option would silently do nothing", () => {
    expect(problem({ ...MINIMAL, placeOrdersWhilePending: "always" })).toBe(
      'medusa-plugin-payin: option "placeOrdersWhilePending" is wrong: there is no such option; check its spelling'
    )
  })

  it("says which option it is about, also to code", () => {
    const run = () => resolve({ ...MINIMAL, accounts: [{ id: "co", country: "BR" }] })
    expect(run).toThrow(OptionsError)
    expect(run).toThrow(expect.objectContaining({ option: "accounts[0].country" }))
    expect(run).toThrow(/CO.*PE.*MX/)
  })
})

describe("accounts", () => {
  it("take over the common credentials and override each of them", () => {
    const own = {
      username: "pe-user",
      password: "pe-pass",
      token: "pe-token",
      merchantId: "pe-merchant",
      baseUrl: "https://pe.pay.example/",
    }
    const { accounts } = resolve({
      ...WITH_CARD,
      accounts: [
        { id: "co", country: "CO" },
        { id: "pe", country: "PE", ...own },
      ],
    })
    expect(accounts[0]).toMatchObject({ username: "user", token: "hush-token", currency: "COP" })
    expect(accounts[1]).toEqual({
      id: "pe",
      country: "PE",
      currency: "PEN",
      ...own,
      baseUrl: "https://pe.pay.example",
    })
  })

  it("need no common credentials when every one has its own", () => {
    const own = { username: "u", password: "p", token: "t", baseUrl: "https://own.example" }
    const bare = ["username", "password", "token", "baseUrl"].reduce<object>(without, MINIMAL)
    expect(problem({ ...bare, accounts: [{ id: "co", country: "CO", ...own }] })).toBe("no problem")
    expect(
      problem({
        ...bare,
        accounts: [
          { id: "co", country: "CO", ...own },
          { id: "pe", country: "PE", ...own, token: undefined },
        ],
      })
    ).toContain('option "token" is missing: account "pe" has none of its own')
  })

  it("have ids of their own", () => {
    const twice = [
      { id: "co", country: "CO" },
      { id: "co", country: "PE" },
    ]
    expect(problem({ ...MINIMAL, accounts: twice })).toContain(
      'option "accounts[1].id" is wrong: "co" is used twice'
    )
  })

  it("in Mexico need the country turned on", () => {
    const mx = { ...MINIMAL, accounts: [{ id: "mx", country: "MX" }] }
    expect(problem(mx)).toContain('option "accounts[0].country" is wrong: MX is off')
    expect(problem(mx)).toContain("countries.MX.enabled")
    const { accounts, countries } = resolve({ ...mx, countries: { MX: { enabled: true } } })
    expect(accounts[0]).toMatchObject({ country: "MX", currency: "MXN" })
    expect(findMethod(countries.MX, "SPEI")).toBeDefined()
  })

  it("in a country without any method are refused", () => {
    const off = Object.fromEntries(
      ["BANK_TRANSFER", "QR", "CASH", "PAGOEFECTIVO"].map((name) => [name, { enabled: false }])
    )
    expect(
      problem({
        ...MINIMAL,
        accounts: [{ id: "pe", country: "PE" }],
        countries: { PE: { methods: off } },
      })
    ).toContain('option "countries.PE.methods" is wrong: every method is off')
  })

  it("for cards must be Colombian", () => {
    expect(
      problem({ ...WITH_CARD, card: { id: "pe" }, accounts: [{ id: "pe", country: "PE" }] })
    ).toContain('option "card.id" is wrong: account "pe" is in PE')
    expect(resolve(WITH_CARD)).toMatchObject({
      card: { id: "co" },
      cardUrl: "https://cards.example",
      webhookSecret: "hush-webhook",
    })
  })
})

describe("addresses", () => {
  it.each(["baseUrl", "cardUrl", "callbackUrl", "returnUrl"])(
    "%s over plain http is refused unless it is this machine",
    (name) => {
      const ours = ["localhost", "127.0.0.1:9000", "127.1.2.3", "[::1]:9000", "LOCALHOST"]
      for (const host of ours) {
        expect(problem({ ...WITH_CARD, [name]: `http://${host}/x` })).toBe("no problem")
      }
      for (const host of [
        "pay.example",
        "127.0.0.1.pay.example",
        "localhost.pay.example",
        "10.0.0.1",
        "0.0.0.0",
        "128.0.0.1",
        "[::2]",
        "[::ffff:8.8.8.8]",
      ]) {
        expect(problem({ ...WITH_CARD, [name]: `http://${host}/x` })).toContain(
          `option "${name}" is wrong: plain http is refused`
        )
      }
    }
  )

  it("lose their closing slashes, so that a path can be put after them", () => {
    const options = resolve({
      ...WITH_CARD,
      baseUrl: "https://pay.example/live//",
      cardUrl: "https://cards.example/",
      callbackUrl: " https://api.shop.example/ ",
    })
    expect(options.accounts[0]?.baseUrl).toBe("https://pay.example/live")
    expect(options.cardUrl).toBe("https://cards.example")
    expect(options.callbackUrl).toBe("https://api.shop.example")
  })

  it("keep the return page as it was written, placeholders included", () => {
    for (const returnUrl of [
      "https://shop.example/r/{session_id}?cart={cart_id}#top",
      "https://shop.example/return/",
    ]) {
      expect(resolve({ ...MINIMAL, returnUrl }).returnUrl).toBe(returnUrl)
    }
  })

  it("are this machine only by name or number, not by looking like it", () => {
    expect(isLoopback("https://127.0.0.1")).toBe(true)
    expect(isLoopback("no address")).toBe(false)
    expect(isLoopback("https://localhost.example")).toBe(false)
  })
})

describe("the encryption key", () => {
  const keyless = without(LOOPBACK, "encryptionKey")

  it("may be missing in development on loopback, where a fixed key that works is used", () => {
    const { encryptionKey } = resolve(keyless)
    expect(encryptionKey).toBe(DEVELOPMENT_ENCRYPTION_KEY)
    expect(createSealer(encryptionKey).key_ids).toHaveLength(1)
  })

  it("is required in production, also on loopback", () => {
    expect(problem(keyless, true)).toContain('option "encryptionKey" is missing')
  })

  it("is required when any address of the service is not on loopback", () => {
    const required = 'option "encryptionKey" is missing'
    expect(problem({ ...keyless, baseUrl: "https://pay.example" })).toContain(required)
    const two = [
      { id: "co", country: "CO" },
      { id: "pe", country: "PE", baseUrl: "https://pe.example" },
    ]
    expect(problem({ ...keyless, accounts: two })).toContain(required)
    expect(problem({ ...keyless, cardUrl: "https://cards.example" })).toContain(required)
    expect(problem({ ...keyless, callbackUrl: "https://shop.example" })).toBe("no problem")
  })

  it("may not be the public development key where one is required", () => {
    const development = { ...LOOPBACK, encryptionKey: DEVELOPMENT_ENCRYPTION_KEY }
    expect(problem(development)).toBe("no problem")
    expect(problem(development, true)).toContain("the development key is public")
    expect(
      problem({ ...MINIMAL, encryptionKey: `${KEY},${DEVELOPMENT_ENCRYPTION_KEY}` })
    ).toContain("the development key is public")
  })

  it("may be a list, which is kept whole", () => {
    const list = `${KEY}, ${Buffer.alloc(32, 8).toString("base64")}`
    expect(
      createSealer(resolve({ ...MINIMAL, encryptionKey: list }).encryptionKey).key_ids
    ).toHaveLength(2)
  })
})

describe("placing an order while its payment is on its way", () => {
  const places = (placeOrderWhilePending: PayInOptions["placeOrderWhilePending"], method: string) =>
    methodPlacesOrderWhilePending({ placeOrderWhilePending }, method)

  it("happens by default for what is paid later and for nothing else", () => {
    const options = resolve(MINIMAL)
    for (const { methods } of Object.values(options.countries)) {
      for (const { payment_method, paid_later } of methods) {
        expect(methodPlacesOrderWhilePending(options, payment_method)).toBe(paid_later)
      }
    }
  })

  it("happens always, never, or for a store's own list", () => {
    expect(places("always", "ALL_METHODS")).toBe(true)
    expect(places("never", "EFECTY")).toBe(false)
    expect(places(["PSE"], "PSE")).toBe(true)
    expect(places(["PSE"], "EFECTY")).toBe(false)
    expect(places([], "EFECTY")).toBe(false)
  })
})

describe("the line that shows how an amount is sent", () => {
  it("says it for every currency and number of decimals", () => {
    expect(wireExample("COP", 0)).toBe("COP 50 000 is sent as 50000")
    expect(wireExample("COP", 2)).toBe("COP 50 000 is sent as 5000000")
    expect(wireExample("PEN", 2)).toBe("PEN 150 is sent as 15000")
    expect(wireExample("MXN", 2)).toBe("MXN 1 500 is sent as 150000")
  })
})

describe("the option table of the README", () => {
  it("can be made from the schema: every option is described, with its source", () => {
    for (const [name, schema] of Object.entries(payInOptionsSchema.shape)) {
      expect(`${name}: ${schema.description ?? ""}`).toMatch(/^\w+: .{20,}/)
    }
    const table = z.toJSONSchema(payInOptionsSchema, { io: "input" })
    expect(Object.keys(table.properties ?? {})).toEqual(Object.keys(payInOptionsSchema.shape))
    expect(table.required).toEqual(["callbackUrl", "returnUrl", "accounts"])
  })
})

describe("money out", () => {
  it("is on, held when unknown, and always needs a second person, unless set otherwise", () => {
    const options = resolve(MINIMAL)
    expect(options.payouts).toMatchObject({ enabled: true, walletMethod: "SERVICE" })
    expect(options.approvalAbove).toEqual({})
    expect(options.unknownPayouts).toBe("hold")
    expect(options.notKnown.payOut).toEqual({ answers: 5, seconds: 1800 })
    expect(options.countries.CO.payout.account_types).toEqual(["AHORRO", "CORRIENTE"])
  })

  it("takes limits as numbers or text, exactly, and account types per country", () => {
    const options = resolve({
      ...MINIMAL,
      approvalAbove: { COP: 500_000, PEN: "0.30" },
      payouts: { accountTypes: { CO: ["AHORRO", "CORRIENTE", "WALLET"] } },
    })
    expect(options.approvalAbove).toEqual({ COP: "500000", PEN: "0.3" })
    expect(options.countries.CO.payout.account_types).toContain("WALLET")
    expect(options.countries.PE.payout.account_types).toContain("WALLET")
  })

  it.each([
    ["approvalAbove.COP", { approvalAbove: { COP: "-1" } }],
    ["approvalAbove.COP", { approvalAbove: { COP: "much" } }],
    ["approvalAbove.USD", { approvalAbove: { USD: 1 } }],
    ["payouts.walletMethod", { payouts: { walletMethod: "service" } }],
    ["payouts.accountTypes.CO", { payouts: { accountTypes: { CO: [] } } }],
    ["payouts.accountTypes.CO[0]", { payouts: { accountTypes: { CO: ["AHORROS"] } } }],
    ["payouts.limit", { payouts: { limit: 1 } }],
    ["unknownPayouts", { unknownPayouts: "retry" }],
    ["notKnown.payOut.answers", { notKnown: { payOut: { answers: 0 } } }],
  ])("refuses a wrong %s by name", (name, change) => {
    expect(problem({ ...MINIMAL, ...change })).toContain(`"${name}"`)
  })
})
