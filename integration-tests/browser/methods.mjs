import { control } from "./control.mjs"
import { forgetBanks } from "./database.mjs"
import { fillCart, fillFields, payAtBank, seesOrder, withShopper } from "./nextjs.mjs"
import { visitsOf } from "./screens.mjs"

const SOLD = {
  co: { currency: "cop", title: "Café de origen" },
  pe: { currency: "pen", title: "Chocolate" },
}
/** Methods of the option `direct`, and the voucher of which version 2 of the service says how it is paid. */
const DIRECT = ["PSE", "BREB", "TRANSFIYA", "EFECTY"]

/** Every method of every country of the store. A method that is added is bought by, too. */
export async function waysToPay(stack, { all }) {
  const countries = Object.keys(SOLD)
  const methods = await Promise.all(countries.map((country) => methodsOf(stack, country)))
  return waysBy(methods.flat(), { all, direct: false })
}

/** What a store whose account is direct sells by on its own page. */
export async function waysToPayDirectly(stack, { all }) {
  const methods = await methodsOf(stack, "co")
  return waysBy(
    methods.filter(({ method }) => DIRECT.includes(method)),
    { all, direct: true }
  )
}

function waysBy(methods, { all, direct }) {
  return methods.map((way, index) => ({
    ...{ ...way, direct },
    name: `${way.country}, ${way.method}${direct ? ", direct" : ""}`,
    visits: visitsOf(index, { all }),
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

/** Two visits at once: they have nothing in common. */
export async function buyBy(browser, place, way) {
  for (let first = 0; first < way.visits.length; first += 2) {
    const two = way.visits.slice(first, first + 2)
    await Promise.all(two.map((visit) => buyOnce(browser, place, way, visit)))
  }
}

/** Whether the sandbox answers without a page, as an account does that is switched so. */
export function answerDirectly(stack, direct) {
  const form = direct ? "direct" : "hosted"
  return control(stack, "settings", { direct: { PSE: form, BREB: form, TRANSFIYA: form } })
}

function buyOnce(browser, { stack, pictures }, way, visit) {
  const { country, method, direct, paidLater } = way
  const kind = `${visit.language}-${visit.phone ? "phone" : "wide"}-${visit.theme}`
  return withShopper(browser, { stack, pictures }, visit, async ({ page, look }) => {
    const name = `method-${direct ? "direct-" : ""}${method.toLowerCase()}-${country}-${kind}`
    const step = (part) => look(`${name}-${part}`)
    await fillCart(page, stack, country, SOLD[country].title)
    await page.locator(`input[name=payment_method][value=${method}]`).check()
    await fillFields(page, country)
    await step("form")
    const started = page.waitForResponse(/payment-sessions$/)
    await page.locator(".payin-button").click()
    if (direct && method === "PSE") {
      await confirmAtBank(page, step)
    } else if (direct) {
      await payHere(page, { stack, paidLater, started, step })
    } else {
      if (paidLater) await openVoucher(page, step)
      await payOnPage(page, { method, step })
    }
    await seesOrder(page, stack)
    await step("order")
  })
}

/** A list of banks that does not come: one sentence says so, and another way to pay is a click away. */
export function payWithoutBanks(browser, { stack, pictures }, visit) {
  return withShopper(browser, { stack, pictures }, visit, async ({ page, look }) => {
    await control(stack, "settings", { bankList: "broken" })
    await forgetBanks(stack)
    await fillCart(page, stack, "co", SOLD.co.title)
    const choose = (method) => page.locator(`input[name=payment_method][value=${method}]`).check()
    await choose("PSE")
    await page.getByRole("alert").getByText(NO_BANKS[visit.language]).waitFor()
    await look(`method-direct-no-banks-${visit.language}`)
    await choose("TRANSFIYA")
    await fillFields(page, "co")
    await page.locator(".payin-button").click()
    await page.getByText("Confirme el pago en la app de su banco").waitFor()
    await control(stack, "settings", { bankList: "full" })
  })
}

const NO_BANKS = {
  es: "No se pudo cargar la lista de bancos.",
  en: "The list of banks could not be loaded.",
}

/** The bank was chosen in the shop: its own page asks for nothing but a yes. */
async function confirmAtBank(page, step) {
  await page.waitForURL(/\/pay\//)
  await step("bank")
  await page.locator('[data-action="pay"]').first().click()
  await backToShop(page)
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
  await backToShop(page)
}

/** By the button of the service's page, or by itself. */
async function backToShop(page) {
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

/** On the shop's own page, then on its return page: both say how, and with which amount. A voucher is an order at once. */
async function payHere(page, { stack, paidLater, started, step }) {
  const { payment_collection } = await (await started).json()
  const [{ data }] = payment_collection.payment_sessions
  const { session_id, reference, instructions } = data
  const said = instructions.type === "key" ? instructions.key : instructions.text
  const saysHow = async () => {
    await page.getByText(said).waitFor()
    await page.getByText(/\d{2}[.,]\d{3}\. /).waitFor()
  }
  if (paidLater) {
    await page.waitForURL(/\/return\?/)
  } else {
    await saysHow()
    await step("checkout")
    const { cart } = Object.fromEntries(
      (await page.context().cookies()).map(({ name, value }) => [name, value])
    )
    await page.goto(`${stack.nextjs}/return?session_id=${session_id}&cart_id=${cart}`)
  }
  await saysHow()
  if (instructions.type === "key") await page.locator(".payin-secondary").click()
  await step("return")
  await control(stack, `transactions/${reference}/settle`, { status: "APPROVED", notify: true })
}
