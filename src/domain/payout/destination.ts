import { CARD_NUMBER, holdsCardNumber, NO_CARD_NUMBER } from "../card/number"
import type { CountryRule } from "../country/countries"
import {
  CUSTOMER_FIELD_NAMES,
  type CustomerData,
  isComplete,
  readCustomerFields,
} from "../privacy/customer-data"
import { named, type Fault, type NamedProblem } from "../error/fault"
import { type AccountType, ANY_ACCOUNT, findPayoutMethod, type PayoutMethod } from "./methods"
import { visibleText } from "../text/visible-text"

/** Where money goes to (docs/service.md#destination). Secret: sealed when kept. */
export interface PayoutDestination extends CustomerData, PayoutAccount {}

export interface PayoutAccount {
  /** Null: the account's number names it, or there is no account yet. */
  bank: string | null
  /** Null: the person names the account in a form of the service. */
  account_number: string | null
  account_type: AccountType | null
}

const NO_ACCOUNT: PayoutAccount = { bank: null, account_number: null, account_type: null }

/**
 * The part of a destination that may be shown; what is not known is empty. The rest appears only through an audited `reveal`.
 */
export interface ShownDestination {
  full_name: string
  bank: string
  account_type: string
  account_last_four: string
}

/**
 * Method and destination of a payout. They belong together: an account number of one method is not
 * valid for another.
 */
export interface PayoutTarget {
  payment_method: string
  destination: PayoutDestination
}

/**
 * How a refund learned its bank account. `checkout`: with the payment session, where nobody can tell
 * a shopper from an operator. `page`: on the shopper's refund page.
 */
export const DESTINATION_SOURCES = ["checkout", "page", "operator"] as const
export type DestinationSource = (typeof DESTINATION_SOURCES)[number]

/**
 * No version of a beneficiary: the payout has a destination or a method of its own, which only its
 * own approval confirms.
 */
export const OWN_DESTINATION = 0

export interface Reading<Value> {
  /** Undefined when there are problems, or nothing to read. */
  value: Value | undefined
  problems: NamedProblem[]
}

const WALLET: AccountType = "WALLET"

// A bank's name: free text in capital letters, which the service checks.
const BANK = /^[\p{Lu}0-9 .&_-]{2,60}$/u
const BANK_MAX = 60

/**
 * Reads the posted method; without one the country's usual method. A country without payouts is a
 * problem.
 */
export function readPayoutMethod(
  posted: unknown,
  country: CountryRule,
  path = "payment_method"
): Reading<PayoutMethod> {
  const { methods } = country.payout
  const [usual] = methods
  if (usual === undefined) {
    const message = `country ${country.country}: money cannot be sent there.`
    const problems = [{ field: "country", message, ...noPayouts(country) }]
    return { value: undefined, problems }
  }
  if (posted === undefined || posted === null || posted === "") {
    return { value: usual, problems: [] }
  }
  const method = typeof posted === "string" ? findPayoutMethod(country.payout, posted.trim()) : null
  const allowed = methods.map(({ payment_method }) => payment_method)
  return method
    ? { value: method, problems: [] }
    : problem(path, `must be one of ${allowed.join(", ")}`, notOffered(allowed))
}

/**
 * Reads a posted method with its destination. Without a method it is the country's usual one. If
 * the new account replaces one of another method (`before`), the method must be given, because
 * either could be meant.
 */
export function readPayoutTarget(
  { payment_method, destination }: { payment_method?: unknown; destination?: unknown },
  country: CountryRule,
  before?: string
): Reading<PayoutTarget> {
  const unsaid = payment_method === undefined || payment_method === null || payment_method === ""
  if (unsaid && before !== undefined && before !== country.payout.methods.at(0)?.payment_method) {
    return problem("payment_method", `must be sent with a new account: it was ${before} before`, {
      code: "method_needed",
      values: { before },
    })
  }
  const method = readPayoutMethod(payment_method, country)
  const to = readPayoutDestination(destination, country, method.value)
  const problems = [...method.problems, ...to.problems]
  return method.value === undefined || to.value === undefined
    ? { value: undefined, problems }
    : {
        value: { payment_method: method.value.payment_method, destination: to.value },
        problems,
      }
}

/**
 * Reads a whole destination as posted under `path`: every field of docs/service.md#destination is
 * required.
 */
