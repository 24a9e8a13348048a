/**
 * What the service offers in each country: currency, methods, documents, limits, link life.
 * Facts of interface.md 1, 2.1 and 8; what only gaps.md tells (MX, more documents of PE) says so.
 */
export const COUNTRY_CODES = ["CO", "PE", "MX"] as const
export type Country = (typeof COUNTRY_CODES)[number]

export const CURRENCY_CODES = ["COP", "PEN", "MXN"] as const
export type Currency = (typeof CURRENCY_CODES)[number]

export const METHODS = [
  "ALL_METHODS",
  "PSE",
  "TRANSFIYA",
  "EFECTY",
  "CASH",
  "CARD",
  "BREB",
  "BANK_TRANSFER",
  "QR",
  "PAGOEFECTIVO",
  "SPEI",
  "OXXO",
] as const
export type Method = (typeof METHODS)[number]

export interface CountryOffer {
  currency: Currency
  phone_code: string
  document_types: readonly string[]
  methods: readonly Method[]
}

export const CATALOG: Record<Country, CountryOffer> = {
  CO: {
    currency: "COP",
    phone_code: "57",
    document_types: ["CC", "CE", "PPN"],
    methods: ["ALL_METHODS", "PSE", "TRANSFIYA", "EFECTY", "CASH", "CARD", "BREB"],
  },
  PE: {
    currency: "PEN",
    phone_code: "51",
    // interface.md 2.1 shows DNI only; the other three come from gaps.md PayIn.
    document_types: ["DNI", "RUC", "CE", "PPN"],
    // The table of interface.md 1 lists CARD, its text says "only for country CO": the text wins,
    // the setting `methods` opens it.
    methods: ["BANK_TRANSFER", "QR", "CASH", "PAGOEFECTIVO"],
  },
  MX: {
    currency: "MXN",
    phone_code: "52",
    // All of MX is from gaps.md PayIn: interface.md accepts the country and lists no methods.
    document_types: ["CURP", "RFC", "INE", "PPN"],
    methods: ["ALL_METHODS", "CARD", "SPEI", "OXXO", "CASH"],
  },
}

/** interface.md 2.2. */
export const ACCOUNT_TYPES = ["AHORRO", "CORRIENTE", "WALLET"] as const
export type AccountType = (typeof ACCOUNT_TYPES)[number]

/** The service's own wallet: interface.md writes its method as `SERVICE`. */
export const WALLET_METHOD = "SERVICE"

interface PayoutOffer {
  methods: readonly string[]
  account_types: readonly AccountType[]
  /** Beside those of a pay-in. */
  document_types: readonly string[]
  banks: readonly string[]
}

/**
 * Where the service sends money: methods interface.md 1, account types 2.2 ("the Colombia PayOut page
 * lists only AHORRO and CORRIENTE"), NIT 2.2. The full list of banks is not public: the upper-case names
 * that gaps.md PayOut gives, and invented ones.
 */
export const PAYOUTS: Record<Country, PayoutOffer> = {
  CO: {
    methods: ["BANK_TRANSFER", "TRANSFIYA", WALLET_METHOD, "BREB"],
    account_types: ["AHORRO", "CORRIENTE"],
    document_types: ["NIT"],
    banks: [
      ...["BANCOLOMBIA", "NEQUI", "BANCO CONDOR", "BANCO SABANA", "BANCO ORQUIDEA"],
      ...["BANCO CARIBE AZUL", "COOPERATIVA GUADUA", "BILLETERA COLIBRI"],
    ],
  },
  PE: {
    methods: ["BANK_TRANSFER"],
    account_types: ["AHORRO", "CORRIENTE", "WALLET"],
    document_types: [],
    banks: [
      ...["BCP", "YAPE", "BANCO VICUNA", "BANCO AMANCAES", "BANCO PUQUIO"],
      ...["CAJA VALLE ALTO", "BILLETERA QUIPU"],
    ],
  },
  MX: { methods: [], account_types: [], document_types: [], banks: [] },
}

export interface AmountLimit {
  /** Major units; null when the service states none. */
  min: number | null
  /** Major units; null when the service states none. */
  max: number | null
}

/** interface.md 8, in major units. Its maximum is read as pesos; "limits for PE: not shown". */
const LIMITS: Partial<Record<Currency, Partial<Record<Method, Partial<AmountLimit>>>>> = {
  COP: {
    PSE: { min: 2_000 },
    EFECTY: { min: 10_000 },
    // gaps.md Money: the ceiling of one Bre-B instruction stands above the general maximum.
    BREB: { max: 11_552_000 },
  },
}

const GENERAL_MAXIMUM: Partial<Record<Currency, number>> = { COP: 2_000_000 }

/** The limits of one method in major units, before the settings' overrides. */
export function amountLimit(currency: Currency, method: Method): AmountLimit {
  const own = LIMITS[currency]?.[method]
  return { min: own?.min ?? null, max: own?.max ?? GENERAL_MAXIMUM[currency] ?? null }
}

/** Link life in minutes when `expiration_time` is absent: interface.md 8, BREB from gaps.md. */
export function defaultExpiration(method: Method): number {
  return method === "BREB" ? 15 : 720
}

export function isCountry(text: string): text is Country {
  return COUNTRY_CODES.some((code) => code === text)
}

export function isMethod(text: string): text is Method {
  return METHODS.some((method) => method === text)
}
