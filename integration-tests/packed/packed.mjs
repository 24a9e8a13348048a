// npm run test:packed [-- --medusa oldest]: what a stranger gets. Packs the plugin, installs it into a fresh
// store outside this repository, and lives a day there in production mode: sells, refunds, pays out, renews,
// opens the desk, examines the sandbox; then boots once more, registered in the longhand, sells, refunds, pays out
// and renews.
// `--medusa`: another version than the repository's own; `oldest` is where the range in package.json begins.
// `--built`: packs the build that is there. The last line is "N passed, N failed".

import { execFile, spawnSync } from "node:child_process"
import { randomBytes } from "node:crypto"
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs"
import { createRequire } from "node:module"
import { readFile } from "node:fs/promises"
import os from "node:os"
import path from "node:path"
import { fileURLToPath } from "node:url"
import { parseArgs, promisify } from "node:util"

import { transpile } from "../bench/transpile.mjs"
import { launchChromium } from "../browser/chromium.mjs"
import { Desk } from "../browser/desk.mjs"
import { MENU } from "../browser/pages.mjs"
import { signIn } from "../demo/steps/admin.mjs"
import { approved, payOut } from "../demo/steps/money-out.mjs"
import { headline, step } from "../demo/steps/progress.mjs"
import { sell } from "../demo/steps/sale.mjs"
import { ADMIN, PlainError, ROOT } from "../demo/steps/settings.mjs"
import { subscribe } from "../demo/steps/subscription.mjs"
import { Medusa, medusaEnvironment } from "../support/medusa/process.mjs"
import { freePort } from "../support/postgres/port.mjs"
import { startPostgres } from "../support/postgres/index.mjs"
import { leftOut } from "../support/run/left-out.mjs"
import { beginningOf, closeReport } from "../support/run/report.mjs"

const TEMPLATE = fileURLToPath(new URL("./store/", import.meta.url))
const QUICKLY = ["--ignore-scripts", "--prefer-offline", "--no-audit", "--no-fund"]
const INSTALL_MINUTES = 8
const DOCTOR_MINUTES = 2
const SHOWN_LINES = 30

const PACKAGE = JSON.parse(readFileSync(path.join(ROOT, "package.json"), "utf8"))
const ASKED = parseArgs({
  options: { medusa: { type: "string" }, built: { type: "boolean", default: false } },
}).values
const MEDUSA = medusaVersion(ASKED)
const REFUNDED = "10000"
const RENEWED = "A subscription, renewed by an operator and by its day"

const tally = { passed: 0, failures: [], leftOut: [], at: "the beginning" }
const ends = []

async function main() {
  const folder = mkdtempSync(path.join(os.tmpdir(), "payin-packed-"))
  ends.push(() => rmSync(folder, { recursive: true, force: true }))
  const store = path.join(folder, "store")

  headline(`A package, and a fresh store with Medusa ${MEDUSA}`)
  await check("Packed", () => pack(folder))
  await check("Installed", () => install(folder, store))
  await check("Built, its admin included", () => {
    run("npx", ["--no-install", "medusa", "build"], store)
    return prepareSeed(store)
  })
  await check("Its Redis locks, as this Medusa knows locks", () => loadLocks(store))

  headline("A day in production")
  const place = await open(store)
  await check("Tables, regions, products, admin user", () => seed(place))
  await check("Medusa in production mode", () => place.medusa.serve({ port: place.port }))
  const { order } = await check("One sale", () => sell(place))
  await check("A refund and a seller's payout", () => payOut({ ...place, order }))
  await check(RENEWED, () => renew(place))
  await openDesk({ ...place, order })
  await check("payin-re-encrypt of the package", () => reEncrypt(place, store))
  await check("payin-doctor of the package", () => examine(place, store))
  await place.medusa.stop()

  headline("The longhand, without withPayIn")
  for (const { environment } of [place.medusa, place.ofAnotherMonth]) {
    environment.PACKED_LONGHAND = "true"
  }
  await check("Medusa in production mode", () => place.medusa.serve({ port: place.port }))
  const again = await check("One more sale", () => sell(place))
  const { refunded } = await check("Its refund", () => refund({ ...place, order: again.order }))
  await check(RENEWED, () => renew(place))
  // A refund waits half a minute before its payout leaves: it has gone meanwhile.
  await check("The refund paid out", () => paidOut(place, refunded))
}

/** A step that counts as a test; what follows needs it. */
async function check(name, work) {
  tally.at = name
  const outcome = await step(name, work)
  tally.passed++
  return outcome
}

function pack(folder) {
  const scripts = ASKED.built ? ["--ignore-scripts"] : []
  run("npm", ["pack", "--silent", "--pack-destination", folder, ...scripts], ROOT)
  return tarball(folder)
}

function tarball(folder) {
  return readdirSync(folder).find((name) => name.endsWith(".tgz"))
}

function medusaVersion({ medusa }) {
  if (medusa !== "oldest") return medusa ?? PACKAGE.devDependencies["@medusajs/medusa"]
  return /^>=(\S+)/.exec(PACKAGE.peerDependencies["@medusajs/medusa"])[1]
}

