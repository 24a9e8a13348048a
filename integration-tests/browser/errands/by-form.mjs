import { control } from "../control.mjs"
import { agree } from "./forms.mjs"

const WORDS = {
  es: {
    payouts: "Giros",
    make: "Nuevo giro",
    account: "Cuenta",
    amount: /Monto/,
    method: "Medio de pago",
    form: "Formulario",
    person: ["Número de documento", "Número de celular", "Correo electrónico", "Nombre completo"],
    send: "Enviar",
    made: "El giro quedó creado",
    approve: "Aprobar",
    show: "Mostrar el formulario",
    paid: "Pagado",
    tooShort: /de 8 a 20 dígitos/,
    written: /El dinero va a la cuenta que se escribió aquí/,
  },
  en: {
    payouts: "Payouts",
    make: "New payout",
    account: "Account",
    amount: /Amount/,
    method: "Method",
    form: "Form",
    person: ["Document number", "Mobile number", "E-mail", "Full name"],
    send: "Send",
    made: "The payout was made",
    approve: "Approve",
    show: "Show the form",
    paid: "Paid",
    tooShort: /8 to 20 digits/,
    written: /The money goes to the account that was written here/,
  },
}
const RECIPIENT = ["00000002", "900000002", "recipient@example.com", "Rosa Ejemplo"]

/** Money to somebody in Peru whose account nobody of the store knows, in both languages. */
export const BY_FORM = ["es", "en"].map((language) => ({
  name: `pays somebody in Peru who names the account in a form of the service (${language})`,
  language,
  async run({ desk, page, open, step, visit }, { colleague }) {
    const words = WORDS[language]
    await control(desk.stack, "wallets/sandbox-pe", { amount: 100_000, currency: "PEN" })
    await writePayout({ desk, page, step }, words)
    const address = new URL(page.url()).pathname.replace(/^\/app/, "")

    const second = await open(colleague)
    await second.visit(address, /40/)
    await step("form-to-approve", "main", second)
    await agree(second.page, second.page, words.approve)

    await desk.visit(address, /40/)
    await page.getByRole("button", { name: words.show }).click()
    const drawer = await desk.drawer()
    await drawer.getByRole("button", { name: words.show }).click()
    const url = await drawer.getByText(/^http/).textContent()
    await step("form-address", "[role=dialog]")
    await page.keyboard.press("Escape")

    const [onPhone, onWide] = KINDS[language]
    await visit(onWide, async (recipient) => {
      await recipient.page.goto(url)
      await recipient.look(nameOf(onWide, "open"))
    })
    await visit(onPhone, (recipient) => fillForm(recipient, url, words, onPhone))
    await page.getByText(words.paid, { exact: true }).first().waitFor()
    await step("form-paid")
  },
}))

/** The recipient's own screens: each language meets a phone and a wide one, light and dark. */
const KINDS = Object.fromEntries(
  ["es", "en"].map((language) => [
    language,
    [
      { language, phone: true, theme: language === "es" ? "dark" : "light" },
      { language, phone: false, theme: language === "es" ? "light" : "dark" },
    ],
  ])
)

const nameOf = ({ language, phone, theme }, part) =>
  `payout-form-${part}-${language}-${phone ? "phone" : "wide"}-${theme}`

async function writePayout({ desk, page, step }, words) {
  await desk.visit("/payin/payouts", words.payouts)
  await page.getByRole("button", { name: words.make }).click()
  const drawer = await desk.drawer()
  await drawer.getByLabel(words.account, { exact: true }).click()
  await page.getByRole("option", { name: /^pe · PE/ }).click()
  await drawer.getByLabel(words.amount).fill("40")
  await drawer.getByLabel(words.method).click()
  await page.getByRole("option", { name: words.form }).click()
  for (const [index, label] of words.person.entries()) {
    await drawer.getByLabel(label).fill(RECIPIENT[index])
  }
  await step("form-new", "[role=dialog]")
  await agree(page, drawer, words.send)
  await page.getByText(words.made).waitFor()
  await page
    .getByRole("link", { name: /Rosa Ejemplo/ })
    .first()
    .click()
  await desk.sees(/40/)
}

async function fillForm({ page, look }, url, words, kind) {
  await page.goto(url)
  await page.locator("[name=account_number]").fill("123")
  await page.locator('[data-action="fill"]').click()
  await page.getByText(words.tooShort).waitFor()
  await look(nameOf(kind, "too-short"))
  await page.locator("[name=account_number]").fill("00123456789012")
  await page.locator('[data-action="fill"]').click()
  await page.getByText(words.written).waitFor()
  await look(nameOf(kind, "written"))
}
