import { readFile } from "node:fs/promises"
import { PlainError } from "../demo/steps/settings.mjs"

/** What an operator does all day, by the words on the screen. */
export const ERRANDS = [
  {
    name: "finds a payment by its ticket and asks the service about it",
    async run({ page, desk }, { transaction }) {
      await desk.visit("/payin/transactions", "Transacciones")
      await page.getByRole("searchbox").fill(transaction.ticket)
      await page.getByText("1 de 1 resultados").waitFor()
      await page.getByRole("link", { name: transaction.ticket }).press("Enter")
      await desk.sees(/\$/)
      await page.getByRole("button", { name: "Preguntar ahora al servicio" }).click()
      await page.getByText("Se preguntó al servicio").waitFor()
    },
  },
  {
    name: "downloads what a search found",
    async run({ page, desk }, { transaction }) {
      await desk.visit(`/payin/transactions?q=${transaction.ticket}`, "Transacciones")
      await page.getByRole("link", { name: transaction.ticket }).waitFor()
      const [file] = await Promise.all([
        page.waitForEvent("download"),
        page.getByRole("button", { name: "CSV" }).click(),
      ])
      const lines = (await readFile(await file.path(), "utf8")).trim().split("\r\n")
      if (lines.length !== 2 || !lines[1].includes(transaction.ticket)) {
        throw new PlainError(`The file holds ${lines.length} lines`)
      }
    },
  },
  {
    name: "resolves an anomaly, with a reason",
    async run({ page, desk }, { anomaly }) {
      await desk.visit(`/payin/anomalies/${anomaly.id}`, "Se pagó otro valor")
      await page.getByRole("button", { name: "Dejarla así" }).click()
      const drawer = page.getByRole("dialog")
      await drawer.getByLabel("Por qué").fill("El comprador pagó el resto en la tienda")
      await drawer.getByRole("button", { name: "Dejarla así" }).click()
      await page.getByText("Cómo se resolvió").waitFor()
    },
  },
  {
    name: "sends money by hand, may not approve it alone, looks at the account and gives it up",
    async run({ page, desk }) {
      await desk.visit("/payin/payouts", "Giros")
      await page.getByRole("button", { name: "Nuevo giro" }).click()
      await fillPayout(page.getByRole("dialog"))
      await agree(page, page.getByRole("dialog"), "Enviar")
      await page.getByText("El giro quedó creado").waitFor()
      await page
        .getByRole("link", { name: /Ana Pérez/ })
        .first()
        .click()
      await desk.sees(/\$/)
      await agree(page, page, "Aprobar")
      await page.getByText("Esto no se puede hacer ahora").first().waitFor()
      await agree(page, page, "Mostrar todos los datos")
      await page.getByRole("button", { name: "Mostrar Número de cuenta" }).click()
      await page.getByText(ACCOUNT_NUMBER, { exact: true }).waitFor()
      await page.getByRole("button", { name: "Cancelar el giro" }).click()
      const drawer = page.getByRole("dialog")
      await drawer.getByLabel("Por qué").fill("Se pagó en efectivo")
      await agree(page, drawer, "Cancelar el giro")
      await page.getByRole("dialog").waitFor({ state: "detached" })
      await page.getByText("Cancelado", { exact: true }).first().waitFor()
    },
  },
  {
    name: "reads the desk in English after switching the language",
    async run({ page, desk }) {
      await desk.visit("/payin/transactions", "Transacciones")
      // As the profile page does it: the admin keeps the choice in both places.
      await page.evaluate(() => {
        localStorage.setItem("lng", "en")
        document.cookie = "lng=en; path=/"
      })
      await page.reload({ waitUntil: "domcontentloaded" })
      await desk.sees("Transactions")
      await page.getByText("Approved").first().waitFor()
    },
  },
]

const ACCOUNT_NUMBER = "123456789012"

/** More than the demo lets one person send. */
async function fillPayout(drawer) {
  await drawer.getByLabel(/Monto/).fill("12345678")
  await drawer.getByLabel("Banco").fill("bancolombia")
  await drawer.getByLabel("Número de cuenta").fill(ACCOUNT_NUMBER)
  await drawer.getByLabel("Número de documento").fill("1020304050")
  await drawer.getByLabel("Número de celular").fill("3001234567")
  await drawer.getByLabel("Correo electrónico").fill("ana@example.com")
  await drawer.getByLabel("Nombre completo").fill("Ana Pérez")
}

/** Presses a button and says yes to the question that follows. */
async function agree(page, place, name) {
  await place.getByRole("button", { name }).click()
  await page.getByRole("alertdialog").getByRole("button", { name }).click()
}
