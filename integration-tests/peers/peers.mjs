// npm run bench:peers [-- --quick]: this plugin beside what stores pick instead (settings.mjs has the
// options). A benchmark, not a test: it prints, also where we lose.

import { fileURLToPath } from "node:url"

import { send } from "../bench/http.mjs"
import { machine } from "../bench/machine.mjs"
import { setStage } from "../bench/stage.mjs"
import { stand } from "../bench/stand.mjs"
import { now } from "../bench/stopwatch.mjs"
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
import { print, printSpans, printTimes } from "./table.mjs"
import { OrderWitness } from "./witness.mjs"

const PROPS = fileURLToPath(new URL("./store/", import.meta.url))
const IN_FLIGHT = [1, 8, 32]
const COPIED_ORDERS = 8
/** Carts that stand ready at a time: links of more would expire before they are paid. */
const LOT = 500
/** What is measured by turns while all sides are up; the others boot each side alone. */
const BY_TURNS = ["sessions", "completions", "notifications", "rates", "copies"]

const shutdown = new Shutdown()

async function main() {
  const settings = readSettings(process.argv.slice(2))
  if (settings.help) return say(HELP)

  headline("The plugin beside what stores pick instead")
  const measure = (name, title, work) =>
    settings.only.includes(name) ? step(title, work) : undefined
  const sizes = await measure("packages", "Packages", () => packages())
  const stage = await setUp()
  const { sides } = stage
  const told = [sides.payin, sides.stripe]
  const boots = await measure("boots", "Boots", () => bootAll(sides, settings.boots))
  if (settings.only.some((name) => BY_TURNS.includes(name))) {
    await step("A Medusa for each side", () => startAll(stage))
  }
  const sessions = await measure("sessions", "Sessions", () =>
    byTurns(sides, settings.n, async (side) => (await stage.sales.session(side)).ms)
  )
  const completions = await measure("completions", "Completions by the storefront", () =>
    byTurns(sides, settings.n, (side) => stage.sales.completed(side))
  )
  const notified = await measure("notifications", "Notifications", () =>
    byTurns(told, settings.notifications, async (side) => (await stage.sales.notified(side)).ms)
  )
  const rates = await measure("rates", "Orders at once", () => measureRates(stage, settings))
  const copied = await measure("copies", "Each event five times", () => measureCopies(stage, told))
  await stopAll(sides)
  const memory = await measure("memory", `Memory after ${settings.memory} orders`, () =>
    measureMemory(stage, settings)
  )

  headline(machine(stage.postgresVersion))
  say()
  printTimes([
    { title: "session created, without the service's own time", sides: sessions },
    { title: "paid cart completed by the storefront", sides: completions },
    { title: "notification to captured order, no storefront", sides: notified },
  ])
  printSpans("boot, start to /health", boots)
  print(["orders a second", ...IN_FLIGHT.map((count) => `${count} in flight`)], rates)
  print(["each event five times", "sales", "orders", "captures", "in the order's books"], copied)
  const lots = [...new Set([Math.min(LOT, settings.memory), settings.memory])]
  print(["MB", ...lots.map((orders) => `kept after ${orders}`), "resident"], memory)
  printPackages(sizes)
  explain(settings)
}

