import { randomBytes } from "node:crypto"
import { DEVELOPMENT_ENCRYPTION_KEY, guessable } from "../guessable-secret"
import { KEY, LOOPBACK, MINIMAL, problem, WITH_CARD } from "../../__tests__/support/options"

const bytes = (make: (index: number) => number) =>
  Buffer.from(Array.from({ length: 32 }, (_, index) => make(index))).toString("base64")

describe("a secret that anybody could know", () => {
  it.each([
    ["fifteen bytes.", "secret", "has fewer than 16 bytes"],
    ["aaaaaaaaaaaaaaaaaaaa", "secret", "repeats one pattern"],
    ["abcdabcdabcdabcd", "secret", "repeats one pattern"],
    ["changeme!changeme!chan", "secret", "repeats one pattern"],
    ["12345678901234567890", "secret", "repeats one pattern"],
    ["1234567890123456", "secret", "repeats one pattern"],
    ["0123456789abcdef", "secret", "repeats one pattern"],
    ["aaaaaaaaaaaaaaab", "secret", "repeats one pattern"],
    ["changeme-changeme", "secret", "repeats one pattern"],
    ["SANDBOX-WEBHOOK-SECRET", "secret", "is the sandbox's, and public"],
    [`${"A".repeat(22)}==`, "secret", "repeats one pattern"],
    [bytes(() => 0), "key", "repeats one pattern"],
    [bytes(() => 255), "key", "repeats one pattern"],
    [bytes((index) => index), "key", "repeats one pattern"],
    [bytes((index) => [3, 141, 59, 26][index % 4] ?? 0), "key", "repeats one pattern"],
    [DEVELOPMENT_ENCRYPTION_KEY, "key", "is the development key, and public"],
    ["acme-sandbox-co", "credential", null],
    ["short", "credential", null],
    ["sixteen letters.", "secret", null],
    ["señal de la tía", "secret", null],
  ] as const)("is judged by its bytes: %s", (value, kind, why) => {
    expect(guessable(value, kind)).toBe(why)
  })

  it("is no random one, in whatever form", () => {
    for (let count = 0; count < 500; count++) {
      const made = randomBytes(32)
      expect(guessable(made.toString("base64"), "key")).toBeNull()
      expect(guessable(made.toString("hex"), "secret")).toBeNull()
      expect(guessable(made.subarray(16).toString("base64"), "secret")).toBeNull()
    }
  })
})

describe("where money may be real, the boot", () => {
  const two = [
    { id: "co", country: "CO" },
    { id: "pe", country: "PE" },
  ]
  const own = (values: object) => ({ ...MINIMAL, accounts: [two[0], { ...two[1], ...values }] })

  it.each([
    ["username", { ...MINIMAL, username: "sandbox-co" }],
    ["password", { ...MINIMAL, password: "sandbox-mx-password" }],
    ["token", { ...MINIMAL, token: " sandbox-pe-token " }],
    ["merchantId", { ...MINIMAL, merchantId: "sandbox-co" }],
    ["accounts[1].username", own({ username: "sandbox-pe" })],
    ["accounts[1].password", own({ password: "sandbox-pe-password" })],
    ["accounts[1].token", own({ token: "sandbox-pe-token" })],
    ["accounts[1].merchantId", own({ merchantId: "sandbox-pe" })],
    ["webhookSecret", { ...WITH_CARD, webhookSecret: "sandbox-co-webhook-secret" }],
    ["webhookSecret", { ...WITH_CARD, webhookSecret: "hush-webhook" }],
    ["webhookSecret", { ...MINIMAL, webhookSecret: "x".repeat(64) }],
    ["encryptionKey", { ...MINIMAL, encryptionKey: bytes(() => 0) }],
    ["encryptionKey", { ...MINIMAL, encryptionKey: `${KEY}, ${bytes(() => 7)}` }],
    ["encryptionKey", { ...MINIMAL, encryptionKey: `${KEY},${DEVELOPMENT_ENCRYPTION_KEY}` }],
  ])("refuses a weak %s, names it, and never repeats it (%#)", (option, options) => {
    const said = problem(options, true)
    expect(said).toMatch(/it (is|has|repeats) .+; (set|make) .+/)
    expect(said).toContain(`option "${option}" is wrong`)
    expect(said).not.toMatch(/sandbox-|hush|xxxx|AAAA|Bwc/)
  })

  it("refuses the same at an address that is not this machine, whatever NODE_ENV says", () => {
    expect(problem({ ...MINIMAL, token: "sandbox-co-token" })).toContain('option "token" is wrong')
  })

  it("takes them on this machine alone, outside production", () => {
    const sandbox = {
      ...LOOPBACK,
      username: "sandbox-co",
      webhookSecret: "short",
      encryptionKey: bytes(() => 0),
    }
    expect(problem(sandbox)).toBe("no problem")
    expect(problem(sandbox, true)).toContain('option "username" is wrong')
  })
})
