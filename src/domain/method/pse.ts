import type { CountryRule } from "../country/countries"
import {
  missingCustomerFields,
  type CustomerData,
  type FieldProblem,
  type SessionField,
} from "../privacy/customer-data"
import { isDirect, type DirectRule, type PersonType } from "./direct"
import type { Language, Text } from "../text/language"

export const PSE = "PSE"

/** One bank or wallet of PSE. A code is a text that means nothing: "0017" is another one than "17". */
export interface PseBank {
  code: string
  name: string
  /** Address of its picture, https; null: there is none. */
  image: string | null
}

/** What direct PSE needs of a payer beside all that every method needs. */
export interface PsePayer {
  bank: string
  person_type: PersonType
}

const PSE_FIELDS = ["bank", "person_type"] as const

/** Longest code of a bank that is sent. */
const BANK_MAX = 64

const LABELS: Record<(typeof PSE_FIELDS)[number], Text> = {
  bank: { es: "Banco", en: "Bank" },
  person_type: { es: "Tipo de persona", en: "Type of person" },
}

/** Whether the shopper chooses the bank in the shop (docs/service.md#direct-payments). */
export function asksForBank(rule: DirectRule, payment_method: string | null | undefined): boolean {
  return payment_method === PSE && isDirect(rule, PSE)
}

/**
 * Reads bank and person type of the posted `customer_data`. Absent, null and blank values are left
 * out, so that they are asked for. Whether the bank is one of the list is another question.
 */
export function readPsePayer(
  input: unknown,
  { personTypes }: DirectRule
): { data: Partial<PsePayer>; problems: FieldProblem[] } {
  const data: Partial<PsePayer> = {}
  const problems: FieldProblem[] = []
  const bank = textAt(input, "bank")
  if (bank === null || (bank !== undefined && !/^[\p{L}\p{N}][\p{L}\p{N} ._-]*$/u.test(bank))) {
    problems.push(NOT_IN_LIST)
  } else if (bank !== undefined && bank.length > BANK_MAX) {
    problems.push(NOT_IN_LIST)
  } else if (bank !== undefined) {
    data.bank = bank
  }
  const person = textAt(input, "person_type")
  const person_type = personTypes.find((one) => one === person)
  if (person_type !== undefined) {
    data.person_type = person_type
  } else if (person !== undefined) {
    const allowed = personTypes.join(", ")
    problems.push({
      field: "customer_data.person_type",
      message: `customer_data.person_type must be one of ${allowed}.`,
      es: `customer_data.person_type debe ser uno de ${allowed}.`,
    })
  }
  return { data, problems }
}

/** What direct PSE asks, as a storefront shows it. The banks have a route of their own, because a code says nothing. */
export function pseFields({ personTypes }: DirectRule, language: Language): SessionField[] {
  return [
    { name: "bank", label: LABELS.bank[language], max: BANK_MAX },
    { name: "person_type", label: LABELS.person_type[language], options: [...personTypes] },
  ]
}

/** Fields that the shopper still has to fill in. */
function missingPseFields(
  data: Partial<PsePayer>,
  rule: DirectRule,
  language: Language
): SessionField[] {
  return pseFields(rule, language).filter(({ name }) =>
    PSE_FIELDS.some((field) => field === name && data[field] === undefined)
  )
}

/** Why a posted bank cannot be paid from; null: it can. */
export function bankProblem(bank: string, banks: readonly PseBank[]): FieldProblem | null {
  if (banks.length === 0) {
    return NO_LIST
  }
  return banks.some(({ code }) => code === bank) ? null : NOT_IN_LIST
}

const NOT_IN_LIST: FieldProblem = {
  field: "customer_data.bank",
  message: "customer_data.bank is not in the list of banks: choose one of the list.",
  es: "customer_data.bank no está en la lista de bancos: elige uno de la lista.",
}

/** There is no list: the shopper pays otherwise. */
export const NO_LIST = {
  field: "customer_data.bank",
  message: "PSE does not tell its banks right now: choose another way to pay, or try again later.",
  es: "PSE no informa sus bancos en este momento: elige otro medio de pago o intenta más tarde.",
} satisfies FieldProblem

/** undefined: absent or blank; null: no text. */
function textAt(input: unknown, name: string): string | null | undefined {
  if (typeof input !== "object" || input === null || !Object.hasOwn(input, name)) {
    return undefined
  }
  const value: unknown = Reflect.get(input, name)
  if (value === undefined || value === null) {
    return undefined
  }
  return typeof value === "string" ? value.trim() || undefined : null
}

/** All that a link request sends of its payer. */
export type LinkPayer = CustomerData & Partial<PsePayer>

/** What is still to be asked for a link by this method. */
export function missingPayerFields(
  payer: Partial<LinkPayer>,
  asked: { country: CountryRule; payment_method: string | null; direct: DirectRule },
  language: Language
): SessionField[] {
  const { country, payment_method, direct } = asked
  return [
    ...missingCustomerFields(payer, country, language),
    ...(asksForBank(direct, payment_method) ? missingPseFields(payer, direct, language) : []),
  ]
}