/** Medusa from the registry, the plugin from its tarball. */
function install(folder, store) {
  mkdirSync(store)
  cpSync(TEMPLATE, store, { recursive: true })
  cpSync(path.join(ROOT, ".npmrc"), path.join(store, ".npmrc"))
  const pick = (...names) =>
    Object.fromEntries(names.map((name) => [name, PACKAGE.devDependencies[name]]))
  const medusa = ["admin-sdk", "cli", "draft-order", "framework", "medusa"]
  writeFileSync(
    path.join(store, "package.json"),
    JSON.stringify({
      name: "fresh-store",
      private: true,
      dependencies: {
        ...Object.fromEntries(medusa.map((name) => [`@medusajs/${name}`, MEDUSA])),
        "medusa-plugin-payin": `file:../${tarball(folder)}`,
      },
      devDependencies: pick("@swc/core", "react", "react-dom", "ts-node", "typescript", "vite"),
    })
  )
  run("npm", ["install", ...QUICKLY], store)
  return `${readdirSync(path.join(store, "node_modules")).length} folders in node_modules`
}

/** They stand on a part of Medusa's that stores without Redis never load. */
function loadLocks(store) {
  const packed = createRequire(path.join(store, "package.json"))
  const own = packed("@medusajs/medusa/locking-redis").default
  const { services, loaders } = packed("medusa-plugin-payin/providers/locking-redis").default
  const [locks] = services
  if (!(locks.prototype instanceof own.services[0]) || loaders !== own.loaders) {
    throw new PlainError(
      "medusa-plugin-payin/providers/locking-redis does not stand on Medusa's own"
    )
  }
  return locks.identifier
}

/** Beside the built store stands what fills it: JavaScript that knows Medusa and nothing of this repository. */
async function prepareSeed(store) {
  const built = path.join(store, ".medusa/server")
  await transpile(path.join(ROOT, "integration-tests/demo/seed"), path.join(built, "demo-seed"))
  const renew = 'const { renewDue } = require("medusa-plugin-payin/workflows/renew/index")\n'
  writeFileSync(
    path.join(built, "next-month.js"),
    `${renew}exports.default = ({ container }) => renewDue(container)\n`
  )
}

async function open(store) {
  const [port, sandboxPort] = [await freePort(), await freePort()]
  const database = await startPostgres({ durable: false })
  ends.push(() => database.stop())
  await database.createDatabase("packed")
  // The stand-in for the service is part of the package.
  const packed = createRequire(path.join(store, "package.json"))
  const { createSandbox } = packed("medusa-plugin-payin/sandbox")
  const sandbox = createSandbox({ port: sandboxPort, payouts: { outcome: "approve" } })
  await sandbox.start()
  ends.push(() => sandbox.stop())
  const backend_url = `http://localhost:${port}`
  const [merchant] = sandbox.merchants
  const environment = medusaEnvironment({
    NODE_ENV: "production",
    NODE_PATH: "",
    DATABASE_URL: database.url("packed"),
    STORE_URL: backend_url,
    PAYIN_BASE_URL: sandbox.url,
    PAYIN_CARD_URL: sandbox.cardUrl,
    PAYIN_USERNAME: merchant.username,
    PAYIN_PASSWORD: merchant.password,
    PAYIN_TOKEN: merchant.token,
    PAYIN_MERCHANT_ID: merchant.merchantId,
    PAYIN_WEBHOOK_SECRET: merchant.webhookSecret,
    PAYIN_ENCRYPTION_KEY: randomBytes(32).toString("base64"),
  })
  const told = Object.entries(environment).filter(([, value]) => value.includes(path.resolve(ROOT)))
  if (told.length > 0) throw new PlainError(`The store's environment knows of ${ROOT}: ${told}`)
  const cli = path.join(path.dirname(packed.resolve("@medusajs/cli/package.json")), "cli.js")
  const log = path.join(store, "medusa.log")
  writeFileSync(log, "")
  const folder = path.join(store, ".medusa/server")
  const medusa = new Medusa({ folder, environment, log, cli })
  ends.push(() => medusa.close())
  // Production refuses another clock than the database's.
  const ofAnotherMonth = new Medusa({
    folder,
    environment: { ...environment, NODE_ENV: "development" },
    log,
    cli,
  })
  ends.push(() => ofAnotherMonth.close())
  return { port, backend_url, sandbox, medusa, ofAnotherMonth, environment, folder, seed: null }
}

async function seed(place) {
  const result = path.join(place.folder, "seed.json")
  Object.assign(place.medusa.environment, {
    DEMO_ADMIN_EMAIL: ADMIN.email,
    DEMO_ADMIN_PASSWORD: ADMIN.password,
    DEMO_SEED_RESULT: result,
  })
  await place.medusa.run("db:migrate", "--execute-all-links")
  await place.medusa.run("exec", "demo-seed/run.js")
  place.seed = JSON.parse(await readFile(result, "utf8"))
}

