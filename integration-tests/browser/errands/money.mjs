import { writeFile } from "node:fs/promises"
import os from "node:os"
import path from "node:path"
import { control } from "../control.mjs"
import { agree, chooseFile, fillDestination, writePayouts } from "./forms.mjs"

/** What moves money, each with the question that repeats the amount and where it goes. */
export const MONEY = [
  {
    name: "finds a sale by its ticket from the list of orders and refunds it to a bank account",
    async run({ page, desk }, { sold }) {
      await desk.visit("/orders", "Pedidos")
      await page.getByLabel("PayIn: Ticket o referencia").fill(sold.ticket)
      await page.getByLabel("PayIn: Ticket o referencia").press("Enter")
      await page.getByText("Ambos dicen lo mismo").waitFor()
      await page.getByRole("link", { name: "Abrir", exact: true }).click()
      await page.getByRole("link", { name: "Abrir el pedido" }).click()
      await page.getByRole("button", { name: "Reembolso" }).click()
      const drawer = await desk.drawer()
      await drawer.getByLabel(/Monto/).fill("10000")
      await drawer.getByLabel("A dónde va").click()
      await page.getByRole("option", { name: "A una cuenta que conoces" }).click()
      await drawer.getByLabel("Número de cuenta").waitFor()
      await desk.drawer()
      await fillDestination(drawer)
      await drawer.getByRole("button", { name: "Reembolsar" }).click()
      const question = page.getByRole("alertdialog")
      await question.getByText(/\$\s10\.000 irá a Ana Pérez · BANCOLOMBIA 123456789012/).waitFor()
      await question.getByRole("button", { name: "Reembolsar" }).click()
      await page.getByText("El reembolso quedó registrado").waitFor()
      await page.getByText("Giros de este pedido").waitFor()
      await page.getByText(/Ana Pérez · BANCOLOMBIA ••••9012/).waitFor()
    },
  },
  {
    name: "as a second person approves a payout, and sees it paid without touching the page",
    as: "colleague",
    async run({ page, desk }, { waiting }) {
      await desk.visit(`/payin/payouts/${waiting[0].id}`, /\$/)
      await page.getByRole("button", { name: "Aprobar" }).click()
      const question = page.getByRole("alertdialog")
      await question.getByText(/irá a Ana Pérez/).waitFor()
      await question.getByRole("button", { name: "Aprobar" }).click()
      await page.getByText("Aprobado", { exact: true }).first().waitFor()
      await page.getByText("Falta aprobarlo", { exact: true }).waitFor({ state: "detached" })
      await page.getByText("Pagado", { exact: true }).first().waitFor()
    },
  },
  {
    name: "as a second person confirms where the money of a supplier goes",
    as: "colleague",
    async run({ page, desk }, { unconfirmed }) {
      await desk.visit(`/payin/beneficiaries/${unconfirmed.id}`, unconfirmed.name)
      await page.getByText("Por confirmar", { exact: true }).waitFor()
      await page.getByRole("button", { name: "Confirmar a dónde va el dinero" }).click()
      const question = page.getByRole("alertdialog")
      await question.getByText(/Los giros para Fibras Andinas irán a/).waitFor()
      await question.getByRole("button", { name: "Confirmar a dónde va el dinero" }).click()
      await page.getByText("Por confirmar", { exact: true }).waitFor({ state: "detached" })
      await page.locator("dd", { hasText: "Carla Colega" }).waitFor()
    },
  },
  {
    name: "reads why they may not confirm the share that they raised themselves",
    async run({ page, desk, step }, { raised }) {
      await desk.visit(`/payin/rules?q=${raised.id}`, "Reglas")
      await page.getByText(/70\s?% → 80\s?%/).waitFor()
      await page.getByText(/Tú participaste en esto: otra persona debe decidirlo/).waitFor()
      await page.getByRole("button", { name: "Confirmar la regla", disabled: true }).waitFor()
      await step("rule-waits")
    },
  },
  {
    name: "as a second person reads what changed of a seller's account and share, and confirms both",
    as: "colleague",
    async run({ page, desk, step }, { raised }) {
      await desk.visit(`/payin/rules?q=${raised.id}`, "Reglas")
      await page.getByText(/Tú puedes/).waitFor()
      await page.getByRole("button", { name: "Confirmar la regla" }).click()
      const question = page.getByRole("alertdialog")
      await question.getByText(/recibirá 80\s?% .* 70\s?% → 80\s?%/).waitFor()
      await step("rule-question", "[role=alertdialog]")
      await question.getByRole("button", { name: "Confirmar la regla" }).click()
      await page.getByText("Por confirmar", { exact: true }).waitFor({ state: "detached" })
      await desk.visit(`/payin/beneficiaries/${raised.beneficiary_id}`, "Cacao del Norte")
      await page.getByText("Confirmado antes").waitFor()
      await page.getByText(/••••7890/).waitFor()
      await page.getByText("Cambió: Número de cuenta.").waitFor()
      await step("beneficiary-changed")
      await agree(page, page, "Confirmar a dónde va el dinero")
      await page.getByText("Confirmado antes").waitFor({ state: "detached" })
    },
  },
  {
    name: "as a second person says that a payout was paid by other means",
    as: "colleague",
    async run({ page, desk }, { waiting }) {
      await desk.visit(`/payin/payouts/${waiting[1].id}`, /\$/)
      await page.getByRole("button", { name: "Pagado por otro medio" }).click()
      const drawer = await desk.drawer()
      await drawer.getByLabel("Por qué").fill("Se pagó por transferencia propia")
      await drawer.getByLabel("Comprobante").fill("Transferencia 4711")
      await agree(page, drawer, "Pagado por otro medio")
      // Not the field of the drawer, which closes only afterwards.
      await page.locator("dd", { hasText: "Transferencia 4711" }).waitFor()
    },
  },
  {
    name: "makes payouts of a file, after seeing what each row becomes",
    async run({ page, desk }) {
      const file = path.join(os.tmpdir(), `payin-payouts-${process.pid}.csv`)
      await desk.visit("/payin/payouts", "Giros")
      await page.getByRole("button", { name: "Desde un archivo" }).click()
      const drawer = await desk.drawer()
      await writeFile(file, writePayouts(["abc", "2000"]))
      await chooseFile(page, drawer.getByLabel("Archivo CSV"), file)
      await drawer.getByRole("button", { name: "Revisar el archivo" }).click()
      await drawer.getByText(/Fila 1: amount: solo números/).waitFor()
      await writeFile(file, writePayouts(["1000", "2000"]))
      await chooseFile(page, drawer.getByLabel("Archivo CSV"), file)
      await drawer.getByRole("button", { name: "Revisar el archivo" }).click()
      await drawer.getByText(/2 giros, \$\s3\.000 en total/).waitFor()
      await desk.drawer()
      await agree(page, drawer, "Crear estos giros")
      await drawer.getByText(/Los 2 terminaron/).waitFor()
      await drawer.getByRole("button", { name: "Cerrar" }).last().click()
    },
  },
  {
    name: "corrects where a rejected payout goes, and tries it again",
    async run({ page, desk }, { rejected }) {
      await desk.visit(`/payin/payouts/${rejected.id}`, /\$/)
      await page.getByText("Rechazado", { exact: true }).first().waitFor()
      await page.getByRole("button", { name: "Decir a dónde va" }).click()
      const drawer = await desk.drawer()
      await fillDestination(drawer)
      await drawer.getByLabel("Número de cuenta").fill("98765432101")
      await agree(page, drawer, "Decir a dónde va")
      await page.getByText("El destino quedó guardado").waitFor()
      await page.getByRole("button", { name: "Intentar de nuevo" }).click()
      const question = page.getByRole("alertdialog")
      await question.getByText(/\$\s41\.000 irá a Ana Pérez · BANCOLOMBIA ••••2101/).waitFor()
      await question.getByRole("button", { name: "Intentar de nuevo" }).click()
      await page.getByText("Se intenta de nuevo").waitFor()
      await page.getByText("Rechazado", { exact: true }).first().waitFor()
      await page
        .getByText(/^(En cola|Enviándose|En camino|Pagado)$/)
        .first()
        .waitFor()
    },
  },
  {
    name: "sends a payout again that got lost on its way, under its own reference",
    async run({ page, desk }, { lost }) {
      await desk.visit(`/payin/payouts/${lost.id}`, /\$/)
      await page.getByText(/El servicio dice que no lo conoce/).waitFor()
      await page.getByRole("button", { name: "Reenviar" }).click()
      const question = page.getByRole("alertdialog")
      await question.getByText(/\$\s42\.000 irá a Ana Pérez .*, si el servicio no lo/).waitFor()
      await question.getByRole("button", { name: "Reenviar" }).click()
      await page.getByText("Se preguntó al servicio").waitFor()
      await page.getByText(/^Enviado 2 veces/).waitFor()
      await page.getByText("Sin claridad", { exact: true }).waitFor({ state: "detached" })
    },
  },
  {
    name: "hands out a payment page for a draft",
    async run({ page, desk }, { draft }) {
      await desk.visit(`/draft-orders/${draft.id}`, /#/)
      await page.getByRole("button", { name: "Enlace de pago" }).click()
      const drawer = await desk.drawer()
      await drawer.getByRole("button", { name: "Obtener el enlace" }).click()
      await drawer.getByText(/Todavía falta: .*Número de documento/).waitFor()
      await desk.drawer()
      await drawer.getByLabel("Número de documento").fill("1020304050")
      await drawer.getByRole("button", { name: "Obtener el enlace" }).click()
      await drawer.getByText(/\/pay\//).waitFor()
      await drawer.getByRole("button", { name: "Cerrar" }).last().click()
    },
  },
  {
    name: "replaces the payment page of an order that waits for its money",
    async run({ page, desk }, { unpaid }) {
      await desk.visit(`/orders/${unpaid.order_id}`, /#/)
      await page.getByRole("button", { name: "Nuevo enlace" }).click()
      const drawer = await desk.drawer()
      await drawer.getByRole("button", { name: "Reemplazar el enlace" }).click()
      const question = page.getByRole("alertdialog")
      await question.getByText(/ya no se ofrece/).waitFor()
      await question.getByRole("button", { name: "Reemplazar el enlace" }).click()
      await drawer.getByText(/\/pay\//).waitFor()
      await drawer.getByRole("button", { name: "Cerrar" }).last().click()
      await page.getByText("Reemplazado", { exact: true }).first().waitFor()
    },
  },
  {
    name: "hands out a key of Bre-B, with the exact amount",
    async run({ page, desk, step }, { unpaid }) {
      await control(desk.stack, "settings", { direct: { BREB: "direct" } })
      await desk.visit(`/orders/${unpaid.order_id}`, /#/)
      await page.getByRole("button", { name: "Nuevo enlace" }).click()
      const drawer = await desk.drawer()
      await drawer.getByLabel("Medio de pago").click()
      await page.getByRole("option", { name: /^Bre-B/ }).click()
      await drawer.getByRole("button", { name: "Reemplazar el enlace" }).click()
      const question = page.getByRole("alertdialog")
      await question.getByRole("button", { name: "Reemplazar el enlace" }).click()
      await drawer.getByText(/^@pago/).waitFor()
      await drawer.getByText(/paga exactamente \$\s[\d.]+: otro valor/).waitFor()
      await step("breb-key", '[role="dialog"]')
      await control(desk.stack, "settings", { direct: { BREB: "hosted" } })
    },
  },
  {
    name: "follows a customer to a subscription and ends it",
    async run({ page, desk }, { subscription }) {
      await desk.visit(`/customers/${subscription.customer_id}`, "subscriber@example.com")
      await page.getByRole("link", { name: subscription.plan_name }).click()
      await page.getByText("Qué se puede hacer").waitFor()
      await agree(page, page, "Terminarla")
      await page.getByText("Cancelada", { exact: true }).first().waitFor()
    },
  },
]
