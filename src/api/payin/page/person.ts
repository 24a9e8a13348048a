import type { CustomerFieldName } from "../../../domain/customer-data"
import type { Language, Text } from "../../../domain/text"
import { html, type Html } from "./html"

const DOCUMENT_LABELS: Partial<Record<string, Text>> = {
  CC: { es: "Cédula de ciudadanía (CC)", en: "Citizen ID, Colombia (CC)" },
  CE: { es: "Cédula o carné de extranjería (CE)", en: "Foreigner ID (CE)" },
  PPN: { es: "Pasaporte (PPN)", en: "Passport (PPN)" },
  NIT: { es: "NIT, empresa", en: "Company tax ID (NIT)" },
  DNI: { es: "DNI", en: "National ID (DNI)" },
  RUC: { es: "RUC", en: "Tax ID (RUC)" },
}

export function documentLabel(type: string, language: Language): string {
  return DOCUMENT_LABELS[type]?.[language] ?? type
}

/** Short, because it appears beside the number. */
export const PHONE_CODE_LABEL: Text = { es: "Indicativo", en: "Code" }

/** How a browser helps to fill a field of a person in. */
export function personInput(name: string): Html | null {
  const inputs: Partial<Record<string, Html>> = INPUTS
  return inputs[name] ?? null
}

const INPUTS: Partial<Record<CustomerFieldName, Html>> = {
  full_name: html`type="text" autocomplete="name" autocapitalize="words"`,
  legal_doc: html`type="text" autocomplete="off" autocapitalize="characters" spellcheck="false"`,
  phone_code: html`type="tel" autocomplete="tel-country-code"`,
  phone_number: html`type="tel" autocomplete="tel-national"`,
  email: html`type="email" inputmode="email" autocomplete="email" autocapitalize="none"`,
}
