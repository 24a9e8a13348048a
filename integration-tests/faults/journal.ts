/** What was done in one schedule, in the order of its happening; printed only when something is wrong. */
export class Journal {
  private readonly started = performance.now()
  readonly lines: string[] = []
  /** Faults that really happened, by kind. */
  readonly faults = new Map<string, number>()

  note(who: string, what: string): void {
    const ms = String(Math.round(performance.now() - this.started)).padStart(6)
    this.lines.push(`${ms} ms  ${who.padEnd(9)} ${what}`)
  }

  fault(kind: string, times = 1): void {
    this.faults.set(kind, (this.faults.get(kind) ?? 0) + times)
  }
}
