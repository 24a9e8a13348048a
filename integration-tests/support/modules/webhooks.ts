import { parseCardWebhook } from "../../../src/domain/card/event"
import { storedWebhook, webhookReference } from "../../../src/domain/notification/stored-webhook"
import { signTestWebhook, type TestWebhook } from "../../../src/domain/notification/test-webhook"
import type { CardTransaction } from "../../../src/modules/subscriptions/card-rows"
import { processWebhook } from "../../../src/workflows/card/webhook"
import { there } from "./cards"
import type { Modules } from "./modules"

/** What the service would tell of a hold of ours, with changes. */
export function webhookOf(
  event: TestWebhook["event"],
  {
    reference,
    transaction_id,
    amount,
    currency,
  }: Pick<CardTransaction, "transaction_id" | "amount" | "currency"> & { reference: string },
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

/** Stores a signed body as the route does; null: it was stored before. */
export async function storeBody({ inbox }: Modules, body: string): Promise<string | null> {
  const raw = Buffer.from(body)
  const read = there(parseCardWebhook(raw))
  const { id } = await inbox.events.store({
    ...{ source: "card", type: read.type, reference: webhookReference(read), account: "co" },
    ...{ idempotency_key: read.idempotency_key, transaction_id: null, raw, ignored: null },
    payload: { ...storedWebhook(read, null) },
    signature: "valid",
  })
  return id
}

/** Claims a stored webhook and processes it. */
export async function workWebhook({ inbox, container }: Modules, id: string): Promise<void> {
  await processWebhook(container, there(await inbox.events.claim(id)))
}

/** Stores a webhook and processes it. */
export async function hearWebhook(modules: Modules, webhook: TestWebhook): Promise<void> {
  const { body } = signTestWebhook(webhook, { secret: "any" })
  await workWebhook(modules, there(await storeBody(modules, body)))
}
