import { hasLapsed, isNeverTold } from "../lapse"
import { CARD_STATUSES } from "../state"

const SENT = new Date("2027-03-01T10:00:00.000Z")
const after = (days: number) => ({ now: new Date(SENT.getTime() + days * 86_400_000), holdDays: 7 })

describe("a hold whose outcome is unknown", () => {
  it.each([
    [false, 6.999],
    [true, 7],
    [true, 90],
  ])("has lapsed: %s, %d days after it was asked for", (lapsed, days) => {
    expect(hasLapsed({ status: "unknown", sent_at: SENT }, after(days))).toBe(lapsed)
  })

  it("is the only one that lapses: never an unknown capture, however old", () => {
    const lapsed = CARD_STATUSES.filter((status) =>
      hasLapsed({ status, sent_at: SENT }, after(10_000))
    )
    expect(lapsed).toEqual(["unknown"])
  })

  it("does not lapse where nothing says when it was asked for", () => {
    expect(hasLapsed({ status: "unknown", sent_at: null }, after(90))).toBe(false)
  })
})

it("a hold is over without a word only if it never counted as authorized", () => {
  expect(isNeverTold({ status: "released", authorized_at: null })).toBe(true)
  expect(isNeverTold({ status: "released", authorized_at: SENT })).toBe(false)
  expect(isNeverTold({ status: "unknown", authorized_at: null })).toBe(false)
})
