import { isLoopback, readAddress } from "./address"
import type { CardOptions } from "../card/options"
import {
  ALL_METHODS,
  type CountryCode,
  type CountryRule,
  countryTable,
  findMethod,
  type CurrencyCode,
} from "../country/countries"
import {
  compareAmounts,
  type MajorAmount,
  majorAmount,
  type Rounding,
  toWire,
} from "../money/amount"
import type { DirectMethod, PersonType } from "../method/direct"
import { DEVELOPMENT_ENCRYPTION_KEY, guessable, type SecretKind } from "../privacy/guessable-secret"
import { fromZod, missing, wrong } from "./error"
import { describeOption, type ParsedPayInOptions, payInOptionsSchema } from "./schema"
import { MEDUSA_CALL_SERVICE_MS } from "../time/schedule"
import { RETURN_PLACEHOLDERS, unknownPlaceholder } from "./return-address"
import { secretsIn } from "../privacy/secret-list"
import { createSealer, SealError } from "../privacy/seal"
import type { Language } from "../text/language"

export { OptionsError } from "./error"
export { payInOptionsSchema, type PayInRawOptions } from "./schema"

/** One account with the service: one merchant in one country, one payment provider. */
export interface PayInAccount {
  id: string
  country: CountryCode
  currency: CurrencyCode
  username: string
  password: string
  /** What is sent. */
  token: string
  /** Tokens that verify a notification: `token`, and those that it replaces or will be replaced by. */
  tokens: readonly string[]
  /** Only the card-payment API needs it. */
  merchantId: string | null
  /** Without a closing slash. */
  baseUrl: string
  /** With its placeholders; null: the one of all accounts. */
  returnUrl: string | null
  /** Methods that the service answers without a hosted page. */
  direct: readonly DirectMethod[]
}

/**
 * Options as the plugin uses them: checked, completed with defaults, accounts with their
 * credentials.
 */
export interface PayInOptions extends Pick<ParsedPayInOptions, "renewal" | "timeZone"> {
  accounts: PayInAccount[]
  callbackUrl: string
  returnUrl: string
  /** What card webhooks may be signed with; empty without option `webhookSecret`. */
  webhookSecrets: readonly string[]
  encryptionKey: string
  cardUrl: string | null
  card: CardOptions | null
  language: Language
  decimals: Record<CurrencyCode, number>
  rounding: Rounding
  amounts: { lookup: "wire" | "major"; wallet: "wire" | "major" }
  countries: Record<CountryCode, CountryRule>
  /** `lookup` contains `{ticket}`. */
  paths: Record<
    | "payIn"
    | "payInV2"
    | "pseBanks"
    | "payOut"
    | "payOutForm"
    | "brebResolve"
    | "merchant"
    | "lookup",
    string
  >
  payIn: { version: "v1" | "v2" }
  pse: { cacheHours: number; images: "link" | "off"; personTypes: readonly PersonType[] }
  ipnSignature: "require" | "if-present" | "off"
  notFoundErrors: string[]
  notKnown: Record<"payIn" | "payOut", { answers: number; seconds: number }>
  placeOrderWhilePending: string[] | "always" | "never"
  onPaymentFailed: "cancel_order" | "keep_order"
  refunds: "payout" | "block"
  /** Account types are in `countries`. */
  payouts: { enabled: boolean; walletMethod: string; stuckDays: number; form: boolean }
  /** Major units; a currency without an entry always needs a second person. */
  approvalAbove: Partial<Record<CurrencyCode, MajorAmount>>
  /** Major units; without an entry ten times `approvalAbove`. */
  approvalAbovePerDay: Partial<Record<CurrencyCode, MajorAmount>>
  beneficiaryChanges: "approve" | "allow"
  refundsToOthers: "approve" | "allow"
  /** Ids of the workflows that an admin may run by their id. */
  workflowRuns: readonly string[]
  uploads: "checked" | "any"
  /** E-mails in lower case and ids of users; without it any user may approve. */
  approvers?: string[] | undefined
  unknownPayouts: "hold" | "resend"
  installation: "hold" | "ignore"
  retention: { eventDays: number; unpaidDays: number; paidDays: number | null }
  timeouts: { connectMs?: number; requestMs: number }
  retries: { attempts: number }
  breaker: { failures: number; openMs: number }
  coreConcurrency: number
  gatewayConcurrency: number
  payOutTypes: string[]
}

