// npm run bench [-- --quick]: how long the plugin takes beside Medusa itself (settings.mjs has the options).
// A benchmark, not a test: it prints, and never fails on a number.

import { dim, headline, say, step } from "../demo/steps/progress.mjs"
import { Shutdown } from "../demo/steps/shutdown.mjs"
import { freePort } from "../support/postgres/port.mjs"
import { machine } from "./machine.mjs"
import { measureAcknowledgements } from "./measures/acknowledgement.mjs"
import { measureBoots } from "./measures/boot.mjs"
import { measureCsv } from "./measures/csv.mjs"
import { measureFlood } from "./measures/flood.mjs"
import { measurePayouts } from "./measures/payouts.mjs"
import { measureRenewals } from "./measures/renewals.mjs"
import { measureReconciliation } from "./measures/reconcile.mjs"
import { measureSales } from "./measures/sale.mjs"
import { measureSessions } from "./measures/session.mjs"
import { measureSizes } from "./measures/size.mjs"
import { measureThroughput } from "./measures/throughput.mjs"
import { PacedService } from "./paced-service.mjs"
import { HELP, readSettings } from "./settings.mjs"
import { setStage } from "./stage.mjs"
import { stand } from "./stand.mjs"
import { percentile } from "./statistics.mjs"
import {
  count,
  printCpu,
  printFlood,
  printGrowth,
  printRates,
  printRatios,
  printReconciliation,
  printRenewals,
  printSizes,
} from "./table.mjs"

const THROUGHPUT = { orders: 40, inFlight: 8 }
const RENEWALS = { carts: 40, inFlight: 8 }
// Half of what option gatewayConcurrency allows by default: the other half is left to shoppers.
const PAYOUTS = { payouts: 200, inFlight: 4 }

const shutdown = new Shutdown()

async function main() {
  const settings = readSettings(process.argv.slice(2))
  if (settings.help) return say(HELP)

  headline("The plugin beside Medusa itself")
  const bench = await setStage(settings, shutdown)
  const results = await measure(bench, settings)
  headline(machine(bench.postgresVersion))
  say()
  print(results)
  explain(settings, results)
}

/** Name of a measure -> its result; null for one that was not asked for. */
async function measure(bench, settings) {
  const { n, warmUp, rows, pending, allowed } = settings
  const samples = { ...bench, n, warmUp }
  const run = (name, title, work) =>
    settings.only.includes(name) ? step(title, work) : Promise.resolve(null)

  const boots = await run("boots", `Boots, ${settings.boots} of each`, () =>
    measureBoots({ medusa: bench.medusa, n: settings.boots })
  )
  await step("Medusa", () => bench.medusa.boot().then(() => undefined))
  const results = {
    boots,
    sales: await run("sales", `Sales, ${n} of each`, () => measureSales(samples)),
    notifications: await run("notifications", `Notifications, ${n} of each`, () =>
      measureAcknowledgements(samples)
    ),
    sessions: await run("sessions", `Sessions, ${n} of each`, () => measureSessions(samples)),
    throughput: await run("throughput", `Orders at once, ${settings.rounds} rounds of each`, () =>
      measureThroughput({ ...bench, ...THROUGHPUT, rounds: settings.rounds })
    ),
  }
  const { pages } = settings
  const flood = await run("flood", `A shopper beside up to ${count(pages)} return pages`, () =>
    measureFlood({ ...bench, n, floods: floods(pages) })
  )
  await bench.medusa.stop()
  const payouts = await run("payouts", `Payouts, ${settings.rounds} rounds of each`, () =>
    measurePayouts({ ...bench, ...PAYOUTS, rounds: settings.rounds })
  )
  const due = `Renewals, ${count(settings.subscriptions)} due at once`
  const renewals = await run("renewals", due, () => {
    const { rounds, subscriptions, renewed } = settings
    return measureRenewals({ ...bench, ...RENEWALS, rounds, subscriptions, renewed })
  })
  const csv = await run("csv", "CSV of payouts", () => measureCsv({ ...bench, n }))
  const sizes = await run("sizes", `Tables of ${count(rows)} rows`, () =>
    measureSizes({ ...bench.databases, folder: bench.folder, rows, n, warmUp })
  )
  const reconciliation = await run(
    "reconciliation",
    `${count(pending)} pending pay-ins`,
    async () => {
      const paced = new PacedService({ folder: bench.folder, port: await freePort(), allowed })
      shutdown.add(() => paced.stop())
      await paced.start()
      const { medusa, databases } = bench
      return measureReconciliation({
        medusa,
        databaseUrl: databases.waiting,
        paced,
        pending,
        allowed,
      })
    }
  )
  return { ...results, flood, payouts, renewals, csv, sizes, reconciliation }
}

/**
 * The floods of one run, in their order: no page, pages that listen as the storefront package does, and pages that
 * poll because they get no stream.
 */
function floods(pages) {
  const counts = [Math.round(pages / 4), pages]
  return [
    { pages: 0, listen: true },
    ...[true, false].flatMap((listen) => counts.map((count) => ({ pages: count, listen }))),
  ]
}

function print({ sales, notifications, sessions, ...results }) {
  const { boots, throughput, flood, payouts, renewals, csv, sizes, reconciliation } = results
  const ratios = [sales, notifications, sessions].flatMap((result) => result?.rows ?? [])
  if (ratios.length > 0) printRatios(ratios)
  if (throughput !== null) printRates([throughput], "Medusa")
  if (flood !== null) printFlood(flood)
  if (payouts !== null) printRates(payouts, "bare calls")
  if (renewals !== null) printRenewals(renewals)
  if (csv !== null) printCpu(csv)
  if (boots !== null) printGrowth(boots)
  if (sizes !== null) printSizes(sizes)
  if (reconciliation !== null) printReconciliation(reconciliation)
}

function explain({ quick }, { sales, sessions }) {
  const ms = (samples) => `${percentile(samples, 0.5).toFixed(1)} ms`
  const notes = [
    "Medians of one run, both sides by turns on one store, one call at a time unless said otherwise;",
    "Medusa in production mode with its in-memory parts, client, sandbox and PostgreSQL (durable) on the",
    "same machine.",
    ...(sales === null
      ? []
      : [`The sandbox's own time: ${ms(sales.lookups)} of each sale (its lookup, left in).`]),
    ...(sessions === null
      ? []
      : [`The sandbox's own time: ${ms(sessions.creations)} of each session.`]),
    ...(quick ? ["--quick: too few samples to mean much."] : []),
  ]
  for (const note of notes) say(`  ${dim(note)}`)
  say()
}

stand(main, shutdown)
