import type { World } from "./world"

/** Something that happens while time goes on in calm. */
export interface Moment {
  /** Milliseconds since calm began. */
  at: number
  act(): Promise<void> | void
  /** Whether calm may not end before it. */
  isAwaited(): boolean
}

/** The time that passes in calm, and what happens at its moments. */
export class Moments {
  passedMs = 0
  private readonly left: Moment[]

  constructor(
    private readonly world: Pick<World, "advance" | "rest">,
    moments: readonly Moment[]
  ) {
    this.left = [...moments].sort((one, other) => one.at - other.at)
  }

  get areAwaited(): boolean {
    return this.left.some((moment) => moment.isAwaited())
  }

  /** Time goes on, up to each moment first. */
  async pass(ms: number): Promise<void> {
    const until = this.passedMs + ms
    for (
      let next = this.left.at(0);
      next !== undefined && next.at < until;
      next = this.left.at(0)
    ) {
      await this.advance(next.at - this.passedMs)
      this.left.shift()
      await next.act()
      // Work of the worker may still be under way. It would lose its lease to the next jump.
      await this.world.rest()
    }
    await this.advance(until - this.passedMs)
  }

  private async advance(ms: number): Promise<void> {
    if (ms > 0) {
      await this.world.advance(ms)
      this.passedMs += ms
    }
  }
}