/**
 * Checks the options of `withPayIn` and completes them.
 *
 * @throws OptionsError with one line that names the first wrong or missing option and says what to
 *   do.
 */
export function resolveOptions(raw: unknown, environment: { production: boolean }): PayInOptions {
  const given = withoutMedusas(raw ?? {})
  const parsed = payInOptionsSchema.safeParse(given)
  if (!parsed.success) {
    throw fromZod(parsed.error, given, describeOption)
  }
  const options = parsed.data
  const countries = countryTable(options.countries, options.payouts.accountTypes, {
    requireCci: options.pe.requireCci,
    form: options.payouts.form,
  })
  checkCountries(options, countries)
  const accounts = resolveAccounts(options, countries)
  checkForm(options, accounts)
  const card = resolveCard(options, accounts)
  checkPendingMethods(options, countries)
  checkTimeouts(options)
  // Where money may be real.
  const live =
    environment.production ||
    [...accounts.map((account) => account.baseUrl), card.cardUrl ?? ""].some(
      (address) => address !== "" && !isLoopback(address)
    )
  const encryptionKey = encryptionKeyOf(options, live)
  if (live) {
    checkSecrets(options, encryptionKey)
  }
  return {
    ...options,
    ...card,
    accounts,
    countries,
    callbackUrl: addressOf("callbackUrl", options.callbackUrl),
    returnUrl: returnUrlOf("returnUrl", options.returnUrl),
    encryptionKey,
  }
}

/** Whether an order is placed although its payment by this method is still on its way. */
export function methodPlacesOrderWhilePending(
  { placeOrderWhilePending: rule }: Pick<PayInOptions, "placeOrderWhilePending">,
  method: string
): boolean {
  return typeof rule === "string" ? rule === "always" : rule.includes(method)
}

const EXAMPLES: Record<CurrencyCode, string> = { COP: "50000", PEN: "150", MXN: "1500" }

/** A sample amount of a currency in major units and in wire units. */
export function wireSample(
  currency: CurrencyCode,
  decimals: number
): { amount: string; sent: string } {
  const amount = EXAMPLES[currency]
  return { amount, sent: String(toWire(majorAmount(amount), decimals)) }
}

/**
 * One line for the boot log and the overview: "COP 50 000 is sent as 50000"
 * (docs/service.md#amounts).
 */
export function wireExample(currency: CurrencyCode, decimals: number): string {
  const { amount, sent } = wireSample(currency, decimals)
  return `${currency} ${amount.replace(/\B(?=(?:\d{3})+$)/g, " ")} is sent as ${sent}`
}

// Medusa puts `database` among the options of every module (modules-sdk, medusa-app.js,
// mergeDefaultModules).
function withoutMedusas(raw: unknown): unknown {
  if (typeof raw !== "object" || raw === null || Array.isArray(raw)) {
    return raw
  }
  return Object.fromEntries(Object.entries(raw).filter(([name]) => name !== "database"))
}

function checkCountries(
  options: ParsedPayInOptions,
  countries: Record<CountryCode, CountryRule>
): void {
  for (const { country, methods } of Object.values(countries)) {
    for (const { payment_method, min, max } of methods) {
      if (min !== null && max !== null && compareAmounts(min, max) > 0) {
        const changed = options.countries[country]?.methods?.[payment_method]
        const name = changed?.max === undefined ? "min" : "max"
        throw wrong(
          `countries.${country}.methods.${payment_method}.${name}`,
          `the minimum ${min} is above the maximum ${max}`
        )
      }
    }
  }
}

