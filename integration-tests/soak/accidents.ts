import { setTimeout as sleep } from "node:timers/promises"
import type { Dice } from "../faults/dice"
import type { Journal } from "../faults/journal"
import type { Side } from "../faults/side"
import type { World } from "../faults/world"

const SECOND_MS = 1_000
/** Even two minutes see one. */
const FIRST = [25, 45] as const
const LATER = [120, 360] as const

/**
 * Now and then one process is killed as it works, and started again. Always the same one: the other lives
 * from the beginning to the end, and its memory tells of that time.
 */
export class Accidents {
  readonly victim: Side
  happened = 0

  constructor(
    private readonly world: World,
    private readonly dice: Dice,
    private readonly journal: Journal
  ) {
    this.victim = world.sides[1]
  }

  async until(isOver: () => boolean): Promise<void> {
    let [least, most]: readonly [number, number] = FIRST
    while (!isOver()) {
      const until = Date.now() + this.dice.between(least, most) * SECOND_MS
      while (!isOver() && Date.now() < until) {
        await sleep(100)
      }
      if (isOver()) {
        return
      }
      if (await this.world.kill(this.victim)) {
        this.happened++
        this.journal.note("accident", `kill -9 of ${this.victim.name}`)
        this.journal.fault("kill -9")
        this.world.revive(this.victim)
        await this.victim.whenBack()
        this.journal.note("accident", `${this.victim.name} is back`)
      }
      ;[least, most] = LATER
    }
  }
}
