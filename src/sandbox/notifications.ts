import { randomBytes } from "node:crypto"
import type { Clock } from "./clock"
import { seededRandom } from "./faults"
import { Ring, type Journal } from "./journal"
import { Postman } from "./postman"
import { sign } from "./signature"
import type { Behaviour, NotificationSettings } from "./settings"
import { amountOf, currencyOf } from "./store"
import type { Payout, Status, Transaction } from "./transaction"

/** What a forged notification lies about. */
export const FORGERIES = [
  "signature",
  "no_signature",
  "key",
  "reference",
  "ticket",
  "status",
] as const
export type Forgery = (typeof FORGERIES)[number]

export const NOTIFICATION_STATES = [
  "waiting",
  "held",
  "lost",
  "sending",
  "retrying",
  "accepted",
  "given_up",
] as const
export type NotificationState = (typeof NOTIFICATION_STATES)[number]

export interface Attempt {
  at: string
  /** HTTP status of the receiver; null when there was no answer. */
  status: number | null
  error: string | null
  duration_ms: number
}

export interface Notification {
  id: number
  ticket: string
  reference: string
  url: string
  headers: Record<string, string>
  body: Record<string, unknown>
  forged: Forgery | null
  state: NotificationState
  attempts: Attempt[]
  created_at: string
}

export interface SendOptions extends Partial<NotificationSettings> {
  forge?: Forgery
  /** The status to name in the body, whatever the transaction's status is. */
  status?: Status
  /** Keys of the body to replace or add. */
  body?: Record<string, unknown>
}

export interface NotificationFilter {
  ticket?: string
  reference?: string
  state?: NotificationState
  limit?: number
}

/** How one notification is delivered; fixed when it is made. */
type Plan = Pick<NotificationSettings, "retrySeconds" | "timeoutMs">

export type ReleaseOrder = "sent" | "reversed" | "shuffled"

/** Sends IPNs to the addresses the merchants gave, and repeats until one is answered with 2xx. */
export class Notifier {
  private readonly sent: Ring<Notification>
  private readonly held: Notification[] = []
  private readonly plans = new WeakMap<Notification, Plan>()
  private readonly postman = new Postman()
  private readonly running = new Set<Promise<void>>()
  private generation = 0
  private nextId = 1

  constructor(
    private readonly clock: Clock,
    private readonly journal: Journal,
    private readonly behaviour: () => Behaviour,
    size: number
  ) {
    this.sent = new Ring(size)
  }

  send(transaction: Transaction | Payout, options: SendOptions = {}): Notification[] {
    const rules = { ...this.behaviour().notifications, ...options }
    const made: Notification[] = []
    for (let copy = 0; copy < rules.copies; copy++) {
      const notification = this.write(transaction, options)
      this.sent.add(notification)
      this.plans.set(notification, rules)
      made.push(notification)
      if (rules.lose) notification.state = "lost"
      else if (rules.hold) this.hold(notification)
      else this.dispatch(notification, rules.delayMs)
    }
    return made
  }

  /** Sends what is held: in order of making, reversed, shuffled by the seed, or by ids. */
  async release(order: ReleaseOrder | readonly number[], seed = 1): Promise<Notification[]> {
    const chosen = this.chosen(order, seed)
    for (const notification of chosen) {
      this.held.splice(this.held.indexOf(notification), 1)
      // One after the other: an order of arrival needs the answer to the one before.
      await this.deliver(notification)
    }
    return chosen
  }

  /** Forgets what is held: it is never sent. */
  drop(): Notification[] {
    const dropped = this.held.splice(0)
    for (const notification of dropped) notification.state = "lost"
    return dropped
  }

  /** The oldest first; `limit` keeps the newest ones. */
  list(filter: NotificationFilter = {}): Notification[] {
    const found = this.sent
      .all()
      .filter(
        (notification) =>
          (filter.ticket === undefined || notification.ticket === filter.ticket) &&
          (filter.reference === undefined || notification.reference === filter.reference) &&
          (filter.state === undefined || notification.state === filter.state)
      )
    return filter.limit === undefined ? found : found.slice(-filter.limit)
  }

  /** Resolves when no notification is on its way. Repeats that wait for their time do not count. */
  async idle(): Promise<void> {
    while (this.running.size > 0) await Promise.all(this.running)
  }

  reset(): void {
    this.generation++
    this.held.length = 0
    this.sent.clear()
  }

  async stop(): Promise<void> {
    this.generation++
    this.postman.close()
    await this.idle()
  }

