import { signIn } from "../demo/steps/admin.mjs"
import { EXAMPLES } from "../demo/steps/settings.mjs"
import { control } from "./control.mjs"
import { addressIsOver } from "./database.mjs"
import { draft } from "./draft.mjs"
import { payAtBank, withShopper } from "./nextjs.mjs"
import { unpaid } from "./sale.mjs"
import { until } from "./until.mjs"

const kind = (language, screen, theme) => ({ language, phone: screen === "phone", theme })

/** Visits to the page where an order is paid again. */
export const PAY_AGAIN = [
  { name: "pays a draft by PSE", ...kind("es", "wide", "light"), run: payDraft },
  { name: "finds the payment that waits", ...kind("en", "phone", "dark"), run: findWaiting },
  { name: "marks what is missing", ...kind("es", "phone", "light"), run: missDocument },
  { name: "knows no guessed address", ...kind("es", "phone", "dark"), run: guess },
  { name: "knows no address that is over", ...kind("en", "wide", "light"), run: comeTooLate },
  { name: "was paid meanwhile", ...kind("en", "wide", "dark"), run: paidMeanwhile },
  { name: "was canceled meanwhile", ...kind("es", "phone", "light"), run: canceledMeanwhile },
  { name: "was changed meanwhile", ...kind("en", "phone", "light"), run: changedMeanwhile },
]

export function tryPayAgain(browser, { stack, pictures }, errand) {
  const { language, phone, theme } = errand
  return withShopper(
    browser,
    { stack, pictures },
    { language, phone, theme },
    async ({ page, look }) => {
      const ask = await signIn(stack.medusa)
      const say = (es, en) => (language === "es" ? es : en)
      const step = (name) => look(`again-${name}-${language}-${phone ? "phone" : "wide"}-${theme}`)
      await errand.run({ page, stack, ask, say, step })
    }
  )
}

async function open({ page, ask }, orderId) {
  const { url } = await ask(`/admin/payin/orders/${orderId}/pay-again-link`, {})
  await page.goto(url)
  return url
}

/** An order that waits for its voucher, and its page. */
async function waiting(errand) {
  const link = await unpaid(errand.stack)
  await open(errand, link.order_id)
  return link
}

/**
 * Waits until the order shows its payment. Medusa calls an order captured before it writes the order's transaction;
 * until then the page says that the payment arrived.
 */
function booked({ ask }, orderId) {
  return until("a booked payment", async () => {
    const { transactions } = await ask(`/admin/payin/transactions?order_id=${orderId}`)
    return transactions.some(({ settled_at }) => settled_at !== null)
  })
}

const submit = ({ page }) => page.locator("form .send button").click()
const choose = ({ page }, method) =>
  page.locator(`input[name="payment_method"][value="${method}"]`).check()
const heading = ({ page }, name) => page.getByRole("heading", { name, exact: true }).waitFor()

async function fill(page) {
  for (const field of await page.locator("form :is(input, select)[required]:visible").all()) {
    const name = await field.getAttribute("name")
    const value = EXAMPLES.co[name]
    if (value === undefined) continue
    const isList = (await field.evaluate(({ tagName }) => tagName)) === "SELECT"
    await (isList ? field.selectOption(value) : field.fill(value))
  }
}

async function payDraft(errand) {
  const { page, stack, ask, say, step } = errand
  const { id } = await draft(stack, ask)
  const url = await open(errand, id)
  await step("draft")
  await choose(errand, "PSE")
  await fill(page)
  await submit(errand)
  await payAtBank(page)
  await booked(errand, id)
  await page.goto(url)
  await heading(errand, say("No hay nada por pagar", "There is nothing to pay"))
  await step("paid")
}

async function findWaiting(errand) {
  const { page, step } = errand
  await waiting(errand)
  await page.getByRole("heading", { name: /^You began to pay with Efecty/ }).waitFor()
  await step("waiting")
  await page.getByRole("link", { name: "Go on with this payment" }).click()
  await page.waitForURL(/\/pay\//)
}

async function missDocument(errand) {
  const { page, stack, ask, step } = errand
  const { id } = await draft(stack, ask)
  await open(errand, id)
  await choose(errand, "PSE")
  await fill(page)
  await page.locator("#legal_doc").fill("10x")
  await submit(errand)
  await heading(errand, "Falta algo por revisar")
  await page.locator("#legal_doc[aria-invalid=true]").waitFor()
  await step("wrong-document")
}

async function guess(errand) {
  const { page, stack } = errand
  await page.goto(`${stack.medusa}/payin/pay/${"0".repeat(32)}`)
  await seesNoOrder(errand)
}

async function comeTooLate(errand) {
  const { order_id } = await waiting(errand)
  await addressIsOver(errand.stack, order_id)
  await submit(errand)
  await seesNoOrder(errand)
}

async function seesNoOrder(errand) {
  const { page, say, step } = errand
  await heading(errand, say("Este enlace ya no sirve", "This link no longer works"))
  await page.getByText(say("pídele uno nuevo a la tienda", "ask the store for a new one")).waitFor()
  await step("unknown")
}

async function paidMeanwhile(errand) {
  const { stack, step } = errand
  const { reference, order_id } = await waiting(errand)
  await choose(errand, "PSE")
  await control(stack, `transactions/${reference}/settle`, { status: "APPROVED", notify: true })
  await booked(errand, order_id)
  await submit(errand)
  await heading(errand, "There is nothing to pay")
  await step("paid-meanwhile")
}

async function canceledMeanwhile(errand) {
  const { ask, step } = errand
  const { order_id } = await waiting(errand)
  await choose(errand, "PSE")
  await ask(`/admin/orders/${order_id}/cancel`, {})
  await submit(errand)
  await heading(errand, "El pedido se canceló")
  await step("canceled-meanwhile")
}

async function changedMeanwhile(errand) {
  const { page, ask, step } = errand
  const { order_id } = await waiting(errand)
  await choose(errand, "PSE")
  const before = await page.locator("form .send button").textContent()
  await addOne(ask, order_id)
  await submit(errand)
  await heading(errand, "The amount changed")
  await step("changed-meanwhile")
  if ((await page.locator("form .send button").textContent()) === before) {
    throw new Error("The page asks for the old amount")
  }
  await submit(errand)
  await page.waitForURL(/\/pay\//)
}

async function addOne(ask, orderId) {
  const { order } = await ask(`/admin/orders/${orderId}?fields=*items`)
  const [item] = order.items
  await ask("/admin/order-edits", { order_id: orderId })
  await ask(`/admin/order-edits/${orderId}/items/item/${item.id}`, { quantity: item.quantity + 1 })
  await ask(`/admin/order-edits/${orderId}/confirm`, {})
}
