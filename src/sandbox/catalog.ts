/**
 * What the service offers in each country: currency, methods, documents, limits, link life
 * (docs/service.md#countries, docs/service.md#limits).
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
  "CASH_BANK",
  "CASH_STORE",
  "CASH_ALL",
] as const
export type Method = (typeof METHODS)[number]

/** Methods that an account may answer without a hosted page (docs/service.md#direct-payments). */
export const DIRECT_METHODS = ["PSE", "BREB", "TRANSFIYA"] as const
export type DirectMethod = (typeof DIRECT_METHODS)[number]

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
    // The service's examples show DNI only. Its public pages show the others
    // (docs/service.md#documents).
    document_types: ["DNI", "RUC", "CE", "PPN"],
    // The service's table lists CARD, its text says "only for country CO"
    // (docs/service.md#methods). The text wins; the setting `methods` opens it.
    methods: ["BANK_TRANSFER", "QR", "CASH", "PAGOEFECTIVO"],
  },
  MX: {
    currency: "MXN",
    phone_code: "52",
    // The service accepts MX and lists no methods: all of MX is from its public pages
    // (docs/service.md#countries).
    document_types: ["CURP", "RFC", "INE", "PPN"],
    methods: ["ALL_METHODS", "CARD", "SPEI", "OXXO", "CASH_BANK", "CASH_STORE", "CASH_ALL"],
  },
}

/** See docs/service.md#destination. */
export const ACCOUNT_TYPES = ["AHORRO", "CORRIENTE", "WALLET", "CLABE"] as const
export type AccountType = (typeof ACCOUNT_TYPES)[number]

/** The service's own wallet, as docs/service.md#payouts writes its method. */
export const WALLET_METHOD = "SERVICE"

interface PayoutOffer {
  methods: readonly string[]
  account_types: readonly AccountType[]
  /** Beside those of a pay-in. */
  document_types: readonly string[]
  banks: readonly string[]
}

/**
 * Where the service sends money: methods of docs/service.md#payouts, account types of
 * docs/service.md#destination, NIT of docs/service.md#documents. The full list of banks is not
 * public: the names are known examples and invented ones.
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
      ...["BCP", "YAPE", "PLIN", "BANCO VICUNA", "BANCO AMANCAES", "BANCO PUQUIO"],
      ...["CAJA VALLE ALTO", "BILLETERA QUIPU"],
    ],
  },
  // From its public pages, as its pay-ins are.
  MX: {
    methods: ["SPEI"],
    account_types: ["CLABE"],
    document_types: [],
    banks: ["BANAMEX", "BBVA_MEXICO", "HSBC", "BANORTE"],
  },
}

export interface AmountLimit {
  /** Major units; null when the service states none. */
  min: number | null
  /** Major units; null when the service states none. */
  max: number | null
}

/** Limits in major units (docs/service.md#limits). The maximum is read as pesos, so PE has none. */
const LIMITS: Partial<Record<Currency, Partial<Record<Method, Partial<AmountLimit>>>>> = {
  COP: {
    PSE: { min: 2_000 },
    EFECTY: { min: 10_000 },
    // The maximum of one Bre-B instruction is above the general one (docs/service.md#limits).
    BREB: { max: 11_552_000 },
  },
}

const GENERAL_MAXIMUM: Partial<Record<Currency, number>> = { COP: 2_000_000 }

/** The limits of one method in major units, before the settings' overrides. */
export function amountLimit(currency: Currency, method: Method): AmountLimit {
  const own = LIMITS[currency]?.[method]
  return { min: own?.min ?? null, max: own?.max ?? GENERAL_MAXIMUM[currency] ?? null }
}

/** Link life in minutes when `expiration_time` is absent (docs/service.md#link-life). */
export function defaultExpiration(method: Method): number {
  return method === "BREB" ? 15 : 720
}

export function isCountry(text: string): text is Country {
  return COUNTRY_CODES.some((code) => code === text)
}

export function isMethod(text: string): text is Method {
  return METHODS.some((method) => method === text)
}
