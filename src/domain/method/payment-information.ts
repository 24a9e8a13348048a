import { z } from "zod"
import { sanitize } from "../text/sanitize"

/**
 * What may be shown of `payment_information` (docs/service.md#direct-payments), with the words for it. Its
 * content is not known, so nothing else of it is shown. The service speaks Spanish.
 */
const SHOWN = {
  instructions: "",
  message: "",
  agreement: "Convenio",
  convenio: "Convenio",
  bank: "Banco",
  beneficiary: "Beneficiario",
  clabe: "CLABE",
  account_number: "Cuenta",
  reference: "Referencia",
  concept: "Concepto",
} as const

/** Longer than any number or sentence that a shopper reads; the rest is cut. */
const LONGEST = 300

const line = z
  .union([z.string(), z.int().transform(String)])
  .transform((text) => sanitize(text, LONGEST).trim())
  .pipe(z.string().min(1))

/** How to pay, as the service says it beside its answer; null when it says nothing that may be shown. */
export function informationText(information: unknown): string | null {
  const whole = line.safeParse(information)
  if (whole.success) return typeof information === "string" ? whole.data : null
  const fields = z.record(z.string(), z.unknown()).safeParse(information)
  if (!fields.success) return null
  const lines = Object.entries(SHOWN).flatMap(([name, word]) => {
    const said = line.safeParse(fields.data[name])
    return said.success ? [word === "" ? said.data : `${word}: ${said.data}`] : []
  })
  return lines.length === 0 ? null : lines.join(" · ")
}
