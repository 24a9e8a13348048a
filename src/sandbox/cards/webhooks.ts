import { randomUUID } from "node:crypto"
import type { Clock } from "../clock"
import { Dispatcher, type NotificationState, type Delivery, type ReleaseOrder } from "../dispatcher"
import type { NotificationSettings } from "../delivery-settings"
import type { Journal } from "../journal"
import type { Behaviour, Merchant } from "../settings"
import type { CardEvent } from "./card-settings"
import { forge, type WebhookForgery } from "./forgeries"
import type { Authorization, Capture, Subscription } from "./records"
import { payloadOf } from "./webhook-payload"
import { signWebhook } from "./webhook-signature"

export interface Webhook extends Delivery {
  event: string
  idempotency_key: string
  merchant_id: string
  subscription_id: string
  /** Null for events of a subscription. */
  transaction_id: string | null
  reference_id: string | null
  /** Of the latest attempt: each has its own X-Webhook-Id. */
  headers: Record<string, string>
  /** Exactly what is sent. */
  text: string
  forged: WebhookForgery | null
  created_at: string
}

export interface WebhookOptions extends Partial<NotificationSettings> {
  forge?: WebhookForgery
  /** Replaces `transaction_status`, or `status` where the event is about a subscription. */
  status?: string
  /** Keys of the body to replace or add. */
  body?: Record<string, unknown>
  /** Moves the time the webhook says it was made at. */
  ageMs?: number
}

export interface WebhookFilter {
  event?: string
  subscription_id?: string
  transaction_id?: string
  reference_id?: string
  state?: NotificationState
  limit?: number
}

/** Where a merchant receives webhooks, and the secret it shares with the service. */
export interface WebhookEndpoint {
  /** Null: none is registered, what would be sent counts as lost. */
  url: string | null
  secret: string
}

/** Tells merchants what happened to their cards (docs/service.md#card-webhooks). */
export class CardWebhooks {
  private readonly dispatcher: Dispatcher<Webhook>
  private readonly endpoints = new Map<string, WebhookEndpoint>()
  private nextId = 1

  constructor(
    private readonly clock: Clock,
    journal: Journal,
    private readonly behaviour: () => Behaviour,
    size: number
  ) {
    this.dispatcher = new Dispatcher(clock, journal, "webhooks", size, (webhook) => {
      // "Unique id of the delivery": a repeat of the same event is another delivery.
      if (webhook.attempts.length > 0) webhook.headers["x-webhook-id"] = randomUUID()
      return webhook
    })
  }

  register({ merchantId }: Merchant, endpoint: WebhookEndpoint): void {
    this.endpoints.set(merchantId, endpoint)
  }

  endpoint({ merchantId, webhookUrl, webhookSecret }: Merchant): WebhookEndpoint {
    return this.endpoints.get(merchantId) ?? { url: webhookUrl ?? null, secret: webhookSecret }
  }

  /** What the service sends by itself; nothing when the setting `webhooks.events` leaves it out. */
  emit(event: CardEvent, subject: Subscription | Authorization | Capture): void {
    if (this.behaviour().webhooks.events.includes(event)) this.send(event, subject)
  }

  send(
    event: CardEvent,
    subject: Subscription | Authorization | Capture,
    options: WebhookOptions = {}
  ): Webhook[] {
    const rules = { ...this.behaviour().webhooks, ...options }
    const first = this.write(event, subject, options)
    const made: Webhook[] = []
    for (let copy = 0; copy < rules.copies; copy++) {
      // A duplicate is the same event again, under another delivery's id.
      const headers = { ...first.headers, "x-webhook-id": randomUUID() }
      const webhook = { ...first, id: this.nextId++, headers, attempts: [] }
      made.push(webhook)
      this.dispatcher.take(webhook, first.url === "" ? { ...rules, lose: true } : rules)
    }
    return made
  }

  /** Sends what is held: in order of making, reversed, shuffled by the seed, or by ids. */
  release(order: ReleaseOrder | readonly number[], seed?: number): Promise<Webhook[]> {
    return this.dispatcher.release(order, seed)
  }

  /** Forgets what is held: it is never sent. */
  drop(): Webhook[] {
    return this.dispatcher.drop()
  }

  /** The oldest first; `limit` keeps the newest ones. */
  list({ limit, ...filter }: WebhookFilter = {}): Webhook[] {
    const { event, subscription_id, transaction_id, reference_id, state } = filter
    return this.dispatcher.list(
      (webhook) =>
        (event === undefined || webhook.event === event) &&
        (subscription_id === undefined || webhook.subscription_id === subscription_id) &&
        (transaction_id === undefined || webhook.transaction_id === transaction_id) &&
        (reference_id === undefined || webhook.reference_id === reference_id) &&
        (state === undefined || webhook.state === state),
      limit
    )
  }

  idle(): Promise<void> {
    return this.dispatcher.idle()
  }

  reset(): void {
    this.dispatcher.reset()
    this.endpoints.clear()
  }

  stop(): Promise<void> {
    return this.dispatcher.stop()
  }

  private write(
    event: CardEvent,
    subject: Subscription | Authorization | Capture,
    options: WebhookOptions
  ): Webhook {
    const { webhooks } = this.behaviour()
    const subscription = "type" in subject ? subject.subscription : subject
    const { url, secret } = this.endpoint(subscription.merchant)
    const forged = options.forge ?? null
    const now = this.clock.now()
    const timestamp = new Date(now - (options.ageMs ?? 0)).toISOString()
    const payload = payloadOf(event, subject, timestamp, webhooks, options)
    const message = forge(forged, { ...payload, timestamp, secret }, (key, time, text) =>
      signWebhook(key, time, text, webhooks.signature)
    )
    return {
      id: 0,
      url: url ?? "",
      event: message.event,
      idempotency_key: payload.key,
      merchant_id: subscription.merchant.merchantId,
      subscription_id: subscription.subscription_id,
      transaction_id: payload.transaction_id,
      reference_id: "type" in subject ? subject.reference_id : null,
      headers: {
        "x-webhook-event": message.event,
        "x-webhook-timestamp": message.timestamp,
        "x-idempotency-key": payload.key,
        ...(message.signature === null ? {} : { "x-webhook-signature": message.signature }),
        "user-agent": "Service-Webhooks/1.0",
      },
      text: message.text,
      forged,
      state: "waiting",
      attempts: [],
      created_at: new Date(now).toISOString(),
    }
  }
}
