import { z } from "zod"
import {
  CATALOG,
  COUNTRY_CODES,
  amountLimit,
  isCountry,
  isMethod,
  type AmountLimit,
  type Country,
  type CountryOffer,
  type Currency,
  type Method,
} from "./catalog"
import {
  address,
  customerSchema,
  metadata,
  pseFields,
  text,
  typed,
  wireAmount,
} from "./body-fields"
import { toWire } from "./money"
import type { Behaviour, Merchant } from "./settings"

const bodySchema = z.object(
  {
    reference: text("reference"),
    amount: wireAmount("amount"),
    currency: text("currency", 3),
    country: text("country", 2),
    payment_method: text("payment_method", 50),
    description: z
      .string({ error: typed("description", "una cadena de texto") })
      .max(255, "El campo description no puede tener más de 255 caracteres.")
      .nullish(),
    redirect_url: address("redirect_url"),
    ipn_url: address("ipn_url"),
    customer_data: customerSchema.extend(pseFields),
    expiration_time: z
      .number({ error: typed("expiration_time", "un número entero") })
      .refine(
        (value) => Number.isSafeInteger(value),
        "El campo expiration_time debe ser un número entero."
      )
      .min(1, "El campo expiration_time debe ser mayor que 0.")
      .max(525_600, "El campo expiration_time no puede ser mayor que 525600.")
      .nullish(),
    metadata,
  },
  { error: "El cuerpo de la solicitud debe ser un objeto JSON." }
)

export interface PayInBody {
  reference: string
  amount: number
  currency: Currency
  country: Country
  payment_method: Method
  description: string
  redirect_url: string
  ipn_url: string
  customer_data: z.infer<typeof customerSchema>
  /** Of direct PSE. */
  bank: string | null
  person_type: "NATURAL" | "JURIDICA" | null
  expiration_time: number | null
  metadata: Record<string, unknown>
}

export type Validated = { body: PayInBody } | { problem: string }

/**
 * Every rule that is stated about a create (docs/service.md#create-a-pay-in,
 * docs/service.md#limits). The first problem counts.
 */
export function validatePayIn(input: unknown, merchant: Merchant, behaviour: Behaviour): Validated {
  const parsed = bodySchema.safeParse(input)
  if (!parsed.success) return { problem: firstMessage(parsed.error) }
  const { country, currency, payment_method, ...rest } = parsed.data
  const { bank, person_type, ...customer_data } = rest.customer_data

  const place = placeOf(country, currency, merchant)
  if ("problem" in place) return place
  const { offer } = place
  const methods = methodsOf(place.country, behaviour)
  if (!isMethod(payment_method) || !methods.includes(payment_method)) {
    const allowed = methods.join(", ")
    return { problem: `El campo payment_method no es válido para ${country}: use ${allowed}.` }
  }
  if (!offer.document_types.includes(customer_data.legal_doc_type)) {
    const allowed = offer.document_types.join(", ")
    return {
      problem: `El campo customer_data.legal_doc_type no es válido para ${country}: use ${allowed}.`,
    }
  }
  if (behaviour.descriptionRequired && !rest.description?.trim()) {
    return { problem: "El campo description es obligatorio." }
  }
  const outside = outsideLimits(rest.amount, offer.currency, payment_method, behaviour)
  if (outside !== null) return { problem: outside }
  return {
    body: {
      ...rest,
      country: place.country,
      currency: offer.currency,
      payment_method,
      customer_data,
      bank: bank ?? null,
      person_type: person_type ?? null,
      description: rest.description ?? "",
      expiration_time: rest.expiration_time ?? null,
      metadata: rest.metadata ?? {},
    },
  }
}

/** The country and its offer, or what is wrong with country or currency. */
export function placeOf(
  country: string,
  currency: string,
  merchant: Merchant
): { country: Country; offer: CountryOffer } | { problem: string } {
  if (!isCountry(country)) {
    return { problem: `El campo country no es válido: use ${COUNTRY_CODES.join(", ")}.` }
  }
  if (merchant.country !== undefined && merchant.country !== country) {
    return { problem: `El campo country no es válido: el comercio opera en ${merchant.country}.` }
  }
  const offer = CATALOG[country]
  if (currency !== offer.currency) {
    return { problem: `El campo currency no es válido para ${country}: use ${offer.currency}.` }
  }
  return { country, offer }
}

const lookupSchema = z.object(
  { ticket: text("ticket") },
  { error: "El cuerpo de la solicitud debe ser un objeto JSON." }
)

/** The body repeats the path (docs/service.md#lookup). Returns the problem, or null. */
export function validateLookup(input: unknown, path: string): string | null {
  const parsed = lookupSchema.safeParse(input)
  if (!parsed.success) return firstMessage(parsed.error)
  if (parsed.data.ticket !== path) {
    return "El campo ticket debe ser igual al valor de la dirección."
  }
  return null
}

export function methodsOf(country: Country, behaviour: Behaviour): readonly Method[] {
  return behaviour.methods[country] ?? CATALOG[country].methods
}

/** Limits in major units (docs/service.md#limits) with the settings' overrides. */
export function limitsOf(currency: Currency, method: Method, behaviour: Behaviour): AmountLimit {
  const stated = amountLimit(currency, method)
  const changed = behaviour.limits[currency]?.[method]
  return {
    min: changed?.min === undefined ? stated.min : changed.min,
    max: changed?.max === undefined ? stated.max : changed.max,
  }
}

/** The Spanish problem with an amount in wire units, or null when the method takes it. */
export function outsideLimits(
  amount: number,
  currency: Currency,
  method: Method,
  behaviour: Behaviour
): string | null {
  const { min, max } = limitsOf(currency, method, behaviour)
  if (min !== null && amount < toWire(min, currency, behaviour)) {
    return `El campo amount debe ser al menos ${min} ${currency} para ${method}.`
  }
  if (max !== null && amount > toWire(max, currency, behaviour)) {
    return `El campo amount no puede ser mayor que ${max} ${currency} para ${method}.`
  }
  return null
}

export function firstMessage(error: z.ZodError): string {
  return error.issues[0]?.message ?? "La solicitud no es válida."
}
