// Drives the shop page of a running demo with a real browser, through one sale a method:
//   CHROMIUM_PATH=/usr/bin/chromium node integration-tests/demo/browser-check.mjs [folder for pictures]

import { mkdir } from "node:fs/promises"
import path from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { chromium } from "playwright-core"
import { PlainError, readPorts } from "./steps/settings.mjs"
import { say, step } from "./steps/progress.mjs"

const ARGS = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
]
const WAIT_MS = 30_000
const SALE_MS = 120_000

/** What the shopper does on the hosted page, by the marks that its buttons carry. */
const SALES = [
  { method: "PSE", country: "CO", product: "Café de origen", onPage: payByBank },
  { method: "CARD", country: "CO", product: "Mochila wayuu", onPage: payByCard },
  { method: "CARD_HERE", country: "CO", product: "Café del mes", onCheckout: typeCard },
  { method: "EFECTY", country: "CO", product: "Manta de alpaca", onPage: approve, voucher: true },
  { method: "QR", country: "PE", product: "Chocolate de Piura", onPage: approve },
]

async function main() {
  const executablePath = process.env.CHROMIUM_PATH
  if (!executablePath)
    throw new PlainError("Set CHROMIUM_PATH to a Chromium, e.g. /usr/bin/chromium")
  const pictures = process.argv[2]
  if (pictures) await mkdir(pictures, { recursive: true })
  const shop = `http://localhost:${readPorts(process.env).shop.number}`
  const browser = await chromium.launch({ executablePath, args: ARGS })
  try {
    for (const sale of SALES) {
      await step(`${sale.method} in ${sale.country}`, () =>
        Promise.race([sell(browser, shop, sale, pictures), tooLong()])
      )
    }
  } finally {
    await browser.close()
  }
}

/** Playwright has a time-out for most waits, not for all. */
async function tooLong() {
  await sleep(SALE_MS, undefined, { ref: false })
  throw new PlainError(`The sale took longer than ${SALE_MS / 1000} s`)
}

/** A fresh shopper: nothing is shared between two sales. Returns the order's number. */
async function sell(browser, shop, sale, pictures) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } })
  context.setDefaultTimeout(WAIT_MS)
  const page = await context.newPage()
  const problems = watchForProblems(page)
  const picture = async (name) => {
    if (!pictures) return
    const file = path.join(pictures, `${sale.country}-${sale.method}-${name}.png`)
    await page.screenshot({ path: file, fullPage: true })
  }

  await page.goto(shop)
  await page.locator(".shell-tools button", { hasText: sale.country }).click()
  await page.locator(".product", { hasText: sale.product }).getByRole("button").click()
  await page.locator("#bar a").click()
  await page.locator("#example").click()
  await page.locator(`[data-method="${sale.method}"] input`).check()
  await sale.onCheckout?.(page)
  await page.locator("#submit").click()
  await page.locator("#asked input").waitFor()
  await page.locator("#example").click()
  await picture("1-checkout")
  await page.locator("#submit").click()

  if (sale.onCheckout) {
    await page.waitForURL(/\/return\?/)
  } else if (sale.voucher) {
    const link = page.locator("#stage a.button")
    await link.waitFor()
    await picture("2-waits-for-payment")
    const [voucher] = await Promise.all([context.waitForEvent("page"), link.click()])
    await sale.onPage(voucher)
  } else {
    await page.waitForURL(/\/pay\//)
    await picture("2-hosted")
    await sale.onPage(page)
    await page.waitForURL(/\/return\?/)
  }
  await page.locator('body[data-view="order"]').waitFor()
  await picture("3-order")
  if (problems.length > 0) throw new PlainError(`The page reported: ${problems.join("; ")}`)
  return page.locator("#order-number").textContent()
}

function watchForProblems(page) {
  const problems = []
  page.on("pageerror", (error) => problems.push(error.message))
  page.on("response", (response) => {
    if (response.status() >= 500) problems.push(`${response.status()} ${response.url()}`)
  })
  return problems
}

async function payByBank(page) {
  await page.locator('.choice input[name="bank"]').first().check()
  await press(page, "continue")
  await press(page, "pay")
}

/** In the frame of the service's own script: the shop's page sees the token only. */
async function typeCard(page) {
  const frame = page.frameLocator("#card iframe")
  await frame.locator("summary").click()
  await frame.locator('[data-fill^="4111"]').click()
  await frame.locator('input[name="holder"]').fill("Lucía Ejemplo")
  await frame.locator('button[type="submit"]').click()
  await frame.locator("#ready").waitFor()
}

/** A test card that asks for the one-time code; any six digits pass (interface.md 1). */
async function payByCard(page) {
  await page.locator('[data-fill^="5555"]').click()
  await press(page, "pay")
  await page.locator('input[name="code"]').fill("123456")
  await page.locator('form[action$="/challenge"] button').first().click()
}

function approve(page) {
  return press(page, "approve")
}

async function press(page, action) {
  await page.locator(`[data-action="${action}"]`).first().click()
}

main().then(
  () => say(`\n  ${SALES.length} sales, ${SALES.length} orders paid`),
  (error) => {
    console.error(`\n  ${error instanceof PlainError ? error.message : error.stack}`)
    process.exitCode = 1
  }
)
