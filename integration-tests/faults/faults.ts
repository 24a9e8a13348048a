// npm run faults: random sales against the sandbox while everything that can fail on one machine fails, and
// after each schedule the audit: does every approved payment stand in exactly one place? (settings.ts)

import { startRedis } from "../support/redis"
import { isCardSeed } from "./card-plan"
import { runCardSchedule } from "./card-schedule"
import { searchOutput } from "./leaks"
import { runToEnd, type Lifetime } from "./lifetime"
import { Report } from "./report"
import { runSchedule } from "./schedule"
import { HELP, readSettings, type Settings } from "./settings"
import { World } from "./world"

async function main(settings: Settings, lifetime: Lifetime): Promise<number> {
  const { ends } = lifetime
  const { startPostgres } = await import("../support/postgres/index.mjs")
  console.log(`faults: seed ${settings.seed}, ${settings.schedules} schedules`)
  const server = await startPostgres({ durable: false })
  ends(() => server.stop())
  const worlds: World[] = []
  for (let n = 0; n < settings.worlds; n++) {
    const redis = settings.redis ? await startRedis() : null
    if (redis !== null) {
      ends(() => redis.stop())
    }
    worlds.push(await World.open(server, { name: `faults-${n}`, redis }, ends))
  }
  const report = new Report((line) => console.log(line))
  await runAll(worlds, settings, report, lifetime)
  report.close(settings.seed)
  const leaks = await searchOutput(worlds, settings.log)
  leaks.forEach((leak) => console.log(`in the output of Medusa: ${leak}`))
  return report.failedSeeds.length + leaks.length === 0 ? 0 : 1
}

/** The worlds take the next seed when they are done with one. */
async function runAll(
  worlds: World[],
  settings: Settings,
  report: Report,
  { interrupted }: Lifetime
): Promise<void> {
  const until = Date.now() + settings.minutes * 60_000
  let next = 0
  const work = async (world: World) => {
    while (next < settings.schedules && Date.now() < until && !interrupted()) {
      const seed = settings.seed + next++
      const outcome =
        settings.cards || isCardSeed(seed)
          ? await runCardSchedule(world, seed)
          : await runSchedule(world, seed)
      report.add(outcome)
      if (settings.verbose && outcome.violations.length === 0) {
        report.explain(outcome)
      }
      if (next % 10 === 0) {
        report.progress(settings.schedules)
      }
    }
  }
  await Promise.all(worlds.map(work))
}

runToEnd(async (lifetime) => {
  const settings = readSettings(process.argv.slice(2))
  if (settings.help) {
    console.log(HELP)
    return 0
  }
  return main(settings, lifetime)
})
