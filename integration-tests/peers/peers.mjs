// npm run bench:peers [-- --quick]: this plugin beside what stores pick instead (settings.mjs has the
// options). A benchmark, not a test: it prints, also where we lose.

import { fileURLToPath } from "node:url"

import { send } from "../bench/http.mjs"
import { machine } from "../bench/machine.mjs"
import { setStage } from "../bench/stage.mjs"
import { stand } from "../bench/stand.mjs"
import { dim, headline, say, step } from "../demo/steps/progress.mjs"
import { PlainError } from "../demo/steps/settings.mjs"
import { Shutdown } from "../demo/steps/shutdown.mjs"
import { freePort } from "../support/postgres/port.mjs"
import { CartCopies } from "./cart-copies.mjs"
import { packages } from "./packages.mjs"
import { Sales } from "./sales.mjs"
import { HELP, readSettings } from "./settings.mjs"
import { sidesOf } from "./sides.mjs"
import { StripeService, WEBHOOK_SECRET } from "./stripe.mjs"
import { print, printTimes } from "./table.mjs"
import { OrderWitness } from "./witness.mjs"

const PROPS = fileURLToPath(new URL("./store/", import.meta.url))
const IN_FLIGHT = [1, 8, 32]
/** One at a time each waits as long as core holds a webhook back. */
const ORDERS_ALONE = 4
const COPIED_ORDERS = 8
/** Carts that stand ready at a time: links of more would expire before they are paid. */
const LOT = 500
/** What is measured on one store that stays up; the others boot their own. */
const ON_ONE_PROCESS = ["sessions", "completions", "notifications", "rates", "copies"]

const shutdown = new Shutdown()

async function main() {
  const settings = readSettings(process.argv.slice(2))
  if (settings.help) return say(HELP)

  headline("The plugin beside what stores pick instead")
  const stage = await setUp()
  const { sides } = stage
  const told = [sides.payin, sides.stripe]
  const measure = (name, title, work) =>
    settings.only.includes(name) ? step(title, work) : undefined
  const boots = await measure("boots", "Boots", () => bootAll(stage.medusa, settings.boots))
  if (settings.only.some((name) => ON_ONE_PROCESS.includes(name))) {
    await step("Medusa", () => stage.medusa.boot().then(() => undefined))
  }
  const sessions = await measure("sessions", "Sessions", () =>
    byTurns(sides, settings.n, async (side) => (await stage.sales.session(side)).ms)
  )
  const completions = await measure("completions", "Completions by the storefront", () =>
    byTurns(sides, settings.n, (side) => stage.sales.completed(side))
  )
  const notified = await measure("notifications", "Notifications", () =>
    byTurns(told, settings.n, async (side) => (await stage.sales.notified(side)).ms)
  )
  const rates = await measure("rates", "Orders at once", () => measureRates(stage, settings.orders))
  const copied = await measure("copies", "Each event five times", () => measureCopies(stage, told))
  await stage.medusa.stop()
  const memory = await measure("memory", `Memory after ${settings.memory} orders`, () =>
    measureMemory(stage, settings)
  )

  headline(machine(stage.postgresVersion))
  say()
  printTimes([
    { title: "session created, without the service's own time", sides: sessions },
    { title: "paid cart completed by the storefront", sides: completions },
    { title: "notification to captured order, no storefront", sides: notified },
    { title: "boot, start to /health", sides: boots },
  ])
  print(["orders a second", ...IN_FLIGHT.map((count) => `${count} in flight`)], rates)
  print(["each event five times", "sales", "orders", "captures", "in the order's books"], copied)
  const lot = Math.min(LOT, settings.memory)
  print(["MB", `kept after ${lot}`, `kept after ${settings.memory}`, "resident"], memory)
  print(["package", "version", "JavaScript, kB", "dependencies"], await packageLines())
  explain(settings)
}

async function setUp() {
  const stripePort = await freePort()
  const stage = await setStage({ ports: {} }, shutdown, {
    folder: PROPS,
    environment: () => ({
      BENCH_STRIPE: JSON.stringify({
        apiKey: "sk_test_peers",
        webhookSecret: WEBHOOK_SECRET,
        capture: true,
        host: "127.0.0.1",
        port: stripePort,
      }),
    }),
  })
  const webhook = `${stage.url}/hooks/payment/stripe_stripe`
  const stripe = new StripeService({ folder: stage.folder, port: stripePort, webhook })
  shutdown.add(() => stripe.stop())
  await stripe.start()
  const witness = new OrderWitness(stage.databaseUrl)
  shutdown.add(() => witness.stop())
  await witness.start()
  const copies = new CartCopies(stage.databaseUrl)
  shutdown.add(() => copies.stop())
  await copies.start()
  const sales = new Sales({ shopper: stage.shopper, witness })
  return { ...stage, copies, sales, sides: sidesOf({ service: stage.service, stripe }) }
}

