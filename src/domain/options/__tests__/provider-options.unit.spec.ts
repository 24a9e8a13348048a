import { readProviderOptions } from "../provider-options"

const RAW = {
  baseUrl: "http://127.0.0.1:1/",
  username: "u",
  password: "p",
  token: "t",
  callbackUrl: "http://localhost:9000",
  returnUrl: "http://localhost:8000/return",
  accounts: [
    { id: "co", country: "CO" },
    { id: "pe", country: "PE" },
  ],
}
const read = (raw: Record<string, unknown>) => readProviderOptions(raw, { production: false })

describe("the options of one provider", () => {
  it("are those of the plugin, for its own account", () => {
    const { account, options } = read({ ...RAW, account: "pe" })
    expect([account.id, account.country, options.accounts.length]).toEqual(["pe", "PE", 2])
  })

  it("name the option that is wrong", () => {
    expect(() => read(RAW)).toThrow(/"account".*is missing/)
    expect(() => read({ ...RAW, account: "mx" })).toThrow(/names "mx".*does not list/)
  })
})
