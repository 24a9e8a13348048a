import { PlainError } from "../demo/steps/settings.mjs"
import { control } from "./control.mjs"
import { fillCart, fillFields, payAtBank, seesOrder, withShopper } from "./nextjs.mjs"
import { oppositeVisits } from "./screens.mjs"

const SOLD = {
  co: { currency: "cop", title: "Café de origen" },
  pe: { currency: "pen", title: "Chocolate" },
}
/** Methods that the sandbox answers without a page. The store's option `direct` is off here. */
const DIRECT = ["BREB", "TRANSFIYA"]

/**
 * Every method of every country of the store, hosted and direct, each on two opposite kinds of visit. A method that is
 * added is bought by, too.
 */
export async function waysToPay(stack) {
  const countries = Object.keys(SOLD)
  const methods = await Promise.all(countries.map((country) => methodsOf(stack, country)))
  const hosted = methods.flat().map((one) => ({ ...one, direct: false }))
  const direct = hosted
    .filter(({ method }) => DIRECT.includes(method))
    .map((one) => ({ ...one, direct: true }))
  return [...hosted, ...direct].map((way, index) => ({
    ...way,
    name: `${way.country}, ${way.method}${way.direct ? ", without a page" : ""}`,
    visits: oppositeVisits(index),
  }))
}

async function methodsOf({ medusa, seed }, country) {
  const query = `country_code=${country}&currency_code=${SOLD[country].currency}`
  const answer = await fetch(`${medusa}/store/payin/methods?${query}`, {
    headers: { "x-publishable-api-key": seed.publishable_key },
  })
  const { methods } = await answer.json()
  return methods.map(({ payment_method, paid_later }) => ({
    ...{ country, method: payment_method, paidLater: paid_later },
  }))
}

/** Both visits at once: they have nothing in common. */
export async function buyBy(browser, place, way) {
  await answerDirectly(place.stack, way.direct)
  await Promise.all(way.visits.map((visit) => buyOnce(browser, place, way, visit)))
}

function answerDirectly(stack, direct) {
  const form = direct ? "direct" : "hosted"
  return control(stack, "settings", {
    direct: Object.fromEntries(DIRECT.map((method) => [method, form])),
  })
}

/** The store's usual answers again. */
export function endOfMethods(stack) {
  return answerDirectly(stack, false)
}

function buyOnce(browser, { stack, pictures }, way, visit) {
  const { country, method, direct, paidLater } = way
  const kind = `${visit.language}-${visit.phone ? "phone" : "wide"}-${visit.theme}`
  return withShopper(browser, { stack, pictures }, visit, async ({ page, look }) => {
    const step = (name) => look(`method-${method.toLowerCase()}-${country}-${kind}-${name}`)
    await fillCart(page, stack, country, SOLD[country].title)
    await page.locator(`input[name=payment_method][value=${method}]`).check()
    await fillFields(page, country)
    await step(direct ? "direct-form" : "form")
    const started = page.waitForResponse(/payment-sessions$/)
    await page.locator(".payin-button").click()
    if (direct) {
      await payHere(page, { stack, started, step })
    } else {
      if (paidLater) await openVoucher(page, step)
      await payOnPage(page, { method, step })
    }
    await seesOrder(page, stack)
    await step(direct ? "direct-order" : "order")
  })
}

/** The order stands already: its page says how to pay, and leads there. */
async function openVoucher(page, step) {
  await page.waitForURL(/\/return\?/)
  const voucher = page.locator("[role=status] a")
  await voucher.waitFor()
  await step("return")
  await voucher.click()
}

async function payOnPage(page, { method, step }) {
  await page.waitForURL(/\/pay\//)
  await step("page")
  await PAID[method]?.(page)
  if (PAID[method] === undefined) await page.locator('[data-action="approve"]').click()
  const back = page.locator('[data-action="return"]').first()
  const isBack = page.waitForURL(/\/(return\?|order\/)/)
  await Promise.race([isBack, back.click().catch(() => undefined)])
  await isBack
}

/** How a shopper pays on the service's page. What is paid elsewhere is paid by the sandbox's own buttons. */
const PAID = {
  PSE: payAtBank,
  BANK_TRANSFER: payAtBank,
  async ALL_METHODS(page) {
    await page.locator('input[name="method"][value="PSE"]').check()
    await page.locator('[data-action="continue"]').click()
    await payAtBank(page)
  },
  async TRANSFIYA(page) {
    await page.locator('[data-action="pay"]').click()
  },
  async CARD(page) {
    await page.locator('[data-fill^="4111"]').first().click()
    await page.locator('input[name="holder"]').fill("Lucía Ejemplo")
    await page.locator('[data-action="pay"]').click()
  },
}

/** On the shop's own page, then on its return page: both say how, and with which amount. */
async function payHere(page, { stack, started, step }) {
  const { payment_collection } = await (await started).json()
  const [{ data }] = payment_collection.payment_sessions
  const { session_id, reference, instructions } = data
  const said = instructions.type === "key" ? instructions.key : instructions.text
  await page.getByText(said).waitFor()
  await step("direct-checkout")
  const { cart } = Object.fromEntries(
    (await page.context().cookies()).map(({ name, value }) => [name, value])
  )
  await page.goto(`${stack.nextjs}/return?session_id=${session_id}&cart_id=${cart}`)
  await page.getByText(said).waitFor()
  if (instructions.type === "key") {
    await page.getByText(/\d{2}[.,]\d{3}\. /).waitFor()
    await page.locator(".payin-secondary").click()
  }
  await step("direct-return")
  const isMissing = (await page.locator(".payin-note").count()) === 0
  if (isMissing) throw new PlainError("The return page says nothing")
  await control(stack, `transactions/${reference}/settle`, { status: "APPROVED", notify: true })
}
