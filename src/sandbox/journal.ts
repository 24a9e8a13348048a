import type { IncomingHttpHeaders } from "node:http"

export const PAYMENT_OPERATIONS = [
  "create",
  "payout",
  "lookup",
  "merchant",
  "banks",
  "resolve",
] as const
/** The calls of the card-payment API (docs/service.md#addresses). */
export const CARD_OPERATIONS = [
  "card_subscribe",
  "card_authorize",
  "card_renew",
  "card_capture",
  "card_cancel",
] as const
export const OPERATIONS = [...PAYMENT_OPERATIONS, ...CARD_OPERATIONS] as const
export type Operation = (typeof OPERATIONS)[number]

/** One call the sandbox received. */
export interface ReceivedRequest {
  id: number
  operation: Operation
  method: string
  path: string
  /** Without the values of secret headers. */
  headers: Record<string, string>
  body: unknown
  reference: string | null
  ticket: string | null
  /** Kind of the injected fault that met the call. */
  fault: string | null
  /** HTTP status answered; null when no answer was sent. */
  status: number | null
  answer: unknown
  /** ISO 8601, on the sandbox clock. */
  received_at: string
  duration_ms: number | null
}

export interface RequestFilter {
  operation?: Operation
  reference?: string
  ticket?: string
  limit?: number
}

export interface Counters extends Record<Operation, number> {
  refused: number
  faults: number
  notifications_sent: number
  notifications_accepted: number
  notifications_failed: number
  webhooks_sent: number
  webhooks_accepted: number
  webhooks_failed: number
}

/** A number of the newest entries; the older ones make room. */
export class Ring<T> {
  private readonly entries: T[] = []
  private next = 0

  constructor(private readonly size: number) {}

  add(entry: T): void {
    if (this.size === 0) return
    if (this.entries.length < this.size) this.entries.push(entry)
    else this.entries[this.next] = entry
    this.next = (this.next + 1) % this.size
  }

  /** The oldest first. */
  all(): T[] {
    if (this.entries.length < this.size) return [...this.entries]
    return [...this.entries.slice(this.next), ...this.entries.slice(0, this.next)]
  }

  clear(): void {
    this.entries.length = 0
    this.next = 0
  }
}

/** What was received, answered and counted. */
export class Journal {
  private readonly requests: Ring<ReceivedRequest>
  private nextId = 1
  counters: Counters = noCounts()

  constructor(size: number) {
    this.requests = new Ring(size)
  }

  open(entry: Omit<ReceivedRequest, "id">): ReceivedRequest {
    const opened = { id: this.nextId++, ...entry }
    this.requests.add(opened)
    this.counters[entry.operation]++
    return opened
  }

  /** The oldest first; `limit` keeps the newest ones. */
  list(filter: RequestFilter = {}): ReceivedRequest[] {
    const found = this.requests
      .all()
      .filter(
        (request) =>
          (filter.operation === undefined || request.operation === filter.operation) &&
          (filter.reference === undefined || request.reference === filter.reference) &&
          (filter.ticket === undefined || request.ticket === filter.ticket)
      )
    return filter.limit === undefined ? found : found.slice(-filter.limit)
  }

  reset(): void {
    this.requests.clear()
    this.counters = noCounts()
  }
}

function noCounts(): Counters {
  return {
    create: 0,
    payout: 0,
    lookup: 0,
    merchant: 0,
    banks: 0,
    resolve: 0,
    card_subscribe: 0,
    card_authorize: 0,
    card_renew: 0,
    card_capture: 0,
    card_cancel: 0,
    refused: 0,
    faults: 0,
    notifications_sent: 0,
    notifications_accepted: 0,
    notifications_failed: 0,
    webhooks_sent: 0,
    webhooks_accepted: 0,
    webhooks_failed: 0,
  }
}

const SECRET_HEADERS = new Set(["authorization", "token-top", "cookie"])

export function shownHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  const shown: Record<string, string> = {}
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined) continue
    const text = Array.isArray(value) ? value.join(", ") : value
    shown[name] = SECRET_HEADERS.has(name) ? "[hidden]" : text
  }
  return shown
}
