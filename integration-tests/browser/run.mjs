// npm run test:browser [-- folder]: the desk in a real browser, on the whole stack of the demo. Pictures of
// every page, light and dark, wide and narrow, go to the folder (.demo/pictures). The last line is
// "N passed, N failed".

import { mkdir } from "node:fs/promises"
import path from "node:path"
import { headline, say, step } from "../demo/steps/progress.mjs"
import { PlainError, ROOT } from "../demo/steps/settings.mjs"
import { beginningOf, closeReport } from "../support/run/report.mjs"
import { launchChromium } from "./chromium.mjs"
import { crowd } from "./crowd.mjs"
import { Desk } from "./desk.mjs"
import { DAILY } from "./errands/daily.mjs"
import { LANGUAGE } from "./errands/language.mjs"
import { MONEY } from "./errands/money.mjs"
import { GALLERY, hang } from "./gallery.mjs"
import { look, lookOutside } from "./look.mjs"
import { deskPages } from "./pages.mjs"
import { compareSpeed, measureLists, quickest } from "./speed.mjs"
import { startStack } from "./stack.mjs"
import { openStorefront, SNIPPET, trySnippet } from "./storefront.mjs"
import { prepareThings } from "./things.mjs"

const FIRST_MS = 120_000
const FEW = 100
const MANY = 100_000
const MORE_RACES = 3

const tally = { passed: 0, failures: [] }

async function main() {
  const pictures = path.resolve(process.argv[2] ?? path.join(ROOT, ".demo/pictures"))
  await mkdir(pictures, { recursive: true })
  // First, because without one there is nothing to do.
  const browser = await launchChromium()
  let stack = null
  let storefront = null
  try {
    headline("The desk in a real browser")
    stack = (await step("The demo's stack", async () => ({ up: await startStack() }))).up
    await step("The admin, compiled for the first time", () => warmUp(browser, stack))
    const things = await step("A shopper buys with PSE, and what else a shop has", () =>
      prepareThings(browser, stack)
    )
    tally.passed++
    headline("Pages")
    const desk = await Desk.open(browser, stack)
    for (const page of deskPages(things)) await look(desk, page, { pictures, check })
    await desk.context.close()
    const outside = { name: "refund-page", url: things.refund_page }
    await lookOutside(browser, outside, { pictures, check })
    const english = await Desk.open(browser, stack, { language: "en" })
    for (const picture of GALLERY) {
      await check(`${picture.name}, for the README`, () => hang(english, picture, things, pictures))
    }
    await english.close()
    headline("Errands")
    for (const errand of [...DAILY, ...MONEY, ...LANGUAGE]) {
      await check(errand.name, () => run(browser, stack, errand, things))
    }
    headline("A storefront of its own")
    storefront = await step("Built", openStorefront)
    for (const errand of SNIPPET) {
      await check(errand.name, () => trySnippet(browser, { stack, storefront, pictures }, errand))
    }
    headline("Speed")
    await check(`lists are as quick with ${MANY} rows as with ${FEW}`, () => race(browser, stack))
  } finally {
    await browser.close()
    storefront?.stop()
    await stack?.stop()
  }
}

/** Vite compiles the dashboard when somebody asks for it, and loads the page again when it is through. */
async function warmUp(browser, stack) {
  const desk = await Desk.open(browser, stack)
  desk.context.setDefaultTimeout(FIRST_MS)
  await desk.visit("/payin", "PayIn")
  await desk.visit("/payin/transactions", "Transacciones")
  await desk.context.close()
}

async function run(browser, stack, { as, run: go }, things) {
  const desk = await Desk.open(browser, stack, as ? { user: things[as] } : {})
  try {
    await go({ page: desk.page, desk }, things)
  } finally {
    await desk.close()
  }
}

async function race(browser, stack) {
  const desk = await Desk.open(browser, stack)
  try {
    await crowd(await stack.databaseUrl(), FEW)
    const few = await measureLists({ page: desk.page, desk })
    await crowd(await stack.databaseUrl(), MANY)
    let many = await measureLists({ page: desk.page, desk })
    // The machine may have been busy just then: what grows with the rows does so each time.
    for (let more = 0; more < MORE_RACES && compareSpeed(few, many).grown.length > 0; more++) {
      many = quickest(many, await measureLists({ page: desk.page, desk }))
    }
    const { lines, grown } = compareSpeed(few, many)
    for (const line of lines) say(`      ${line}`)
    if (grown.length > 0) throw new PlainError(`It grows with the rows: ${grown.join("; ")}`)
  } finally {
    await desk.close()
  }
}

async function check(name, work) {
  try {
    await step(name, work)
    tally.passed++
  } catch (error) {
    say(`      ${fail(name, error)}`)
  }
}

function fail(name, error) {
  const message = error instanceof PlainError ? error.message : error.stack
  tally.failures.push(`${name}\n${beginningOf(message)}`)
  return message
}

await main().catch((error) => console.error(`\n  ${fail("ended early", error)}`))
process.exit(closeReport(tally) ? 0 : 1)
