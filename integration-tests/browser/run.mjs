// npm run test:browser -- [--all] [--pictures FOLDER] [--day N]: the desk in a real browser, on the whole stack of
// the demo. Each page is tried on one kind of screen, which one changes by the day (screens.mjs); `--all`: on every
// kind. `--pictures`: keeps a picture of every page, and those of the guides. The last line is "N passed, N failed".

import { mkdir } from "node:fs/promises"
import path from "node:path"
import { parseArgs } from "node:util"
import { say } from "../demo/steps/progress.mjs"
import { dayNumber } from "../support/run/lanes.mjs"
import { Tally } from "../support/tally.mjs"
import { launchChromium } from "./chromium.mjs"
import { Desk } from "./desk.mjs"
import { runErrand } from "./errand.mjs"
import { DAILY } from "./errands/daily.mjs"
import { LANGUAGE } from "./errands/language.mjs"
import { MONEY } from "./errands/money.mjs"
import { TAKE_OVER } from "./errands/take-over.mjs"
import { TWO_PERSONS } from "./errands/two-persons.mjs"
import { GALLERY, hang, OVERVIEW } from "./gallery.mjs"
import { look, lookOutside } from "./look.mjs"
import { deskPages } from "./pages.mjs"
import { screensOf } from "./screens.mjs"
import { startStack } from "./stack.mjs"
import { openStorefront, SNIPPET, trySnippet } from "./storefront.mjs"
import { prepareThings } from "./things.mjs"

const ASKED = parseArgs({
  options: {
    all: { type: "boolean", default: false },
    pictures: { type: "string" },
    day: { type: "string", default: String(dayNumber()) },
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
    await tryDesk(browser, { pictures, ends })
  } finally {
    for (const end of ends.reverse()) await end()
  }
}

async function tryDesk(browser, { pictures, ends }) {
  const { stack, things } = await tally.part("The desk in a real browser", async () => {
    const { stack } = await tally.need("The demo's stack", async () => ({
      stack: await startStack(),
    }))
    ends.push(() => stack.stop())
    const things = await tally.need("A shopper buys with PSE, and what else a shop has", () =>
      prepareThings(
        browser,
        stack,
        pictures ? () => fill(browser, stack, [OVERVIEW], pictures) : null
      )
    )
    return { stack, things }
  })
  await tally.part("Pages", () => lookAround(browser, stack, things, pictures))
  if (pictures) {
    await tally.part("Pictures for the guides", async () => {
      await fill(browser, stack, GALLERY, pictures, things)
    })
  }
  await tally.part("Errands", async () => {
    for (const errand of [...DAILY, ...MONEY, ...TWO_PERSONS, ...TAKE_OVER, ...LANGUAGE]) {
      await tally.check(errand.name, () => runErrand(browser, stack, errand, { things, pictures }))
    }
  })
  await tally.part("A storefront of its own", async () => {
    const { storefront } = await tally.need("Built", async () => ({
      storefront: await openStorefront(),
    }))
    ends.push(() => storefront.stop())
    for (const errand of SNIPPET) {
      const place = { stack, storefront, pictures }
      await tally.check(errand.name, () => trySnippet(browser, place, errand))
    }
  })
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
