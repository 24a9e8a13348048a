// npm run soak: one long life of a store on two processes with Redis, its own jobs at work, while faults come
// and go; then the books are held against what the sandbox knows. What is looked at beside: throughput,
// memory and what stays open, for whatever grows slowly no short test sees. (settings.ts)

import { searchOutput } from "../faults/leaks"
import { runToEnd, type Lifetime } from "../faults/lifetime"
import { World } from "../faults/world"
import { startStoreServer } from "../support/kept-store"
import { redisMissing, startRedis } from "../support/redis"
import { live } from "./life"
import { Report, resultOf } from "./report"
import { HELP, readSettings, type Settings } from "./settings"

async function main(settings: Settings, { ends, interrupted }: Lifetime): Promise<number> {
  const report = new Report(
    (line) => console.log(line),
    process.stdout.isTTY && process.env.NO_COLOR === undefined
  )
  const { minutes, rate, sales, seed } = settings
  const long = sales === null ? `${minutes} min, ${rate} sales a minute` : `${sales} sales`
  report.say(`soak: ${long}, seed ${seed}, two processes, Redis`)
  const server = await startStoreServer()
  ends(() => server.stop())
  const redis = await startRedis()
  ends(() => redis.stop())
  // Its customers fill their own carts.
  const of = { name: "soak", redis, jobsRest: false, carts: 0 }
  const world = await World.open(server.store, of, ends)
  const { journal, outcome } = await live(world, redis, settings, report, interrupted)
  const leaks = await searchOutput([world], settings.log)
  const whole = { ...outcome, leaks }
  report.close(whole, journal)
  const { closeReport } = await import("../support/run/report.mjs")
  return closeReport(resultOf(whole)) ? 0 : 1
}

runToEnd(async (lifetime) => {
  const settings = readSettings(process.argv.slice(2))
  if (settings.help) {
    console.log(HELP)
    return 0
  }
  const missing = redisMissing()
  if (missing !== null) {
    console.error(`npm run soak needs Redis: ${missing}`)
    return 1
  }
  return main(settings, lifetime)
})
