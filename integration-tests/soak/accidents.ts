import type { SeededRandom } from "../faults/seeded-random"
import type { Journal } from "../faults/journal"
import type { Side } from "../faults/side"
import type { World } from "../faults/world"

/** The first kill comes after so many sales: even a short life sees one. */
const FIRST = [8, 16] as const
/** Each later one comes so many sales after it. */
const LATER = [60, 180] as const

/**
 * Now and then one process is killed as it works, and started again. Always the same one: the other lives
 * from the beginning to the end, and its memory tells of that time.
 */
export class Accidents {
  private next: number

  constructor(
    private readonly world: World,
    private readonly random: SeededRandom,
    private readonly journal: Journal
  ) {
    this.next = random.between(...FIRST)
  }

  /** Called as each sale begins. Resolves, if there was one, once the process is back. */
  async at(sale: number): Promise<void> {
    if (sale < this.next) {
      return
    }
    this.next = sale + this.random.between(...LATER)
    const victim: Side = this.world.sides[1]
    if (await this.world.kill(victim)) {
      this.journal.note("accident", `kill -9 of ${victim.name}`)
      this.journal.fault("kill -9")
      this.world.revive(victim)
      await victim.whenBack()
      this.journal.note("accident", `${victim.name} is back`)
    }
  }
}
