import type { Context } from "../context"
import type { ReleaseOrder } from "../dispatcher"
import { describeProblem, SettingsError } from "../settings"
import type { AuthorizationFilter } from "./card-store"
import type { CardEvent } from "./card-settings"
import { webhookUrlSchema } from "./card-settings"
import {
  authorizationViewOf,
  captureViewOf,
  subscriptionViewOf,
  type AuthorizationView,
  type CaptureView,
  type SubscriptionView,
} from "./card-views"
import type { Authorization, Capture, Subscription, SubscriptionStatus } from "./records"
import { endSubscription } from "./subscriptions"
import { reverse } from "./captures"
import { findCard } from "./test-cards"
import type { Webhook, WebhookEndpoint, WebhookFilter, WebhookOptions } from "./webhooks"

export class UnknownCardRecordError extends Error {
  constructor(id: string) {
    super(`payin-sandbox: no subscription or card transaction has the id "${id}"`)
    this.name = "UnknownCardRecordError"
  }
}

export interface CardFilter extends AuthorizationFilter {
  limit?: number
}

/** Everything a test, the demo or a person may do to the card side of a running sandbox. */
export class CardControl {
  constructor(private readonly context: Context) {}

  /** Null when there is none with this id. */
  subscription(id: string): SubscriptionView | null {
    const found = this.context.cards.store.subscription(id)
    return found && subscriptionViewOf(found)
  }

  /** The newest first, at most `limit` (default 100). */
  subscriptions(filter: { status?: SubscriptionStatus; limit?: number } = {}): SubscriptionView[] {
    const { store } = this.context.cards
    return store.newestSubscriptions(filter.limit ?? 100, filter.status).map(subscriptionViewOf)
  }

  authorization(id: string): AuthorizationView | null {
    const found = this.context.cards.store.authorization(id)
    return found && authorizationViewOf(this.context, found)
  }

  /** Preauthorizations and renewals, approved or not; the newest first, at most `limit` (100). */
  authorizations({ limit, ...filter }: CardFilter = {}): AuthorizationView[] {
    const found = this.context.cards.store.newestAuthorizations(limit ?? 100, filter)
    return found.map((one) => authorizationViewOf(this.context, one))
  }

  /** Captures, taken or refused; the newest first, at most `limit` (100). */
  captures({ limit, ...filter }: CardFilter = {}): CaptureView[] {
    return this.context.cards.store.newestCaptures(limit ?? 100, filter).map(captureViewOf)
  }

  /** A token for a test card, as the browser script would make it. */
  token(cardNumber: string): string {
    const card = findCard(cardNumber)
    if (!card) throw new SettingsError("payin-sandbox: not a test card")
    return this.context.cards.tokens.issue(card)
  }

  /** The service cancels a subscription by itself; nothing happens to one that has ended. */
  cancelSubscription(id: string): SubscriptionView {
    return this.end(id, "CANCELLED")
  }

  expireSubscription(id: string): SubscriptionView {
    return this.end(id, "EXPIRED")
  }

  /** The service gives the captured amount of a preauthorization back by itself, once. */
  reverseCapture(authorizationId: string): CaptureView {
    const capture = this.context.cards.store.authorization(authorizationId)?.capture
    if (!capture) throw new UnknownCardRecordError(authorizationId)
    reverse(this.context, capture)
    return captureViewOf(capture)
  }

  /** Where a merchant's webhooks go; what is left out stays. */
  registerWebhook(merchantId: string, change: Partial<WebhookEndpoint>): WebhookEndpoint {
    const merchant = this.context.settings.merchants.find((one) => one.merchantId === merchantId)
    if (!merchant) throw new SettingsError(`payin-sandbox: no merchant "${merchantId}"`)
    const { webhooks } = this.context.cards
    const endpoint = { ...webhooks.endpoint(merchant), ...change }
    const checked = webhookUrlSchema.nullable().safeParse(endpoint.url)
    if (!checked.success) throw new SettingsError(describeProblem(checked.error))
    webhooks.register(merchant, endpoint)
    return endpoint
  }

  /**
   * Sends a webhook about a subscription, a preauthorization or a capture, true or not: `event`
   * absent names what last happened to it. Duplicated, late, lost or forged by the options.
   */
  sendWebhook(id: string, options: WebhookOptions & { event?: CardEvent } = {}): Webhook[] {
    const { event, ...rest } = options
    const { store, webhooks } = this.context.cards
    const subject = store.authorization(id) ?? store.capture(id) ?? store.subscription(id)
    if (!subject) throw new UnknownCardRecordError(id)
    return webhooks.send(event ?? lastEvent(subject), subject, rest)
  }

  /** The oldest first; `limit` keeps the newest ones. */
  webhooks(filter: WebhookFilter = {}): Webhook[] {
    return this.context.cards.webhooks.list(filter)
  }

  /** Sends what is held (`configure({ webhooks: { hold: true } })`); from now on nothing is held. */
  async releaseWebhooks(
    order: ReleaseOrder | readonly number[] = "sent",
    seed = 1
  ): Promise<Webhook[]> {
    const { behaviour } = this.context
    this.context.behaviour = { ...behaviour, webhooks: { ...behaviour.webhooks, hold: false } }
    return this.context.cards.webhooks.release(order, seed)
  }

  /** What is held is never sent. */
  dropWebhooks(): Webhook[] {
    return this.context.cards.webhooks.drop()
  }

  private end(id: string, status: "CANCELLED" | "EXPIRED"): SubscriptionView {
    const subscription = this.context.cards.store.subscription(id)
    if (!subscription) throw new UnknownCardRecordError(id)
    if (subscription.status === "ACTIVE") endSubscription(this.context, subscription, status)
    return subscriptionViewOf(subscription)
  }
}

function lastEvent(subject: Subscription | Authorization | Capture): CardEvent {
  if (!("type" in subject)) {
    if (subject.status === "ACTIVE") return "subscription.created"
    return subject.status === "EXPIRED" ? "subscription.expired" : "subscription.cancelled"
  }
  if (subject.status !== "APPROVED") return "transaction.declined"
  if (subject.type !== "COMPLETION_TRANSACTION") return "transaction.authorized"
  return subject.reversed_at === null ? "transaction.captured" : "transaction.declined"
}
