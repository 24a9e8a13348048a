import { isClabe } from "../country/clabe"
import type { CountryCode } from "../country/countries"
import type { Text } from "../text/language"

/** See docs/service.md#destination. */
export const ACCOUNT_TYPES = ["AHORRO", "CORRIENTE", "WALLET", "CLABE"] as const
export type AccountType = (typeof ACCOUNT_TYPES)[number]

/** The service's own wallet as the interface names it. Option `payouts.walletMethod` is sent. */
export const WALLET_METHOD = "SERVICE"

/**
 * A form of the service in which the person who is paid names their own account
 * (docs/service.md#payout-forms). Our own name: the service has another address for it.
 */
export const FORM_METHOD = "FORM"

/** What the service is sent as the method of a form. */
export const METHOD_OF_FORM = "BANK_TRANSFER"

/** One way to send money in one country. */
export interface PayoutMethod {
  payment_method: string
  label: Text
  /** Whether the person who is paid names the account, so that nobody does before. */
  by_form?: true
  /** What stands in `account_number`. */
  account: Text
  /** Pattern of `account_number` without blanks. */
  account_pattern: RegExp
  /** What the pattern cannot tell, such as a check digit. */
  account_check?: (account_number: string) => boolean
  /** Both in words. */
  account_hint: string
  /** Numbers of these account types, in place of the pattern. */
  account_forms?: AccountForms
}

/** What stands in `account_number` of one account type, in place of the method's own pattern. */
export interface AccountForm {
  /** Of the number without blanks and hyphens. */
  pattern: RegExp
  hint: string
}

type AccountForms = Partial<Record<AccountType, AccountForm>>

/**
 * How money is sent to a country; without methods it cannot be. The first of each list is the usual
 * one.
 */
export interface PayoutRule {
  methods: readonly PayoutMethod[]
  account_types: readonly AccountType[]
  /** Forms of numbers that differ by account type. */
  account_forms?: AccountForms
  /** Banks that are wallets. These, and no others, take an account of type `WALLET`. */
  wallets?: readonly string[]
  /** Document types beside those of a shopper: money also goes to companies. */
  document_types: readonly string[]
  /** Whether a bank may be left out, because the account's number names it. */
  bank_optional?: true
  /** The method by a form, where a store turned it on. Only an operator chooses it ({@link withForm}). */
  form?: PayoutMethod
  /** Bank names to offer. The service checks the bank, and its full list is not public. */
  banks: readonly string[]
}

/** Account number rules without a known method: any of the patterns below. */
export const ANY_ACCOUNT = {
  account_pattern: /^[A-Za-z0-9@._+-]{3,64}$/,
  account_hint: "must be 3 to 64 digits, letters or one of @ . _ + -",
} as const

const BANK_TRANSFER: PayoutMethod = {
  payment_method: "BANK_TRANSFER",
  label: { es: "Transferencia bancaria", en: "Bank transfer" },
  account: { es: "Número de cuenta", en: "Account number" },
  account_pattern: /^[A-Za-z0-9-]{3,34}$/,
  account_hint: "must be 3 to 34 digits, letters or hyphens",
}

// A bank account of Colombia has digits only. A letter is a slip that would pay nobody, or somebody else.
const CO_NUMBER: AccountForm = {
  pattern: /^[0-9]{3,34}$/,
  hint: "must be the account's number: digits only",
}

// The bodies of BREB and TRANSFIYA are not known (docs/service.md#payouts), so all fields of the
// destination are sent. For BREB the key is sent in account_number. A key may be an e-mail address,
// an @alias, a phone number or a document.
const CO_METHODS: readonly PayoutMethod[] = [
  { ...BANK_TRANSFER, account_forms: { AHORRO: CO_NUMBER, CORRIENTE: CO_NUMBER } },
  {
    payment_method: "TRANSFIYA",
    label: { es: "Transfiya", en: "Transfiya" },
    account: { es: "Número de celular", en: "Mobile number" },
    account_pattern: /^\+?[0-9]{6,20}$/,
    account_hint: "must be a mobile number of 6 to 20 digits",
  },
  {
    payment_method: WALLET_METHOD,
    label: { es: "Billetera del servicio", en: "The service's wallet" },
    account: { es: "Identificador de la billetera", en: "Wallet id" },
    ...ANY_ACCOUNT,
  },
  {
    payment_method: "BREB",
    label: { es: "Bre-B", en: "Bre-B" },
    account: { es: "Llave Bre-B", en: "Bre-B key" },
    ...ANY_ACCOUNT,
  },
]

