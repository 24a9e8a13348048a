import { percentile } from "../bench/statistics.mjs"
import { bold, dim, say } from "../demo/steps/progress.mjs"

/** What one measure found, a line a side: `{ title, sides: [{ title, samples }] }` in milliseconds. */
export function printTimes(measures) {
  const head = ["ms", "p50", "p95", "p99", "n"]
  const taken = measures.filter(({ sides }) => sides !== undefined)
  const lines = taken.flatMap(({ title, sides }) => [
    [title],
    ...sides.map(({ title: side, samples }) => [
      `  ${side}`,
      ...[0.5, 0.95, 0.99].map((share) => percentile(samples, share).toFixed(1)),
      String(samples.length),
    ]),
  ])
  print(head, taken.length > 0 ? lines : undefined)
}

/** Of a few samples no share but the middle means anything: it, the least and the most. */
export function printSpans(title, sides) {
  const lines = sides?.map(({ title: side, samples }) => [
    `  ${side}`,
    ...[percentile(samples, 0.5), Math.min(...samples), Math.max(...samples)].map((ms) =>
      ms.toFixed(0)
    ),
    String(samples.length),
  ])
  print(["ms", "p50", "min", "max", "n"], lines && [[title], ...lines])
}

/** Lines as they are: a head, then a cell for each of its columns. Nothing of what was not measured. */
export function print(head, lines) {
  if (lines === undefined) return
  const widths = head.map((_, column) =>
    Math.max(...[head, ...lines].map((line) => (line[column] ?? "").length))
  )
  const written = (line) =>
    head
      .map((_, column) => {
        const cell = line[column] ?? ""
        return column === 0 ? cell.padEnd(widths[0]) : cell.padStart(widths[column])
      })
      .join("  ")
      .trimEnd()
  say(`  ${dim(written(head))}`)
  for (const line of lines) {
    say(`  ${line.length === 1 ? bold(written(line)) : written(line)}`)
  }
  say()
}
