/** An invented account. */
export const ACCOUNT_NUMBER = "123456789012"

/** Writes a payout by hand. */
export async function fillPayout(drawer, amount) {
  await drawer.getByLabel(/Monto/).fill(amount)
  await fillDestination(drawer)
}

export async function fillDestination(drawer) {
  await drawer.getByLabel("Banco").fill("bancolombia")
  await drawer.getByLabel("Número de cuenta").fill(ACCOUNT_NUMBER)
  await drawer.getByLabel("Número de documento").fill("1020304050")
  await drawer.getByLabel("Número de celular").fill("3001234567")
  await drawer.getByLabel("Correo electrónico").fill("ana@example.com")
  await drawer.getByLabel("Nombre completo").fill("Ana Pérez")
}

/** Where money goes, as the route takes it. */
export const DESTINATION = {
  ...{
    legal_doc_type: "CC",
    legal_doc: "1020304050",
    phone_code: "57",
    phone_number: "3001234567",
  },
  ...{ email: "ana@example.com", full_name: "Ana Pérez" },
  ...{ bank: "BANCOLOMBIA", account_number: ACCOUNT_NUMBER, account_type: "AHORRO" },
}

/** A file of payouts of these amounts. */
export function writePayouts(amounts) {
  const columns = ["amount", "currency_code", ...Object.keys(DESTINATION)]
  const rows = amounts.map((amount) => [amount, "COP", ...Object.values(DESTINATION)])
  return [columns, ...rows].map((cells) => cells.join(",")).join("\n")
}

/** Presses a button and says yes to the question that follows. */
export async function agree(page, place, name) {
  await place.getByRole("button", { name }).click()
  await page.getByRole("alertdialog").getByRole("button", { name }).click()
}

/** As a person does: the same file again after it was corrected counts too. */
export async function chooseFile(page, field, file) {
  const [chooser] = await Promise.all([page.waitForEvent("filechooser"), field.click()])
  await chooser.setFiles(file)
}
