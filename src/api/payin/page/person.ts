import type { CustomerFieldName } from "../../../domain/privacy/customer-data"
import type { Language, Text } from "../../../domain/text/language"
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

/** One text for an empty field, one for a wrong value. */
export interface FieldText {
  missing: Text
  wrong: Text
}

/** Short, because it appears beside the number. */
export const PHONE_CODE_LABEL: Text = { es: "Indicativo", en: "Code" }

/** What is wrong with a field of a person, for each page that asks for one. */
export const PERSON_FIELD_TEXTS = {
  legal_doc_type: {
    missing: { es: "Elige el tipo de documento.", en: "Choose the document type." },
    wrong: { es: "Elige uno de estos documentos.", en: "Choose one of these documents." },
  },
  phone_code: {
    missing: { es: "Escribe el indicativo del país.", en: "Write the country code." },
    wrong: { es: "Revisa el indicativo: de 1 a 4 números.", en: "Check the code: 1 to 4 digits." },
  },
  phone_number: {
    missing: { es: "Escribe el número de celular.", en: "Write the mobile number." },
    wrong: {
      es: "Revisa el celular: de 6 a 20 números, sin el indicativo.",
      en: "Check the mobile number: 6 to 20 digits, without the country code.",
    },
  },
  email: {
    missing: { es: "Escribe el correo electrónico.", en: "Write the e-mail address." },
    wrong: {
      es: "Revisa el correo: algo como nombre@example.com.",
      en: "Check the e-mail address: something like name@example.com.",
    },
  },
} as const satisfies Partial<Record<CustomerFieldName, FieldText>>

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
