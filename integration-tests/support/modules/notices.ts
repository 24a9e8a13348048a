import type { NewEvent } from "../../../src/modules/inbox/events"

/** A notification as a route stores it. */
export function noticeTo(change: Partial<NewEvent> = {}): NewEvent {
  const reference = change.reference ?? "pin_1"
  const body = { top_reference: reference, top_status: "APPROVED" }
  return {
    source: "ipn",
    type: "APPROVED",
    reference,
    transaction_id: "payin_1",
    account: "co",
    raw: Buffer.from(JSON.stringify(body)),
    payload: {},
    signature: "valid",
    ignored: null,
    ...change,
  }
}
