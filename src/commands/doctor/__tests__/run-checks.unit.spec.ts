import { createSandbox, type Sandbox } from "../../../sandbox"
import { askedSchema, readCheckContext } from "../check-context"
import { DESTINATION, look as lookAt, type Wanted } from "./support/look"

describe("payin-doctor", () => {
  let sandbox: Sandbox
  beforeAll(async () => {
    sandbox = createSandbox({})
    await sandbox.start()
  })
  afterAll(() => sandbox.stop())
  beforeEach(() => sandbox.reset())

  const look = (wanted: Wanted = {}) => lookAt(sandbox, wanted)

  it("finds nothing wrong at a documented service, recommends no option and moves no money", async () => {
    const { findings, of, options } = await look()
    expect(findings.of("wrong")).toEqual([])
    expect(options).toEqual({})
    expect(of("credentials")?.result).toBe("as_documented")
    expect(of("a payment link")?.says).toContain("the enveloped form")
    expect(of("a reference used twice")?.says).toContain("REFERENCE_INVALID")
    expect(of("a payout")).toMatchObject({
      result: "open",
      says: expect.stringContaining("--allow-payout"),
    })
    expect(sandbox.payouts()).toEqual([])
    expect(sandbox.transactions()).toHaveLength(1)
  })

  it("prints options that the plugin accepts unchanged, and no secret", async () => {
    sandbox.configure({ amounts: { lookup: "major", wallet: "wire" } })
    const { report, booted } = await look({ country: "PE" })
    expect(report).toContain('accounts: [{ id: "pe", country: "PE" as const }]')
    expect(report).toContain('amounts: {"lookup":"major"}')
    expect(report).not.toContain("sandbox-pe-password")
    expect(booted).toMatchObject({ amounts: { lookup: "major" }, accounts: [{ id: "pe" }] })
  })

  it("enables a country that is off by default", async () => {
    const { booted, findings } = await look({ country: "MX" })
    expect(findings.of("wrong")).toEqual([])
    expect(booted.countries.MX.enabled).toBe(true)
  })

  it.each(["HTTP_404", "NOT_FOUND", "TRANSACTION_NOT_FOUND", "REFERENCE_INVALID"] as const)(
    "recognizes %s as the answer for an unknown reference",
    async (unknownLookup) => {
      sandbox.configure({ unknownLookup })
      const { of, options } = await look()
      expect(of("a reference it does not know")?.result).toBe("as_documented")
      expect(options).toEqual({})
    }
  )

  it("adds an undocumented error for an unknown reference to option notFoundErrors", async () => {
    const fault = { operation: "lookup", kind: "unclear_before", error: "NO_EXISTE" } as const
    sandbox.injectFault({ ...fault, times: 1 })
    const { of, options } = await look()
    expect(of("a reference it does not know")?.result).toBe("differs")
    expect(options.notFoundErrors).toEqual([
      "NOT_FOUND",
      "TRANSACTION_NOT_FOUND",
      "REFERENCE_INVALID",
      "NO_EXISTE",
    ])
  })

  it("reports the check as wrong when the lookup of an unknown reference fails", async () => {
    sandbox.injectFault({ operation: "lookup", kind: "error_before", times: 1 })
    const { of } = await look()
    expect(of("a reference it does not know")?.result).toBe("wrong")
  })

  it.each([
    { form: "flat", tickets: "uuid" },
    { form: "flat", tickets: "short" },
    { form: "envelope", tickets: "uuid" },
  ] as const)("reads answers in %o", async (change) => {
    sandbox.configure(change)
    const { findings, of } = await look()
    expect(findings.of("wrong")).toEqual([])
    expect(of("a payment link")?.says).toContain(change.form === "flat" ? "flat" : "enveloped")
  })

  it.each([200, 400, 422] as const)(
    "recognizes a documented refusal under HTTP %d",
    async (refusalStatus) => {
      sandbox.configure({ refusalStatus })
      expect((await look()).of("a refusal")?.result).toBe("as_documented")
    }
  )

  it("finds the unit of amounts when the currency has decimals", async () => {
    const wire = await look({ country: "PE" })
    expect(wire.of("unit of amounts")).toMatchObject({ result: "as_documented" })
    sandbox.configure({ amounts: { lookup: "major", wallet: "major" } })
    const major = await look({ country: "PE" })
    expect(major.of("unit of amounts")?.result).toBe("differs")
    expect(major.options.amounts).toEqual({ lookup: "major" })
  })

  it("leaves the unit of Colombian pesos open and names the payment page that shows it", async () => {
    for (const lookup of ["wire", "major"] as const) {
      sandbox.configure({ amounts: { lookup } })
      const { of, report } = await look()
      expect(of("unit of amounts")?.result).toBe("open")
      const [made] = sandbox.transactions()
      expect(of("amount on the payment page")).toMatchObject({
        result: "open",
        says: expect.stringContaining(`look at ${made?.payment_url} `),
      })
      expect(report).toContain("it must ask for 5,000 COP. If it asks for 50 COP, the")
    }
    // What a person sees there when the service takes pesos for cents.
    sandbox.configure({ decimals: { COP: 2 }, limits: { COP: { PSE: { min: null } } } })
    await look()
    const page = await fetch(sandbox.transactions()[0]?.payment_url ?? "")
    expect(await page.text()).toMatch(/50,00\b/)
  })

  it("warns when the service reads amounts in another unit than the plugin sends", async () => {
    // The service takes what was sent for cents, and shows whole pesos.
    sandbox.configure({ decimals: { COP: 2 }, amounts: { lookup: "major" } })
    const { of } = await look({ amount: "500000" })
    expect(of("unit of amounts")).toMatchObject({
      result: "wrong",
      says: expect.stringContaining("option decimals may be wrong"),
    })
  })

  it("sees how soon a new link is found", async () => {
    sandbox.injectFault({ operation: "create", kind: "late_visibility", times: 2, ms: 900 })
    const { of } = await look()
    const ms = Number(/after (\d+) ms/.exec(of("looking up by reference")?.says ?? "")?.[1])
    expect(ms).toBeGreaterThanOrEqual(900)
  })

  it("reports the check as wrong when no lookup finds a new link", async () => {
    sandbox.injectFault({ operation: "create", kind: "late_visibility", times: 2, ms: 60_000 })
    expect((await look({ wait: 1 })).of("looking up")?.result).toBe("wrong")
  })

  it("removes from payOutTypes a word that occurs in the label of a deposit", async () => {
    sandbox.configure({ depositLabel: "RETIRO EN CAJA" })
    const { of, options } = await look()
    expect(of("label of a deposit")?.result).toBe("differs")
    expect(options.payOutTypes).not.toContain("RETIRO")
  })

  it("ignores accents in labels, as the plugin does", async () => {
    sandbox.configure({ depositLabel: "Dispersión propia" })
    expect((await look()).options.payOutTypes).not.toContain("DISPERSION")
  })

  it("stops at wrong credentials, and names no secret", async () => {
    const { findings, report } = await look({ password: "a-wrong-password" })
    expect(findings.list.map(({ check, result }) => [check, result])).toEqual([
      ["credentials", "wrong"],
      ["signature of card webhooks", "open"],
      ["secrets", "differs"],
    ])
    expect(report).not.toContain("a-wrong-password")
  })

  it("reports the address as wrong when no server answers there", async () => {
    const { findings } = await look({ "base-url": "http://127.0.0.1:9" })
    expect(findings.list[0]).toMatchObject({ check: "address", result: "wrong" })
  })

  describe("while it waits for a payment", () => {
    // Below the ports that the system hands out by itself.
    const port = 20_000 + (process.pid % 10_000)
    const listening = { "public-url": `http://127.0.0.1:${port}`, port }
    const newest = () => sandbox.transactions()[0]?.reference ?? ""

    it("receives the notification and recommends that its signature be required", async () => {
      const asked: string[] = []
      const ask = (todo: string) => {
        asked.push(todo)
        sandbox.settle(newest(), { status: "APPROVED" })
      }
      const { of, options } = await look({ ...listening, ask })
      expect(asked).toEqual([expect.stringContaining("must ask for 5,000 COP")])
      expect(asked[0]).toContain("a payment that you approve is real money")
      expect(of("notifications")?.says).toBe('one came, status "APPROVED"')
      expect(options).toEqual({ ipnSignature: "require" })
    })

    it.each([
      ["no_signature", "there is no x-trx-signature", {}],
      ["signature", "does not fit", { ipnSignature: "off" }],
    ] as const)("reports a notification that is forged by %s", async (forge, says, expected) => {
      const ask = () => void sandbox.notify(newest(), { forge })
      const { of, options } = await look({ ...listening, ask })
      expect(of("signature of notifications")?.says).toContain(says)
      expect(options).toEqual(expected)
    })

    it("leaves the check open when no notification comes", async () => {
      const { of } = await look({ ...listening, wait: 1 })
      expect(of("notifications")).toMatchObject({ result: "open" })
    })
  })

  describe("with an allowed payout", () => {
    const payout = { amount: "1000", destination: DESTINATION }

    it("sends the payout once and reports its outcome", async () => {
      sandbox.configure({ payouts: { outcome: "approve", resultAfterMs: 0 } })
      sandbox.setWallet("sandbox-co", 50_000)
      const { of } = await look({ payout })
      expect(sandbox.payouts()).toHaveLength(1)
      expect(of("a payout")?.result).toBe("as_documented")
      expect(of("what became of the payout")?.says).toContain("APPROVED")
      expect(of("label of a payout")?.result).toBe("as_documented")
    })

    it.each(["timeout_after", "error_after", "reset_after", "malformed"] as const)(
      "does not send the payout again after %s",
      async (kind) => {
        sandbox.setWallet("sandbox-co", 50_000)
        sandbox.injectFault({
          operation: "payout",
          kind,
          times: "always",
          ...(kind === "timeout_after" && { ms: 200 }),
        })
        const { of } = await look({ payout, wait: 1 })
        expect(sandbox.payouts()).toHaveLength(1)
        expect(of("a payout")).toMatchObject({
          result: "wrong",
          says: expect.stringContaining("is not sent again"),
        })
      }
    )

    it.each([
      [true, "as_documented", "/..."],
      [false, "wrong", "payouts.form off"],
    ] as const)("finds out whether the account has forms: %s", async (address, result, says) => {
      sandbox.configure({ payouts: { form: { address } } })
      sandbox.setWallet("sandbox-pe", 100_000)
      const { legal_doc, phone_number, email, full_name } = DESTINATION
      const person = { legal_doc, phone_number, email, full_name }
      const destination = { ...person, legal_doc_type: "DNI", phone_code: "51" }
      const byForm = { amount: "10", payment_method: "FORM", destination }
      const { of } = await look({ country: "PE", payout: byForm, wait: 0 })
      expect(of("the form of a payout")).toMatchObject({
        result,
        says: expect.stringContaining(says),
      })
      const [{ form }] = sandbox.payouts()
      expect(of("the form of a payout")?.says).not.toContain(form?.path)
    })

    it("adds the label of a payout to option payOutTypes", async () => {
      sandbox.configure({ payouts: { label: "Giro saliente" } })
      sandbox.setWallet("sandbox-co", 50_000)
      expect((await look({ payout, wait: 1 })).options.payOutTypes).toContain("GIRO SALIENTE")
    })

    it.each([
      ["RETIRO EN CAJA", "Giro saliente", "GIRO SALIENTE"],
      ["RETIRO EN CAJA", "RETIRO BANCARIO", "RETIRO BANCARIO"],
      ["RETIRO", "RETIRO BANCARIO", "RETIRO BANCARIO"],
    ])("keeps the labels %s and %s apart", async (depositLabel, label, added) => {
      sandbox.configure({ depositLabel, payouts: { label } })
      sandbox.setWallet("sandbox-co", 50_000)
      const { options, findings } = await look({ payout, wait: 0 })
      expect(findings.of("wrong")).toEqual([])
      expect(options.payOutTypes).not.toContain("RETIRO")
      expect(options.payOutTypes).toEqual(expect.arrayContaining(["PAYOUT", "DESEMBOLSO", added]))
    })

    it("reports a problem when no word keeps the labels of deposit and payout apart", async () => {
      sandbox.configure({ depositLabel: "RETIRO EN CAJA", payouts: { label: "Retiro" } })
      sandbox.setWallet("sandbox-co", 50_000)
      const { of, options } = await look({ payout, wait: 0 })
      expect(of("label of a payout")).toMatchObject({
        result: "wrong",
        says: expect.stringContaining("cannot be told from"),
      })
      expect(options.payOutTypes).not.toContain("RETIRO")
    })

    it("does not report an unclear failure as a refusal, since the payout may still go out", async () => {
      sandbox.setWallet("sandbox-co", 50_000)
      sandbox.injectFault({ operation: "payout", kind: "unclear_after" })
      const { of } = await look({ payout, wait: 0 })
      expect(sandbox.payouts()).toHaveLength(1)
      expect(of("a payout")).toMatchObject({
        result: "differs",
        says: expect.stringContaining("It may be on its way and is not sent again"),
      })
      expect(of("what became of the payout")?.says).toContain("PENDING")
    })

    it("does not start with a wrong account number or amount", () => {
      const asked = askedSchema.parse({
        ...{ "base-url": sandbox.url, username: "u", password: "p", token: "t" },
      })
      const without = { ...payout, destination: { ...DESTINATION, account_number: "" } }
      expect(() => readCheckContext(asked, without)).toThrow("destination.account_number")
      expect(() => readCheckContext(asked, { ...payout, amount: "0.5" })).toThrow("amount")
    })
  })

  it("requires https for every address but those of this machine", () => {
    const with_ = (address: string) =>
      askedSchema.safeParse({ "base-url": address, username: "u", password: "p", token: "t" })
    expect(with_("http://api.service.example").success).toBe(false)
    expect(with_("https://api.service.example").success).toBe(true)
    expect(with_("http://localhost:1").success).toBe(true)
  })
})
