import { setTimeout as sleep } from "node:timers/promises"
import { closeGate, type Gate } from "../support/gate"
import { BOUNDARIES, type Boundary } from "./boundaries"
import type { Dice } from "./dice"
import type { Journal } from "./journal"
import type { Strike } from "./plan"
import type { Side } from "./side"
import type { World } from "./world"

const LOOK_EVERY_MS = 15

interface Waiter {
  pid: number
  application_name: string
}

/** Kills one process of a schedule, at a moment or at a named step of a sale. */
export class Saboteur {
  /** Whether somebody was killed. */
  struck = false
  private over = false

  constructor(
    private readonly world: World,
    private readonly dice: Dice,
    private readonly journal: Journal
  ) {}

  /** Resolves once it struck, or once `end` was called. */
  async lurk(strike: Strike | null): Promise<void> {
    if (strike === null) {
      return
    }
    if (strike.at === "moment") {
      const until = Date.now() + strike.after_ms
      while (!this.over && Date.now() < until) {
        await sleep(20)
      }
      await this.kill(this.world.any(this.dice), "kill: random moment")
      return
    }
    await this.lurkAt(strike.at, strike.written)
  }

  end(): void {
    this.over = true
  }

  private async lurkAt(boundary: Boundary, written: boolean): Promise<void> {
    const gate = await closeGate(this.world.pg, BOUNDARIES[boundary])
    try {
      const waiter = await this.waitAt(gate)
      const side = this.world.sides.find(({ name }) => name === waiter?.application_name)
      if (waiter !== null && side !== undefined) {
        const name = `kill at "${boundary}"${written ? ", written" : ""}`
        if (await this.kill(side, name)) {
          await this.decide(waiter, written)
        }
      }
    } finally {
      await gate.open()
      await gate.remove()
    }
  }

  /** The statement of a dead client goes on once the gate opens, unless its connection ends first. */
  private async decide({ pid }: Waiter, written: boolean): Promise<void> {
    if (!written) {
      await this.world.pg.raw("select pg_terminate_backend(?, 2000)", [pid])
    }
  }

  private async waitAt(gate: Gate): Promise<Waiter | null> {
    while (!this.over) {
      const waiting = await gate.waiting()
      if (waiting.length > 0) {
        return waiting[0]
      }
      await sleep(LOOK_EVERY_MS)
    }
    return null
  }

  private async kill(side: Side, how: string): Promise<boolean> {
    if (!(await this.world.kill(side))) {
      return false
    }
    this.struck = true
    this.journal.note("saboteur", `${how}: ${side.name}`)
    this.journal.fault(how)
    this.world.revive(side)
    return true
  }
}
