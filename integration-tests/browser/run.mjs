// npm run test:browser [-- folder]: the desk in a real browser, on the whole stack of the demo. Pictures of
// every page, light and dark, wide and narrow, go to the folder (.demo/pictures). The last line is
// "N passed, N failed".

import { mkdir } from "node:fs/promises"
import path from "node:path"
import { signIn } from "../demo/steps/admin.mjs"
import { headline, say, step } from "../demo/steps/progress.mjs"
import { PlainError, ROOT } from "../demo/steps/settings.mjs"
import { accessibilityFindings } from "./axe.mjs"
import { launchChromium } from "./chromium.mjs"
import { Desk } from "./desk.mjs"
import { ERRANDS } from "./operator.mjs"
import { deskPages } from "./pages.mjs"
import { underpaid } from "./sale.mjs"
import { startStack } from "./stack.mjs"

const THEMES = ["light", "dark"]
const WIDTHS = [1440, 390]
const FIRST_MS = 120_000

const tally = { passed: 0, failed: 0 }

async function main() {
  const pictures = path.resolve(process.argv[2] ?? path.join(ROOT, ".demo/pictures"))
  await mkdir(pictures, { recursive: true })
  // First, because without one there is nothing to do.
  const browser = await launchChromium()
  let stack = null
  try {
    headline("The desk in a real browser")
    stack = (await step("The demo's stack", async () => ({ up: await startStack() }))).up
    const things = await step("Money that arrived short", () => prepare(stack))
    await step("The admin, compiled for the first time", () => warmUp(browser, stack))
    headline("Pages")
    for (const theme of THEMES) {
      for (const width of WIDTHS) await look(browser, stack, { theme, width, things, pictures })
    }
    headline("Errands")
    for (const errand of ERRANDS)
      await check(errand.name, () => run(browser, stack, errand, things))
  } finally {
    await browser.close()
    await stack?.stop()
  }
}

async function prepare(stack) {
  const anomaly = await underpaid(stack)
  const ask = await signIn(stack.medusa)
  const { transactions } = await ask("/admin/payin/transactions?status=approved")
  const { events } = await ask("/admin/payin/events")
  const transaction = transactions.find(({ settled_at }) => settled_at !== null)
  const { payouts } = await ask("/admin/payin/payouts?status=approved")
  const { beneficiaries } = await ask("/admin/payin/beneficiaries")
  return {
    ...{ anomaly, transaction, event: events[0] },
    ...{ payout: payouts[0], beneficiary: beneficiaries[0] },
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

/** Every page once, as one kind of screen shows it. */
async function look(browser, stack, { theme, width, things, pictures }) {
  const desk = await Desk.open(browser, stack, { theme, width })
  for (const { name, path: address, heading } of deskPages(things)) {
    await check(`${name}, ${theme}, ${width} px`, async () => {
      await desk.visit(address, heading)
      // Pictures of a moment ago fade in.
      await desk.page.waitForTimeout(400)
      await desk.page.screenshot({ path: path.join(pictures, `${name}-${theme}-${width}.png`) })
      const wrong = [...(await desk.complaints()), ...(await accessibilityFindings(desk.page))]
      if (wrong.length > 0) throw new PlainError(wrong.join("\n      "))
    })
  }
  await desk.context.close()
}

async function run(browser, stack, errand, things) {
  const desk = await Desk.open(browser, stack)
  try {
    await errand.run({ page: desk.page, desk }, things)
  } finally {
    await desk.close()
  }
}

async function check(name, work) {
  try {
    await step(name, work)
    tally.passed++
  } catch (error) {
    tally.failed++
    say(`      ${error instanceof PlainError ? error.message : error.stack}`)
  }
}

await main().catch((error) => {
  tally.failed++
  console.error(`\n  ${error instanceof PlainError ? error.message : error.stack}`)
})
say(`\n${tally.passed} passed, ${tally.failed} failed`)
process.exit(tally.failed === 0 ? 0 : 1)
