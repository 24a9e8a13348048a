import { execFileSync, spawn } from "node:child_process"
import { mkdir, mkdtemp, rm } from "node:fs/promises"
import { createRequire } from "node:module"
import os from "node:os"
import path from "node:path"
import { EXAMPLES, HANGS_MS, PlainError, ROOT } from "../demo/steps/settings.mjs"
import { accessibilityFindings } from "./axe.mjs"
import { control } from "./control.mjs"
import { keep } from "./look.mjs"
import { captured, statusOf } from "./order-status.mjs"
import { until } from "./until.mjs"

const SHOP = path.join(ROOT, "integration-tests/nextjs")
const INSTALLED = path.join(SHOP, "node_modules/medusa-payin-storefront")
const NEXT = createRequire(import.meta.url).resolve("next/dist/bin/next")
const QUIET = { NEXT_TELEMETRY_DISABLED: "1", NODE_ENV: "production" }

/** What a shopper does in a shop of Next.js, on a wide screen or a phone, in light or dark. */
export const NEXTJS = [
  { name: "Next.js: the methods of the cart, in the shopper's language", run: chooseLanguage },
  { name: "Next.js: PSE on the hosted page, and back to a paid order", run: payWithPse },
  { name: "Next.js: a rejection, and a second try that pays", run: tryTwice },
  { name: "Next.js: a wrong document is marked, and can be mended", run: mendDocument },
  { name: "Next.js: an Efecty voucher, paid days later", run: payVoucher },
  {
    name: "Next.js: a voucher that is rejected, and its order paid on the page to pay again",
    run: payAgain,
  },
  { name: "Next.js: a card on the shop's own page, after a declined one", run: payByCard },
  { name: "Next.js: a key is copied, paid elsewhere, and the page knows", run: payByKey },
  { name: "Next.js: another amount paid to a key is with the store", run: payOtherAmount },
  { name: "Next.js: a key that expires is hidden", run: letKeyExpire, phone: true },
  { name: "Next.js: Peru on a phone, in the dark", run: payInPeru, phone: true },
]

