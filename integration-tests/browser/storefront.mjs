import http from "node:http"
import { fileURLToPath } from "node:url"
import { build } from "vite"
import { EXAMPLES, HANGS_MS, PlainError, ROOT } from "../demo/steps/settings.mjs"
import { control } from "./control.mjs"
import { keep } from "./look.mjs"
import { captured, statusOf } from "./order-status.mjs"
import { filledCart } from "./sale.mjs"

const PAGE = fileURLToPath(new URL("./storefront/page.mjs", import.meta.url))
const SCRIPT = "/storefront.js"

/** What a shop of React 18 sells with the storefront package, without Tailwind. */
export const STOREFRONT = [
  { name: "React 18: PSE to a captured order", run: payWithPse },
  { name: "React 18: an Efecty order, which is captured once it is paid", run: payInCash },
  { name: "React 18: an address that names no payment", run: payNothing },
]

/** A storefront that has the package and React, built as a store would, and served. Answers `{ url, stop }`. */
export async function openStorefront() {
  const { output } = await build({
    root: ROOT,
    configFile: false,
    logLevel: "error",
    esbuild: { jsx: "automatic" },
    build: { write: false, target: "es2022", rollupOptions: { input: PAGE } },
  })
  const server = http.createServer(({ url }, response) => {
    const [type, body] = url.startsWith(SCRIPT)
      ? ["text/javascript", output[0].code]
      : ["text/html", HTML]
    response.writeHead(200, { "content-type": `${type}; charset=utf-8` }).end(body)
  })
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve))
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    stop() {
      server.close()
      server.closeAllConnections()
    },
  }
}

/**
 * Its pages come in place of those of the demo's shop: there the store's `returnUrl` leads, and those may ask Medusa.
 * Everything else is the demo's.
 */
export async function tryStorefront(browser, { stack, storefront, pictures }, { run }) {
  const context = await browser.newContext({ viewport: { width: 640, height: 900 } })
  context.setDefaultTimeout(HANGS_MS)
  await context.route(
    (url) => url.origin === stack.shop && ["/checkout", "/return", SCRIPT].includes(url.pathname),
    (route) => {
      const { pathname, search } = new URL(route.request().url())
      return route.continue({ url: storefront.url + pathname + search })
    }
  )
  const page = await context.newPage()
  const problems = []
  page.on("pageerror", (error) => problems.push(error.message))
  const picture = (name) => keep(page, pictures, `storefront-${name}`)
  try {
    await run({ page, stack, picture }).catch(({ message }) => problems.push(message))
    if (problems.length > 0) throw new PlainError(problems.join("\n"))
  } finally {
    await context.close()
  }
}

const HTML = `<!doctype html>
<html lang="en">
  <meta charset="utf-8" />
  <title>A storefront</title>
  <style>
    body { font: 16px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 34rem; }
    label { display: block; margin: 0.5rem 0; }
    small { color: #555; display: block; margin-left: 1.6rem; }
    [role="alert"] { color: #a00; }
  </style>
  <main></main>
  <script type="module" src="${SCRIPT}"></script>
</html>`

async function payWithPse({ page, stack, picture }) {
  await choose(page, stack, "PSE")
  await picture("asks")
  await page.getByRole("button", { name: "Pay" }).click()
  await page.waitForURL(/\/pay\//)
  await page.locator('.choice input[name="bank"]').first().check()
  await page.locator('[data-action="continue"]').first().click()
  await page.locator('[data-action="pay"]').first().click()
  await page.locator('[data-paid="true"]').waitFor()
  await picture("paid")
  await sees(page, "Thank you, it is paid.")
  await captured(stack, await page.locator("[data-order]").getAttribute("data-order"))
}

async function payInCash({ page, stack, picture }) {
  await choose(page, stack, "EFECTY")
  await page.getByRole("button", { name: "Pay" }).click()
  await page.waitForURL(/\/return\?/)
  await page.locator('[data-paid="false"]').waitFor()
  await picture("waits")
  const voucher = page.getByRole("link", { name: "How to pay" })
  const order = await page.locator("[data-order]").getAttribute("data-order")
  const waiting = await statusOf(stack, order)
  if (waiting === "captured") throw new PlainError("The order was captured, and nobody paid")
  const reference = /\/pay\/([^/?]+)/.exec(await voucher.getAttribute("href"))[1]
  await control(stack, `transactions/${reference}/settle`, { status: "APPROVED", notify: true })
  await page.locator('[data-paid="true"]').waitFor()
  await captured(stack, order)
}

async function payNothing({ page, stack, picture }) {
  for (const query of ["", "?session_id=payses_of_nobody"]) {
    await page.goto(`${stack.shop}/return${query}`)
    await page.locator('[data-failed="unknown"]').waitFor()
    await sees(page, "This address names no payment that we know.")
  }
  await picture("unknown")
}

/** A filled cart, the method, and what the form asks for then. */
async function choose(page, stack, method) {
  const { cart } = await filledCart(stack)
  await page.goto(`${stack.shop}/checkout?cart=${cart.id}`)
  const shown = { PSE: "PSE", EFECTY: "Efecty" }[method]
  await page.getByRole("radio", { name: shown }).first().check()
  await page.locator("[name=legal_doc]").waitFor()
  for (const field of await page.locator("[required]:not([type=radio])").all()) {
    const value = EXAMPLES.co[await field.getAttribute("name")]
    const isList = (await field.evaluate(({ tagName }) => tagName)) === "SELECT"
    await (isList ? field.selectOption(value) : field.fill(value))
  }
}

async function sees(page, text) {
  await page.getByText(text).waitFor()
}
