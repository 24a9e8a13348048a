import { isLoopback } from "../address"
import { findMethod } from "../../country/countries"
import { DEVELOPMENT_ENCRYPTION_KEY } from "../../privacy/guessable-secret"
import { createSealer } from "../../privacy/seal"
import {
  KEY,
  MINIMAL,
  WITH_CARD,
  LOOPBACK,
  resolve,
  without,
  problem,
} from "../../__tests__/support/options"

describe("accounts", () => {
  it("inherit the common credentials and may override each of them", () => {
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
      tokens: ["pe-token"],
      baseUrl: "https://pe.pay.example",
      returnUrl: null,
      direct: [],
    })
  })

  it("name what the service answers them directly, each method once", () => {
    const direct = ["PSE", "BREB", "PSE"]
    const { accounts } = resolve({ ...MINIMAL, accounts: [{ id: "co", country: "CO", direct }] })
    expect(accounts[0].direct).toEqual(["PSE", "BREB"])
  })

  it.each<[object, string]>([
    [
      { direct: ["EFECTY"] },
      'option "accounts[0].direct[0]" is wrong: must be one of PSE, BREB, TRANSFIYA',
    ],
    [
      { direct: "PSE" },
      'option "accounts[0].direct" is wrong: must be a list of PSE, BREB, TRANSFIYA',
    ],
    [{ country: "PE", direct: ["PSE"] }, "PSE is not a payment method of PE that is on"],
  ])("are refused with %j, by name", (given, says) => {
    const account = { id: "co", country: "CO", ...given }
    expect(problem({ ...MINIMAL, accounts: [account] })).toContain(says)
  })

  it("are refused when a direct method is switched off", () => {
    const accounts = [{ id: "co", country: "CO", direct: ["BREB"] }]
    const countries = { CO: { methods: { BREB: { enabled: false } } } }
    expect(problem({ ...MINIMAL, accounts, countries })).toContain(
      'option "accounts[0].direct" is wrong: BREB is not a payment method of CO that is on'
    )
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

  it("must have different ids", () => {
    const twice = [
      { id: "co", country: "CO" },
      { id: "co", country: "PE" },
    ]
    expect(problem({ ...MINIMAL, accounts: twice })).toContain(
      'option "accounts[1].id" is wrong: "co" is used twice'
    )
  })

  it("in Mexico cannot offer CASH, which needs the shopper's address", () => {
    const mx = { ...MINIMAL, accounts: [{ id: "mx", country: "MX" }] }
    const countries = { MX: { enabled: true, methods: { CASH: {} } } }
    expect(problem({ ...mx, countries })).toMatch(/countries\.MX\.methods\.CASH.*CASH_BANK/)
    const peru = { PE: { methods: { CASH: { enabled: true } } } }
    const pe = { ...MINIMAL, accounts: [{ id: "pe", country: "PE" }] }
    expect(findMethod(resolve({ ...pe, countries: peru }).countries.PE, "CASH")).toBeDefined()
    const { MX } = resolve({ ...mx, countries: { MX: { enabled: true } } }).countries
    expect(findMethod(MX, "CASH")).toBeUndefined()
  })

  it("have a form for payouts in Peru alone", () => {
    const form = { payouts: { form: true } }
    const co = { ...MINIMAL, accounts: [{ id: "co", country: "CO" }] }
    expect(problem({ ...co, ...form })).toContain(
      'option "payouts.form" is wrong: no account is of PE'
    )
    const both = { ...co, accounts: [...co.accounts, { id: "pe", country: "PE" }], ...form }
    expect(resolve(both).countries.PE.payout.form).toBeDefined()
    expect(resolve(both).countries.CO.payout.form).toBeUndefined()
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
      webhookSecrets: ["hush-webhook-secret"],
    })
  })
})

describe("a secret that is being changed", () => {
  const NEW = "hush-webhook-secret-of-tomorrow"

  it("is a list: the first token is sent, and each of both lists verifies", () => {
    const options = resolve({
      ...WITH_CARD,
      token: "new-token, hush-token",
      webhookSecret: `${NEW},hush-webhook-secret`,
    })
    expect(options.accounts[0]).toMatchObject({
      token: "new-token",
      tokens: ["new-token", "hush-token"],
    })
    expect(options.webhookSecrets).toEqual([NEW, "hush-webhook-secret"])
  })

  it.each(["hush,,hush-other", ",hush", "hush,", "hush, hush"])("is refused as %j", (list) => {
    for (const name of ["token", "webhookSecret"]) {
      const told = problem({ ...WITH_CARD, [name]: list })
      expect(told).toMatch(`option "${name}" is wrong: must`)
      expect(told).not.toContain("hush")
    }
    const accounts = [{ id: "co", country: "CO", token: list }]
    expect(problem({ ...MINIMAL, accounts })).toContain('option "accounts[0].token" is wrong')
  })

  it("is refused in production for one value that anybody could know, wherever it stands", () => {
    const live = { ...WITH_CARD, encryptionKey: KEY }
    for (const [name, weak] of [
      ["token", "sandbox-co-token"],
      ["webhookSecret", "short"],
      ["webhookSecret", "x".repeat(32)],
      ["webhookSecret", "sandbox-webhook-secret"],
    ] as const) {
      for (const list of [`${NEW},${weak}`, `${weak}, ${NEW}`]) {
        expect(problem({ ...live, [name]: list }, true)).toContain(`option "${name}" is wrong: it`)
      }
    }
    expect(problem({ ...live, webhookSecret: `${NEW},hush-webhook-secret` }, true)).toBe(
      "no problem"
    )
  })
})

