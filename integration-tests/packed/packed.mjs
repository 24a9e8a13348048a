// npm run test:packed -- [--medusa oldest] [--node 22] [--day N] [--built]: what a stranger gets. Packs the plugin, installs
// it into a fresh store outside this repository, and lives a day there in production mode: sells by the README's script
// and by the demo's, refunds, pays out, renews, opens the desk, examines the sandbox; then boots once more, registered in
// the longhand, sells, refunds, pays out and renews.
// The day decides which Medusa and which Node that is (turn.mjs). `--medusa`: `own`, `oldest` (where the range in
// package.json begins), or a version; `--node`: a major version.
// `--built`: packs the build that is there. The last line is "N passed, N failed".

import { mkdtempSync, rmSync } from "node:fs"
import os from "node:os"
import path from "node:path"
import { parseArgs } from "node:util"

import { paidOut, payOut } from "../demo/steps/money-out.mjs"
import { say } from "../demo/steps/progress.mjs"
import { sell } from "../demo/steps/sale.mjs"
import { PlainError } from "../demo/steps/settings.mjs"
import { payAhead, renewOnItsDay, subscribe } from "../demo/steps/subscription.mjs"
import { dayNumber } from "../support/run/lanes.mjs"
import { Tally } from "../support/tally.mjs"
import { tryDesk } from "./desk.mjs"
import { sellByReadme } from "./first-sale.mjs"
import { nodeOf } from "./node.mjs"
import { openPlace, seed } from "./place.mjs"
import { refund, refundPaidOut } from "./refund.mjs"
import { FreshStore, PACKAGE } from "./store.mjs"
import { turnOf } from "./turn.mjs"

const ASKED = parseArgs({
  options: {
    medusa: { type: "string" },
    node: { type: "string" },
    day: { type: "string", default: String(dayNumber()) },
    built: { type: "boolean", default: false },
  },
}).values

const tally = new Tally()
const ends = []

async function main() {
  const turn = turnOf(PACKAGE, Number(ASKED.day), ASKED)
  say(`\n  day ${ASKED.day}: Medusa ${turn.medusa}, Node ${turn.node}`)
  const folder = mkdtempSync(path.join(os.tmpdir(), "payin-packed-"))
  ends.push(() => rmSync(folder, { recursive: true, force: true }))

  const store = await tally.part("A package, and a fresh store", () => makeStore(folder, turn))
  const place = await openPlace(store, ends)
  await tally.part("A day in production", () => liveADay(store, place))
  await place.medusa.stop()
  for (const { environment } of [place.medusa, place.ofAnotherMonth]) {
    environment.PACKED_LONGHAND = "true"
  }
  await tally.part("The longhand, without withPayIn", () => liveInLonghand(place))
}

async function makeStore(folder, { medusa, node: major }) {
  const { node } = await tally.need(`Node ${major}`, async () => ({
    node: await nodeOf(major, path.join(folder, "node")),
  }))
  const store = new FreshStore({ folder, medusa, node })
  await tally.need("Packed", () => store.pack({ isBuilt: ASKED.built }))
  await tally.need(`Installed beside Medusa ${medusa}`, () => store.install())
  await tally.need("Built, its admin included", () => store.build())
  await tally.need("Its Redis locks, as this Medusa knows locks", async () => store.loadLocks())
  return store
}

async function liveADay(store, place) {
  const { backend_url, environment } = place
  await tally.need("Tables, regions, products, admin user", () => seed(place))
  await tally.need("Medusa in production mode", () => place.medusa.serve({ port: place.port }))
  await tally.need("The README's first sale", () => sellByReadme(store, place))
  const { order } = await tally.need("One sale", () => sell(place))
  // It waits half a minute: there is enough to do meanwhile.
  const out = await tally.need("A refund, and a parcel of a seller's", () =>
    payOut({ ...place, order })
  )
  await tally.need("A subscription, renewed by an operator and by its day", async () => {
    const { subscription } = await subscribe(place)
    await payAhead({ backend_url, subscription })
    await renewOnItsDay({
      backend_url,
      subscription,
      medusa: place.ofAnotherMonth,
      months: 2,
      renew_script: "next-month.js",
    })
  })
  await tryDesk(tally, { backend_url, order })
  await tally.need("payin-re-encrypt of the package", async () => {
    const said = await store.program("payin-re-encrypt", [], environment)
    if (!said.includes("No row needs an earlier key any more")) throw new PlainError(said)
  })
  await tally.need("payin-doctor of the package", async () => {
    const said = await store.program("payin-doctor", ["--country", "CO"], environment)
    const pasted = 'accounts: [{ id: "co", country: "CO" as const }]'
    if (!said.includes(pasted)) throw new PlainError(`It names no options to paste:\n${said}`)
    return "nothing wrong with the sandbox"
  })
  await tally.need("The refund and the seller paid out", () =>
    paidOut({ backend_url, order, ...out })
  )
}

/** The same modules and providers, registered by hand: each of them is asked once. */
async function liveInLonghand(place) {
  const { backend_url } = place
  await tally.need("Medusa in production mode", () => place.medusa.serve({ port: place.port }))
  const { order } = await tally.need("One more sale", () => sell(place))
  const { refunded } = await tally.need("Its refund", () => refund({ backend_url, order }))
  await tally.need("A subscription, renewed by an operator", async () => {
    const { subscription } = await subscribe(place)
    await payAhead({ backend_url, subscription })
  })
  await tally.need("The refund paid out", () => refundPaidOut({ backend_url, refunded }))
}

async function close() {
  for (const end of ends.splice(0).reverse()) await Promise.resolve(end()).catch(() => undefined)
}

for (const signal of ["SIGINT", "SIGTERM"]) {
  process.once(signal, () => close().then(() => process.exit(1)))
}

await main().catch((error) => tally.endedEarly(error))
await close()
process.exit(tally.close() ? 0 : 1)