function resolveAccounts(
  options: ParsedPayInOptions,
  countries: Record<CountryCode, CountryRule>
): PayInAccount[] {
  const seen = new Set<string>()
  return options.accounts.map((account, index) => {
    const at = `accounts[${index}]`
    if (seen.has(account.id)) {
      throw wrong(`${at}.id`, `"${account.id}" is used twice; every account needs an id of its own`)
    }
    seen.add(account.id)
    const country = countries[account.country]
    if (!country.enabled) {
      throw wrong(
        `${at}.country`,
        `${account.country} is off; set countries.${account.country}.enabled to true to use it`
      )
    }
    if (!country.methods.some((method) => method.enabled)) {
      throw wrong(`countries.${account.country}.methods`, "every method is off; leave one enabled")
    }
    checkDirect(`${at}.direct`, account.direct, country)
    const credential = (name: "username" | "password" | "token") =>
      accountValue(name, account.id, account[name] ?? options[name])
    const tokens = secretsIn(credential("token"))
    return {
      id: account.id,
      country: account.country,
      currency: country.currency,
      username: credential("username"),
      password: credential("password"),
      token: tokens[0] ?? "",
      tokens,
      merchantId: account.merchantId ?? options.merchantId ?? null,
      baseUrl:
        account.baseUrl === undefined
          ? addressOf("baseUrl", accountValue("baseUrl", account.id, options.baseUrl))
          : addressOf(`${at}.baseUrl`, account.baseUrl),
      returnUrl:
        account.returnUrl === undefined ? null : returnUrlOf(`${at}.returnUrl`, account.returnUrl),
      direct: [...new Set(account.direct)],
    }
  })
}

/** A method that the account does not take at all is a mistake of whoever wrote the list. */
function checkDirect(option: string, direct: readonly DirectMethod[], country: CountryRule): void {
  for (const method of direct) {
    if (findMethod(country, method) === undefined) {
      throw wrong(option, `${method} is not a payment method of ${country.country} that is on`)
    }
  }
}

function accountValue(
  name: "baseUrl" | "username" | "password" | "token",
  account: string,
  value: string | undefined
): string {
  if (value === undefined) {
    throw missing(name, `account "${account}" has none of its own. ${describeOption(name)}`)
  }
  return value
}

function resolveCard(
  options: ParsedPayInOptions,
  accounts: PayInAccount[]
): Pick<PayInOptions, "card" | "cardUrl" | "webhookSecrets"> {
  const cardUrl = options.cardUrl === undefined ? null : addressOf("cardUrl", options.cardUrl)
  const { webhookSecret } = options
  const webhookSecrets = webhookSecret === undefined ? [] : secretsIn(webhookSecret)
  if (options.card == null) {
    return { card: null, cardUrl, webhookSecrets }
  }
  const account = accounts.find(({ id }) => id === options.card?.id)
  if (account === undefined) {
    throw wrong("card.id", `there is no account "${options.card.id}"`)
  }
  // The card-payment API is for Colombia and takes COP only (docs/service.md#cards).
  if (account.country !== "CO") {
    throw wrong(
      "card.id",
      `account "${account.id}" is in ${account.country}; cards are for CO only`
    )
  }
  const { min, max } = options.card.limits
  if (min !== null && max !== null && compareAmounts(min, max) > 0) {
    throw wrong("card.limits.min", `the minimum ${min} is above the maximum ${max}`)
  }
  if (account.merchantId === null) {
    throw missing("merchantId", describeOption("merchantId"))
  }
  if (cardUrl === null) {
    throw missing("cardUrl", describeOption("cardUrl"))
  }
  if (webhookSecret === undefined) {
    throw missing("webhookSecret", describeOption("webhookSecret"))
  }
  return { card: options.card, cardUrl, webhookSecrets }
}

function checkPendingMethods(
  options: ParsedPayInOptions,
  countries: Record<CountryCode, CountryRule>
): void {
  if (typeof options.placeOrderWhilePending === "string") {
    return
  }
  const known = new Set(
    Object.values(countries).flatMap(({ methods }) => methods.map((each) => each.payment_method))
  )
  for (const method of options.placeOrderWhilePending) {
    if (method === ALL_METHODS) {
      throw wrong(
        "placeOrderWhilePending",
        `${ALL_METHODS} hides which method was chosen; take it out of the list or write "always"`
      )
    }
    if (!known.has(method)) {
      throw wrong("placeOrderWhilePending", `there is no payment method "${method}"`)
    }
  }
}

