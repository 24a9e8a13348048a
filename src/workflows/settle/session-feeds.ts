import { bulkhead, type BulkheadPolicy } from "cockatiel"
import { LOOK_MS, endsStream, readingDelay } from "../../domain/session/events"
import type { ShopperView } from "../../domain/session/shopper-view"

/** Whoever is told how a payment stands. */
export interface Listener {
  /** Called at once with how it stands now, and then for each change. */
  onView(view: ShopperView): void
  /** Nothing more will be told. */
  onEnd(): void
}

/** Reads how the payment of a session stands; null: the session was never ours. */
export type ReadSession = () => Promise<ShopperView | null>

/** Fingerprints of these carts: where it is the same as before, nothing has changed. */
export type LookAt = (carts: readonly string[]) => Promise<ReadonlyMap<string, string>>

const NOTHING: ReadonlyMap<string, string> = new Map()

/**
 * Tells many listeners how payments stand. One look tells which carts changed, and only those are read, each once for
 * all who listen to it; a cart that does not change is read less and less often. It keeps nothing of a cart
 * to which nobody listens.
 */
export class SessionFeeds {
  readonly #feeds = new Map<string, Feed>()
  readonly #readings: BulkheadPolicy
  #listeners = 0
  #isGoingOn = false

  /** @param most `ofCart`: listeners of one feed; `inAll`: of all; `readings`: at once, the others wait in line */
  constructor(private readonly most: { ofCart: number; inAll: number; readings: number }) {
    this.#readings = bulkhead(most.readings, Number.MAX_SAFE_INTEGER)
  }

  /**
   * Adds a listener to the payment of a cart, which `cart` names. Returns what ends its listening, or why there is none:
   * too many listen, or the session was never ours.
   *
   * @throws Error of the reading, where the session cannot be read at all
   */
  async listen(
    cart: string,
    { read, lookAt }: { read: ReadSession; lookAt: LookAt },
    listener: Listener
  ): Promise<(() => void) | "too_many" | "unknown"> {
    const feed = this.#feeds.get(cart) ?? new Feed(() => this.#readings.execute(() => read()))
    if (this.#listeners >= this.most.inAll || feed.size >= this.most.ofCart) {
      return "too_many"
    }
    // Before anything is awaited: those who come meanwhile count, and read nothing of their own.
    this.#feeds.set(cart, feed)
    this.#listeners += 1
    const leave = feed.join(listener, () => {
      this.#listeners -= 1
      if (feed.size === 0 && this.#feeds.get(cart) === feed) {
        this.#feeds.delete(cart)
      }
    })
    this.goOn(lookAt)
    try {
      if (await feed.begin(listener)) {
        return leave
      }
      leave()
      return "unknown"
    } catch (error) {
      leave()
      throw error
    }
  }

  /** Carts to which somebody listens. */
  get size(): number {
    return this.#feeds.size
  }

  private goOn(lookAt: LookAt): void {
    if (!this.#isGoingOn) {
      this.#isGoingOn = true
      // Streams alone keep no process alive.
      setTimeout(() => void this.look(lookAt), LOOK_MS).unref()
    }
  }

  private async look(lookAt: LookAt): Promise<void> {
    const carts = [...this.#feeds.keys()]
    // A look that fails tells nothing: each cart is still read when its time comes.
    const prints = carts.length === 0 ? NOTHING : await lookAt(carts).catch(() => NOTHING)
    for (const [cart, feed] of this.#feeds) {
      feed.looked(prints.get(cart) ?? null)
    }
    this.#isGoingOn = false
    if (this.#feeds.size > 0) {
      this.goOn(lookAt)
    }
  }
}

/** The payment of one cart, and all who listen to it. */
class Feed {
  /** Each with what happens when it leaves. */
  readonly #listeners = new Map<Listener, () => void>()
  #view: ShopperView | null = null
  #first: Promise<ShopperView | null> | null = null
  #print: string | null = null
  #isReading = false
  #readings = 0
  #readAt = 0

  constructor(private readonly read: ReadSession) {}

  get size(): number {
    return this.#listeners.size
  }

  join(listener: Listener, onLeave: () => void): () => void {
    this.#listeners.set(listener, onLeave)
    return () => this.leave(listener)
  }

  /** Tells the listener how it stands. false: the session was never ours. */
  async begin(listener: Listener): Promise<boolean> {
    // Somebody who comes back from the bank wants to know soon.
    this.#readings = 0
    this.#first ??= this.read()
    const view = this.#view ?? (await this.#first)
    if (view === null) {
      return false
    }
    if (this.#view === null) {
      this.#view = view
      this.#readAt = Date.now()
    }
    if (this.#listeners.has(listener)) {
      listener.onView(this.#view)
      if (endsStream(this.#view)) {
        // Others who wait for the first reading are told themselves.
        listener.onEnd()
        this.leave(listener)
      }
    }
    return true
  }

  /** Reads again what changed since the last look, or was not read for a while. */
  looked(print: string | null): void {
    // Nothing is told before the first reading, and a reading under way may have missed the change: the next look asks.
    if (this.#view === null || this.#isReading) {
      return
    }
    const changed = print !== null && print !== this.#print
    if (changed || Date.now() - this.#readAt >= readingDelay(this.#readings)) {
      this.#print = print ?? this.#print
      void this.readAgain()
    }
  }

  private leave(listener: Listener): void {
    const onLeave = this.#listeners.get(listener)
    if (onLeave === undefined) {
      return
    }
    this.#listeners.delete(listener)
    onLeave()
  }

  private async readAgain(): Promise<void> {
    this.#isReading = true
    this.#readings += 1
    // What cannot be read now is read the next time: nothing is told, and the stream stays.
    const view = await this.read().catch(() => {
      this.#print = null
      return this.#view
    })
    this.#isReading = false
    this.#readAt = Date.now()
    if (view === null || this.size === 0) {
      this.end()
      return
    }
    const changed = JSON.stringify(view) !== JSON.stringify(this.#view)
    this.#view = view
    if (changed) {
      this.listeners.forEach((listener) => listener.onView(view))
    }
    if (endsStream(view)) {
      this.end()
    }
  }

  private end(): void {
    for (const listener of this.listeners) {
      listener.onEnd()
      this.leave(listener)
    }
  }

  /** A copy: who is told may leave. */
  private get listeners(): Listener[] {
    return [...this.#listeners.keys()]
  }
}