  private write(transaction: Transaction | Payout, options: SendOptions): Notification {
    const forged = options.forge ?? null
    const { token } = transaction.merchant
    const body = { ...notificationBody(transaction, options.status), ...options.body }
    if (forged === "status") {
      body.top_status = "APPROVED"
      body.top_response_message = "Transacción aprobada"
    }
    if (forged === "reference") body.top_reference = `${transaction.reference}-x`
    if (forged === "ticket") body.top_ticket = randomBytes(8).toString("hex").slice(0, 15)
    const signed = sign(
      forged === "signature" ? "another token" : token,
      String(body.top_ticket),
      String(body.top_reference)
    )
    return {
      id: this.nextId++,
      ticket: transaction.ticket,
      reference: transaction.reference,
      url: forged === "key" ? withWrongKey(transaction.ipn_url) : transaction.ipn_url,
      headers: forged === "no_signature" ? {} : { "x-trx-signature": signed },
      body,
      forged,
      state: "waiting",
      attempts: [],
      created_at: new Date(this.clock.now()).toISOString(),
    }
  }

  private hold(notification: Notification): void {
    notification.state = "held"
    this.held.push(notification)
  }

  private chosen(order: ReleaseOrder | readonly number[], seed: number): Notification[] {
    const held = [...this.held]
    if (order === "sent") return held
    if (order === "reversed") return held.reverse()
    if (order === "shuffled") {
      const random = seededRandom(seed)
      return held
        .map((notification) => ({ notification, key: random() }))
        .sort((a, b) => a.key - b.key)
        .map(({ notification }) => notification)
    }
    return order.flatMap((id) => held.filter((notification) => notification.id === id))
  }

  private dispatch(notification: Notification, delayMs: number): void {
    if (delayMs === 0) {
      void this.deliver(notification)
      return
    }
    const { generation } = this
    this.clock.schedule(this.clock.now() + delayMs, async () => {
      if (generation === this.generation) await this.deliver(notification)
    })
  }

  private async deliver(notification: Notification): Promise<void> {
    const delivery = this.attempt(notification)
    this.running.add(delivery)
    try {
      await delivery
    } finally {
      this.running.delete(delivery)
    }
  }

  private async attempt(notification: Notification): Promise<void> {
    const { generation } = this
    const plan = this.plans.get(notification) ?? this.behaviour().notifications
    notification.state = "sending"
    this.journal.counters.notifications_sent++
    const at = new Date(this.clock.now()).toISOString()
    const answer = await this.postman.post(
      notification.url,
      notification.headers,
      JSON.stringify(notification.body),
      plan.timeoutMs
    )
    notification.attempts.push({ at, ...answer })
    if (answer.status !== null && answer.status >= 200 && answer.status < 300) {
      notification.state = "accepted"
      this.journal.counters.notifications_accepted++
      return
    }
    this.journal.counters.notifications_failed++
    const wait = plan.retrySeconds[notification.attempts.length - 1]
    if (wait === undefined || generation !== this.generation) {
      notification.state = "given_up"
      return
    }
    notification.state = "retrying"
    this.clock.schedule(this.clock.now() + wait * 1_000, async () => {
      if (generation === this.generation) await this.deliver(notification)
    })
  }
}

/** gaps.md IPN, every `top_` field; one shape for pay-ins and payouts. */
function notificationBody(
  transaction: Transaction | Payout,
  status?: Status
): Record<string, unknown> {
  const { customer } = transaction
  return {
    top_status: status ?? transaction.status,
    top_ticket: transaction.ticket,
    top_reference: transaction.reference,
    top_amount: amountOf(transaction),
    top_currency: currencyOf(transaction),
    // Not the request's value: gaps.md names RECAUDO.
    top_payment_method: transaction.kind === "payin" ? "RECAUDO" : "DISPERSION",
    top_bank_name: transaction.kind === "payin" ? transaction.visit.bank : transaction.bank,
    top_response_message: transaction.response_message,
    top_user: {
      legal_doc_type: customer.legal_doc_type,
      legal_doc: customer.legal_doc,
      phone_code: customer.phone_code,
      phone_number: customer.phone_number,
      email: customer.email,
      full_name: customer.full_name,
    },
    top_user_email: customer.email,
    top_user_phone: `${customer.phone_code}${customer.phone_number}`,
    ...(transaction.kind === "payin" && transaction.visit.card
      ? { top_card: transaction.visit.card }
      : {}),
    top_extra_params1: null,
  }
}

/** The last part of the path is what a merchant would use as a key; another one of equal length. */
function withWrongKey(address: string): string {
  const url = new URL(address)
  const parts = url.pathname.split("/")
  const last = parts.length - 1
  const key = parts[last]
  parts[last] = (key.startsWith("0") ? "1" : "0") + key.slice(1)
  url.pathname = parts.join("/")
  return url.toString()
}
