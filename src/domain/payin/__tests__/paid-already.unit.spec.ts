import { computedAmount } from "../../money/amount"
import { paidAlready, type AboutToAsk, type UnbookedMoney } from "../paid-already"

const TOTAL = computedAmount(60_000)
const LESS = computedAmount(50_000)
const OTHER = computedAmount(108_000)
const THEN = new Date()

const PAID: UnbookedMoney = {
  account: "co",
  currency: "COP",
  order_amount: TOTAL,
  requested_amount: TOTAL,
  approved_amount: TOTAL,
  approved_currency: "COP",
  accepted_at: null,
  excluded_at: null,
}
const LINK: AboutToAsk = { exact: TOTAL, currency: "COP", account: "co" }
const CARD: AboutToAsk = { ...LINK, account: null }

describe("whether a shopper has paid already", () => {
  it.each<[string, Partial<UnbookedMoney>, Partial<AboutToAsk>, string | null, string | null]>([
    ["what the cart costs", {}, {}, "adopts", "arrived"],
    ["the same by a link of another account", { account: "co-2" }, {}, "arrived", "arrived"],
    ["what the cart cost before", {}, { exact: OTHER }, null, null],
    ["the same number of another currency", { currency: "PEN" }, { account: "x" }, null, null],
    [
      "the same number of another currency, by the same account",
      { currency: "PEN" },
      {},
      null,
      null,
    ],
    ["less, and a person is asked", { approved_amount: LESS }, {}, "other_amount", "other_amount"],
    [
      "less, a person is asked, and the cart costs something else since",
      { approved_amount: LESS },
      { exact: OTHER },
      "other_amount",
      "other_amount",
    ],
    [
      "less, which a person accepted and is being booked",
      { approved_amount: LESS, accepted_at: THEN },
      {},
      "arrived",
      "arrived",
    ],
    [
      "less, which a person accepted, and a session of it is opened",
      { approved_amount: LESS, accepted_at: THEN },
      { exact: LESS },
      "adopts",
      "arrived",
    ],
    [
      "in a currency that was not asked",
      { approved_currency: "PEN" },
      {},
      "other_amount",
      "other_amount",
    ],
    ["what a person excluded", { excluded_at: THEN }, {}, null, null],
    ["less, which a person excluded", { excluded_at: THEN, approved_amount: LESS }, {}, null, null],
  ])("by %s", (_, money, asked, byLink, byCard) => {
    const paid = { ...PAID, ...money }
    // The row says in which currency it was asked, and the service in which one it came.
    const came = { ...paid, approved_currency: money.approved_currency ?? paid.currency }
    expect(paidAlready([came], { ...LINK, ...asked })).toBe(byLink)
    expect(paidAlready([came], { ...CARD, ...asked, account: null })).toBe(byCard)
  })

  it("does not, without any money", () => {
    expect(paidAlready([], LINK)).toBeNull()
  })

  it("is adopted although a person is asked about other money of the cart", () => {
    expect(paidAlready([{ ...PAID, approved_amount: LESS }, PAID], LINK)).toBe("adopts")
  })
})
