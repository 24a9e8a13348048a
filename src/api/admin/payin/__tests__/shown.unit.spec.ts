import { majorAmount } from "../../../../domain/money/amount"
import { newReference, parseTicket } from "../../../../domain/row/reference"
import type { RemoteTransaction } from "../../../../modules/gateway"
import type { Transaction } from "../../../../modules/ledger/rows"
import { showRemote, showTransaction } from "../shown"

const at = new Date("2026-01-31T10:00:00.123Z")

const row: Transaction = {
  id: "payin_1",
  account: "co",
  provider_id: "pp_payin_co",
  reference: newReference(),
  ipn_key_hash: "SECRET-hash",
  sent_to: null,
  ticket: parseTicket("T1"),
  payment_collection_id: "pay_col_1",
  session_id: "payses_1",
  cart_id: "cart_1",
  order_id: null,
  for_order_id: null,
  customer_id: null,
  country: "CO",
  currency: "COP",
  payment_method: "PSE",
  description: "Compra",
  order_amount: majorAmount("59999.5"),
  requested_amount: majorAmount("60000"),
  echoed_amount: null,
  reported_amount: null,
  fingerprint: "SECRET-fingerprint",
  customer_sealed: "SECRET-customer",
  payer_typed_by: ["SECRET-typist"],
  refund_destination_sealed: "SECRET-destination",
  status: "approved",
  status_cause: "service",
  status_changed_at: at,
  service_status: "APPROVED",
  response_message: null,
  approved_amount: majorAmount("60000"),
  approved_currency: "COP",
  payment_url: "https://pay.example/1",
  instructions: null,
  answer_shape: null,
  api_version: null,
  expires_at: at,
  card: { brand: "VISA", type: "CREDIT", last_four: "1111" },
  released_at: null,
  superseded_at: null,
  lapsed_at: null,
  captured_event_at: at,
  settled_at: null,
  placed_seen_at: null,
  placed_event_at: null,
  asked_at: null,
  looked_up_at: at,
  poll_lookups: 0,
  lookup_after: null,
  lookup_attempts: 0,
  lapses_at: at,
  not_known_count: 0,
  not_known_since: null,
  apply_attempts: 1,
  apply_after: at,
  apply_error: "duplicate key (email)=(somebody@shop.example)",
  end_after: null,
  end_attempts: 0,
  ended_at: null,
  accepted_at: null,
  excluded_at: null,
  leased_by: "SECRET-owner",
  leased_until: at,
  fence: 1,
  created_at: at,
  updated_at: at,
}

const remote: RemoteTransaction = {
  ticket: parseTicket("T1"),
  reference: row.reference,
  amount: majorAmount("60000"),
  currency: "COP",
  status: "APPROVED",
  raw_status: "Approved",
  type_transaction: "DEPOSIT",
  kind: "payin",
  response_message: null,
  date: "2026-01-31 05:00:00",
  customer: {
    legal_doc_type: "CC",
    legal_doc: "5550001234",
    phone_code: "57",
    phone_number: "5559876543",
    email: "somebody@shop.example",
    full_name: { first: "no text" },
  },
  card: null,
}

describe("the view for an operator", () => {
  it("shows a pay-in with the requested amount, times in ISO, and null for what is absent", () => {
    expect(showTransaction(row, at)).toMatchObject({
      amount: "60000",
      approved_amount: "60000",
      created_at: "2026-01-31T10:00:00.123Z",
      expires_at: "2026-01-31T10:00:00.123Z",
      order_id: null,
      settled_at: null,
    })
  })

  it("shows the key of an open payment until its time is over, and none of a paid one", () => {
    const key = { type: "key", key: "@tienda01" } as const
    const open = { ...row, status: "pending", instructions: key } as const
    const before = new Date(at.getTime() - 1)
    expect(showTransaction(open, before).instructions).toEqual({
      ...key,
      expires_at: at.toISOString(),
    })
    expect(showTransaction(open, at).instructions).toBeNull()
    expect(showTransaction({ ...row, instructions: key }, before).instructions).toBeNull()
  })

  it("holds no sealed column, no key and no lease of a pay-in", () => {
    expect(JSON.stringify(showTransaction(row, at))).not.toContain("SECRET")
  })

  it("shows an error without personal data", () => {
    const { apply_error } = showTransaction(row, at)
    expect(apply_error).toContain("duplicate key")
    expect(apply_error).not.toContain("somebody")
  })

  it("shows a service answer with the last four digits of the document only and without the telephone", () => {
    const shown = showRemote(remote)
    expect(shown.customer).toEqual({
      full_name: null,
      email: "somebody@shop.example",
      legal_doc_type: "CC",
      legal_doc_last_four: "1234",
    })
    expect(JSON.stringify(shown)).not.toMatch(/555000|555987/)
  })
})
