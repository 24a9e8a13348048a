import { resolveOptions } from "../../../domain/options/options"
import { accountToPayAgain } from "../account"

const { accounts } = resolveOptions(
  {
    accounts: ["co", "co_two", "pe"].map((id) => ({
      ...{ id, country: id === "pe" ? "PE" : "CO", username: id, password: "p", token: "t" },
    })),
    ...{ baseUrl: "http://127.0.0.1:1", callbackUrl: "http://127.0.0.1:2" },
    returnUrl: "http://127.0.0.1:3",
  },
  { production: false }
)

describe("an order is paid again by the account", () => {
  it.each([
    ["that comes first, without earlier payments", "COP", [], "co"],
    ["of its newest payment", "COP", ["co_two", "co"], "co_two"],
    ["of an earlier one, where the newest is gone", "COP", ["gone", "co_two"], "co_two"],
    ["that takes its currency", "PEN", ["co"], "pe"],
    ["that nobody has", "USD", ["co"], undefined],
  ])("%s", (_, currency, earlier, id) => {
    const payments = earlier.map((account) => ({ account }))
    expect(accountToPayAgain({ accounts }, currency, payments)?.id).toBe(id)
  })
})
