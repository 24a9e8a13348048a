import type { Clock } from "./clock"
import type { NotificationSettings } from "./delivery-settings"
import { seededRandom } from "./faults"
import { Ring, type Journal } from "./journal"
import { HttpSender } from "./http-sender"

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

/** What the sandbox tells a merchant of its own accord. */
export interface Delivery {
  id: number
  url: string
  state: NotificationState
  attempts: Attempt[]
}

/** How one delivery is delivered; fixed when it is made. */
type Plan = Pick<NotificationSettings, "retrySeconds" | "timeoutMs">

export type ReleaseOrder = "sent" | "reversed" | "shuffled"

/** What one attempt sends. */
export interface Message {
  headers: Record<string, string>
  text: string
}

/** Delivers deliveries now, late, never or on release, and repeats until one is answered with 2xx. */
export class Dispatcher<Kind extends Delivery> {
  private readonly sent: Ring<Kind>
  private readonly held: Kind[] = []
  private readonly plans = new WeakMap<Kind, Plan>()
  private readonly sender = new HttpSender()
  private readonly running = new Set<Promise<void>>()
  private generation = 0

  constructor(
    private readonly clock: Clock,
    private readonly journal: Journal,
    private readonly counted: "notifications" | "webhooks",
    size: number,
    private readonly write: (delivery: Kind) => Message
  ) {
    this.sent = new Ring(size)
  }

  take(delivery: Kind, rules: NotificationSettings): void {
    this.sent.add(delivery)
    this.plans.set(delivery, rules)
    if (rules.lose) delivery.state = "lost"
    else if (rules.hold) this.hold(delivery)
    else this.dispatch(delivery, rules.delayMs)
  }

  /** Sends what is held: in order of making, reversed, shuffled by the seed, or by ids. */
  async release(order: ReleaseOrder | readonly number[], seed = 1): Promise<Kind[]> {
    const chosen = this.chosen(order, seed)
    for (const delivery of chosen) {
      this.held.splice(this.held.indexOf(delivery), 1)
      // One after the other: an order of arrival needs the answer to the one before.
      await this.deliver(delivery)
    }
    return chosen
  }

  /** Forgets what is held: it is never sent. */
  drop(): Kind[] {
    const dropped = this.held.splice(0)
    for (const delivery of dropped) delivery.state = "lost"
    return dropped
  }

  /** The oldest first; `limit` keeps the newest ones. */
  list(fits: (delivery: Kind) => boolean, limit?: number): Kind[] {
    const found = this.sent.all().filter(fits)
    return limit === undefined ? found : found.slice(-limit)
  }

  /** Resolves when nothing is on its way. Repeats that wait for their time do not count. */
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
    this.sender.close()
    await this.idle()
  }

  private hold(delivery: Kind): void {
    delivery.state = "held"
    this.held.push(delivery)
  }

  private chosen(order: ReleaseOrder | readonly number[], seed: number): Kind[] {
    const held = [...this.held]
    if (order === "sent") return held
    if (order === "reversed") return held.reverse()
    if (order === "shuffled") {
      const random = seededRandom(seed)
      return held
        .map((delivery) => ({ delivery, key: random() }))
        .sort((a, b) => a.key - b.key)
        .map(({ delivery }) => delivery)
    }
    return order.flatMap((id) => held.filter((delivery) => delivery.id === id))
  }

  private dispatch(delivery: Kind, delayMs: number): void {
    if (delayMs === 0) {
      void this.deliver(delivery)
      return
    }
    const { generation } = this
    this.clock.schedule(this.clock.now() + delayMs, async () => {
      if (generation === this.generation) await this.deliver(delivery)
    })
  }

  private async deliver(delivery: Kind): Promise<void> {
    const attempt = this.attempt(delivery)
    this.running.add(attempt)
    try {
      await attempt
    } finally {
      this.running.delete(attempt)
    }
  }

  private async attempt(delivery: Kind): Promise<void> {
    const { generation, counted } = this
    const { counters } = this.journal
    const plan = this.plans.get(delivery)
    delivery.state = "sending"
    counters[`${counted}_sent` as const]++
    const at = new Date(this.clock.now()).toISOString()
    const { headers, text } = this.write(delivery)
    const answer = await this.sender.post(delivery.url, headers, text, plan?.timeoutMs ?? 10_000)
    delivery.attempts.push({ at, ...answer })
    if (answer.status !== null && answer.status >= 200 && answer.status < 300) {
      delivery.state = "accepted"
      this.journal.counters[`${counted}_accepted` as const]++
      return
    }
    this.journal.counters[`${counted}_failed` as const]++
    const wait = plan?.retrySeconds[delivery.attempts.length - 1]
    if (wait === undefined || generation !== this.generation) {
      delivery.state = "given_up"
      return
    }
    delivery.state = "retrying"
    this.clock.schedule(this.clock.now() + wait * 1_000, async () => {
      if (generation === this.generation) await this.deliver(delivery)
    })
  }
}
