import type { CountryOverride, CountryOverrides, MethodOverride } from "./overrides"
import type { MethodReason } from "../method/reason"
import { methodText } from "../method/text"
import { compareAmounts, type MajorAmount, majorAmount } from "../money/amount"
import {
  type AccountType,
  FORM,
  peruForms,
  type PayoutRule,
  PAYOUTS,
  payoutRule,
} from "../payout/methods"
import type { Text } from "../text/language"

export type { CountryOverrides } from "./overrides"
export type { Text } from "../text/language"

export const COUNTRY_CODES = ["CO", "PE", "MX"] as const
export const CURRENCY_CODES = ["COP", "PEN", "MXN"] as const

export type CountryCode = (typeof COUNTRY_CODES)[number]
export type CurrencyCode = (typeof CURRENCY_CODES)[number]

/** One way to pay in one country. Limits are in major units; null is no limit. */
export interface MethodRule {
  payment_method: string
  label: Text
  description: Text
  min: MajorAmount | null
  max: MajorAmount | null
  /** Default life of a link, in minutes. */
  link_minutes: number
  /**
   * Hours after the link's end in which money is still expected
   * (docs/decisions/0016-orders-that-wait.md).
   */
  grace_hours: number
  /** Paid after checkout with a voucher: its order waits for the money. */
  paid_later: boolean
  enabled: boolean
}

/** A country's rules. Documents are those of a shopper; the first is the usual one. */
export interface CountryRule {
  country: CountryCode
  currency: CurrencyCode
  phone_code: string
  document_types: string[]
  methods: MethodRule[]
  payout: PayoutRule
  enabled: boolean
}

/**
 * The hosted page offers every method. Only the notification tells which one was chosen
 * (docs/service.md#methods).
 */
export const ALL_METHODS = "ALL_METHODS"

// See docs/service.md#link-life.
const DEFAULT_LINK_MINUTES = 720
const BREB_LINK_MINUTES = 15
// One hour, and 72 for cash, whose agents report late.
const GRACE_HOURS = 1
const CASH_GRACE_HOURS = 72
// The maximum of a PayIn and the minimums of PSE and EFECTY, all in pesos (docs/service.md#limits).
const CO_MAX = majorAmount("2000000")
const PSE_MIN = majorAmount("2000")
const EFECTY_MIN = majorAmount("10000")
// The maximum of one Bre-B instruction (docs/service.md#limits).
/** The ceiling of one Bre-B instruction in pesos (docs/service.md#limits). */
export const BREB_MAX = majorAmount("11552000")

function rule(payment_method: string, change: Partial<MethodRule> = {}): MethodRule {
  return {
    payment_method,
    ...methodText(payment_method),
    min: null,
    max: null,
    link_minutes: DEFAULT_LINK_MINUTES,
    grace_hours: GRACE_HOURS,
    paid_later: false,
    enabled: true,
    ...change,
  }
}

const CASH_LIKE = { grace_hours: CASH_GRACE_HOURS, paid_later: true } as const

/**
 * The built-in table, see docs/service.md#methods, docs/service.md#documents and
 * docs/service.md#limits.
 */
export const COUNTRIES: Record<CountryCode, CountryRule> = {
  CO: {
    country: "CO",
    currency: "COP",
    phone_code: "57",
    document_types: ["CC", "CE", "PPN"],
    methods: [
      // No minimum: the page offers the methods that the amount allows. The general maximum stays,
      // because a page above it could offer Bre-B only, which a shopper can choose directly.
      rule(ALL_METHODS, { max: CO_MAX }),
      rule("PSE", { min: PSE_MIN, max: CO_MAX }),
      rule("TRANSFIYA", { max: CO_MAX }),
      rule("EFECTY", { ...CASH_LIKE, min: EFECTY_MIN, max: CO_MAX }),
      rule("CASH", { ...CASH_LIKE, max: CO_MAX }),
      rule("CARD", { max: CO_MAX }),
      rule("BREB", { max: BREB_MAX, link_minutes: BREB_LINK_MINUTES }),
    ],
    payout: PAYOUTS.CO,
    enabled: true,
  },
  PE: {
    country: "PE",
    currency: "PEN",
    phone_code: "51",
    document_types: ["DNI", "RUC", "CE", "PPN"],
    // The service states no limits for PE. Its maximum of 2,000,000 is in pesos
    // (docs/service.md#limits).
    methods: [
      rule("BANK_TRANSFER"),
      rule("QR"),
      rule("CASH", CASH_LIKE),
      // Listed for PE, yet card payments exist only in CO (docs/service.md#methods).
      rule("CARD", { enabled: false }),
      rule("PAGOEFECTIVO", CASH_LIKE),
    ],
    payout: PAYOUTS.PE,
    enabled: true,
  },
  // The service accepts the country code and names no methods: off unless a store enables it, with
  // those of its public pages (docs/service.md#methods).
  MX: {
    country: "MX",
    currency: "MXN",
    phone_code: "52",
    document_types: ["CURP", "RFC", "INE", "PPN"],
    methods: [
      rule(ALL_METHODS),
      rule("CARD"),
      rule("SPEI"),
      // Vouchers too, but not in PAID_LATER: their orders are placed once the money is there.
      ...["OXXO", "CASH_BANK", "CASH_STORE", "CASH_ALL"].map((method) =>
        rule(method, { grace_hours: CASH_GRACE_HOURS })
      ),
    ],
    payout: payoutRule("MX", false, undefined),
    enabled: false,
  },
}

