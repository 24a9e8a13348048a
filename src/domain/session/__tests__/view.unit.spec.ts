import { COUNTRIES } from "../../country/countries"
import { methodField } from "../../method/field"
import { majorAmount } from "../../money/amount"
import { PAYIN_STATUSES } from "../../payin/state"
import { SESSION_DATA_KEYS } from "../data"
import { needsInputView, payableUrl, sessionView, shownStatus } from "../view"

const ROW = {
  status: "approved",
  reference: "pin_1",
  ticket: "T1",
  payment_url: "https://pay.example/1",
  instructions: null,
  payment_method: "PSE",
  expires_at: new Date(Date.UTC(2026, 10, 21, 9)),
  requested_amount: majorAmount("50000"),
  currency: "COP",
  approved_amount: majorAmount("50000"),
  approved_currency: "COP",
  accepted_at: null,
  excluded_at: null,
  lapsed_at: null,
  superseded_at: null,
  customer_sealed: "v1.secret",
} as const

const KEY = { type: "key", key: "@pago01" } as const
const NOW = new Date(Date.UTC(2026, 10, 21, 8, 50))

describe("the shopper's view of a pay-in", () => {
  it("has exactly the session data of the contract, with times in ISO 8601", () => {
    const view = sessionView("payses_1", ROW, NOW)
    expect(Object.keys(view).sort()).toEqual([...SESSION_DATA_KEYS].sort())
    expect(view).toMatchObject({
      session_id: "payses_1",
      amount: "50000",
      expires_at: "2026-11-21T09:00:00.000Z",
      status: "approved",
      fields: null,
      instructions: null,
    })
    expect(sessionView("payses_1", { ...ROW, expires_at: null }, NOW).expires_at).toBeNull()
  })

  it("shows creating as pending, and every other status by its name", () => {
    const shown = PAYIN_STATUSES.map((status) => shownStatus({ ...ROW, status }))
    expect(shown).toEqual(["pending", "pending", "approved", "rejected", "expired", "failed"])
  })

  it("has no payment link once the link is superseded, and keeps the status", () => {
    const pending = { ...ROW, status: "pending" } as const
    const superseded = { ...pending, superseded_at: new Date(Date.UTC(2026, 10, 24, 9)) }
    expect([payableUrl(pending), payableUrl(superseded)]).toEqual([ROW.payment_url, null])
    expect(shownStatus(superseded)).toBe("pending")
  })

  it("shows a lapsed link as expired without a payment link, until the service reports an end", () => {
    const lapsed_at = new Date(Date.UTC(2026, 10, 24, 9))
    for (const status of ["creating", "pending"] as const) {
      expect(sessionView("payses_1", { ...ROW, status, lapsed_at }, NOW)).toMatchObject({
        status: "expired",
        payment_url: null,
      })
    }
    const shown = PAYIN_STATUSES.map((status) => shownStatus({ ...ROW, status, lapsed_at }))
    expect(shown).toEqual(["expired", "expired", "approved", "rejected", "expired", "failed"])
  })

  it("has a payment link only while it can be paid", () => {
    const urls = PAYIN_STATUSES.map((status) => payableUrl({ ...ROW, status }))
    expect(urls).toEqual([ROW.payment_url, ROW.payment_url, null, null, null, null])
  })

  it("never shows approved for money that does not fit", () => {
    expect(shownStatus({ ...ROW, approved_amount: majorAmount("1") })).toBe("pending")
    expect(shownStatus({ ...ROW, approved_currency: "PEN" })).toBe("pending")
  })

  it("lists the missing fields while there is nothing to pay yet", () => {
    const fields = [methodField(COUNTRIES.PE, "es")]
    const wanted = { amount: majorAmount("1.5"), currency: "PEN", payment_method: null, fields }
    expect(needsInputView("payses_1", wanted)).toEqual({
      session_id: "payses_1",
      reference: null,
      ticket: null,
      payment_url: null,
      payment_method: null,
      amount: "1.5",
      currency: "PEN",
      expires_at: null,
      status: "needs_input",
      fields,
      instructions: null,
    })
  })
})

describe("the field for the payment method", () => {
  it("offers the methods that are on, in the shopper's language", () => {
    expect(methodField(COUNTRIES.PE, "es")).toEqual({
      name: "payment_method",
      label: "Medio de pago",
      options: ["BANK_TRANSFER", "QR", "CASH", "PAGOEFECTIVO"],
    })
    expect(methodField(COUNTRIES.PE, "en").label).toBe("Payment method")
  })
})

describe("instructions", () => {
  const open = { ...ROW, status: "pending", approved_amount: null, instructions: KEY } as const
  const shown = (row: Parameters<typeof sessionView>[1], now = NOW) =>
    sessionView("payses_1", row, now).instructions

  it("are shown while the payment can be made, a key until its end", () => {
    expect(shown(open)).toEqual({ ...KEY, expires_at: ROW.expires_at.toISOString() })
    expect(shown(open, ROW.expires_at)).toBeNull()
    expect(sessionView("payses_1", open, ROW.expires_at).status).toBe("pending")
  })

  it("are not shown once the payment ended, lapsed or was replaced", () => {
    expect(shown({ ...open, lapsed_at: NOW })).toBeNull()
    expect(shown({ ...open, superseded_at: NOW })).toBeNull()
    for (const status of ["approved", "rejected", "expired", "failed"] as const) {
      expect(shown({ ...open, status })).toBeNull()
    }
  })
})
