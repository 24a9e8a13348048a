import { z } from "zod"

/** The service's texts are in Spanish: required, wrong type, too long. */
export function typed(field: string, kind: string) {
  return (issue: { input?: unknown }) =>
    issue.input === undefined || issue.input === null
      ? `El campo ${field} es obligatorio.`
      : `El campo ${field} debe ser ${kind}.`
}

export function text(field: string, max = 255) {
  return z
    .string({ error: typed(field, "una cadena de texto") })
    .refine((value) => value.trim() !== "", `El campo ${field} es obligatorio.`)
    .max(max, `El campo ${field} no puede tener más de ${max} caracteres.`)
}

export function address(field: string) {
  return text(field, 2_048).refine(isHttpAddress, {
    error: `El campo ${field} debe ser una URI válida.`,
    when: (payload) => typeof payload.value === "string" && payload.issues.length === 0,
  })
}

function isHttpAddress(value: string): boolean {
  try {
    return /^https?:$/.test(new URL(value).protocol)
  } catch {
    return false
  }
}

export function digits(field: string, max: number) {
  return text(field, max).regex(/^\d*$/, `El campo ${field} solo puede tener dígitos.`)
}

/** See docs/service.md#customer-data. */
export const customerFields = {
  legal_doc: text("customer_data.legal_doc", 30),
  legal_doc_type: text("customer_data.legal_doc_type", 10),
  phone_code: digits("customer_data.phone_code", 4),
  phone_number: digits("customer_data.phone_number", 20),
  email: text("customer_data.email").regex(
    /^$|^[^\s@]+@[^\s@]+\.[^\s@]+$/,
    "El campo customer_data.email debe ser un correo electrónico válido."
  ),
  full_name: text("customer_data.full_name"),
}

export const customerSchema = z.object(customerFields, {
  error: typed("customer_data", "un objeto"),
})

/** What direct PSE adds (docs/service.md#direct-payments). */
export const pseFields = {
  bank: text("customer_data.bank", 50).nullish(),
  person_type: z
    .enum(["NATURAL", "JURIDICA"], {
      error: "El campo customer_data.person_type no es válido: use NATURAL o JURIDICA.",
    })
    .nullish(),
}

/** Wire units. */
export function wireAmount(field: string) {
  return z
    .number({ error: typed(field, "un número entero") })
    .refine((value) => Number.isSafeInteger(value), `El campo ${field} debe ser un número entero.`)
    .min(1, `El campo ${field} debe ser mayor que 0.`)
}

// [] is what a PHP client makes of an empty object.
export const metadata = z.preprocess(
  (value) => (Array.isArray(value) && value.length === 0 ? {} : value),
  z.record(z.string(), z.unknown(), { error: typed("metadata", "un objeto") }).nullish()
)
