import { styleText } from "node:util"
import type { Books } from "../faults/books"
import type { CardBooks } from "../faults/card-books"
import { roundingOf, type Violation } from "../faults/invariants"
import type { Journal } from "../faults/journal"
import type { Vitals } from "../faults/side"
import { livesOf, trendOf, type Life } from "./lives"
import { heading, megabytes, minuteLine, type Minute } from "./minute"

const IN_FULL = 20
const ROWS_EACH = 12

/** What a whole life came to. */
export interface Outcome {
  books: Books
  cards: CardBooks
  violations: Violation[]
  leaks: string[]
  /** Memory that Redis used, in bytes, when the life began and when it ended. */
  redis: { before: number; after: number }
  leftOut: number
}

/** Says what is going on while the store lives, and what it came to. */
export class Report {
  private readonly minutes: Minute[] = []

  constructor(
    private readonly print: (line: string) => void,
    private readonly colours: boolean
  ) {}

  say(line: string): void {
    this.print(line)
  }

  open(names: readonly string[]): void {
    heading(names).forEach((line) => this.print(this.dim(line)))
  }

  minute(minute: Minute): void {
    this.minutes.push(minute)
    this.print(minuteLine(minute))
  }

  close(outcome: Outcome, journal: Journal): void {
    this.throughput(outcome)
    this.vitals(outcome)
    this.table("faults", journal.faults)
    this.table("anomalies", count(outcome.books.anomalies.map(({ kind }) => kind)))
    this.table(
      "payouts",
      count(outcome.books.out.payouts.map(({ source, status }) => `${source} ${status}`))
    )
    this.table("cards", count(outcome.cards.rows.map(({ status }) => status)))
    this.table("periods of subscriptions", count(outcome.cards.cycles.map(({ status }) => status)))
    roundingOf(outcome.books).forEach((sum, currency) =>
      this.print(`rounding: ${sum.toFixed()} ${currency} more in Medusa than at the service`)
    )
    this.wrong(outcome, journal)
  }

  private throughput({ leftOut }: Outcome): void {
    const minutes = Math.max(1, this.minutes.length)
    const each = (["sales", "captured", "payouts", "renewals"] as const).map((what) => {
      const all = this.minutes.reduce((sum, minute) => sum + minute[what], 0)
      return `${what} ${all} (${(all / minutes).toFixed(1)} a minute)`
    })
    const most = this.minutes.reduce((worst, { waiting }) => Math.max(worst, waiting), 0)
    this.print(`\n${this.bold("throughput")}  ${each.join(", ")}; at most ${most} rows waiting`)
    if (leftOut > 0) {
      this.print(`  ${leftOut} sales were not begun: the store did not keep up`)
    }
  }

  private vitals({ redis }: Outcome): void {
    this.print(
      `${this.bold("processes")}   without the first sixth of each life; in brackets the growth in an hour`
    )
    // A life of which no reading is left after warming up tells nothing.
    livesOf(this.minutes).forEach((life) => this.life(life))
    this.print(`  Redis: ${megabytes(redis.before)} to ${megabytes(redis.after)} MB`)
  }

  private life(life: Life): void {
    const figure = (title: string, of: (vitals: Vitals) => number, unit: string) => {
      const trend = trendOf(life, of)
      if (trend === null) {
        return []
      }
      const { first, last, perHour } = trend
      const slope = perHour === null ? "" : ` (${perHour < 0 ? "" : "+"}${perHour.toFixed(0)})`
      return [`${title} ${Math.round(first)} to ${Math.round(last)}${unit}${slope}`]
    }
    const figures = [
      ...figure("heap", ({ heap }) => heap / 1e6, " MB"),
      ...figure("RSS", ({ rss }) => rss / 1e6, " MB"),
      ...figure("handles", ({ resources }) => resources.length, ""),
      ...figure("files", ({ files }) => files ?? 0, ""),
    ]
    if (figures.length > 0) {
      this.print(`  ${life.name}, ${life.readings.length} min: ${figures.join(", ")}`)
    }
  }

  private wrong({ books, cards, violations }: Outcome, journal: Journal): void {
    violations.slice(0, IN_FULL).forEach((violation) => {
      const { invariant, subject, detail } = violation
      this.print(`\n${this.red(invariant)}: ${subject}: ${detail}`)
      this.related(subject, { books, cards }, journal)
    })
    this.table("violations", count(violations.map(({ invariant }) => invariant)))
  }

  /** Rows and actions that name what is wrong. */
  private related(
    subject: string,
    { books, cards }: { books: Books; cards: CardBooks },
    journal: Journal
  ): void {
    const { out, ...rest } = books
    for (const [name, rows] of Object.entries({ ...rest, ...out, ...cards })) {
      const about = Array.isArray(rows)
        ? rows.map((row) => JSON.stringify(row)).filter((row) => row.includes(subject))
        : []
      about.slice(0, ROWS_EACH).forEach((row) => this.print(`  ${name} ${row}`))
    }
    journal.lines
      .filter((line) => line.includes(subject))
      .slice(0, ROWS_EACH)
      .forEach((line) => this.print(`  ${line}`))
  }

  private table(title: string, counts: ReadonlyMap<string, number>): void {
    if (counts.size > 0) {
      this.print(this.bold(title))
    }
    for (const [name, times] of [...counts].sort(([a], [b]) => a.localeCompare(b))) {
      this.print(`  ${String(times).padStart(6)}  ${name}`)
    }
  }

  private dim = (text: string) => this.style("dim", text)
  private bold = (text: string) => this.style("bold", text)
  private red = (text: string) => this.style("red", text)

  private style(format: "dim" | "bold" | "red", text: string): string {
    return this.colours ? styleText(format, text) : text
  }
}

/** A life of the store is a test, and so is what the output of Medusa holds. */
export function resultOf({ violations, leaks }: Outcome): { passed: number; failures: string[] } {
  const wrong = violations.map(
    ({ invariant, subject, detail }) => `${invariant}: ${subject}: ${detail}`
  )
  const failures = [
    { name: "the books", findings: wrong },
    { name: "the output of Medusa", findings: leaks },
  ].flatMap(({ name, findings }) => (findings.length > 0 ? [[name, ...findings].join("\n")] : []))
  return { passed: 2 - failures.length, failures }
}

function count(names: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  names.forEach((name) => counts.set(name, (counts.get(name) ?? 0) + 1))
  return counts
}
