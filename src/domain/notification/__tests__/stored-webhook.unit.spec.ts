import { readStoredWebhook, storedWebhook, webhookReference } from "../stored-webhook"
import type { CardWebhook } from "../../card/event"
import { majorAmount } from "../../money/amount"

const webhook: CardWebhook = {
  event: "transaction.captured",
  type: "transaction.captured",
  id: "w1",
  idempotency_key: "transaction.captured:t1",
  at: new Date("2026-01-31T10:00:00.000Z"),
  transaction: {
    transaction_id: "t1",
    linked_transaction_id: "t0",
    kind: "capture",
    status: "APPROVED",
    reference_id: "ref1",
    amount: majorAmount("60000"),
    currency: "COP",
    date: null,
  },
  subscription_id: "s1",
}
const named = { type: webhook.type, idempotency_key: webhook.idempotency_key }

describe("a stored card webhook", () => {
  it("is read back as it was received", () => {
    const stored: unknown = JSON.parse(JSON.stringify(storedWebhook(webhook, "d1")))
    expect(readStoredWebhook(stored, named)).toEqual(webhook)
    const bare = { ...webhook, at: null, transaction: null, subscription_id: null }
    expect(readStoredWebhook(storedWebhook(bare, undefined), named)).toEqual(bare)
  })

  it("keeps its delivery id only when that is a text", () => {
    expect(storedWebhook(webhook, "d1").delivery).toBe("d1")
    expect(storedWebhook(webhook, ["d1", "d2"]).delivery).toBeNull()
  })

  it("is not read without its idempotency key, or when another hook stored it", () => {
    expect(
      readStoredWebhook(storedWebhook(webhook, null), { ...named, idempotency_key: null })
    ).toBe(null)
    expect(readStoredWebhook({ top_ticket: "T" }, named)).toBeNull()
  })

  it("is listed under the plugin's reference, else under an id of the service", () => {
    const { transaction } = webhook
    const without = (change: object) => ({
      ...webhook,
      transaction: transaction && { ...transaction, ...change },
    })
    const gone = { reference_id: null, transaction_id: null }
    expect(
      [
        webhook,
        without({ reference_id: null }),
        without(gone),
        without({ ...gone, linked_transaction_id: null }),
        { ...webhook, transaction: null, subscription_id: null },
      ].map(webhookReference)
    ).toEqual(["ref1", "t1", "t0", "s1", "none"])
  })
})
