import type { FieldProblem } from "../privacy/customer-data"
import type { Language } from "./language"

/** What is wrong with a field of a person or an account, whatever exactly it is. */
const SPANISH: Record<string, string> = {
  customer_data: "debe ser un objeto",
  legal_doc_type: "debe ser uno de los tipos de documento que se ofrecen",
  legal_doc: "debe tener de 3 a 20 letras, números o guiones; con CC y NIT solo números",
  phone_code: "debe ser el indicativo del país, de 1 a 4 números, por ejemplo 57",
  phone_number: "debe tener de 6 a 20 números, sin el indicativo del país",
  email: "debe ser un correo electrónico",
  full_name: "debe ser un nombre de una sola línea, sin < ni >",
  bank: "debe ser el nombre de un banco",
  account_number: "debe ser el número de una cuenta",
  account_type: "debe ser uno de los tipos de cuenta que se ofrecen",
}

/** The sentence about a wrong value. It begins with the field. Where no Spanish one exists it is the English one. */
export function problemText({ field, message, es }: FieldProblem, language: Language): string {
  if (language === "en") {
    return message
  }
  const name = field.split(".").at(-1) ?? ""
  const known = Object.hasOwn(SPANISH, name) ? SPANISH[name] : undefined
  return es ?? (known === undefined ? message : `${field} ${known}.`)
}
