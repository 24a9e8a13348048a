import { z } from "zod"
import { address, customerFields, metadata, text, typed, wireAmount } from "./body-fields"
import {
  ACCOUNT_TYPES,
  PAYOUTS,
  WALLET_METHOD,
  type AccountType,
  type Country,
  type Currency,
} from "./catalog"
import { isClabe } from "./pages/numbers"
import type { Behaviour, Merchant } from "./settings"
import type { Customer } from "./transaction"
import { firstMessage, placeOf } from "./validation"

const common = {
  payment_method: text("payment_method", 50),
  reference: text("reference"),
  amount: wireAmount("amount"),
  currency: text("currency", 3),
  country: text("country", 2),
  ipn_url: address("ipn_url"),
  metadata,
}
const NO_BODY = "El cuerpo de la solicitud debe ser un objeto JSON."
const NO_PERSON = { error: typed("customer_data", "un objeto") }

const bodySchema = z.object(
  {
    ...common,
    customer_data: z.object(
      {
        ...customerFields,
        // The older pages of Mexico have none.
        bank: text("customer_data.bank", 60).nullish(),
        account_number: text("customer_data.account_number", 64),
        account_type: text("customer_data.account_type", 20),
      },
      NO_PERSON
    ),
  },
  { error: NO_BODY }
)

const formSchema = z.object(
  {
    ...common,
    customer_data: z.object(
      { ...customerFields, legal_doc: text("customer_data.legal_doc", 30).nullish() },
      NO_PERSON
    ),
  },
  { error: NO_BODY }
)

export interface PayOutBody {
  reference: string
  amount: number
  currency: Currency
  country: Country
  payment_method: string
  ipn_url: string
  customer: Customer
  /** Null: the number names it, or it is named later in a form. */
  bank: string | null
  account_number: string | null
  account_type: AccountType | null
  metadata: Record<string, unknown>
}

/**
 * Every rule that is stated about a payout (docs/service.md#payouts, docs/service.md#destination).
 * The first problem counts.
 */
export function validatePayOut(
  input: unknown,
  merchant: Merchant,
  behaviour: Behaviour
): { body: PayOutBody } | { problem: string } {
  const parsed = bodySchema.safeParse(input)
  if (!parsed.success) return { problem: firstMessage(parsed.error) }
  const { reference, amount, ipn_url, payment_method } = parsed.data
  const place = placeOf(parsed.data.country, parsed.data.currency, merchant)
  if ("problem" in place) return place
  const { country, offer } = place
  const payouts = PAYOUTS[country]
  const methods = payouts.methods.map((method) =>
    method === WALLET_METHOD ? behaviour.payouts.walletMethod : method
  )
  if (!methods.includes(payment_method)) {
    return { problem: oneOf("payment_method", country, methods) }
  }
  const { bank = null, account_number, account_type, ...customer } = parsed.data.customer_data
  const documents = [...offer.document_types, ...payouts.document_types]
  if (!documents.includes(customer.legal_doc_type)) {
    return { problem: oneOf("customer_data.legal_doc_type", country, documents) }
  }
  const types = behaviour.payouts.accountTypes[country] ?? payouts.account_types
  const type = ACCOUNT_TYPES.find((one) => one === account_type && types.includes(one))
  if (type === undefined) {
    return { problem: oneOf("customer_data.account_type", country, types) }
  }
  // An unknown bank is a validation error (docs/service.md#destination).
  if (bank === null && country !== "MX") {
    return { problem: "El campo customer_data.bank es obligatorio." }
  }
  if (bank !== null && !(behaviour.payouts.banks[country] ?? payouts.banks).includes(bank)) {
    return { problem: `El campo customer_data.bank no es válido: el banco ${bank} no existe.` }
  }
  if (type === "CLABE" && !isClabe(account_number)) {
    return { problem: "El campo customer_data.account_number no es válido: no es una CLABE." }
  }
  return {
    body: {
      ...{ reference, amount, currency: offer.currency, country, payment_method, ipn_url },
      ...{ customer, bank, account_number, account_type: type },
      metadata: parsed.data.metadata ?? {},
    },
  }
}

/** The rules of a form for a payout (docs/service.md#payout-forms): nothing is said of an account. */
export function validatePayOutForm(
  input: unknown,
  merchant: Merchant
): { body: PayOutBody } | { problem: string } {
  const parsed = formSchema.safeParse(input)
  if (!parsed.success) return { problem: firstMessage(parsed.error) }
  const { reference, amount, ipn_url, payment_method } = parsed.data
  const place = placeOf(parsed.data.country, parsed.data.currency, merchant)
  if ("problem" in place) return place
  const { country, offer } = place
  if (country !== "PE") return { problem: `El formulario no existe para ${country}.` }
  if (!PAYOUTS.PE.methods.includes(payment_method)) {
    return { problem: oneOf("payment_method", country, PAYOUTS.PE.methods) }
  }
  const { legal_doc, ...customer } = parsed.data.customer_data
  if (!offer.document_types.includes(customer.legal_doc_type)) {
    return { problem: oneOf("customer_data.legal_doc_type", country, offer.document_types) }
  }
  return {
    body: {
      ...{ reference, amount, currency: offer.currency, country, payment_method, ipn_url },
      ...{ bank: null, account_number: null, account_type: null },
      customer: { ...customer, legal_doc: legal_doc ?? "" },
      metadata: parsed.data.metadata ?? {},
    },
  }
}

function oneOf(field: string, country: Country, allowed: readonly string[]): string {
  return `El campo ${field} no es válido para ${country}: use ${allowed.join(", ")}.`
}