/** The packed package, installed into the shop, and the shop built with it. */
export async function buildShop() {
  execFileSync("npm", ["run", "--silent", "build:storefront"], { cwd: ROOT, stdio: "pipe" })
  const folder = await mkdtemp(path.join(os.tmpdir(), "payin-storefront-"))
  try {
    const pack = ["pack", "--silent", "--pack-destination", folder]
    const options = { cwd: path.join(ROOT, ".medusa/storefront"), encoding: "utf8" }
    const tarball = path.join(folder, execFileSync("npm", pack, options).trim())
    await rm(INSTALLED, { recursive: true, force: true })
    await mkdir(INSTALLED, { recursive: true })
    execFileSync("tar", ["xzf", tarball, "-C", INSTALLED, "--strip-components", "1"])
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  const build = { cwd: SHOP, env: { ...process.env, ...QUIET }, stdio: "pipe", encoding: "utf8" }
  try {
    execFileSync(process.execPath, [NEXT, "build"], build)
  } catch ({ stdout, stderr }) {
    throw new PlainError(`next build failed:\n${stdout}${stderr}`)
  }
}

/** Starts the shop that was built. Answers what stops it. */
export async function startShop({ medusa, sandbox, seed, nextjs }) {
  const { port } = new URL(nextjs)
  const next = spawn(process.execPath, [NEXT, "start", "-p", port, "-H", "localhost"], {
    cwd: SHOP,
    env: {
      ...{ ...process.env, ...QUIET, SHOP_MEDUSA_URL: medusa },
      SHOP_PUBLISHABLE_KEY: seed.publishable_key,
      SHOP_CARD_SCRIPT: `${sandbox}/card/sdk.js`,
    },
    stdio: ["ignore", "pipe", "pipe"],
  })
  let said = ""
  for (const stream of [next.stdout, next.stderr]) stream.on("data", (chunk) => (said += chunk))
  const ended = new Promise((resolve) => next.once("exit", resolve))
  const stop = async () => {
    next.kill()
    await ended
  }
  try {
    await until("an answer of the Next.js shop", async () => {
      if (next.exitCode !== null) throw new PlainError(`next start ended:\n${said}`)
      return (await fetch(`${nextjs}/co`).catch(() => null))?.ok
    })
  } catch (error) {
    await stop()
    throw error
  }
  return { stop }
}

/** Runs a shopper's visit to this shop, wide and light, or on a phone and dark. */
export function tryShop(browser, { stack, pictures }, { run, phone = false }) {
  const kind = { language: "es", phone, theme: phone ? "dark" : "light" }
  return withShopper(browser, { stack, pictures }, kind, ({ page, look }) =>
    run({ page, stack, look: (name) => look(`nextjs-${name}`) })
  )
}

/**
 * A fresh shopper, who comes back to this shop from the service. Throws what is wrong with the pages that were looked
 * at, also where all went well.
 */
export async function withShopper(browser, { stack, pictures }, { language, phone, theme }, act) {
  const context = await browser.newContext({
    ...{ locale: language === "es" ? "es-CO" : "en-US", permissions: ["clipboard-write"] },
    ...(phone
      ? { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }
      : { viewport: { width: 1280, height: 900 } }),
    colorScheme: theme,
  })
  context.setDefaultTimeout(HANGS_MS)
  await context.addCookies([{ name: "language", value: language, url: stack.nextjs }])
  await context.route(
    (url) => url.origin === stack.shop && url.pathname === "/return",
    (route) => {
      const location = stack.nextjs + new URL(route.request().url()).pathname
      const { search } = new URL(route.request().url())
      return route.fulfill({ status: 302, headers: { location: location + search } })
    }
  )
  const page = await context.newPage()
  const problems = []
  page.on("pageerror", (error) => problems.push(error.message))
  page.on("console", (line) => {
    if (line.type() === "error" && /hydrat|React/i.test(line.text())) problems.push(line.text())
  })
  /** A step as it stands: a picture, and what is wrong with it. */
  const look = async (name) => {
    await keep(page, pictures, name)
    problems.push(...(await accessibilityFindings(page)).map((found) => `${name}: ${found}`))
    const wide = await page.evaluate(
      () => document.documentElement.scrollWidth > document.documentElement.clientWidth
    )
    if (wide) problems.push(`${name}: the page is wider than the screen`)
  }
  try {
    await act({ page, look }).catch(({ message }) => problems.push(message))
    if (problems.length > 0) throw new PlainError(problems.join("\n"))
  } finally {
    await context.close()
  }
}

/** Kilobytes of script and the time until the page answers, with the payment step and without it. */
export async function weighShop(browser, { stack }) {
  const context = await browser.newContext({ locale: "es-CO" })
  context.setDefaultTimeout(HANGS_MS)
  try {
    const page = await context.newPage()
    await fillCart(page, stack, "co", "Café de origen")
    const without = await weigh(page, `${stack.nextjs}/co/cart`)
    const step = await weigh(page, `${stack.nextjs}/co/checkout`)
    const kB = (bytes) => `${(bytes / 1000).toFixed(1)} kB`
    return {
      note:
        `script ${kB(step.bytes)} with it, ${kB(without.bytes)} without it: ${kB(step.bytes - without.bytes)}; ` +
        `interactive after ${step.ms} ms, without it ${without.ms} ms: ` +
        `${(step.ms / without.ms).toFixed(2)} times as long`,
    }
  } finally {
    await context.close()
  }
}

const ROUNDS = 5

/** The median of some visits, each with an empty cache. */
async function weigh(page, address) {
  const client = await page.context().newCDPSession(page)
  const times = []
  let bytes = 0
  for (let round = 0; round < ROUNDS; round++) {
    await client.send("Network.clearBrowserCache")
    await page.goto(address)
    await page.locator("html[data-interactive]").waitFor()
    const found = await page.evaluate(() => ({
      ms: Number(document.documentElement.dataset.interactive),
      bytes: performance
        .getEntriesByType("resource")
        .filter(({ initiatorType, name }) => initiatorType === "script" || /\.js($|\?)/.test(name))
        .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
    }))
    times.push(found.ms)
    bytes = found.bytes
  }
  await client.detach()
  return { bytes, ms: times.sort((a, b) => a - b)[Math.floor(ROUNDS / 2)] }
}

export async function fillCart(page, stack, country, title) {
  await page.goto(`${stack.nextjs}/${country}`)
  await page.getByRole("button", { name: title }).first().click()
  await page.waitForURL(/\/checkout$/)
}

/** A cart, its method, and the document that it asks for. */
async function choose(page, stack, { country = "co", method, title = "Café de origen" }) {
  await fillCart(page, stack, country, title)
  await page.getByRole("radio", { name: method }).first().check()
  await fillFields(page, country)
}

/** What PSE asks for where the bank is chosen in the shop. */
const AT_PSE = { bank: "0017", person_type: "NATURAL" }

export async function fillFields(page, country) {
  await page.locator("[name=legal_doc]").waitFor()
  for (const field of await page.locator("[required]:not([type=radio])").all()) {
    const name = await field.getAttribute("name")
    const value = EXAMPLES[country][name] ?? AT_PSE[name]
    const isList = (await field.evaluate(({ tagName }) => tagName)) === "SELECT"
    await (isList ? field.selectOption(value) : field.fill(value))
  }
}

async function pay(page, name = "Pagar") {
  await page.getByRole("button", { name, exact: true }).click()
}

export async function payAtBank(page) {
  await page.waitForURL(/\/pay\//)
  await page.locator('.choice input[name="bank"]').first().check()
  await page.locator('[data-action="continue"]').first().click()
  await page.locator('[data-action="pay"]').first().click()
}

/** The page of the paid order. Answers its id. */
export async function seesOrder(page, stack) {
  await page.waitForURL(/\/order\//)
  const order = await page.locator("[data-order]").getAttribute("data-order")
  await captured(stack, order)
  return order
}

async function chooseLanguage({ page, stack, look }) {
  await fillCart(page, stack, "co", "Café de origen")
  await page.getByRole("group", { name: "Elige cómo pagar" }).waitFor()
  await page.getByRole("radio", { name: "PSE" }).first().waitFor()
  await look("methods-es")
  await page.getByRole("button", { name: "English" }).click()
  await page.getByRole("group", { name: "Pay with" }).waitFor()
  await page.getByRole("radio", { name: "PSE bank debit" }).first().check()
  await page.getByLabel("Document number").waitFor()
  await look("methods-en")
}

async function payWithPse({ page, stack, look }) {
  await choose(page, stack, { method: "PSE" })
  await look("pse")
  await pay(page)
  await payAtBank(page)
  await seesOrder(page, stack)
  await look("order")
  await page.goto(`${stack.nextjs}/co/checkout`)
  await page.getByText("No hay nada en tu carrito.").waitFor()
}

async function tryTwice({ page, stack, look }) {
  await choose(page, stack, { method: "PSE" })
  await pay(page)
  await page.waitForURL(/\/pay\//)
  await page.locator('[data-action="reject"]').click()
  await backToShop(page)
  const again = page.getByRole("link", { name: "Elegir otro medio de pago" })
  await again.waitFor()
  await look("rejected")
  await again.click()
  await page.getByRole("radio", { name: "PSE" }).first().check()
  await fillFields(page, "co")
  await pay(page)
  await payAtBank(page)
  await seesOrder(page, stack)
}

/** The hosted page says how it ended, and leads back by a button or by itself. */
async function backToShop(page) {
  const back = page.locator('[data-action="return"]').first()
  await Promise.race([page.waitForURL(/\/return\?/), back.click().catch(() => undefined)])
  await page.waitForURL(/\/return\?/)
}

async function mendDocument({ page, stack, look }) {
  await choose(page, stack, { method: "PSE" })
  const number = page.getByLabel("Número de documento")
  await number.fill("10x")
  await pay(page)
  await page.getByText("Revisa el número de documento.").waitFor()
  await page.locator("[name=legal_doc][aria-invalid=true]:focus").waitFor()
  await look("wrong-document")
  await number.fill(EXAMPLES.co.legal_doc)
  await pay(page)
  await page.waitForURL(/\/pay\//)
}

async function payVoucher({ page, stack, look }) {
  await choose(page, stack, { method: "Efecty" })
  await pay(page)
  await page.waitForURL(/\/return\?/)
  const voucher = page.getByRole("link", { name: "Cómo pagar" })
  await voucher.waitFor()
  await look("voucher")
  const reference = /\/pay\/([^/?]+)/.exec(await voucher.getAttribute("href"))[1]
  await control(stack, `transactions/${reference}/settle`, { status: "APPROVED", notify: true })
  await seesOrder(page, stack)
}

async function payAgain({ page, stack, look }) {
  await choose(page, stack, { method: "Efecty" })
  await pay(page)
  await page.waitForURL(/\/return\?/)
  const voucher = await page.getByRole("link", { name: "Cómo pagar" }).getAttribute("href")
  const reference = /\/pay\/([^/?]+)/.exec(voucher)[1]
  await control(stack, `transactions/${reference}/settle`, { status: "REJECTED", notify: true })
  const again = page.getByRole("link", { name: "Elegir otro medio de pago" })
  await again.waitFor()
  await look("rejected-order")
  await again.click()
  await page.waitForURL(/\/payin\/pay\//)
  await page.locator('input[name="payment_method"][value="PSE"]').check()
  await page.getByRole("button", { name: /Pagar/ }).click()
  await payAtBank(page)
  await seesOrder(page, stack)
}

async function payByCard({ page, stack, look }) {
  await fillCart(page, stack, "co", "Café de origen")
  await page.getByRole("link", { name: "Tarjeta aquí" }).click()
  await typeCard(page, "4000 0000 0000 0002")
  await pay(page)
  await fillFields(page, "co")
  await pay(page)
  await page.getByRole("alert").getByText(/./).first().waitFor()
  await look("card-declined")
  await typeCard(page, "4111")
  await pay(page)
  await page.waitForURL(/\/order\//)
  const order = await page.locator("[data-order]").getAttribute("data-order")
  await until("an order with a held card", async () =>
    ["authorized", "captured"].includes(await statusOf(stack, order))
  )
}

/** The shop's page sees the token only. */
async function typeCard(page, beginning) {
  const frame = page.frameLocator(".payin-card iframe")
  await frame.locator("summary").click()
  await frame.locator(`[data-fill^="${beginning}"]`).first().click()
  await frame.locator('input[name="holder"]').fill("Lucía Ejemplo")
  await frame.locator('button[type="submit"]').click()
  await frame.locator("#ready").waitFor()
}

/** A key of Bre-B that is over in so many ms: the service gives none for less than minutes. */
async function withKey(page, lifeMs) {
  await page.route(/payment-sessions$/, async (route) => {
    if (route.request().method() !== "POST") return route.continue()
    const response = await route.fetch()
    const json = await response.json()
    for (const { data } of json.payment_collection?.payment_sessions ?? []) {
      const expires_at = new Date(Date.now() + lifeMs).toISOString()
      Object.assign(data, {
        ...{ payment_url: null, instructions: { type: "key", key: "@cordillera", expires_at } },
      })
    }
    return route.fulfill({ response, json })
  })
}

/** Chooses Bre-B, whose answer is a key. Answers the data of its session. */
async function getKey(page, stack) {
  await control(stack, "settings", { direct: { BREB: "direct" } })
  await choose(page, stack, { method: "Bre-B" })
  const started = page.waitForResponse(/payment-sessions$/)
  await pay(page)
  const { payment_collection } = await (await started).json()
  const [{ data }] = payment_collection.payment_sessions
  await page.getByText(data.instructions.key, { exact: true }).waitFor()
  await control(stack, "settings", { direct: { BREB: "hosted" } })
  return data
}

async function payByKey({ page, stack, look }) {
  const { reference } = await getKey(page, stack)
  await page.getByText(/Paga exactamente \$\s[\d.]+\. Otro valor/).waitFor()
  await page.getByRole("button", { name: "Copiar la llave" }).click()
  await page.getByText("Llave copiada.").waitFor()
  await look("key")
  await control(stack, `transactions/${reference}/settle`, { status: "APPROVED", notify: true })
  await seesOrder(page, stack)
}

async function payOtherAmount({ page, stack, look }) {
  const { reference } = await getKey(page, stack)
  const other = { status: "APPROVED", amount: 10_000, notify: true }
  await control(stack, `transactions/${reference}/settle`, other)
  await page.waitForURL(/\/return\?/)
  await page.getByText(/Recibimos un pago distinto al solicitado\..* no pagues de nuevo/).waitFor()
  await look("other-amount")
}

async function letKeyExpire({ page, stack, look }) {
  await withKey(page, 5_000)
  await choose(page, stack, { method: "Bre-B" })
  await pay(page)
  await page.getByText("La llave venció.").waitFor()
  if (await page.getByText("@cordillera").isVisible()) throw new PlainError("The key shows")
  await look("key-expired")
  await page.getByRole("button", { name: "Elegir otro medio de pago" }).click()
  await page.getByRole("group", { name: "Elige cómo pagar" }).waitFor()
}

async function payInPeru({ page, stack, look }) {
  await choose(page, stack, { country: "pe", method: "QR", title: "Chocolate" })
  await look("peru")
  await pay(page)
  await page.waitForURL(/\/pay\//)
  await page.locator('[data-action="approve"]').click()
  await backToShop(page).catch(() => undefined)
  await seesOrder(page, stack)
}
