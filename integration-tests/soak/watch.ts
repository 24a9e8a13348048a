import { setTimeout as sleep } from "node:timers/promises"
import type { Side } from "../faults/side"
import type { World } from "../faults/world"
import type { Arrivals } from "./arrivals"
import { readCounts, type Counts } from "./counts"
import type { Report } from "./report"

const MINUTE_MS = 60_000

type Seen = Counts & { sales: number; faults: number }

/** Somebody who looks on and writes down each minute. */
export class Watch {
  constructor(
    private readonly world: World,
    private readonly arrivals: Arrivals,
    private readonly report: Report
  ) {}

  /** The last line is of what is left of a minute. */
  async during(life: () => Promise<void>): Promise<void> {
    this.report.open(this.world.sides.map(nameOf))
    let last = await this.look()
    const over = new AbortController()
    const lived = life().finally(() => over.abort())
    for (let minute = 1; !over.signal.aborted; minute++) {
      // Ended early by the end of that life.
      await sleep(MINUTE_MS, undefined, { signal: over.signal }).catch(() => undefined)
      const now = await this.look()
      await this.tell(minute, last, now)
      last = now
    }
    await lived
  }

  private async look(): Promise<Seen> {
    const { faults } = this.world.sandbox.counters()
    return { ...(await readCounts(this.world)), sales: this.arrivals.begun, faults }
  }

  private async tell(minute: number, last: Seen, now: Seen): Promise<void> {
    const sides = await Promise.all(
      this.world.sides.map(async (side) => ({
        name: nameOf(side),
        vitals: side.alive ? await side.vitals() : null,
      }))
    )
    this.report.minute({
      ...{ minute, sides, waiting: now.waiting },
      sales: now.sales - last.sales,
      captured: now.captured - last.captured,
      payouts: now.payouts - last.payouts,
      renewals: now.renewals - last.renewals,
      faults: now.faults - last.faults,
      anomalies: now.anomalies - last.anomalies,
    })
  }
}

/** What tells it from the other. */
function nameOf({ name }: Side): string {
  return name.slice(name.indexOf("-") + 1)
}
