import type { PayInRawOptions } from "../../../domain/options/options"
import { PayInProviderService } from "../service"

const options: PayInRawOptions = {
  baseUrl: "https://payments.example/prod",
  username: "merchant",
  password: "not-a-real-password",
  token: "not-a-real-token",
  callbackUrl: "https://api.shop.example",
  returnUrl: "https://shop.example/checkout/return",
  encryptionKey: Buffer.from("thirty-two bytes for these tests").toString("base64"),
  accounts: [{ id: "co", country: "CO" }],
}

const load = (raw: Record<string, unknown>) => () => {
  PayInProviderService.validateOptions(raw)
}

describe("wrong options of the provider", () => {
  const wrong: [string, string, Record<string, unknown>][] = [
    ["baseUrl", "missing", { ...options, baseUrl: undefined }],
    ["baseUrl", "plain http", { ...options, baseUrl: "http://payments.example" }],
    ["callbackUrl", "plain http", { ...options, callbackUrl: "http://api.shop.example" }],
    ["returnUrl", "no address", { ...options, returnUrl: "checkout/return" }],
    ["username", "missing", { ...options, username: undefined }],
    ["token", "empty", { ...options, token: " " }],
    [
      "encryptionKey",
      "missing for a service on another machine",
      { ...options, encryptionKey: undefined },
    ],
    ["encryptionKey", "too short", { ...options, encryptionKey: "c2hvcnQ=" }],
    ["accounts", "no list", { ...options, accounts: "co" }],
    ["accounts[0].country", "unknown", { ...options, accounts: [{ id: "co", country: "BR" }] }],
    ["accounts[0].country", "off", { ...options, accounts: [{ id: "mx", country: "MX" }] }],
    ["refunds", "no such choice", { ...options, refunds: "sometimes" }],
    ["basUrl", "misspelled", { ...options, basUrl: "https://payments.example" }],
  ]

  it.each(wrong)("stop the boot with one line naming %s (%s)", (name, _what, raw) => {
    expect(load({ ...raw, account: "co" })).toThrow(oneLineNaming(name))
  })

  it("stop a provider that names no account, or one that is not listed", () => {
    expect(load({ ...options })).toThrow(oneLineNaming("account"))
    expect(load({ ...options, account: 7 })).toThrow(oneLineNaming("account"))
    expect(load({ ...options, account: "mx" })).toThrow(oneLineNaming("account"))
  })

  it("stop the provider's construction as well, for code that skips validateOptions", () => {
    const construct = () => {
      Reflect.construct(PayInProviderService, [{}, { ...options, account: "mx" }])
    }
    expect(construct).toThrow(oneLineNaming("account"))
  })

  it("do not include the options that Medusa adds for every module", () => {
    expect(load({ ...options, account: "co", database: { clientUrl: "unused" } })).not.toThrow()
  })

  it("never show a credential", () => {
    const messages = wrong.map(([, , raw]) => messageOf(load({ ...raw, account: "co" })))

    expect(messages.join("\n")).not.toMatch(/not-a-real/)
    expect(messages.every((message) => message.length > 0)).toBe(true)
  })
})

function oneLineNaming(option: string): RegExp {
  const name = option.replace(/[[\]]/g, "\\$&")
  return new RegExp(`^medusa-plugin-payin: option "${name}" [^\\n]{10,}$`)
}

function messageOf(act: () => unknown): string {
  try {
    act()
    return ""
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
