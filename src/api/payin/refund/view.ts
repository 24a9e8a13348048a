import type { CountryRule } from "../../../domain/country/countries"
import {
  type CustomerData,
  type CustomerFieldName,
  CUSTOMER_FIELD_NAMES,
  type FieldProblem,
  type Language,
  missingCustomerFields,
} from "../../../domain/privacy/customer-data"
import { accountTypeLabel } from "../../../domain/payout/methods"
import { documentLabel, PHONE_CODE_LABEL } from "../page/person"
import { ACCOUNT_HINTS, ACCOUNT_LABELS } from "./texts"

/** The names of the form's fields, as they are posted. */
export const REFUND_FIELD_NAMES = [
  "payment_method",
  "bank",
  "account_type",
  "account_number",
  ...CUSTOMER_FIELD_NAMES,
] as const

export type RefundFieldName = (typeof REFUND_FIELD_NAMES)[number]

/**
 * The data of a refund that a shopper may see. The address is its only key, so the person appears
 * by initials.
 */
export interface RefundSummary {
  /** The name of the store, who asks. */
  store: string
  /** The number a shopper knows the order by (`display_id`). */
  order: string | null
  /** In major units. */
  amount: string
  currency: string
  /** "C. P." (`initials`), where the person is known. */
  person: string | null
}

export interface Choice {
  value: string
  label: string
}

export interface RefundMethod {
  payment_method: string
  label: string
  account_label: string
  account_hint: string | null
  /** The keyboard of a phone that can write such an account. */
  keyboard: "numeric" | "tel" | "text"
}

/** What the form asks. Labels are in the page's language. */
export interface RefundFields {
  /** The first is chosen beforehand; a single one is not asked. */
  methods: RefundMethod[]
  account_types: Choice[]
  document_types: Choice[]
  /** Names to offer; any other may be written. */
  banks: readonly string[]
  /** Unknown fields of the person. */
  person: { name: CustomerFieldName; label: string; max: number | null }[]
  /** Of the country, to start with. */
  phone_code: string
}

export type RefundPageView = { language: Language } & (
  | {
      state: "form"
      refund: RefundSummary
      fields: RefundFields
      /** What was typed before. */
      values: Partial<Record<RefundFieldName, string>>
      /** Fields whose values are missing or wrong. */
      wrong: readonly RefundFieldName[]
      /** The details could not be kept: post them again. */
      again?: boolean
    }
  | { state: "thanks"; refund: RefundSummary; bank: string; account_last_four: string }
  | { state: "given"; refund: RefundSummary | null }
  | { state: "busy"; refund: RefundSummary | null }
  /** Never existed, was canceled, or has expired; the page does not reveal which. */
  | { state: "unknown" }
)

/**
 * The questions for a refund to `country`: by which of the `offered` methods, to which account, and
 * what is not `known` of the person. The first method offered is the usual one.
 */
export function refundFields(
  country: CountryRule,
  known: Partial<CustomerData>,
  offered: readonly string[],
  language: Language
): RefundFields {
  const { methods, account_types, banks } = country.payout
  const documents = new Set([...country.document_types, ...country.payout.document_types])
  return {
    methods: methods
      .filter(({ payment_method }) => offered.includes(payment_method))
      .map(({ payment_method, label, account }) => ({
        payment_method,
        label: label[language],
        account_label: (ACCOUNT_LABELS[payment_method] ?? account)[language],
        account_hint: ACCOUNT_HINTS[payment_method]?.[language] ?? null,
        keyboard: KEYBOARDS[payment_method] ?? "text",
      })),
    account_types: account_types.map((value) => ({
      value,
      label: accountTypeLabel(value)[language],
    })),
    document_types: [...documents].map((value) => ({
      value,
      label: documentLabel(value, language),
    })),
    banks,
    person: missingCustomerFields(known, country, language).flatMap(({ name, label, max }) =>
      CUSTOMER_FIELD_NAMES.filter((one) => one === name).map((one) => ({
        name: one,
        label: one === "phone_code" ? PHONE_CODE_LABEL[language] : label,
        max: max ?? null,
      }))
    ),
    phone_code: country.phone_code,
  }
}

const KEYBOARDS: Partial<Record<string, RefundMethod["keyboard"]>> = {
  BANK_TRANSFER: "numeric",
  SPEI: "numeric",
  TRANSFIYA: "tel",
}

/** The form's fields that `problems` are about, whatever path they were read under. */
export function wrongFields(problems: readonly FieldProblem[]): RefundFieldName[] {
  const wrong = new Set(problems.map(({ field }) => field.slice(field.lastIndexOf(".") + 1)))
  return REFUND_FIELD_NAMES.filter((name) => wrong.has(name))
}

/** The status of the answer that shows the page. */
export function refundPageStatus(view: RefundPageView): 200 | 400 | 404 | 410 | 503 {
  switch (view.state) {
    case "form":
      return view.again === true ? 503 : view.wrong.length > 0 ? 400 : 200
    case "thanks":
      return 200
    // Its address works once: a later visitor sees that, and no program takes it for success.
    case "given":
      return 410
    case "busy":
      return 503
    case "unknown":
      return 404
  }
}
