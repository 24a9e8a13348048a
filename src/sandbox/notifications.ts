import { randomBytes } from "node:crypto"
import type { Clock } from "./clock"
import { Dispatcher, type NotificationState, type Delivery, type ReleaseOrder } from "./dispatcher"
import type { NotificationSettings } from "./delivery-settings"
import type { Journal } from "./journal"
import { sign } from "./signature"
import type { Behaviour } from "./settings"
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

export interface Notification extends Delivery {
  ticket: string
  reference: string
  headers: Record<string, string>
  body: Record<string, unknown>
  forged: Forgery | null
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

/** Sends IPNs to the addresses the merchants gave. */
export class Notifier {
  private readonly dispatcher: Dispatcher<Notification>
  private nextId = 1

  constructor(
    private readonly clock: Clock,
    journal: Journal,
    private readonly behaviour: () => Behaviour,
    size: number
  ) {
    this.dispatcher = new Dispatcher(
      clock,
      journal,
      "notifications",
      size,
      ({ headers, body }) => ({
        headers,
        text: JSON.stringify(body),
      })
    )
  }

  send(transaction: Transaction | Payout, options: SendOptions = {}): Notification[] {
    const rules = { ...this.behaviour().notifications, ...options }
    const made: Notification[] = []
    for (let copy = 0; copy < rules.copies; copy++) {
      const notification = this.write(transaction, options)
      made.push(notification)
      this.dispatcher.take(notification, rules)
    }
    return made
  }

  /** Sends what is held: in order of making, reversed, shuffled by the seed, or by ids. */
  release(order: ReleaseOrder | readonly number[], seed?: number): Promise<Notification[]> {
    return this.dispatcher.release(order, seed)
  }

  /** Forgets what is held: it is never sent. */
  drop(): Notification[] {
    return this.dispatcher.drop()
  }

  /** The oldest first; `limit` keeps the newest ones. */
  list({ ticket, reference, state, limit }: NotificationFilter = {}): Notification[] {
    return this.dispatcher.list(
      (notification) =>
        (ticket === undefined || notification.ticket === ticket) &&
        (reference === undefined || notification.reference === reference) &&
        (state === undefined || notification.state === state),
      limit
    )
  }

  /** Resolves when no notification is on its way. Repeats that wait for their time do not count. */
  idle(): Promise<void> {
    return this.dispatcher.idle()
  }

  reset(): void {
    this.dispatcher.reset()
  }

  stop(): Promise<void> {
    return this.dispatcher.stop()
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
}

/** Every `top_` field of docs/service.md#notification-body. Pay-ins and payouts have one shape. */
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
    // Not the value of the request (docs/service.md#notification-body).
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
