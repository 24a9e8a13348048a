import { capturedAmount, isAboveHold } from "../captured-amount"
import { majorAmount } from "../../money/amount"

const amount = (text: string | null) => (text === null ? null : majorAmount(text))
const hold = (asked: string | null = null) => ({
  ...{ amount: majorAmount("60000"), currency: "COP", capture_amount: amount(asked) },
})
const told = (said: string | null, currency: string | null = "COP") => ({
  amount: amount(said),
  currency,
})
const books = (said: string) => ({ outcome: "books", amount: said })
const needed = (said: string | null, currency = "COP") => ({
  ...{ outcome: "amount_needed", said, currency },
})
const unit = (said: string) => ({ outcome: "unit_suspected", said, currency: "COP" })

describe("what a person books who says that a hold was captured", () => {
  it.each<[string, Parameters<typeof capturedAmount>, object]>([
    ["the whole hold when nothing else is known", [hold(), null, null], books("60000")],
    ["the whole hold when no amount was told", [hold(), told(null), null], books("60000")],
    ["the told whole", [hold(), told("60000"), null], books("60000")],
    ["the told part", [hold(), told("25000.5"), null], books("25000.5")],
    ["the told part of no named currency", [hold(), told("25000", null), null], books("25000")],
    ["nothing of a hundred times the hold", [hold(), told("6000000"), null], unit("6000000")],
    ["nothing of a tenth of the hold", [hold(), told("6000"), null], unit("6000")],
    ["nothing of a cent more than the hold", [hold(), told("60000.01"), null], needed("60000.01")],
    ["nothing of zero", [hold(), told("0"), null], needed("0")],
    ["nothing of less than zero", [hold(), told("-60000"), null], needed("-60000")],
    ["nothing in another currency", [hold(), told("60000", "USD"), null], needed("60000", "USD")],
    [
      "nothing of an unknown amount in another currency",
      [hold(), told(null, "USD"), null],
      needed(null, "USD"),
    ],

    ["the asked capture when nothing was told", [hold("25000"), null, null], books("25000")],
    [
      "the asked capture though cents were told",
      [hold("25000"), told("2500000"), null],
      books("25000"),
    ],
    [
      "the asked capture though another part was told",
      [hold("25000"), told("30000"), null],
      books("25000"),
    ],
    [
      "the asked capture though another currency was told",
      [hold("25000"), told("25000", "USD"), null],
      books("25000"),
    ],
    [
      "nothing of an asked capture above the hold",
      [hold("60001"), null, null],
      { outcome: "above_hold", said: "60001" },
    ],

    [
      "the named amount of a told hundredfold",
      [hold(), told("6000000"), majorAmount("60000")],
      books("60000"),
    ],
    [
      "the named amount before the asked and the told one",
      [hold("25000"), told("30000"), majorAmount("10")],
      books("10"),
    ],
    ["the named tenth of the hold", [hold(), told("60001"), majorAmount("6000")], books("6000")],
    [
      "nothing of a named amount above the hold",
      [hold(), told("6000000"), majorAmount("6000000")],
      { outcome: "above_hold", said: "6000000" },
    ],
  ])("is %s", (_what, args, expected) => {
    expect(capturedAmount(...args)).toEqual(expected)
  })

  it("is never above the hold, whatever is asked, told or named", () => {
    const any = [null, "-1", "0", "0.01", "6000", "59999.99", "60000", "60000.01", "600000", "1e9"]
    const all = any.flatMap((asked) =>
      any.flatMap((said) =>
        any.map((named) => capturedAmount(hold(asked), told(said), amount(named)))
      )
    )
    const booked = all.flatMap((one) => (one.outcome === "books" ? one.amount : []))
    expect(booked.length).toBeGreaterThan(100)
    expect(booked.filter((one) => isAboveHold(hold(), one))).toEqual([])
  })
})
