import { HANGS_MS, PlainError } from "../demo/steps/settings.mjs"

/** Buys with PSE, as a shopper does with the mouse, and pays on the hosted page. Returns the order's number. */
export function buyWithPse(browser, stack) {
  return buy(browser, stack, { method: "PSE", onHostedPage: payByBank })
}

/** Types a test card into the frame of the service's own script. Returns the number of the order it holds money for. */
export function buyByCard(browser, stack) {
  return buy(browser, stack, { method: "CARD_HERE", onCheckout: typeCard })
}

/** A fresh shopper: nothing is shared between two sales. */
async function buy(browser, { shop }, { method, onCheckout, onHostedPage }) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } })
  context.setDefaultTimeout(HANGS_MS)
  const page = await context.newPage()
  const problems = []
  page.on("pageerror", (error) => problems.push(error.message))
  try {
    await page.goto(shop)
    await page.locator(".shell-tools button", { hasText: "CO" }).click()
    await page.locator(".product", { hasText: "Café de origen" }).getByRole("button").click()
    await page.locator("#bar a").click()
    await page.locator("#example").click()
    await page.locator(`[data-method="${method}"] input`).check()
    await onCheckout?.(page)
    await page.locator("#submit").click()
    await page.locator("#asked input").waitFor()
    await page.locator("#example").click()
    await page.locator("#submit").click()
    await onHostedPage?.(page)
    await page.locator('body[data-view="order"]').waitFor()
    if (problems.length > 0) throw new PlainError(`The shop reported: ${problems.join("; ")}`)
    return (await page.locator("#order-number").textContent()).replace(/\D/g, "")
  } finally {
    await context.close()
  }
}

async function payByBank(page) {
  await page.waitForURL(/\/pay\//)
  await page.locator('.choice input[name="bank"]').first().check()
  await page.locator('[data-action="continue"]').first().click()
  await page.locator('[data-action="pay"]').first().click()
}

/** The shop's page sees the token only. */
async function typeCard(page) {
  const frame = page.frameLocator("#card iframe")
  await frame.locator("summary").click()
  await frame.locator('[data-fill^="4111"]').click()
  await frame.locator('input[name="holder"]').fill("Lucía Ejemplo")
  await frame.locator('button[type="submit"]').click()
  await frame.locator("#ready").waitFor()
}