export function readPayoutDestination(
  posted: unknown,
  country: CountryRule,
  method?: PayoutMethod,
  path = "destination"
): Reading<PayoutDestination> {
  if (posted === undefined || posted === null) {
    return problem(path, "is missing", MISSING)
  }
  const account = readPayoutAccount(posted, country, method, path)
  const person = readBeneficiary(posted, country, path)
  const wrong = new Set(person.problems.map(({ field }) => field))
  const missing = CUSTOMER_FIELD_NAMES.filter(
    (name) => person.value?.[name] === undefined && !wrong.has(`${path}.${name}`)
  ).map((name) => named(`${path}.${name}`, "is missing", MISSING))
  const problems = isObject(posted)
    ? [...account.problems, ...person.problems, ...missing]
    : account.problems
  if (problems.length > 0 || account.value === undefined || person.value === undefined) {
    return { value: undefined, problems }
  }
  return { value: completeDestination(account.value, person.value), problems: [] }
}

/**
 * Joins account and person; undefined while a field of the person is missing. Other keys are
 * dropped.
 */
export function completeDestination(
  { bank, account_number, account_type }: PayoutAccount,
  person: Partial<CustomerData>
): PayoutDestination | undefined {
  const known = Object.fromEntries(CUSTOMER_FIELD_NAMES.map((name) => [name, person[name]]))
  return isComplete(known) ? { ...known, bank, account_number, account_type } : undefined
}

/** Reads the posted bank, number and type of an account under `path`, without its owner. */
export function readPayoutAccount(
  posted: unknown,
  country: CountryRule,
  method: Pick<
    PayoutMethod,
    "account_pattern" | "account_check" | "account_hint" | "account_forms" | "by_form"
  > = ANY_ACCOUNT,
  path: string
): Reading<PayoutAccount> {
  if (!isObject(posted)) {
    return problem(path, "must be an object", WRONG_FORM)
  }
  const { account_types, methods, bank_optional } = country.payout
  if (methods.length === 0) {
    const text = `is not possible in ${country.country}: money cannot be sent there`
    return problem(path, text, noPayouts(country))
  }
  if (method.by_form) {
    return { value: NO_ACCOUNT, problems: [] }
  }
  const named_bank = readText(posted, path, "bank", (text) => text.toUpperCase())
  const bank: Reading<string> =
    bank_optional && named_bank.problems.some(({ code }) => code === "missing")
      ? { value: undefined, problems: [] }
      : named_bank
  const number = readText(posted, path, "account_number", (text) => text.replace(/\s/g, ""))
  const type = readText(posted, path, "account_type", (text) => text)
  const account_type = account_types.find((one) => one === type.value)
  const forms = { ...country.payout.account_forms, ...method.account_forms }
  const form = account_type === undefined ? undefined : forms[account_type]
  const account_number = form === undefined ? number.value : number.value?.replace(/-/g, "")
  const problems = [
    ...bank.problems,
    ...(bank.value !== undefined && bank.value.length <= BANK_MAX && holdsCardNumber(bank.value)
      ? [named(`${path}.bank`, NO_CARD_NUMBER, CARD_NUMBER)]
      : []),
    ...fits(bank, `${path}.bank`, BANK, "must be the bank's name, 2 to 60 letters or digits"),
    ...number.problems,
    ...(account_number === undefined ||
    (form === undefined ? isAccount(account_number, method) : form.pattern.test(account_number))
      ? []
      : [named(`${path}.account_number`, form?.hint ?? method.account_hint, WRONG_FORM)]),
    ...type.problems,
  ]
  if (type.value !== undefined && account_type === undefined) {
    const hint = accountTypeHint(type.value, account_types)
    problems.push(named(`${path}.account_type`, hint, notOffered(account_types)))
  }
  problems.push(...walletProblems(bank.value, account_type, country.payout.wallets, path))
  if (
    problems.length > 0 ||
    (bank.value === undefined && !bank_optional) ||
    account_number === undefined ||
    account_type === undefined
  ) {
    return { value: undefined, problems }
  }
  return { value: { bank: bank.value ?? null, account_number, account_type }, problems: [] }
}

/** A number means another account when it is read as one of a bank instead of a wallet. */
function walletProblems(
  bank: string | undefined,
  type: AccountType | undefined,
  wallets: readonly string[] | undefined,
  path: string
): NamedProblem[] {
  if (bank === undefined || type === undefined || wallets === undefined) {
    return []
  }
  const isWallet = wallets.includes(bank)
  if (isWallet === (type === WALLET)) {
    return []
  }
  const names = wallets.join(", ")
  return isWallet
    ? [named(`${path}.account_type`, `must be WALLET: ${bank} is a wallet`, notOffered([WALLET]))]
    : [named(`${path}.bank`, `must be one of ${names} for a WALLET`, notOffered(wallets))]
}

