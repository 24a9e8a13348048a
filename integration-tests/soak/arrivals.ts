import { setTimeout as sleep } from "node:timers/promises"

/** A store that no longer keeps up gets no more at once; what is left out is counted. */
const AT_ONCE = 24

/** Something that begins at a steady rate, however long each time of it takes. */
export class Arrivals {
  private readonly underWay = new Set<Promise<void>>()
  private failure: Error | null = null
  begun = 0
  leftOut = 0

  constructor(
    private readonly everyMs: number,
    private readonly begin: (n: number) => Promise<void>
  ) {}

  /** Begins one after the other until it is over, and waits for the last. */
  async until(isOver: () => boolean): Promise<void> {
    const started = performance.now()
    for (let n = 0; !isOver(); n++) {
      const wait = started + n * this.everyMs - performance.now()
      await sleep(Math.max(0, wait))
      if (this.failure !== null) {
        throw this.failure
      }
      this.one(n)
    }
    await Promise.all(this.underWay)
    if (this.failure !== null) {
      throw this.failure
    }
  }

  private one(n: number): void {
    if (this.underWay.size >= AT_ONCE) {
      this.leftOut++
      return
    }
    this.begun++
    const visit = this.begin(n)
      .catch((error: unknown) => {
        this.failure = error instanceof Error ? error : new Error(String(error))
      })
      .finally(() => this.underWay.delete(visit))
    this.underWay.add(visit)
  }
}
