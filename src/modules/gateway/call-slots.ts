/** Who asks for a lookup: the plugin itself or a person, a notification, or a page that polls. */
export type LookupCause = "own" | "notification" | "poll"

/** What a call is for. `change` is a call that makes or changes something at the service. */
export type CallCause = "change" | LookupCause

/** The order in which waiting calls get a free call slot. */
const ORDER: readonly CallCause[] = ["change", "own", "notification", "poll"]

/** Largest number of calls at once, of each kind. */
export interface SlotShares {
  all: number
  /** The other slot is kept for lookups: without them no money is seen. */
  changes: number
  /** The other slots are kept for changes. */
  lookups: number
  /** The other lookups are kept for those that somebody outside requests. */
  own: number
  /** Lookups that notifications and polling pages request. */
  requested: number
  /** Those of polling pages, for which nobody needs a key. */
  polls: number
}

/**
 * Divides an account's call slots, so that neither polling pages nor repeated notifications delay a
 * shopper who waits for a link, or the plugin's own lookups, and no rush of new links keeps money
 * unseen. With one slot all share it.
 */
export function slotShares(all: number): SlotShares {
  const quarter = Math.max(1, Math.floor(all / 4))
  const lookups = all > 1 ? all - quarter : all
  return {
    all,
    changes: all > 2 ? all - 1 : all,
    lookups,
    own: lookups > 2 ? lookups - 1 : lookups,
    requested: Math.max(1, Math.floor(all / 2)),
    polls: quarter,
  }
}

interface Waiter {
  start(): void
}

/** Call slots of one account and API: who may call now, and who waits. */
export class CallSlots {
  readonly #shares: SlotShares
  readonly #queue: number
  readonly #calling: Record<CallCause, number> = zeros()
  readonly #waiting: Record<CallCause, Set<Waiter>> = {
    change: new Set(),
    own: new Set(),
    notification: new Set(),
    poll: new Set(),
  }

  /** @param queue how many calls of each cause may wait */
  constructor(all: number, queue: number) {
    this.#shares = slotShares(all)
    this.#queue = queue
  }

  /** Takes a free call slot, which the caller releases; false when none is free. */
  take(cause: CallCause): boolean {
    if (!this.#isFree(cause)) return false
    this.#calling[cause] += 1
    return true
  }

  /**
   * Takes a call slot as soon as one is free. false when too many wait already, or none was free in
   * time.
   */
  async wait(cause: CallCause, waitMs: number): Promise<boolean> {
    if (this.take(cause)) return true
    const waiting = this.#waiting[cause]
    if (waiting.size >= this.#queue || waitMs <= 0) return false
    return new Promise((resolve) => {
      const waiter: Waiter = {
        start: () => {
          clearTimeout(timer)
          resolve(true)
        },
      }
      const timer = setTimeout(() => {
        waiting.delete(waiter)
        resolve(false)
      }, waitMs)
      waiting.add(waiter)
    })
  }

  release(cause: CallCause): void {
    this.#calling[cause] -= 1
    // A freed slot of lookups is free for a change too, hence every cause is tried.
    for (const next of ORDER) {
      for (const waiter of this.#waiting[next]) {
        if (!this.take(next)) break
        this.#waiting[next].delete(waiter)
        waiter.start()
      }
    }
  }

  state(): { in_flight: number; waiting: number } {
    const waiting = ORDER.map((cause) => this.#waiting[cause].size)
    return { in_flight: this.#sum(ORDER), waiting: waiting.reduce((sum, size) => sum + size, 0) }
  }

  #isFree(cause: CallCause): boolean {
    const { all, changes, lookups, own, requested, polls } = this.#shares
    if (this.#sum(ORDER) >= all) return false
    if (cause === "change") return this.#calling.change < changes
    if (this.#sum(["own", "notification", "poll"]) >= lookups) return false
    if (cause === "own") return this.#calling.own < own
    if (this.#sum(["notification", "poll"]) >= requested) return false
    return cause === "notification" || this.#calling.poll < polls
  }

  #sum(causes: readonly CallCause[]): number {
    return causes.reduce((sum, cause) => sum + this.#calling[cause], 0)
  }
}

function zeros(): Record<CallCause, number> {
  return { change: 0, own: 0, notification: 0, poll: 0 }
}
