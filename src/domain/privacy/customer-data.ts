import { z } from "zod"

import { CARD_NUMBER, holdsCardNumber, NO_CARD_NUMBER } from "../card/number"
import type { CountryRule } from "../country/countries"
import { named, type Fault, type NamedProblem } from "../error/fault"
import type { Language, Text } from "../text/language"
import { visibleText } from "../text/visible-text"

export type { Language } from "../text/language"

/** The service requires all six (docs/service.md#customer-data). */
export interface CustomerData {
  legal_doc_type: string
  legal_doc: string
  /** Country calling code, digits only. */
  phone_code: string
  /** Without the country code, digits only. */
  phone_number: string
  email: string
  full_name: string
}

/** Something a storefront still has to ask. `name` is the bare field name, `max` its longest text. */
export interface SessionField {
  name: string
  label: string
  options?: string[]
  max?: number
}

/**
 * A wrong value. `field` is its path in the posted data, such as "customer_data.legal_doc_type".
 */
export interface FieldProblem {
  field: string
  message: string
  /** The same in Spanish, where a storefront reads it. */
  es?: string
}

export const CUSTOMER_FIELD_NAMES = [
  "legal_doc_type",
  "legal_doc",
  "phone_code",
  "phone_number",
  "email",
  "full_name",
] as const

export type CustomerFieldName = (typeof CUSTOMER_FIELD_NAMES)[number]

interface FieldRule {
  label: Text
  max: number
  clean: (text: string) => string
  test: (text: string) => boolean
  hint: string
}

const keep = (text: string): string => text
const WRONG_FORM: Fault = { code: "wrong_form" }

// The service states no lengths for PayIn (docs/service.md#customer-data). The plugin follows those
// of the card API where it can. A CURP has 18 characters and PayIn names have no bound, so these
// two are wider.
const RULES: Record<CustomerFieldName, FieldRule> = {
  legal_doc_type: {
    label: { es: "Tipo de documento", en: "Document type" },
    max: 10,
    clean: keep,
    test: () => true,
    hint: "must be a document type",
  },
  legal_doc: {
    label: { es: "Número de documento", en: "Document number" },
    max: 20,
    // Shoppers write 1.020.304 or 1 020 304; the service wants the bare number. A spreadsheet's
    // "1020304.000" would be another person's, so a dot that separates no thousands stays and is
    // refused.
    clean: (text) =>
      text.replace(/^\s*\d{1,3}(?:[.\s]\d{3})+(?![\d.])/, bareNumber).replace(/\s/g, ""),
    test: (text) => /^[A-Za-z0-9-]{3,}$/.test(text),
    hint: "must be 3 to 20 letters, digits or hyphens",
  },
  phone_code: {
    label: { es: "Indicativo del país", en: "Country calling code" },
    max: 4,
    // Stored once for PayIn (57) and cards (+57), written per API (docs/service.md#documents).
    clean: (text) => text.replace(/^\+/, ""),
    test: (text) => /^[0-9]+$/.test(text),
    hint: "must be the country calling code, 1 to 4 digits such as 57",
  },
  phone_number: {
    label: { es: "Número de celular", en: "Mobile number" },
    max: 20,
    // "3001112233.0" is a spreadsheet's work, and would be another number.
    clean: (text) => (/^\d+\.0+$/.test(text) ? text : text.replace(/[\s().-]/g, "")),
    test: (text) => /^[0-9]{6,}$/.test(text),
    hint: "must be 6 to 20 digits without the country code",
  },
  email: {
    label: { es: "Correo electrónico", en: "E-mail" },
    max: 255,
    clean: keep,
    test: (text) => z.email().safeParse(text).success,
    hint: "must be an e-mail address",
  },
  full_name: {
    label: { es: "Nombre completo", en: "Full name" },
    max: 100,
    clean: (text) => text.replace(/ {2,}/g, " "),
    // \p{Cs}: half a surrogate pair, which Medusa cannot store.
    test: (text) => /\p{L}/u.test(text) && !/[\p{Cc}\p{Cs}<>]/u.test(text),
    hint: "must be a name of at most 100 characters in one line, without tabs, < and >",
  },
}

/**
 * Documents of one form (docs/service.md#documents). A cédula de ciudadanía has digits only, as the country numbers
 * its citizens. A NIT is written with or without its check digit. The others may have letters.
 */
const DOCUMENTS: Record<string, Pick<FieldRule, "test" | "hint"> | undefined> = {
  CC: {
    test: (text) => /^[0-9]{3,}$/.test(text),
    hint: "must be 3 to 20 digits for CC",
  },
  NIT: {
    test: (text) => /^[0-9]{3,}(-[0-9])?$/.test(text),
    hint: "must be digits for NIT, with its check digit after a hyphen or without it",
  },
}

/** Every field of `customer_data`, as a storefront shows them. */
export function customerFields(country: CountryRule, language: Language): SessionField[] {
  return CUSTOMER_FIELD_NAMES.map((name) => customerField(name, country, language))
}

/**
 * Reads the posted `customer_data`. Only its own known keys count. Absent, null and blank values
 * are left out, so that they are asked for. A wrong value is a problem and is left out too.
 */
