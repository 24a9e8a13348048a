import { formatFor } from "../../src/admin/format/format"
import { compare } from "../../src/admin/lookup/compare"
import { keptOf } from "../../src/admin/lookup/kept"
import type {
  AdminLookedUpPayout,
  AdminRemoteTransaction,
} from "../../src/api/admin/payin/lookup-types"
import type { AdminPayoutAttempt } from "../../src/api/admin/payin/payout-types"
import type { AdminTransaction } from "../../src/api/admin/payin/transaction-types"

const attempt: AdminPayoutAttempt = {
  ...{ number: 1, reference: "out_1", status: "approved", ticket: "T-1", sends: 1 },
  ...{ last_sent_at: null, last_error: null, service_status: null, response_message: null },
  ...{ paid_amount: "40000", paid_currency: "COP", looked_up_at: null },
  created_at: "2026-01-31T10:00:00.000Z",
}

const payout: AdminLookedUpPayout = {
  ...{ id: "payout_1", account: "co", status: "approved", status_cause: "service" },
  ...{ status_changed_at: "2026-01-31T10:00:00.000Z", reason: null, reason_text: null },
  ...{ reason_facts: null, source: "operator", amount: "40000", currency_code: "COP" },
  ...{ country: "CO", payment_method: "BANK_TRANSFER", beneficiary_id: null, rule_id: null },
  ...{ import_id: null, rest_of: null, order_id: null, fulfillment_id: null },
  ...{ refund_id: null, payment_id: null },
  ...{ anomaly_id: null, transaction_id: null, destination: null, reference: "out_1" },
  ...{ ticket: "T-1", response_message: null, estimated_time: null, note: null, note_text: null },
  ...{
    proof: null,
    paid_amount: null,
    key_holder: null,
    other_person: false,
    destination_from: null,
    version: 1,
    created_by: null,
    approved_by: null,
  },
  ...{ made_by: { user_id: null, api_key_id: null }, makers: [] },
  ...{ approved_at: null, created_at: "2026-01-31T10:00:00.000Z", attempt },
}

const payIn: AdminTransaction = {
  ...{ id: "payin_1", account: "co", reference: "pin_1", ticket: "T-9", session_id: null },
  ...{ cart_id: null, order_id: null, customer_id: null, payment_method: "PSE" },
  ...{ amount: "60000", currency: "COP", status: "expired", status_cause: "service" },
  ...{ status_changed_at: "2026-01-31T10:00:00.000Z", response_message: null },
  ...{
    approved_amount: null,
    approved_currency: null,
    instructions: null,
    payment_url: null,
    expires_at: null,
  },
  ...{ released_at: null, superseded_at: null, lapsed_at: null, settled_at: null },
  ...{ apply_error: null, apply_error_text: null, card: null },
  created_at: "2026-01-31T10:00:00.000Z",
}

/** Texts by their keys. */
const say = (key: string) => key

describe("the store's side of a payout lookup", () => {
  it("uses the status texts of payouts and holds every field to compare", () => {
    expect(keptOf(payout, "APPROVED", say)).toEqual({
      ...{ reference: "out_1", ticket: "T-1", amount: "40000", currency: "COP", card: null },
      ...{ status: "payouts.attempt.approved", agrees: true, response_message: null },
      ...{ payment_method: "BANK_TRANSFER", created_at: attempt.created_at },
    })
  })

  it.each([
    ["CREATED", "pending", true],
    ["PENDING", "pending", true],
    ["PENDING", "unknown", false],
    ["APPROVED", "unknown", false],
    ["APPROVED", "rejected", false],
    ["REJECTED", "rejected", true],
    ["DECLINED", "rejected", true],
    ["EXPIRED", "rejected", true],
    ["UNKNOWN", "pending", false],
  ] as const)("agrees with the service's %s when the attempt is %s: %s", (said, status, agrees) => {
    const local = { ...payout, attempt: { ...attempt, status } }
    expect(keptOf(local, said, say).agrees).toBe(agrees)
  })

  it("shows the attempt that was looked up, even when the payout has moved on", () => {
    const local: AdminLookedUpPayout = {
      ...{ ...payout, status: "pending", reference: "out_2", ticket: "T-2" },
      attempt: { ...attempt, status: "rejected" },
    }
    expect(keptOf(local, "REJECTED", say)).toMatchObject({
      ...{ reference: "out_1", ticket: "T-1", agrees: true },
    })
  })

  it("shows the ordered amount, even when the attempt has another paid amount", () => {
    const local = { ...payout, attempt: { ...attempt, paid_amount: "45000" } }
    expect(keptOf(local, "APPROVED", say).amount).toBe("40000")
  })
})

describe("the store's side of a pay-in lookup", () => {
  it("uses the status texts of pay-ins and keeps expired apart from rejected", () => {
    expect(keptOf(payIn, "EXPIRED", say)).toMatchObject({ status: "status.expired", agrees: true })
    expect(keptOf(payIn, "REJECTED", say).agrees).toBe(false)
  })

  it("shows the received amount once there is one", () => {
    expect(keptOf(payIn, "EXPIRED", say).amount).toBe("60000")
    const paid = { ...payIn, approved_amount: "50000", approved_currency: "COP" }
    expect(keptOf(paid, "APPROVED", say).amount).toBe("50000")
  })
})

describe("the dates of a lookup", () => {
  const remote: AdminRemoteTransaction = {
    ...{ ticket: "T-9", reference: "pin_1", amount: "60000", currency: "COP", kind: "payin" },
    ...{ status: "EXPIRED", raw_status: "EXPIRED", type_transaction: null, card: null },
    ...{ response_message: null, date: "2026-01-31 05:00:00" },
    customer: { full_name: null, email: null, legal_doc_type: null, legal_doc_last_four: null },
  }

  it("are marked with the service's own clock and with the user's time zone", () => {
    const words = (key: string, values = {}) => [key, ...Object.values(values)].join(" ")
    const lines = compare({ remote, local: payIn }, words, formatFor("en"))
    const { remote: theirs, local: ours } = lines.find(({ name }) => name === "lookup.date") ?? {}
    expect(theirs).toBe("lookup.theirClock 2026-01-31 05:00:00")
    const zone = new Intl.DateTimeFormat("en", { timeStyle: "long" })
      .formatToParts(new Date(payIn.created_at))
      .find(({ type }) => type === "timeZoneName")?.value
    expect(zone).toBeDefined()
    expect(ours).toContain(zone)
  })
})
