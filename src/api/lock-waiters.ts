/** Counts who waits in this process for each lock, so that a flood waits nowhere. */
export class LockWaiters {
  readonly #waiting = new Map<string, number>()

  /** @param most how many may wait for one lock, beside the one that gets it next */
  constructor(private readonly most: number) {}

  /** Runs `wait` unless too many wait for the lock already: then false at once. */
  async wait<T>(key: string, wait: () => Promise<T>): Promise<T | false> {
    const waiting = this.#waiting.get(key) ?? 0
    if (waiting > this.most) {
      return false
    }
    this.#waiting.set(key, waiting + 1)
    try {
      return await wait()
    } finally {
      this.leave(key)
    }
  }

  private leave(key: string): void {
    const left = (this.#waiting.get(key) ?? 1) - 1
    if (left === 0) {
      this.#waiting.delete(key)
    } else {
      this.#waiting.set(key, left)
    }
  }

  /** Number of locks that somebody waits for. */
  get size(): number {
    return this.#waiting.size
  }
}
