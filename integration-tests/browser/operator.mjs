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
