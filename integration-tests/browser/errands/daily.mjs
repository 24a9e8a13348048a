import { readFile } from "node:fs/promises"
import { PlainError } from "../../demo/steps/settings.mjs"
import { control } from "../control.mjs"
import { ACCOUNT_NUMBER, agree, fillPayout } from "./forms.mjs"

/** More than the demo lets one person send. */
const TOO_MUCH = "12345678"

/** What an operator does all day, by the words on the screen. */
export const DAILY = [
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
    name: "comes from any page to the lookup, and learns that a reference is nobody's",
    async run({ page, desk }) {
      await desk.visit("/products", "Productos")
      await page.getByRole("link", { name: "PayIn: Consulta" }).click()
      await desk.sees("Consulta")
      await page.getByLabel("Ticket o referencia").fill("pin_nobody")
      await page.getByRole("button", { name: "Consultar" }).click()
      await page.getByText("El servicio no lo conoce en esta cuenta").waitFor()
      await page.getByText("Esta tienda tampoco.").waitFor()
    },
  },
  {
    name: "looks up a payout by its reference, and comes from there to its page",
    async run({ page, desk }, { payout }) {
      await desk.visit(`/payin/lookup?q=${payout.reference}`, "Consulta")
      await page.getByText("Ambos dicen lo mismo.").waitFor()
      await page.getByText("Pagado", { exact: true }).first().waitFor()
      if ((await page.getByRole("button", { name: "Preguntar ahora al servicio" }).count()) > 0) {
        throw new PlainError("The lookup offers to ask about a payout as about a payment")
      }
      await page.getByRole("link", { name: "Abrir", exact: true }).click()
      await desk.sees(/\$/)
      await page.getByText(payout.reference).first().waitFor()
    },
  },
  {
    name: "reads that this store has a payout that the service does not know",
    async run({ page, desk }, { lost }) {
      await desk.visit(`/payin/lookup?q=${lost.reference}`, "Consulta")
      await page.getByText("El servicio no lo conoce en esta cuenta").waitFor()
      await page.getByText(/Esta tienda sí lo tiene: .* la de giros/).waitFor()
    },
  },
  {
    name: "tests the connection, and reads in Spanish why it does not work",
    async run({ page, desk }) {
      await desk.visit("/payin/settings", "Configuración")
      const test = page.getByRole("button", { name: "Probar la conexión" })
      await test.click()
      await page.getByText("Funciona", { exact: true }).nth(1).waitFor()
      const always = { operation: "lookup", kind: "malformed", times: "always" }
      await control(desk.stack, "faults", always)
      try {
        await test.click()
        await page.getByText("No funciona", { exact: true }).nth(1).waitFor()
      } finally {
        await control(desk.stack, "faults", undefined, "DELETE")
      }
      await page
        .getByText(/Consulta: La respuesta del servicio de pagos no se puede usar/)
        .first()
        .waitFor()
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
      await desk.visit(`/payin/anomalies/${anomaly.id}`, "Se pagó otro monto")
      await page.getByRole("button", { name: "Ignorarla" }).click()
      const drawer = page.getByRole("dialog")
      await drawer.getByLabel("Por qué").fill("El comprador pagó el resto en la tienda")
      await drawer.getByRole("button", { name: "Ignorarla" }).click()
      await page.getByText("Cómo se resolvió").waitFor()
    },
  },
  {
    name: "sends money by hand, may not approve it alone, looks at the account and gives it up",
    async run({ page, desk }) {
      await desk.visit("/payin/payouts", "Giros")
      await page.getByRole("button", { name: "Nuevo giro" }).click()
      await fillPayout(page.getByRole("dialog"), TOO_MUCH)
      await agree(page, page.getByRole("dialog"), "Enviar")
      await page.getByText("El giro quedó creado").waitFor()
      await page
        .getByRole("link", { name: /Ana Pérez/ })
        .first()
        .click()
      await desk.sees(/\$/)
      // Beside each of the two, before anybody presses it.
      await page
        .getByText(/otra persona debe decidirlo/)
        .nth(1)
        .waitFor()
      await page.getByRole("button", { name: "Aprobar", disabled: true }).waitFor()
      await page.getByRole("button", { name: "Pagado por otro medio", disabled: true }).waitFor()
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
]
