import { PlainError } from "../demo/steps/settings.mjs"

const WAIT_MS = 60_000

/** Buys with PSE, as a shopper does with the mouse, and pays on the hosted page. Returns the order's number. */
export async function buyWithPse(browser, { shop }) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } })
  context.setDefaultTimeout(WAIT_MS)
  const page = await context.newPage()
  const problems = []
  page.on("pageerror", (error) => problems.push(error.message))
  try {
    await page.goto(shop)
    await page.locator(".shell-tools button", { hasText: "CO" }).click()
    await page.locator(".product", { hasText: "Café de origen" }).getByRole("button").click()
    await page.locator("#bar a").click()
    await page.locator("#example").click()
    await page.locator('[data-method="PSE"] input').check()
    await page.locator("#submit").click()
    await page.locator("#asked input").waitFor()
    await page.locator("#example").click()
    await page.locator("#submit").click()
    await page.waitForURL(/\/pay\//)
    await page.locator('.choice input[name="bank"]').first().check()
    await page.locator('[data-action="continue"]').first().click()
    await page.locator('[data-action="pay"]').first().click()
    await page.locator('body[data-view="order"]').waitFor()
    if (problems.length > 0) throw new PlainError(`The shop reported: ${problems.join("; ")}`)
    return (await page.locator("#order-number").textContent()).replace(/\D/g, "")
  } finally {
    await context.close()
  }
}
