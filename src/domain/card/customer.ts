import type { CountryRule } from "../country/countries"
import {
  CUSTOMER_FIELD_NAMES,
  type CustomerData,
  type FieldProblem,
  type Language,
  missingCustomerFields,
  readCustomerFields,
  type SessionField,
} from "../privacy/customer-data"

/**
 * A shopper's documents for a card in the stored form. The API writes PPN as PAS
 * (docs/service.md#documents).
 */
export const CARD_DOCUMENTS = ["CC", "CE", "NIT", "TI", "PPN"] as const

/**
 * Longest values of docs/service.md#card-subscriptions, shorter than what PayIn takes. The phone
 * code counts with its "+".
 */
export const CARD_CUSTOMER_MAX: Readonly<Record<keyof CustomerData, number>> = {
  legal_doc_type: 3,
  legal_doc: 15,
  phone_code: 4,
  phone_number: 20,
  email: 255,
  full_name: 50,
}

/**
 * Reads the posted `customer_data` of a card session: as for a pay-in, within the lengths and
 * documents of cards. Absent and blank values are left out. A wrong value is a problem and is left
 * out too.
 */
export function readCardCustomer(
  posted: unknown,
  country: CountryRule,
  path = "customer_data"
): { data: Partial<CustomerData>; problems: FieldProblem[] } {
  const documents = [...CARD_DOCUMENTS, "PAS"]
  const { data, problems } = readCustomerFields(posted, path, documents, country.phone_code)
  if (data.legal_doc_type === "PAS") {
    data.legal_doc_type = "PPN"
  }
  const kept = fittingCardCustomer(data)
  const tooLong = CUSTOMER_FIELD_NAMES.filter(
    (name) => data[name] !== undefined && kept[name] === undefined
  ).map((name) => {
    const field = `${path}.${name}`
    return { field, message: `${field} must be at most ${lengthOf(name)} characters for a card.` }
  })
  return { data: kept, problems: [...problems, ...tooLong] }
}

/**
 * The part of a shopper's data that the card API accepts. The rest is asked for again, such as a
 * name of 60 letters that a pay-in accepted.
 */
export function fittingCardCustomer(data: Partial<CustomerData>): Partial<CustomerData> {
  return Object.fromEntries(
    CUSTOMER_FIELD_NAMES.filter((name) => fits(name, data[name])).map((name) => [name, data[name]])
  )
}

/** Fields that the shopper still has to fill in before a card payment. */
export function missingCardFields(
  data: Partial<CustomerData>,
  country: CountryRule,
  language: Language
): SessionField[] {
  const rule = { ...country, document_types: [...CARD_DOCUMENTS] }
  return missingCustomerFields(fittingCardCustomer(data), rule, language).map((field) => {
    const name = CUSTOMER_FIELD_NAMES.find((one) => one === field.name)
    return name === undefined || field.max === undefined ? field : { ...field, max: lengthOf(name) }
  })
}

/** The stored form as the card-payment API writes it: `+57`, `PAS`. */
export function cardCustomer(data: CustomerData): CustomerData {
  const { legal_doc_type, legal_doc, phone_code, phone_number, email, full_name } = data
  return {
    legal_doc,
    legal_doc_type: legal_doc_type === "PPN" ? "PAS" : legal_doc_type,
    phone_code: `+${phone_code}`,
    phone_number,
    email,
    full_name,
  }
}

function fits(name: keyof CustomerData, value: string | undefined): boolean {
  if (value === undefined || value.length > lengthOf(name)) {
    return false
  }
  return name !== "legal_doc_type" || CARD_DOCUMENTS.some((one) => one === value)
}

/** Lengths of the stored form, without the "+". */
function lengthOf(name: keyof CustomerData): number {
  return CARD_CUSTOMER_MAX[name] - (name === "phone_code" ? 1 : 0)
}