async function setUp() {
  const ports = {}
  for (const name of ["payin", "stripe", "floor"]) ports[name] = await freePort()
  const stripePort = await freePort()
  const stage = await setStage({ ports: { medusa: ports.payin } }, shutdown, {
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
  const webhook = `http://127.0.0.1:${ports.stripe}/hooks/payment/stripe_stripe`
  const stripe = new StripeService({ folder: stage.folder, port: stripePort, webhook })
  shutdown.add(() => stripe.stop())
  await stripe.start()
  const witness = new OrderWitness(stage.databaseUrl)
  shutdown.add(() => witness.stop())
  await witness.start()
  const carts = new CartCopies(stage.databaseUrl)
  shutdown.add(() => carts.stop())
  await carts.start()
  const sides = sidesOf({ stage, ports, stripe })
  shutdown.add(() => stopAll(sides))
  return { ...stage, carts, sales: new Sales({ carts, witness }), sides }
}

async function startAll({ carts, sides }) {
  for (const side of Object.values(sides)) await start(side)
  carts.like(await sides.floor.shopper.fillCart())
}

/** A side's Medusa, with the plugin where it is the plugin's side, and without any part of it where it is not. */
async function start({ title, medusa, hasPlugin }) {
  await medusa.boot()
  const { plugin } = await readMemory(medusa)
  if (plugin !== hasPlugin) throw new PlainError(`${title}: the plugin is loaded: ${plugin}`)
}

async function stopAll(sides) {
  await Promise.all(Object.values(sides).map(({ medusa }) => medusa.stop()))
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

async function bootAll(sides, n) {
  return byTurns(sides, n, async ({ medusa }) => {
    const ms = await medusa.boot()
    await medusa.stop()
    return ms
  })
}

async function measureRates({ sales, sides }, { orders, alone }) {
  const lines = Object.values(sides).map((side) => ({ side, cells: [] }))
  for (const inFlight of IN_FLIGHT) {
    const count = inFlight === 1 ? alone : Math.max(orders, inFlight)
    for (const { side, cells } of lines) {
      const { rate, asked_again } = await sales.rate(side, count, inFlight)
      cells.push(asked_again === 0 ? rate.toFixed(2) : `${rate.toFixed(2)} (${asked_again} again)`)
    }
  }
  return lines.map(({ side, cells }) => [side.title, ...cells])
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

/** Of a fresh process for each side, alone: what it keeps after its first lot, and after the last. */
async function measureMemory(stage, settings) {
  const { carts, sales, sides } = stage
  const lines = []
  for (const side of settings.sides.map((name) => sides[name])) {
    const { medusa, shopper } = side
    await start(side)
    carts.like(await shopper.fillCart())
    // What is loaded with the first sale is no part of what grows.
    await sales.rate(side, 1, 1)
    const startedAt = now()
    const kept = []
    let read
    for (let sold = 0; sold < settings.memory;) {
      const lot = Math.min(LOT, settings.memory - sold)
      await sales.rate(side, lot, Math.min(32, lot))
      sold += lot
      read = await readMemory(medusa)
      if (kept.length === 0 || sold === settings.memory) kept.push(read.kept)
      tellProgress(side, { sold, of: settings.memory, ms: now() - startedAt, ...read })
    }
    await medusa.stop()
    lines.push([side.title, ...[...kept, read.resident].map(String)])
  }
  return lines
}

/** Ten thousand orders of a side take long: whoever waits is told how long. */
function tellProgress({ title }, { sold, of, ms, kept }) {
  const left = (ms / sold) * (of - sold)
  const rest = left > 0 ? `, about ${Math.ceil(left / 60_000)} min to go` : ""
  say(
    `  ${dim(`${title}: ${sold} of ${of} orders in ${(ms / 1000).toFixed(0)} s, ${kept} MB kept${rest}`)}`
  )
}

/** Megabytes: what is still reachable, and what the process holds of the machine; and whether the plugin is in it. */
async function readMemory({ url }) {
  const { status, body } = await send("GET", `${url}/bench/memory`)
  if (status !== 200) throw new PlainError(`/bench/memory answered ${status}`)
  return {
    kept: Math.round(body.kept / 2 ** 20),
    resident: Math.round(body.rss / 2 ** 20),
    plugin: body.plugin,
  }
}

function printPackages(found) {
  print(
    ["package", "version", "packed, kB", "JavaScript, kB", "dependencies", "with theirs", "new"],
    found?.map(({ name, version, packed_kb, kb, dependencies, closure, added }) => [
      name,
      version,
      ...[packed_kb, kb, dependencies, closure, added].map((number) => String(number ?? "")),
    ])
  )
}

function explain({ quick }) {
  const notes = [
    "Three processes of one store on one durable PostgreSQL, each with what its side needs loaded and nothing of",
    "the others'; all of them take turns, and one after the other where boots and memory are measured. Medusa in",
    "production mode with its in-memory parts; the services' stand-ins in processes of their own. Core holds the",
    "webhook of a provider back for 5 seconds as shipped; Stripe's storefronts complete the cart themselves meanwhile.",
    '"again": completions that Medusa refused for want of its lock on the stock, and that were asked for again.',
    "All carts are copies of one that was filled through the store, made in the database.",
    '"with theirs": packages that the dependencies bring with them; "new": those that Medusa does not bring.',
    ...(quick ? ["--quick: too few samples to mean much."] : []),
  ]
  for (const note of notes) say(`  ${dim(note)}`)
  say()
}

stand(main, shutdown)