// A lease outlives the longest call into Medusa only if the plugin's own time-outs inside that call
// are bounded (docs/decisions/0007-leases-and-order-locks.md).
/** The service has forms in Peru alone (docs/service.md#payout-forms). */
function checkForm(
  { payouts }: ParsedPayInOptions,
  accounts: readonly Pick<PayInAccount, "country">[]
): void {
  if (payouts.form && !accounts.some(({ country }) => country === "PE")) {
    throw wrong("payouts.form", "no account is of PE, and the service has forms in Peru alone")
  }
}

function checkTimeouts({ timeouts: { requestMs }, retries, card }: ParsedPayInOptions): void {
  // A new card needs two calls: the service saves it before it holds the money.
  const tries = Math.max(retries.attempts, card == null ? 1 : 2)
  if (requestMs * tries > MEDUSA_CALL_SERVICE_MS) {
    throw wrong(
      "timeouts.requestMs",
      `${requestMs} ms in ${tries} tries is more than ${MEDUSA_CALL_SERVICE_MS} ms in all; lower it or retries.attempts`
    )
  }
}

function addressOf(option: string, text: string, slashes?: "keep slashes"): string {
  const read = readAddress(text, slashes === undefined ? "no query" : "any query")
  if ("problem" in read) {
    throw wrong(option, read.problem)
  }
  return slashes === undefined ? read.address : text
}

/** A placeholder that nobody fills in would stand in every shopper's address. */
function returnUrlOf(option: string, text: string): string {
  const address = addressOf(option, text, "keep slashes")
  const unknown = unknownPlaceholder(address)
  if (unknown !== null) {
    const known = RETURN_PLACEHOLDERS.map((name) => `{${name}}`).join(", ")
    throw wrong(option, `there is no placeholder ${unknown}; there are ${known}`)
  }
  return address
}

function encryptionKeyOf({ encryptionKey }: ParsedPayInOptions, required: boolean): string {
  if (encryptionKey === undefined) {
    if (required) {
      throw missing("encryptionKey", describeOption("encryptionKey"))
    }
    return DEVELOPMENT_ENCRYPTION_KEY
  }
  try {
    createSealer(encryptionKey)
  } catch (error) {
    throw wrong("encryptionKey", error instanceof SealError ? error.message : "it cannot be used")
  }
  return encryptionKey
}

const CREDENTIALS = ["username", "password", "merchantId"] as const

/** Public and weak values stop the boot; the message never repeats one. */
function checkSecrets(options: ParsedPayInOptions, encryptionKey: string): void {
  const check = (option: string, value: string | undefined, kind: SecretKind) => {
    const why = value === undefined ? null : guessable(value, kind)
    if (why !== null) {
      throw wrong(option, `it ${why}; ${INSTEAD[kind]}`)
    }
  }
  const checkList = (option: string, list: string | undefined, kind: SecretKind) => {
    const secrets = list === undefined ? [] : secretsIn(list)
    secrets.forEach((secret) => check(option, secret, kind))
  }
  for (const name of CREDENTIALS) {
    check(name, options[name], "credential")
    options.accounts.forEach((account, index) => {
      check(`accounts[${index}].${name}`, account[name], "credential")
    })
  }
  checkList("token", options.token, "credential")
  options.accounts.forEach(({ token }, index) => {
    checkList(`accounts[${index}].token`, token, "credential")
  })
  checkList("webhookSecret", options.webhookSecret, "secret")
  checkList("encryptionKey", encryptionKey, "key")
}

const INSTEAD: Record<SecretKind, string> = {
  credential:
    "set the one that the service's support gave you (with the sandbox run Medusa with NODE_ENV=development)",
  secret:
    "set the one that the service's support gave you, and ask for another if it is too short (with the sandbox run Medusa with NODE_ENV=development)",
  key: 'make one of your own with "openssl rand -base64 32"',
}
