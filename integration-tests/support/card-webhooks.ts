import { clockOffsetMs } from "../../src/domain/time/clock"
import { majorAmount } from "../../src/domain/money/amount"
import { signTestWebhook, type TestWebhook } from "../../src/domain/notification/test-webhook"
import {
  DEFAULT_SIGNATURE_FORM,
  signWebhook,
} from "../../src/domain/notification/webhook-signature"
import { sweepCards } from "../../src/workflows/card/sweep"
import { postRaw } from "./notification"
import { CANARY } from "./personal-data"
import type { Shop } from "./shop"
import { cardRow, subscriptionsOf } from "./card-checkout"

/** The service's webhooks about cards, as they reach a store under test. */
export class CardPost {
  constructor(private readonly shop: Shop) {}

  /** From now on the sandbox sends webhooks to the store; `hold` keeps them back until released. */
  open(settings: Record<string, unknown> = {}): void {
    const { sandbox, url } = this.shop
    sandbox.cards.registerWebhook(CANARY.service.merchant_id, { url: `${url}/hooks/payin/card` })
    sandbox.configure({ webhooks: settings })
  }

  /** Posts a webhook of the test's own, signed as the service would. */
  async post(webhook: TestWebhook): Promise<number> {
    const { body, headers } = signTestWebhook(webhook, { secret: CANARY.webhook_secret })
    const answer = await postRaw(`${this.shop.url}/hooks/payin/card`, headers, Buffer.from(body))
    return answer.status
  }

  /** Posts the service's webhook about a hold of ours, with changes. */
  async tell(
    event: TestWebhook["event"],
    reference: string,
    change: Record<string, unknown> = {}
  ): Promise<void> {
    const row = await cardRow(this.shop, reference)
    const isCapture = event === "transaction.captured"
    const status = await this.post({
      event,
      timestamp: new Date(Date.now() + clockOffsetMs()),
      data: {
        transaction: {
          transaction_id: isCapture
            ? `taken-${reference}`
            : (row.transaction_id ?? `held-${reference}`),
          transaction_type: isCapture ? "COMPLETION_TRANSACTION" : "PRE_AUTH_TRANSACTION",
          transaction_status: event === "transaction.declined" ? "DECLINED" : "APPROVED",
          amount: Number(row.amount).toFixed(2),
          currency: row.currency,
          reference_id: reference,
          transaction_date: new Date().toISOString(),
          ...change,
        },
      },
    })
    expect(status).toBe(202)
  }

  /** Posts an event about captured money that no document of the service names, signed as it would. */
  async tellUndocumented(event: string, reference: string): Promise<void> {
    const row = await cardRow(this.shop, reference)
    const { body, headers } = signTestWebhook(
      {
        event: "transaction.declined",
        timestamp: new Date(Date.now() + clockOffsetMs()),
        data: {
          transaction: {
            transaction_id: row.capture_transaction_id,
            linked_transaction_id: row.transaction_id,
            transaction_type: "REFUND_TRANSACTION",
            transaction_status: "REVERSED",
            amount: Number(row.amount).toFixed(2),
            currency: row.currency,
            reference_id: reference,
          },
        },
      },
      { secret: CANARY.webhook_secret }
    )
    const raw = Buffer.from(body.replaceAll("transaction.declined", event))
    const signed = { raw, timestamp: headers["X-Webhook-Timestamp"] }
    const signature = signWebhook(signed, CANARY.webhook_secret, DEFAULT_SIGNATURE_FORM)
    const answer = await postRaw(
      `${this.shop.url}/hooks/payin/card`,
      { ...headers, "X-Webhook-Event": event, "X-Webhook-Signature": signature },
      raw
    )
    expect(answer.status).toBe(202)
  }

  /** The store asks for a capture of a hold, of the whole unless said, and gets no answer. */
  async unansweredCapture(reference: string, amount?: string): Promise<void> {
    const { cardMoves } = subscriptionsOf(this.shop)
    const { id, amount: held } = await cardRow(this.shop, reference)
    const known = this.shop.sandbox.cards
      .authorizations()
      .find(({ reference_id }) => reference_id === reference)
    const facts = { transaction_id: known?.transaction_id ?? `held-${reference}` }
    await cardMoves.move(id, { to: "authorized", cause: "answered", facts })
    const values = { capture_amount: amount === undefined ? held : majorAmount(amount) }
    await cardMoves.move(id, { to: "capturing", cause: "claimed", values })
    await cardMoves.move(id, { to: "capture_unknown", cause: "unclear" })
  }

  /** The same, and then the service tells that it took the money. */
  async taken(reference: string, change: Record<string, unknown> = {}): Promise<void> {
    await this.unansweredCapture(reference)
    await this.tell("transaction.captured", reference, change)
  }

  /** Waits until every received webhook was processed and applied in Medusa. */
  async digested(): Promise<void> {
    await this.shop.sandbox.idle()
    await this.shop.until(async () => {
      const waiting: unknown[] = await this.shop
        .pg("payin_event")
        .where({ source: "card", status: "received" })
        .whereNull("last_error")
      return waiting.length === 0 ? true : null
    })
  }

  /** Waits until a card payment was applied in Medusa and nothing of it is due any more. */
  async told(reference: string): Promise<void> {
    await this.shop.until(async () =>
      (await cardRow(this.shop, reference)).apply_after === null ? true : null
    )
  }

  /** Waits until the one order of a cart shows a capture. */
  async captured(cartId: string): Promise<void> {
    await this.shop.until(async () => {
      const [id] = await this.shop.ordersOf(cartId)
      const order = id === undefined ? null : await this.shop.order(id)
      const taken = order?.transactions.some((one: { amount: number }) => one.amount > 0)
      return taken ? true : null
    })
  }

  /** Runs a worker's sweep of cards. */
  async sweep(): Promise<void> {
    await sweepCards(this.shop.container)
  }
}
