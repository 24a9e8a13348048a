import { findMethod, methodAvailability, type CountryRule } from "../country/countries"
import {
  CUSTOMER_FIELD_NAMES,
  missingCustomerFields,
  readCustomerData,
  type CustomerData,
  type CustomerFieldName,
} from "../privacy/customer-data"
import type { PersonType } from "../method/direct"
import { AmountError, majorAmount, type MajorAmount } from "../money/amount"
import { PSE, type PseBank, type PsePayer } from "../method/pse"

/** The names of the page's fields, as they are posted. */
export const PAY_AGAIN_FIELDS = [
  "shown",
  "payment_method",
  "payer",
  "bank",
  "person_type",
  ...CUSTOMER_FIELD_NAMES,
] as const

export type PayAgainField = "payment_method" | "bank" | "person_type" | CustomerFieldName

/** What a shopper chooses from. The amount is what the link will ask for, in major units. */
export interface PayAgainOffer {
  country: CountryRule
  amount: MajorAmount
  /** Known data of the order's payer, which is neither shown nor asked again. Secret. */
  known: Partial<CustomerData>
  /** What is asked of who pays by PSE; null: the service's page asks for it. */
  pse: { banks: readonly PseBank[]; person_types: readonly PersonType[] } | null
}

/** Somebody else than the order's payer: says all of the person anew. */
export const OTHER_PAYER = "other"

/** Whether the page can ask who pays: it knows how to name the order's payer. */
export function knowsPayer({ known }: PayAgainOffer): boolean {
  return known.full_name !== undefined
}

/** The unknown fields of the order's payer. A number is asked with its country code. */
export function unknownOfPayer({ known, country }: PayAgainOffer): CustomerFieldName[] {
  const missing = new Set(missingCustomerFields(known, country, "es").map(({ name }) => name))
  return CUSTOMER_FIELD_NAMES.filter(
    (name) => missing.has(name) || (name === "phone_code" && missing.has("phone_number"))
  )
}

/** What is asked for a link. Of the person only what was typed now. */
export interface PayAgainInput {
  payment_method: string
  customer_data: Partial<CustomerData & PsePayer>
}

/**
 * Reads the posted form. Known data of the order's payer cannot be changed: another person says all
 * fields, so that no link has the name of one and the document of another.
 */
export function readPayAgain(
  posted: Readonly<Record<string, string>>,
  offer: PayAgainOffer
): { input: PayAgainInput } | { wrong: PayAgainField[] } {
  const { country, amount } = offer
  const method = findMethod(country, posted.payment_method ?? "")
  const isOffered = method !== undefined && methodAvailability(method, amount).available
  const pse = readPse(posted, method?.payment_method === PSE ? offer.pse : null)
  const asked: readonly CustomerFieldName[] =
    posted.payer === OTHER_PAYER ? CUSTOMER_FIELD_NAMES : unknownOfPayer(offer)
  const typed = Object.fromEntries(asked.map((name) => [name, posted[name]]))
  const { data } = readCustomerData(typed, country)
  const wrong = [
    ...(isOffered ? [] : ["payment_method" as const]),
    ...pse.wrong,
    ...asked.filter((name) => data[name] === undefined),
  ]
  return wrong.length > 0 || method === undefined
    ? { wrong }
    : { input: { payment_method: method.payment_method, customer_data: { ...data, ...pse.data } } }
}

const NOTHING_ASKED = { data: {}, wrong: [] }

function readPse(
  posted: Readonly<Record<string, string>>,
  pse: PayAgainOffer["pse"]
): { data: Partial<PsePayer>; wrong: PayAgainField[] } {
  if (pse === null) {
    return NOTHING_ASKED
  }
  const bank = pse.banks.find(({ code }) => code === posted.bank)?.code
  const [only] = pse.person_types.length === 1 ? pse.person_types : []
  const person_type = pse.person_types.find((one) => one === posted.person_type) ?? only
  return {
    data: { ...(bank && { bank }), ...(person_type && { person_type }) },
    wrong: [
      ...(bank === undefined ? (["bank"] as const) : []),
      ...(person_type === undefined ? (["person_type"] as const) : []),
    ],
  }
}

/** The amount that the posted form showed; null: it says none. */
export function shownOnForm({ shown }: Readonly<Record<string, string>>): MajorAmount | null {
  try {
    return majorAmount(shown ?? "")
  } catch (error) {
    if (error instanceof AmountError) {
      return null
    }
    throw error
  }
}
