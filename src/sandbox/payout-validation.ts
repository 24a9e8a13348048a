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

const bodySchema = z.object(
  {
    payment_method: text("payment_method", 50),
    reference: text("reference"),
    amount: wireAmount("amount"),
    currency: text("currency", 3),
    country: text("country", 2),
    ipn_url: address("ipn_url"),
    customer_data: z.object(
      {
        ...customerFields,
        bank: text("customer_data.bank", 60),
        account_number: text("customer_data.account_number", 64),
        account_type: text("customer_data.account_type", 20),
      },
      { error: typed("customer_data", "un objeto") }
    ),
    metadata,
  },
  { error: "El cuerpo de la solicitud debe ser un objeto JSON." }
)

export interface PayOutBody {
  reference: string
  amount: number
  currency: Currency
  country: Country
  payment_method: string
  ipn_url: string
  customer: Customer
  bank: string
  account_number: string
  account_type: AccountType
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
  const { bank, account_number, account_type, ...customer } = parsed.data.customer_data
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
  if (!(behaviour.payouts.banks[country] ?? payouts.banks).includes(bank)) {
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

function oneOf(field: string, country: Country, allowed: readonly string[]): string {
  return `El campo ${field} no es válido para ${country}: use ${allowed.join(", ")}.`
}