/** One sample of each side, `n` times; who goes first changes from round to round. */
async function byTurns(sides, n, measure) {
  const all = Object.values(sides)
  const found = new Map(all.map((side) => [side, []]))
  for (let round = -1; round < n; round++) {
    const turn = Math.max(round, 0) % all.length
    for (const side of [...all.slice(turn), ...all.slice(0, turn)]) {
      const sample = await measure(side)
      // The first round warms up.
      if (round >= 0) found.get(side).push(sample)
    }
  }
  return all.map((side) => ({ title: side.title, samples: found.get(side) }))
}

async function bootAll(medusa, n) {
  const settings = {
    PayIn: { BENCH_PLUGIN: "on", BENCH_STRIPE: "" },
    Stripe: { BENCH_PLUGIN: "off" },
    "system default": { BENCH_PLUGIN: "off", BENCH_STRIPE: "" },
  }
  const sides = Object.entries(settings).map(([title, environment]) => ({ title, environment }))
  return byTurns(sides, n, async ({ environment }) => {
    const ms = await medusa.boot(environment)
    await medusa.stop()
    return ms
  })
}

async function measureRates({ sales, sides }, orders) {
  const lines = []
  for (const side of Object.values(sides)) {
    const rates = []
    for (const inFlight of IN_FLIGHT) {
      const count = inFlight === 1 ? ORDERS_ALONE : Math.max(orders, inFlight)
      rates.push((await sales.rate(side, count, inFlight)).toFixed(2))
    }
    lines.push([side.title, ...rates])
  }
  return lines
}

async function measureCopies({ sales }, sides) {
  const lines = []
  for (const side of sides) {
    const { orders, captures, order_transactions } = await sales.copied(side, COPIED_ORDERS)
    const counted = [COPIED_ORDERS, orders, captures, order_transactions].map(String)
    lines.push([side.title, ...counted])
  }
  return lines
}

/** Of a fresh process for each side: what it keeps after its first lot, and after the last. */
async function measureMemory(stage, { memory: orders, sides: names }) {
  const { medusa, shopper, copies, sales, sides } = stage
  const lines = []
  for (const side of names.map((name) => sides[name])) {
    await medusa.boot()
    // The first alone: two at once would both write the shopper's customer.
    await sales.rate(side, 1, 1)
    const filled = await shopper.fillCart()
    let first
    let read
    for (let sold = 0; sold < orders;) {
      const lot = Math.min(LOT, orders - sold)
      await sales.rateOf(side, await copies.of(filled, lot), Math.min(32, lot))
      sold += lot
      read = await readMemory(medusa)
      first ??= read
      if (orders > LOT) say(`  ${dim(`${side.title}: ${sold} orders, ${read.kept} MB kept`)}`)
    }
    await medusa.stop()
    lines.push([side.title, ...[first.kept, read.kept, read.resident].map(String)])
  }
  return lines
}

/** Megabytes: what is still reachable, and what the process holds of the machine. */
async function readMemory({ url }) {
  const { status, body } = await send("GET", `${url}/bench/memory`)
  if (status !== 200) throw new PlainError(`/bench/memory answered ${status}`)
  return {
    kept: Math.round(body.kept / 2 ** 20),
    resident: Math.round(body.rss / 2 ** 20),
  }
}

async function packageLines() {
  const found = await packages()
  return found.map(({ name, version, kb, dependencies }) => [
    name,
    version,
    kb === null ? "" : kb === 0 ? "not built" : String(kb),
    String(dependencies),
  ])
}

function explain({ quick }) {
  const notes = [
    "All sides by turns on one store and one durable PostgreSQL; Medusa in production mode with its",
    "in-memory parts; the services' stand-ins in processes of their own. Core holds the webhook of a",
    "provider back for 5 seconds as shipped; Stripe's storefronts complete the cart themselves meanwhile.",
    "The carts whose orders fill the memory are copies of one, made in the database.",
    ...(quick ? ["--quick: too few samples to mean much."] : []),
  ]
  for (const note of notes) say(`  ${dim(note)}`)
  say()
}

stand(main, shutdown)
