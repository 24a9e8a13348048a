import type { Books } from "../books"
import type { PayoutBooks } from "../payout-books"
import { soundBooks } from "./sound-books"

/** The pay-in of the sound books, given back by a refund that a second person agreed to and the service paid. */
export function soundPayout(): Books & { out: PayoutBooks } {
  const books: Books = soundBooks()
  books.payments[0].refunds.push({ id: "ref_1", amount: "60000", by: "user_1" })
  const line = {
    ...{ subject_id: "payout_1", actor_type: "system", actor_id: null },
    ...{ facts: null, at: 1_000 },
  }
  books.out = {
    paid: [
      {
        ticket: "ticket_1",
        reference: "out_1",
        payout_id: "payout_1",
        status: "APPROVED",
        amount: 60_000,
        paid_amount: null,
        currency: "COP",
        contradicted: false,
        ...{ arrived_at: 1_001_000, account_last_four: "1099", legal_doc_type: "CC" },
      },
    ],
    payouts: [
      {
        id: "payout_1",
        account: "co",
        status: "approved",
        reason: null,
        source: "refund",
        source_id: "ref_1",
        transaction_id: "payin_1",
        refund_id: "ref_1",
        anomaly_id: null,
        rest_of: null,
        amount: "60000",
        currency: "COP",
        reference: "out_1",
        version: 1,
        approved_version: null,
        created_by: null,
        makers: [],
        approved_by: null,
        has_destination: true,
        submit_overdue: null,
        release_overdue: null,
      },
    ],
    attempts: [
      {
        id: "payatt_1",
        payout_id: "payout_1",
        number: 1,
        reference: "out_1",
        ticket: "ticket_1",
        status: "approved",
        amount: "60000",
        currency: "COP",
        sends: 1,
        not_known_count: 0,
        lookup_overdue: null,
      },
    ],
    audit: [
      { ...line, action: "created", from_status: null, to_status: "held" },
      { ...line, action: "released", from_status: "held", to_status: "queued" },
      { ...line, action: "claimed", from_status: "queued", to_status: "sending" },
      { ...line, action: "accepted", from_status: "sending", to_status: "pending" },
      { ...line, action: "service", from_status: "pending", to_status: "approved" },
    ],
    questions: [],
    presses: [],
    wallets: { COP: 0, PEN: 0 },
    sellers: { rules: [], parcels: [], shares: [] },
    ...{ sources: [], reversals: [], looks: [], fourEyes: { keys: [], needs: [] } },
  }
  return books
}

/** A question to a person about the payout. */
export function question(
  change: Partial<PayoutBooks["questions"][number]> = {}
): PayoutBooks["questions"][number] {
  return {
    ...{ id: "payano_1", kind: "status_changed_after_final", status: "open", action: null },
    ...{ payout_id: "payout_1", transaction_id: null, subject: "payatt_1" },
    ...{ refund_amount: null, reason: null, amount: null },
    ...change,
  }
}
