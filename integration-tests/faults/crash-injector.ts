import { setTimeout as sleep } from "node:timers/promises"
import type { SeededRandom } from "./seeded-random"
import type { Journal } from "./journal"
import { PLACES } from "./payout-boundaries"
import type { Side } from "./side"
import type { Strike } from "./strike"
import { CrashPoint, type Caught } from "./crash-point"
import type { World } from "./world"

const LOOK_EVERY_MS = 15
const AGED = 0.85

/** Kills one process of a schedule, at a moment or at a named step of a sale. */
export class CrashInjector {
  private over = false
  private victim: Side | null = null

  constructor(
    private readonly world: World,
    private readonly random: SeededRandom,
    private readonly journal: Journal
  ) {}

  /** Resolves once it struck, or once `end` was called. */
  async arm(strike: Strike | null): Promise<void> {
    if (strike === null) {
      return
    }
    if ("after_ms" in strike) {
      await this.strikeAfter(strike.after_ms)
    } else if ("at_payout" in strike) {
      await this.strikeAtPayout(strike.at_payout)
    } else {
      await this.strikeAt(strike)
    }
  }

  end(): void {
    this.over = true
  }

  private async strikeAfter(ms: number): Promise<void> {
    const until = Date.now() + ms
    while (!this.over && Date.now() < until) {
      await sleep(LOOK_EVERY_MS)
    }
    await this.kill(this.world.any(this.random), "kill: random moment")
    await this.age()
  }

  /** While the service has a payout in its hands, and nobody here its answer. */
  private async strikeAtPayout(nth: number): Promise<void> {
    const { sandbox } = this.world
    while (!this.over && sandbox.counters().payout < nth) {
      await sleep(1)
    }
    if (sandbox.counters().payout >= nth) {
      await this.kill(this.world.any(this.random), "kill: payout at the service")
      await this.age()
    }
  }

  private async strikeAt({ at, written }: Extract<Strike, { written: boolean }>): Promise<void> {
    const crashPoint = await CrashPoint.set(
      this.world.pg,
      at.map((name) => PLACES[name])
    )
    try {
      const caught = await this.waitAt(crashPoint)
      const side = this.world.sides.find(({ name }) => name === caught?.application_name)
      if (caught === null || side === undefined) {
        return
      }
      const place = at.find((name) => isAbout(caught.query, PLACES[name].table)) ?? at[0]
      const how = `kill at "${place}"${written ? ", written" : ""}`
      // The statement of a dead client goes on once the crash point opens, unless its connection ends first.
      if ((await this.kill(side, how)) && !written) {
        await crashPoint.lose(caught)
      }
    } finally {
      await crashPoint.open()
    }
    await this.age()
  }

  private async waitAt(crashPoint: CrashPoint): Promise<Caught | null> {
    while (!this.over) {
      const caught = await crashPoint.caught()
      if (caught !== null) {
        return caught
      }
      await sleep(LOOK_EVERY_MS)
    }
    return null
  }

  /** Mostly spares the others the half minute that Medusa waits for a dead one's lock. */
  private async age(): Promise<void> {
    if (this.victim !== null && this.random.chance(AGED)) {
      await this.world.releaseLocksOf(this.victim)
    }
  }

  private async kill(side: Side, how: string): Promise<boolean> {
    if (!(await this.world.kill(side))) {
      return false
    }
    this.victim = side
    this.journal.note("crash-injector", `${how}: ${side.name}`)
    this.journal.fault(how)
    this.world.revive(side)
    return true
  }
}

function isAbout(query: string, table: string): boolean {
  return new RegExp(`\\b${table}\\b`).test(query)
}