/** Reads the posted fields of the person. Money also goes to companies, with a NIT in CO. */
export function readBeneficiary(
  posted: unknown,
  country: CountryRule,
  path: string
): { value: Partial<CustomerData>; problems: NamedProblem[] } {
  const documents = [...country.document_types, ...country.payout.document_types]
  const { data, problems } = readCustomerFields(posted, path, documents, country.phone_code)
  return { value: data, problems }
}

export function showDestination(destination: PayoutDestination): ShownDestination {
  const { full_name, bank, account_type, account_number } = destination
  return {
    full_name,
    bank: bank ?? "",
    account_type: account_type ?? "",
    account_last_four: account_number === null ? "" : lastFour(account_number),
  }
}

/**
 * The last four digits or letters, without what stands between them; of an e-mail address those before
 * the `@`. Fewer of a short one, so that at most half of it is shown.
 */
export function lastFour(account_number: string): string {
  const [before = "", after = ""] = account_number.split("@")
  const bare = (before || after).replace(/[^\p{L}\p{N}]/gu, "")
  const shown = Math.min(4, Math.floor(bare.length / 2))
  return shown === 0 ? "" : bare.slice(-shown)
}

/** An e-mail as the audit keeps it for good: the first letter, unless it is all of the name, and the domain. */
export function maskedEmail(email: string): string {
  const at = email.lastIndexOf("@")
  const [first = "", ...others] = email.slice(0, Math.max(at, 0))
  return `${others.length > 0 ? first : ""}••••${at < 0 ? "" : email.slice(at)}`
}

const FIELDS = [...CUSTOMER_FIELD_NAMES, "bank", "account_number", "account_type"] as const
export type DestinationField = (typeof FIELDS)[number]

/** The fields in which two destinations differ; against an unreadable one (null) all of them. */
export function changedFields(
  before: PayoutDestination | null,
  after: PayoutDestination
): DestinationField[] {
  return FIELDS.filter((name) => before === null || before[name] !== after[name])
}

/** Whether two destinations are the same: a change needs a new approval. */
export function sameDestination(a: PayoutDestination, b: PayoutDestination): boolean {
  return changedFields(a, b).length === 0
}

/** A text field of a posted object, by its own keys only. */
function readText(
  posted: object,
  path: string,
  name: string,
  clean: (text: string) => string
): Reading<string> {
  const value: unknown = Object.hasOwn(posted, name) ? Reflect.get(posted, name) : undefined
  if (value === undefined || value === null) {
    return problem(`${path}.${name}`, "is missing", MISSING)
  }
  if (typeof value !== "string") {
    return problem(`${path}.${name}`, "must be a text", WRONG_FORM)
  }
  const text = clean(visibleText(value))
  return text === ""
    ? problem(`${path}.${name}`, "is missing", MISSING)
    : { value: text, problems: [] }
}

function fits({ value }: Reading<string>, path: string, pattern: RegExp, hint: string) {
  return value === undefined || pattern.test(value) ? [] : [named(path, hint, WRONG_FORM)]
}

function isAccount(
  account_number: string,
  { account_pattern, account_check }: Pick<PayoutMethod, "account_pattern" | "account_check">
): boolean {
  return account_pattern.test(account_number) && (account_check?.(account_number) ?? true)
}

// An account at Nequi is sent as AHORRO (docs/service.md#destination).
function accountTypeHint(posted: string, allowed: readonly AccountType[]): string {
  const wallet = posted === WALLET ? "; a wallet such as Nequi is AHORRO" : ""
  return `must be one of ${allowed.join(", ")}${wallet}`
}

function isObject(posted: unknown): posted is object {
  return typeof posted === "object" && posted !== null && !Array.isArray(posted)
}

function problem(field: string, text: string, fault: Fault): Reading<never> {
  return { value: undefined, problems: [named(field, text, fault)] }
}

const MISSING: Fault = { code: "missing" }
const WRONG_FORM: Fault = { code: "wrong_form" }

function notOffered(allowed: readonly string[]): Fault {
  return { code: "not_offered", values: { allowed: allowed.join(", ") } }
}

function noPayouts({ country }: CountryRule): Fault {
  return { code: "no_payouts", values: { country } }
}
