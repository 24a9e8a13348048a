// npm run faults: random sales against the sandbox while everything that can fail on one machine fails, and
// after each schedule the audit: does every approved payment stand in exactly one place? (settings.ts)

import { startStoreServer } from "../support/kept-store"
import { startRedis } from "../support/redis"
import { isCardSeed } from "./card-plan"
import { runCardSchedule } from "./card-schedule"
import { runCopiedStore } from "./copied-store"
import { searchOutput } from "./leaks"
import { runToEnd, type Lifetime } from "./lifetime"
import { Report } from "./report"
import { runSchedule } from "./schedule"
import { HELP, readSettings, type Settings } from "./settings"
import { World } from "./world"

/** No schedule has more shoppers, and some carts are left for bystanders. */
const CARTS = 5

async function main(settings: Settings, lifetime: Lifetime): Promise<number> {
  const { ends } = lifetime
  const { seed, schedules, worlds: count, redis } = settings
  console.log(`faults: seed ${seed}, ${schedules} schedules, ${count} stores, ${redis} with Redis`)
  const server = await startStoreServer()
  ends(() => server.stop())
  const worlds = await Promise.all(
    Array.from({ length: count }, async (_, n) => {
      const shared = n >= count - redis ? await startRedis() : null
      if (shared !== null) {
        ends(() => shared.stop())
      }
      const of = { name: `faults-${n}`, redis: shared, jobsRest: true, carts: CARTS }
      return World.open(server.store, of, ends)
    })
  )
  const report = new Report((line) => console.log(line), settings.cards)
  await Promise.all(worlds.map((world, n) => runAll(world, n, settings, report, lifetime)))
  report.sumUp(seed)
  const copied = lifetime.interrupted() ? null : await runCopiedStore(worlds[0], seed, lifetime)
  const copies = copied === null ? [] : [copied.copy]
  const leaks = await searchOutput([...worlds, ...copies], settings.log)
  const { closeReport } = await import("../support/run/report.mjs")
  return closeReport(report.result(leaks, copied && report.addCopied(copied, settings.verbose)))
    ? 0
    : 1
}

/** The schedules of one world: always the same ones, however fast the others are. */
async function runAll(
  world: World,
  first: number,
  settings: Settings,
  report: Report,
  { interrupted }: Lifetime
): Promise<void> {
  const until = settings.minutes === null ? Infinity : Date.now() + settings.minutes * 60_000
  const isOver = () => Date.now() >= until || interrupted()
  for (let n = first; n < settings.schedules && !isOver(); n += settings.worlds) {
    const seed = settings.seed + n
    const outcome =
      settings.cards || isCardSeed(seed)
        ? await runCardSchedule(world, seed)
        : await runSchedule(world, seed)
    report.add(outcome, world.redis)
    if (settings.verbose && outcome.violations.length === 0) {
      report.explain(outcome, world.redis)
    }
    report.progress(settings.schedules)
  }
}

runToEnd(async (lifetime) => {
  const settings = readSettings(process.argv.slice(2))
  if (settings.help) {
    console.log(HELP)
    return 0
  }
  return main(settings, lifetime)
})