/** Every page of ours in the menu; only served where there is no browser to open it in. */
async function openDesk(place) {
  const browser = await launchChromium().catch((error) => error)
  if (!(browser instanceof Error)) {
    await check("The desk in the built admin", () => lookAround(browser, place))
    return
  }
  const desk = "the desk of the built admin, opened in a browser"
  const { failed, leftOut: told } = leftOut(desk, browser.message)
  tally.failures.push(...failed)
  tally.leftOut.push(...told)
  await check("The built admin, served", async () => {
    const page = await fetch(`${place.backend_url}/app`)
    if (!page.ok) throw new PlainError(`/app answered ${page.status}`)
  })
}

async function lookAround(browser, { backend_url, order }) {
  try {
    const desk = await Desk.open(browser, { medusa: backend_url, admin: ADMIN })
    desk.page.on("response", (response) => {
      const { pathname } = new URL(response.url())
      if (response.status() >= 400 && pathname.startsWith("/admin/payin")) {
        desk.problems.push(`${response.status()} ${pathname}`)
      }
    })
    const look = async (where, heading, part) => {
      await desk.visit(where, heading, part)
      const wrong = await desk.complaints()
      if (wrong.length > 0) throw new PlainError(`${where}: ${wrong.join("; ")}`)
    }
    for (const [where, heading] of Object.entries(MENU)) await look(where, heading)
    await look(`/orders/${order.id}`, /#/, "[data-payin]")
    return `${Object.keys(MENU).length} pages, and its part of an order's`
  } finally {
    await browser.close()
  }
}

function renew(place) {
  return subscribe({
    ...place,
    medusa: place.ofAnotherMonth,
    renew_script: "next-month.js",
    paid_ahead: true,
  })
}

function reEncrypt({ environment, folder }, store) {
  const command = path.join(store, "node_modules/.bin/payin-re-encrypt")
  const said = run(command, [], folder, environment)
  if (!said.includes("No row needs an earlier key any more")) throw new PlainError(said)
  return "payin-re-encrypt"
}

/** Not in step with it, as the others: the sandbox that it asks lives in this process. */
async function examine({ environment, folder }, store) {
  const command = path.join(store, "node_modules/.bin/payin-doctor")
  const { stdout } = await promisify(execFile)(command, ["--country", "CO"], {
    cwd: folder,
    env: environment,
    timeout: DOCTOR_MINUTES * 60_000,
  }).catch(({ message, stdout }) => {
    throw new PlainError(`payin-doctor: ${message}\n${stdout}`)
  })
  const pasted = 'accounts: [{ id: "co", country: "CO" }]'
  if (!stdout.includes(pasted)) throw new PlainError(`It names no options to paste:\n${stdout}`)
  return "nothing wrong with the sandbox"
}

/** What the longhand has to hand to a provider is what its refunds need: they are written as payouts. */
async function refund({ backend_url, order }) {
  const admin = await signIn(backend_url)
  const [{ payments }] = (
    await admin(`/admin/orders/${order.id}?fields=*payment_collections.payments`)
  ).order.payment_collections
  await admin(`/admin/payments/${payments[0].id}/refund`, { amount: Number(REFUNDED) })
  const { payouts } = await admin(`/admin/payin/payouts?order_id=${order.id}`)
  const [payout] = payouts
  if (payouts.length !== 1 || payout.amount !== REFUNDED) {
    throw new PlainError(`One payout of ${REFUNDED} was expected: ${JSON.stringify(payouts)}`)
  }
  const destination = {
    bank: "BANCOLOMBIA",
    account_number: "00000000012345",
    account_type: "AHORRO",
  }
  await admin(`/admin/payin/payouts/${payout.id}/destination`, { destination })
  return { refunded: payout, note: `${payout.amount}, to the account of whoever paid` }
}

async function paidOut({ backend_url }, { id }) {
  return approved(await signIn(backend_url), `q=${id}`, "refunded")
}

/** Runs a program to its end; throws with the end of what it said when it fails. */
function run(
  program,
  args,
  cwd,
  env = medusaEnvironment({ NODE_ENV: "production", NODE_PATH: "" })
) {
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    cwd,
    // npm leaves out devDependencies in production.
    env: program === "npm" ? { ...env, NODE_ENV: "development" } : env,
    encoding: "utf8",
    timeout: INSTALL_MINUTES * 60_000,
    maxBuffer: 64 * 1024 ** 2,
  })
  if (status === 0) return stdout
  const lines = `${stdout}${stderr}`.trimEnd().split("\n").slice(-SHOWN_LINES)
  throw new PlainError(
    `${program} ${args.join(" ")}: ${error?.message ?? status}\n${lines.join("\n")}`
  )
}

async function close() {
  for (const end of ends.reverse()) await Promise.resolve(end()).catch(() => undefined)
}

for (const signal of ["SIGINT", "SIGTERM"]) {
  process.once(signal, () => close().then(() => process.exit(1)))
}

await main().catch((error) => {
  const message = error instanceof PlainError ? error.message : error.stack
  tally.failures.push(`${tally.at}\n${beginningOf(message)}`)
  console.error(`\n  ${message}`)
})
await close()
process.exit(closeReport(tally) ? 0 : 1)
