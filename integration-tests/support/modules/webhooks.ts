import type { TestWebhook } from "../../../src/domain/test-webhook"
import type { CardTransaction } from "../../../src/modules/subscriptions/card-rows"

/** What the service would tell of a hold of ours, with changes. */
export function webhookOf(
  event: TestWebhook["event"],
  { reference, transaction_id, amount, currency }: CardTransaction,
  change: Record<string, unknown> = {}
): TestWebhook {
  const isCapture = event === "transaction.captured"
  return {
    event,
    data: {
      transaction: {
        transaction_id: isCapture ? `taken-${reference}` : (transaction_id ?? `held-${reference}`),
        transaction_type: isCapture ? "COMPLETION_TRANSACTION" : "PRE_AUTH_TRANSACTION",
        transaction_status: event === "transaction.declined" ? "DECLINED" : "APPROVED",
        amount: Number(amount).toFixed(2),
        currency,
        reference_id: reference,
        transaction_date: new Date().toISOString(),
        ...change,
      },
    },
  }
}