describe("addresses", () => {
  it.each(["baseUrl", "cardUrl", "callbackUrl", "returnUrl"])(
    "%s over plain http is refused unless the host is loopback",
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

  it("are those of the account where it has a return page of its own", () => {
    const returnUrl = "https://{country}.shop.example/return"
    const accounts = [
      { id: "co", country: "CO" },
      { id: "pe", country: "PE", returnUrl },
    ]
    const [co, pe] = resolve({ ...MINIMAL, accounts }).accounts
    expect([co.returnUrl, pe.returnUrl]).toEqual([null, returnUrl])
  })

  it.each([
    ["https://shop.example/{locale}/return", "{locale}"],
    ["https://shop.example/{}/return", "{}"],
    ["https://shop.example/return?cart={cartId}", "{cartId}"],
    ["https://shop.example/{COUNTRY}/return", "{COUNTRY}"],
  ])("of a return page name no unknown placeholder: %s", (returnUrl, unknown) => {
    const words = `there is no placeholder ${unknown}; there are {country}, {session_id}, {cart_id}`
    expect(problem({ ...MINIMAL, returnUrl })).toContain(words)
    const accounts = [{ id: "co", country: "CO", returnUrl }]
    const said = problem({ ...MINIMAL, accounts })
    expect([said.includes("accounts[0].returnUrl"), said.includes(words)]).toEqual([true, true])
  })

  it("are loopback only by an exact name or number, not by a similar name", () => {
    expect(isLoopback("https://127.0.0.1")).toBe(true)
    expect(isLoopback("no address")).toBe(false)
    expect(isLoopback("https://localhost.example")).toBe(false)
  })
})

describe("the encryption key", () => {
  const keyless = without(LOOPBACK, "encryptionKey")

  it("may be missing in development on loopback, where a working fixed key is used", () => {
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

  it("may be the public development key on loopback", () => {
    const development = { ...LOOPBACK, encryptionKey: DEVELOPMENT_ENCRYPTION_KEY }
    expect(problem(development)).toBe("no problem")
  })

  it("may be a list, of which every key is kept", () => {
    const list = `${KEY}, ${Buffer.from("another thirty-two of such bytes").toString("base64")}`
    expect(
      createSealer(resolve({ ...MINIMAL, encryptionKey: list }).encryptionKey).key_ids
    ).toHaveLength(2)
  })
})

describe("cards and subscriptions", () => {
  const card = (change: object) => ({ ...WITH_CARD, card: { id: "co", ...change } })
  const renewing = (renewal: object) => ({ ...MINIMAL, renewal })

  it("have defaults for everything but the account", () => {
    expect(resolve(WITH_CARD)).toMatchObject({
      card: {
        captureOnAuthorize: false,
        limits: { min: null, max: null },
        planName: "Compra",
        tax: "zero",
        signature: { input: "body", encoding: "hex", prefix: "sha256=" },
        webhookFreshMinutes: 120,
        declines: 5,
        releaseHoldsAfterDays: 5,
      },
      renewal: { call: "authorize", missed: "skip", prices: "kept", retryDays: [1, 3, 5] },
      timeZone: "America/Bogota",
    })
  })

  it("limit the request timeout further, because Medusa waits for two calls to the service", () => {
    const timeouts = { requestMs: 12_000 }
    const retries = { attempts: 1 }
    expect(problem({ ...MINIMAL, timeouts, retries })).toBe("no problem")
    expect(problem({ ...MINIMAL, card: null, timeouts, retries })).toBe("no problem")
    expect(problem({ ...WITH_CARD, timeouts, retries })).toContain(
      'option "timeouts.requestMs" is wrong: 12000 ms in 2 tries'
    )
  })

  it("cut the plan name to the length that the service accepts", () => {
    const { card: cut } = resolve(card({ planName: "Compra en la Tienda Cordillera" }))
    expect(cut?.planName).toBe("Compra en la Tienda")
    expect(problem(card({ planName: "\u0001" }))).toContain('option "card.planName" is wrong')
  })

  it.each([
    [card({ limits: { max: -1 } }), "card.limits.max"],
    [card({ limits: { min: 5000, max: 1000 } }), "card.limits.min"],
    [card({ tax: "some" }), "card.tax"],
    [card({ webhookFreshMinutes: 41 }), "card.webhookFreshMinutes"],
    [card({ signature: { encoding: "base58" } }), "card.signature.encoding"],
    [card({ releaseHoldsAfterDays: 0 }), "card.releaseHoldsAfterDays"],
    [card({ declines: 0 }), "card.declines"],
    [renewing({ call: "guess" }), "renewal.call"],
    [renewing({ retryDays: [3, 1] }), "renewal.retryDays"],
    [{ ...MINIMAL, timeZone: "Bogota" }, "timeZone"],
  ])("name the wrong option (%#)", (options, name) => {
    expect(problem(options)).toContain(`option "${name}" is wrong`)
  })
})
