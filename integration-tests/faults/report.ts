import type { CardOutcome } from "./card-schedule"
import type { CopiedOutcome } from "./copied-store"
import { roundingOf, type Violation } from "./invariants"
import type { Outcome } from "./schedule"

const TELL_EVERY = 10
/** Among fewer there need be none with a kill. */
const MANY = 16

/** Sums up what the schedules did, and prints what a person needs to see one again. */
export class Report {
  private schedules = 0
  private withRedis = 0
  private links = 0
  private approved = 0
  private readonly payouts = new Map<string, number>()
  private readonly faults = new Map<string, number>()
  private readonly anomalies = new Map<string, number>()
  private cardSchedules = 0
  private readonly cards = new Map<string, number>()
  private readonly rounding: ReturnType<typeof roundingOf> = new Map()
  private readonly failures: string[] = []
  private readonly started = performance.now()

  /** @param cardsAlone whether all schedules are sales by card */
  constructor(
    private readonly print: (line: string) => void,
    private readonly cardsAlone: boolean
  ) {}

  /** @param redis whether its processes shared Redis */
  add(outcome: Outcome | CardOutcome, redis: boolean): void {
    this.schedules++
    this.withRedis += redis ? 1 : 0
    outcome.journal.faults.forEach((times, kind) => count(this.faults, kind, times))
    if ("cards" in outcome) {
      this.addCards(outcome)
    } else {
      this.addSales(outcome)
    }
    if (outcome.violations.length > 0) {
      this.explain(outcome, redis)
      this.failures.push(failureOf(outcome, again(outcome.plan.seed, redis, this.cardsAlone)))
    }
  }

  private addCards({ cards }: CardOutcome): void {
    this.cardSchedules++
    cards.rows.forEach(({ status }) => count(this.cards, status, 1))
    cards.anomalies.forEach(({ kind }) => count(this.anomalies, kind, 1))
  }

  private addSales(outcome: Outcome): void {
    const { service } = outcome.books
    this.links += service.length
    this.approved += service.filter(({ status }) => status === "APPROVED").length
    outcome.books.out.payouts.forEach(({ source, status }) =>
      count(this.payouts, `${source} ${status}`, 1)
    )
    outcome.books.anomalies.forEach(({ kind }) => count(this.anomalies, kind, 1))
    roundingOf(outcome.books).forEach((sum, currency) => {
      this.rounding.set(currency, sum.plus(this.rounding.get(currency) ?? 0))
    })
  }

  /** Every so many schedules. */
  progress(of: number): void {
    if (this.schedules % TELL_EVERY !== 0) {
      return
    }
    const each = (performance.now() - this.started) / 1000 / Math.max(1, this.schedules)
    this.print(
      `  ${this.schedules} of ${of} schedules, ${this.links} links, ` +
        `${this.failures.length} with violations, ${each.toFixed(2)} s each`
    )
  }

  /** Plan, actions, rows and what is wrong with them. */
  explain(outcome: Outcome | CardOutcome, redis: boolean): void {
    const { plan, journal, violations } = outcome
    this.print(`\nseed ${plan.seed}`)
    this.print(`  plan ${JSON.stringify(plan)}`)
    journal.lines.forEach((line) => this.print(`  ${line}`))
    if ("cards" in outcome) {
      Object.entries(outcome.cards).forEach(([name, rows]) => this.rows(name, rows))
    } else {
      this.sales(outcome)
    }
    if (violations.length > 0) {
      this.print("  VIOLATIONS")
    }
    violations.forEach(({ invariant, subject, detail }) =>
      this.print(`    ${invariant}: ${subject}: ${detail}`)
    )
    this.print(`  ${again(plan.seed, redis, this.cardsAlone)}\n`)
  }

