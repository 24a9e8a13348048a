import { COUNTRIES } from "../countries"
import { methodField } from "../method-field"
import { majorAmount } from "../money"
import { PAYIN_STATUSES } from "../payin-state"
import { SESSION_DATA_KEYS } from "../session-data"
import { needsInputView, payableUrl, sessionView, shownStatus } from "../session-view"

const ROW = {
  status: "approved",
  reference: "pin_1",
  ticket: "T1",
  payment_url: "https://pay.example/1",
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

describe("what a shopper sees of a pay-in", () => {
  it("is exactly the session data of the contract, times in ISO 8601", () => {
    const view = sessionView("payses_1", ROW)
    expect(Object.keys(view).sort()).toEqual([...SESSION_DATA_KEYS].sort())
    expect(view).toMatchObject({
      session_id: "payses_1",
      amount: "50000",
      expires_at: "2026-11-21T09:00:00.000Z",
      status: "approved",
      fields: null,
    })
    expect(sessionView("payses_1", { ...ROW, expires_at: null }).expires_at).toBeNull()
  })

  it("calls a link that is being made pending and every other state by its name", () => {
    const shown = PAYIN_STATUSES.map((status) => shownStatus({ ...ROW, status }))
    expect(shown).toEqual(["pending", "pending", "approved", "rejected", "expired", "failed"])
  })

  it("offers nothing to pay by a link that was superseded, and says nothing else of it", () => {
    const pending = { ...ROW, status: "pending" } as const
    const superseded = { ...pending, superseded_at: new Date(Date.UTC(2026, 10, 24, 9)) }
    expect([payableUrl(pending), payableUrl(superseded)]).toEqual([ROW.payment_url, null])
    expect(shownStatus(superseded)).toBe("pending")
  })

  it("calls a link that lapsed expired and offers nothing to pay, whatever the service may yet say", () => {
    const lapsed_at = new Date(Date.UTC(2026, 10, 24, 9))
    for (const status of ["creating", "pending"] as const) {
      expect(sessionView("payses_1", { ...ROW, status, lapsed_at })).toMatchObject({
        status: "expired",
        payment_url: null,
      })
    }
    const shown = PAYIN_STATUSES.map((status) => shownStatus({ ...ROW, status, lapsed_at }))
    expect(shown).toEqual(["expired", "expired", "approved", "rejected", "expired", "failed"])
  })

  it("offers a link only while it can be paid", () => {
    const urls = PAYIN_STATUSES.map((status) => payableUrl({ ...ROW, status }))
    expect(urls).toEqual([ROW.payment_url, ROW.payment_url, null, null, null, null])
  })

  it("never says approved of money that does not fit", () => {
    expect(shownStatus({ ...ROW, approved_amount: majorAmount("1") })).toBe("pending")
    expect(shownStatus({ ...ROW, approved_currency: "PEN" })).toBe("pending")
  })

  it("asks for what is missing before there is anything to pay", () => {
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
    })
  })
})

describe("the question for the payment method", () => {
  it("offers the methods that are on, in the shopper's language", () => {
    expect(methodField(COUNTRIES.PE, "es")).toEqual({
      name: "payment_method",
      label: "Medio de pago",
      options: ["BANK_TRANSFER", "QR", "CASH", "PAGOEFECTIVO"],
    })
    expect(methodField(COUNTRIES.PE, "en").label).toBe("Payment method")
  })
})