export function readCustomerData(
  input: unknown,
  country: CountryRule
): { data: Partial<CustomerData>; problems: NamedProblem[] } {
  return readCustomerFields(input, "customer_data", country.document_types, country.phone_code)
}

/** Fields that the shopper still has to fill in before a link can be made. */
export function missingCustomerFields(
  data: Partial<CustomerData>,
  country: CountryRule,
  language: Language
): SessionField[] {
  return CUSTOMER_FIELD_NAMES.filter((name) => data[name] === undefined).map((name) =>
    customerField(name, country, language)
  )
}

export function isComplete(data: Partial<CustomerData>): data is CustomerData {
  return CUSTOMER_FIELD_NAMES.every((name) => data[name] !== undefined)
}

/**
 * "Ana María Pérez" -> "A. M. P.": enough for an operator to recognise a shopper, too little to
 * know one.
 */
export function initials(full_name: string): string {
  return full_name
    .split(/\s+/)
    .flatMap((word) => {
      const letter = /\p{L}/u.exec(word)
      return letter ? [`${letter[0].toUpperCase()}.`] : []
    })
    .join(" ")
}

/**
 * Reads the shopper's fields under `path`. A payout allows more document types
 * (docs/service.md#documents).
 */
export function readCustomerFields(
  input: unknown,
  path: string,
  document_types: readonly string[],
  phone_code: string
): { data: Partial<CustomerData>; problems: NamedProblem[] } {
  if (input === undefined || input === null) {
    return { data: {}, problems: [] }
  }
  if (typeof input !== "object" || Array.isArray(input)) {
    return { data: {}, problems: [named(path, "must be an object", WRONG_FORM)] }
  }
  const data: Partial<CustomerData> = {}
  const problems: NamedProblem[] = []
  for (const name of CUSTOMER_FIELD_NAMES) {
    const value: unknown = Object.hasOwn(input, name) ? Reflect.get(input, name) : undefined
    const national =
      name === "phone_number" ? nationalNumber(value, data.phone_code ?? phone_code) : null
    const form = name === "legal_doc" ? DOCUMENTS[data.legal_doc_type ?? ""] : undefined
    const read = readField(name, national ?? value, document_types, form)
    if (read.problem !== null) {
      const { text, fault } = read.problem
      problems.push(named(`${path}.${name}`, text, fault))
    } else if (read.text !== null) {
      data[name] = read.text
      if (national !== null) {
        data.phone_code ??= phone_code
      }
    }
  }
  return { data, problems }
}

/** Digits of a mobile number without its country code, by the numbering plans of Peru, Mexico and Colombia. */
const NATIONAL_DIGITS: Partial<Record<string, number>> = { "51": 9, "52": 10, "57": 10 }

/**
 * Carts and addresses hold "+57 300 123 4567", "0057 300..." or "57300...", while the service wants
 * the number without its country code. Removes the code given beside the number, or else the
 * country's. Without a plus or zeros it is a code only where the rest is as long as a mobile number.
 * Null when there is no code to remove.
 */
function nationalNumber(value: unknown, phone_code: string): string | null {
  if (typeof value !== "string") {
    return null
  }
  const written = RULES.phone_number.clean(visibleText(value))
  const [prefix] = /^(?:\+|00)/.exec(written) ?? [""]
  const digits = written.slice(prefix.length)
  const rest = digits.startsWith(phone_code) ? digits.slice(phone_code.length) : null
  if (prefix === "") {
    return rest?.length === NATIONAL_DIGITS[phone_code] ? rest : null
  }
  // Another country's number stays with its plus, which is refused.
  return rest ?? `+${digits}`
}

function readField(
  name: CustomerFieldName,
  value: unknown,
  document_types: readonly string[],
  form: Pick<FieldRule, "test" | "hint"> = RULES[name]
): { text: string | null; problem: { text: string; fault: Fault } | null } {
  if (value === undefined || value === null) {
    return { text: null, problem: null }
  }
  if (typeof value !== "string") {
    return { text: null, problem: { text: "must be a text", fault: WRONG_FORM } }
  }
  const rule = RULES[name]
  // Decomposed letters, as some systems write them, are the same name.
  const text = rule.clean(visibleText(value))
  // A longer text is refused for its length: looking through a megabyte takes a second.
  if (text.length <= rule.max && holdsCardNumber(text)) {
    return { text: null, problem: { text: NO_CARD_NUMBER, fault: CARD_NUMBER } }
  }
  if (text === "") {
    return { text: null, problem: null }
  }
  if (name === "legal_doc_type" && !document_types.includes(text)) {
    const allowed = document_types.join(", ")
    const fault: Fault = { code: "not_offered", values: { allowed } }
    return { text: null, problem: { text: `must be one of ${allowed}`, fault } }
  }
  if (text.length > rule.max || !form.test(text)) {
    return { text: null, problem: { text: form.hint, fault: WRONG_FORM } }
  }
  return { text, problem: null }
}

function customerField(
  name: CustomerFieldName,
  country: CountryRule,
  language: Language
): SessionField {
  const { label, max } = RULES[name]
  return name === "legal_doc_type"
    ? { name, label: label[language], options: [...country.document_types] }
    : { name, label: label[language], max }
}

function bareNumber(text: string): string {
  return text.replace(/\D/g, "")
}