  /** What is wrong with a store whose database was copied; tells what was done there if anything is. */
  addCopied(
    { seed, redis, journal, violations, books }: CopiedOutcome,
    verbose: boolean
  ): string[] {
    const wrong = violations.map(lineOf)
    if (verbose || wrong.length > 0) {
      this.print(`\na store whose database was copied, seed ${seed}`)
      journal.lines.forEach((line) => this.print(`  ${line}`))
      this.rows("payouts at the service", books.payouts)
      this.rows("cards at the service", books.charges)
      this.rows("payouts of the copy", books.copy.payouts)
      this.rows("subscriptions of the copy", books.copy.subscriptions)
      this.rows("anomalies of the copy", books.copy.anomalies)
      wrong.forEach((line) => this.print(`    ${line}`))
    }
    const replay = `again: npm run faults -- --seed ${seed} --schedules 0${redis ? " --redis 1" : ""}`
    return wrong.length > 0 ? [...wrong, replay] : []
  }

  private rows(name: string, rows: readonly unknown[]): void {
    this.print(`  ${name}`)
    rows.forEach((row) => this.print(`    ${JSON.stringify(row)}`))
  }

  private sales({ books }: Outcome): void {
    this.rows("pay-ins", books.payIns)
    this.rows("service", books.service)
    this.rows("payments", books.payments)
    this.rows("orders", books.orders)
    this.rows("anomalies", books.anomalies)
    this.rows("payouts", books.out.payouts)
    this.rows("attempts", books.out.attempts)
    this.rows("payouts at the service", books.out.paid)
  }

  sumUp(seed: number): void {
    const seconds = (performance.now() - this.started) / 1000
    this.print(
      `\nseed ${seed}, ${this.schedules} schedules (${this.withRedis} with Redis), ` +
        `${this.links} links, ${this.approved} paid`
    )
    this.print(`${(seconds / Math.max(1, this.schedules)).toFixed(2)} s a schedule`)
    this.table("faults", this.faults)
    this.table("anomalies opened", this.anomalies)
    this.table("payouts", this.payouts)
    this.table(`cards, in ${this.cardSchedules} schedules`, this.cards)
    this.rounding.forEach((sum, currency) =>
      this.print(`rounding: ${sum.toFixed()} ${currency} more in Medusa than at the service`)
    )
  }

  /** Each schedule is a test, and so are what the output of Medusa holds and that anything was done at all. */
  result(
    leaks: readonly string[],
    copied: readonly string[] | null
  ): { passed: number; failures: string[] } {
    const whole = [
      { name: "the output of Medusa", findings: leaks },
      ...(copied === null ? [] : [{ name: "a copied database", findings: copied }]),
      { name: "the store was not idle", findings: this.idle() },
    ]
    const wrong = whole.filter(({ findings }) => findings.length > 0)
    return {
      passed: this.schedules - this.failures.length + whole.length - wrong.length,
      failures: [
        ...this.failures,
        ...wrong.map(({ name, findings }) => [name, ...findings].join("\n")),
      ],
    }
  }

  /** Names what no schedule did, when many ran. */
  private idle(): string[] {
    if (this.schedules < MANY) {
      return []
    }
    const killed = [...this.faults.keys()].some((kind) => kind.startsWith("kill"))
    return [
      ...(this.approved === 0 && !this.cardsAlone ? ["no link was paid"] : []),
      ...(this.payouts.size === 0 && !this.cardsAlone ? ["no payout was made"] : []),
      ...(killed ? [] : ["no process was killed"]),
    ]
  }

  private table(title: string, counts: ReadonlyMap<string, number>): void {
    this.print(`${title}:`)
    for (const [name, times] of [...counts].sort(([a], [b]) => a.localeCompare(b))) {
      this.print(`  ${String(times).padStart(6)}  ${name}`)
    }
  }
}

function failureOf({ plan, violations }: Outcome | CardOutcome, replay: string): string {
  const wrong = violations.map(lineOf)
  return [`seed ${plan.seed}`, ...wrong, replay].join("\n")
}

function lineOf({ invariant, subject, detail }: Violation): string {
  return `${invariant}: ${subject}: ${detail}`
}

function again(seed: number, redis: boolean, cards: boolean): string {
  const options = `${redis ? " --redis 1" : ""}${cards ? " --cards" : ""}`
  return `again: npm run faults -- --seed ${seed} --schedules 1${options}`
}

function count(counts: Map<string, number>, name: string, times: number): void {
  counts.set(name, (counts.get(name) ?? 0) + times)
}
