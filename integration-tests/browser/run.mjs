// npm run test:browser -- [--all] [--pictures FOLDER] [--day N] [--only desk|shops]: the desk and shops in a real
// browser, on the whole stack of the demo. Each page of the desk is tried on one kind of screen, which one changes by
// the day (screens.mjs); `--all`: on every kind. `--pictures`: keeps a picture of every page, and those of the guides.
// The last line is "N passed, N failed".

import { mkdir } from "node:fs/promises"
import path from "node:path"
import { parseArgs } from "node:util"
import { say } from "../demo/steps/progress.mjs"
import { dayNumber } from "../support/run/lanes.mjs"
import { Tally } from "../support/tally.mjs"
import { launchChromium } from "./chromium.mjs"
import { Desk } from "./desk.mjs"
import { runErrand } from "./errand.mjs"
import { BY_FORM } from "./errands/by-form.mjs"
import { DAILY } from "./errands/daily.mjs"
import { LANGUAGE } from "./errands/language.mjs"
import { MONEY } from "./errands/money.mjs"
import { TAKE_OVER } from "./errands/take-over.mjs"
import { TWO_PERSONS } from "./errands/two-persons.mjs"
import { GALLERY, hang, OVERVIEW } from "./gallery.mjs"
import { look, lookOutside } from "./look.mjs"
import { startDirectStore } from "./direct-store.mjs"
import { answerDirectly, buyBy, payWithoutBanks, waysToPay, waysToPayDirectly } from "./methods.mjs"
import { buildShop, NEXTJS, startShop, tryShop, weighShop } from "./nextjs.mjs"
import { PAY_AGAIN, tryPayAgain } from "./pay-again.mjs"
import { deskPages } from "./pages.mjs"
import { screensOf, visitsOf } from "./screens.mjs"
import { startStack } from "./stack.mjs"
import { openStorefront, STOREFRONT, tryStorefront } from "./storefront.mjs"
import { prepareThings } from "./things.mjs"

const ASKED = parseArgs({
  options: {
    all: { type: "boolean", default: false },
    pictures: { type: "string" },
    day: { type: "string", default: String(dayNumber()) },
    only: { type: "string" },
  },
}).values

const tally = new Tally()

async function main() {
  const pictures = ASKED.pictures && path.resolve(ASKED.pictures)
  if (pictures) await mkdir(pictures, { recursive: true })
  say(`\n  day ${ASKED.day}${ASKED.all ? ", every kind of screen" : ""}`)
  // First, because without one there is nothing to do.
  const browser = await launchChromium()
  const ends = [() => browser.close()]
  try {
    const stack = await tally.part("The demo's stack", () => begin(ends))
    if (ASKED.only !== "shops") await tryDesk(browser, stack, pictures)
    if (ASKED.only !== "desk") await tryShops(browser, stack, { pictures, ends })
  } finally {
    for (const end of ends.reverse()) await end()
  }
}

async function begin(ends) {
  const { stack } = await tally.need("Started", async () => ({ stack: await startStack() }))
  ends.push(() => stack.stop())
  return stack
}

async function tryDesk(browser, stack, pictures) {
  const things = await tally.part("The desk in a real browser", () =>
    tally.need("A shopper buys with PSE, and what else a shop has", () =>
      prepareThings(
        browser,
        stack,
        pictures ? () => fill(browser, stack, [OVERVIEW], pictures) : null
      )
    )
  )
  await tally.part("Pages", () => lookAround(browser, stack, things, pictures))
  if (pictures) {
    await tally.part("Pictures for the guides", async () => {
      await fill(browser, stack, GALLERY, pictures, things)
    })
  }
  await tally.part("Errands", async () => {
    for (const errand of [
      ...DAILY,
      ...MONEY,
      ...BY_FORM,
      ...TWO_PERSONS,
      ...TAKE_OVER,
      ...LANGUAGE,
    ]) {
      await tally.check(errand.name, () => runErrand(browser, stack, errand, { things, pictures }))
    }
  })
}

async function tryShops(browser, stack, { pictures, ends }) {
  await tally.part("A shop in React 18, without styles", async () => {
    const { storefront } = await tally.need("Built", async () => ({
      storefront: await openStorefront(),
    }))
    ends.push(() => storefront.stop())
    for (const errand of STOREFRONT) {
      const place = { stack, storefront, pictures }
      await tally.check(errand.name, () => tryStorefront(browser, place, errand))
    }
  })
  await tally.part("A shop in Next.js, under Tailwind", async () => {
    await tally.need("Built with the packed storefront package", buildShop)
    const { shop } = await tally.need("Started", async () => ({ shop: await startShop(stack) }))
    ends.push(() => shop.stop())
    for (const errand of NEXTJS) {
      await tally.check(errand.name, () => tryShop(browser, { stack, pictures }, errand))
    }
    await tally.check("Weighed", () => weighShop(browser, { stack }))
  })
  await tally.part("Every way to pay, each on opposite kinds of visit", async () => {
    for (const way of await waysToPay(stack, ASKED)) {
      await tally.check(way.name, () => buyBy(browser, { stack, pictures }, way))
    }
  })
  await tally.part("On the shop's own page, each on opposite kinds of visit", () =>
    tryDirect(browser, stack, { pictures, ends })
  )
  await tally.part("The page to pay an order again", async () => {
    for (const errand of PAY_AGAIN) {
      await tally.check(errand.name, () => tryPayAgain(browser, { stack, pictures }, errand))
    }
  })
}

async function tryDirect(browser, stack, { pictures, ends }) {
  const direct = await tally.need("A store whose account is direct", async () => {
    const store = await startDirectStore(stack)
    ends.push(() => store.stop())
    const shop = await startShop(store)
    ends.push(() => shop.stop())
    return { store }
  })
  await answerDirectly(stack, true)
  for (const way of await waysToPayDirectly(direct.store, ASKED)) {
    await tally.check(way.name, () => buyBy(browser, { stack: direct.store, pictures }, way))
  }
  for (const visit of visitsOf(0, { all: false })) {
    const name = `co, PSE without its list of banks (${visit.language})`
    const place = { stack: direct.store, pictures }
    await tally.check(name, () => payWithoutBanks(browser, place, visit))
  }
  await answerDirectly(stack, false)
}

async function lookAround(browser, stack, things, pictures) {
  const check = (name, work) => tally.check(name, work)
  const pages = deskPages(things)
  const screens = (index) => screensOf(index, { day: Number(ASKED.day), all: ASKED.all })
  const desk = await Desk.open(browser, stack)
  for (const [index, page] of pages.entries()) {
    await look(desk, page, { pictures, check, screens: screens(index) })
  }
  await desk.close()
  const outside = { name: "refund-page", url: things.refund_page }
  await lookOutside(browser, outside, { pictures, check, screens: screens(pages.length) })
}

async function fill(browser, stack, gallery, pictures, things = {}) {
  const english = await Desk.open(browser, stack, { language: "en" })
  for (const picture of gallery) {
    await tally.check(picture.name, () => hang(english, picture, things, pictures))
  }
  await english.close()
}

await main().catch((error) => tally.endedEarly(error))
process.exit(tally.close() ? 0 : 1)
