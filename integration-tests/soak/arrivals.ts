import { setTimeout as sleep } from "node:timers/promises"

/** A store that no longer keeps up gets no more at once; what is left out is counted. */
const AT_ONCE = 24

/** Visitors of a store, each with a number. */
export class Arrivals {
  private readonly underWay = new Set<Promise<void>>()
  private failure: Error | null = null
  begun = 0
  leftOut = 0

  constructor(private readonly visit: (n: number) => Promise<void>) {}

  /** One after the other at a steady rate, however long each stays, until it is over. Waits for the last. */
  async everyMs(ms: number, isOver: () => boolean): Promise<void> {
    const started = performance.now()
    for (let n = 0; !isOver(); n++) {
      await sleep(Math.max(0, started + n * ms - performance.now()))
      if (this.failure !== null) {
        throw this.failure
      }
      if (this.underWay.size < AT_ONCE) {
        this.begin(this.begun)
      } else {
        this.leftOut++
      }
    }
    await Promise.all(this.underWay)
    if (this.failure !== null) {
      throw this.failure
    }
  }

  /** So many in all, so many of them at a time: the next comes when one goes. */
  async inTurn(count: number, atOnce: number, isOver: () => boolean): Promise<void> {
    const lane = async () => {
      while (this.begun < count && !isOver()) {
        await this.visit(this.begun++)
      }
    }
    await Promise.all(Array.from({ length: atOnce }, lane))
  }

  private begin(n: number): void {
    this.begun++
    const visit = this.visit(n)
      .catch((error: unknown) => {
        this.failure = error instanceof Error ? error : new Error(String(error))
      })
      .finally(() => this.underWay.delete(visit))
    this.underWay.add(visit)
  }
}