const PE_NUMBER: AccountForm = {
  pattern: /^[0-9]{8,20}$/,
  hint: "must be 8 to 20 digits: the account's number, or its CCI",
}
const PE_CCI: AccountForm = {
  pattern: /^[0-9]{20}$/,
  hint: "must be the CCI, the account's number between banks: 20 digits",
}
// A wallet (Yape, Plin) is known by a mobile number.
const PE_WALLET: AccountForm = {
  pattern: /^9[0-9]{8}$/,
  hint: "must be the mobile number of the wallet: 9 digits, of which the first is 9",
}

const PE_WALLETS = ["YAPE", "PLIN"]

/**
 * Forms of the numbers in Peru (docs/service.md#destination).
 *
 * @param requireCci option `pe.requireCci`
 */
export function peruForms(requireCci: boolean): PayoutRule["account_forms"] {
  const number = requireCci ? PE_CCI : PE_NUMBER
  return { AHORRO: number, CORRIENTE: number, WALLET: PE_WALLET }
}

/**
 * The built-in table: methods and MX as in docs/service.md#payouts, account types and banks as in
 * docs/service.md#destination, NIT as in docs/service.md#documents.
 */
export const PAYOUTS: Record<CountryCode, PayoutRule> = {
  CO: {
    methods: CO_METHODS,
    account_types: ["AHORRO", "CORRIENTE"],
    document_types: ["NIT"],
    banks: ["BANCOLOMBIA", "NEQUI"],
  },
  PE: {
    methods: [BANK_TRANSFER],
    account_types: ["AHORRO", "CORRIENTE", "WALLET"],
    account_forms: peruForms(false),
    wallets: PE_WALLETS,
    document_types: [],
    banks: ["BCP", ...PE_WALLETS],
  },
  // Off unless a store enables it (docs/service.md#payouts). The other account type of its pages is
  // a debit card, and a store keeps no card numbers.
  MX: {
    methods: [
      {
        payment_method: "SPEI",
        label: { es: "Transferencia SPEI", en: "SPEI transfer" },
        account: { es: "CLABE", en: "CLABE" },
        account_pattern: /^[0-9]{18}$/,
        account_check: isClabe,
        account_hint: "must be a CLABE: 18 digits, of which the last one checks the others",
      },
    ],
    account_types: ["CLABE"],
    // Older pages have no bank, newer ones a list of which the end is not seen.
    bank_optional: true,
    document_types: [],
    banks: ["BANAMEX", "BBVA_MEXICO", "HSBC", "BANORTE"],
  },
}

/** In Peru alone (docs/service.md#payout-forms). */
export const FORM: PayoutMethod = {
  payment_method: FORM_METHOD,
  label: {
    es: "Formulario: quien recibe escribe su cuenta",
    en: "Form: the recipient enters the account",
  },
  by_form: true,
  account: { es: "Cuenta", en: "Account" },
  ...ANY_ACCOUNT,
}

/** Whether the person who is paid names the account in a form of the service. */
export function isByForm({ payment_method }: { payment_method: string }): boolean {
  return payment_method === FORM_METHOD
}

/** The country with its form among the methods, for what an operator decides. */
export function withForm<Country extends { payout: PayoutRule }>(country: Country): Country {
  const { form, methods } = country.payout
  return form === undefined
    ? country
    : { ...country, payout: { ...country.payout, methods: [...methods, form] } }
}

const NOWHERE: PayoutRule = { methods: [], account_types: [], document_types: [], banks: [] }

const ACCOUNT_LABELS: Record<AccountType, Text> = {
  AHORRO: { es: "Ahorros", en: "Savings" },
  CORRIENTE: { es: "Corriente", en: "Checking" },
  WALLET: { es: "Billetera digital", en: "Digital wallet" },
  CLABE: { es: "CLABE", en: "CLABE" },
}

export function accountTypeLabel(type: AccountType): Text {
  return ACCOUNT_LABELS[type]
}

/**
 * The rules with what a store changes.
 *
 * @param enabled option `countries.<country>.payout`
 * @param accountTypes option `payouts.accountTypes`
 */
export function payoutRule(
  country: CountryCode,
  enabled: boolean,
  accountTypes: readonly AccountType[] | undefined
): PayoutRule {
  if (!enabled) {
    return NOWHERE
  }
  const rule = PAYOUTS[country]
  return accountTypes === undefined ? rule : { ...rule, account_types: accountTypes }
}

export function findPayoutMethod(
  rule: PayoutRule,
  payment_method: string
): PayoutMethod | undefined {
  return rule.methods.find((method) => method.payment_method === payment_method)
}
