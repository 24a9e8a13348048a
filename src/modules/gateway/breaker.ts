export type BreakerState = "closed" | "open" | "half_open"

/**
 * Circuit breaker of one account and API (docs/decisions/0030-circuit-breaker.md). Only its own trial
 * closes it, so no call that moves money finds out whether the service is back. The trial runs by a
 * timer: nobody waits for it.
 */
export class Breaker {
  #state: BreakerState = "closed"
  #failures = 0
  #timer: NodeJS.Timeout | null = null
  #isBlocked = false

  /** @param trial a harmless call; whether the service answered it */
  constructor(
    private readonly options: { failures: number; openMs: number },
    private readonly trial: () => Promise<boolean>,
    private readonly onChange: (change: "opened" | "closed") => void
  ) {}

  get state(): BreakerState {
    return this.#state
  }

  /** Counts a call. One that began before it opened changes nothing. */
  record({ isAnswered }: { isAnswered: boolean }): void {
    if (this.#state !== "closed") {
      return
    }
    this.#failures = isAnswered ? 0 : this.#failures + 1
    if (this.#failures >= this.options.failures) {
      this.#open()
      this.onChange("opened")
    }
  }

  /** No trial is made any more; for a process that ends. */
  stop(): void {
    this.#isBlocked = true
    if (this.#timer !== null) {
      clearTimeout(this.#timer)
    }
  }

  #open(): void {
    this.#state = "open"
    if (!this.#isBlocked) {
      this.#timer = setTimeout(() => void this.#try(), this.options.openMs)
      this.#timer.unref()
    }
  }

  async #try(): Promise<void> {
    this.#state = "half_open"
    if (!(await this.trial())) {
      this.#open()
      return
    }
    this.#state = "closed"
    this.#failures = 0
    this.onChange("closed")
  }
}