/**
 * Methods whose orders wait for the money, unless a store says otherwise
 * (docs/decisions/0016-orders-that-wait.md).
 */
export const PAID_LATER: readonly string[] = [
  ...new Set(
    Object.values(COUNTRIES).flatMap(({ methods }) =>
      methods.filter(({ paid_later }) => paid_later).map(({ payment_method }) => payment_method)
    )
  ),
]

/** The table with a store's changes. Methods the table does not know are added at its end. */
export function countryTable(
  overrides: CountryOverrides | undefined,
  accountTypes: Partial<Record<CountryCode, AccountType[]>> = {},
  { requireCci = false, form = false }: { requireCci?: boolean; form?: boolean } = {}
): Record<CountryCode, CountryRule> {
  const changed = (code: CountryCode): CountryRule => ({
    ...withOverride(COUNTRIES[code], overrides?.[code]),
    payout: payoutRule(code, overrides?.[code]?.payout ?? code !== "MX", accountTypes[code]),
  })
  const PE = changed("PE")
  const hasForm = form && PE.payout.methods.length > 0
  const payout = {
    ...PE.payout,
    account_forms: peruForms(requireCci),
    ...(hasForm && { form: FORM }),
  }
  return { CO: changed("CO"), PE: { ...PE, payout }, MX: changed("MX") }
}

/** An enabled method of the country by its wire name. */
export function findMethod(country: CountryRule, payment_method: string): MethodRule | undefined {
  return country.methods.find(
    (method) => method.enabled && method.payment_method === payment_method
  )
}

/**
 * Whether an amount in major units can be paid with a method; if not, the limit that forbids it.
 */
export function methodAvailability(
  method: MethodRule,
  amount: MajorAmount
): { available: boolean; reason: Exclude<MethodReason, "card_only"> | null } {
  if (method.min !== null && compareAmounts(amount, method.min) < 0) {
    return { available: false, reason: "below_minimum" }
  }
  if (method.max !== null && compareAmounts(amount, method.max) > 0) {
    return { available: false, reason: "above_maximum" }
  }
  return { available: true, reason: null }
}

/** Without ALL_METHODS the shopper must name a method before a link can be made. */
export function asksForMethod(country: CountryRule): boolean {
  return findMethod(country, ALL_METHODS) === undefined
}

function withOverride(base: CountryRule, override: CountryOverride = {}): CountryRule {
  const changes = new Map(Object.entries(override.methods ?? {}))
  const known = base.methods.map((method) =>
    withMethodOverride(method, changes.get(method.payment_method))
  )
  const names = new Set(base.methods.map((method) => method.payment_method))
  const added = [...changes]
    .filter(([name]) => !names.has(name))
    .map(([name, change]) => withMethodOverride(rule(name), change))
  return {
    ...base,
    enabled: override.enabled ?? base.enabled,
    phone_code: override.phone_code ?? base.phone_code,
    document_types: [...(override.document_types ?? base.document_types)],
    methods: [...known, ...added],
  }
}

function withMethodOverride(base: MethodRule, change: MethodOverride = {}): MethodRule {
  return {
    ...base,
    label: change.label ?? base.label,
    description: change.description ?? base.description,
    min: limitOf(change.min, base.min),
    max: limitOf(change.max, base.max),
    link_minutes: change.link_minutes ?? base.link_minutes,
    grace_hours: change.grace_hours ?? base.grace_hours,
    paid_later: base.paid_later,
    enabled: change.enabled ?? base.enabled,
  }
}

function limitOf(
  change: string | number | null | undefined,
  base: MajorAmount | null
): MajorAmount | null {
  if (change === undefined) {
    return base
  }
  return change === null ? null : majorAmount(change)
}
