import request, { type Test } from "supertest"
import type { Sandbox } from "../../index"

/** A merchant's side of the service, for the specs: what a plugin would send. */
export const CREDENTIALS = {
  CO: { basic: "sandbox-co:sandbox-co-password", token: "sandbox-co-token" },
  PE: { basic: "sandbox-pe:sandbox-pe-password", token: "sandbox-pe-token" },
  MX: { basic: "sandbox-mx:sandbox-mx-password", token: "sandbox-mx-token" },
} as const
export type Country = keyof typeof CREDENTIALS

export function headers(country: Country = "CO"): Record<string, string> {
  const { basic, token } = CREDENTIALS[country]
  return {
    authorization: `Basic ${Buffer.from(basic).toString("base64")}`,
    "token-top": token,
    "content-type": "application/json",
  }
}

let made = 0

const DEFAULTS = {
  CO: { amount: 50_000, currency: "COP", payment_method: "PSE", legal_doc_type: "CC", code: "57" },
  PE: { amount: 18_990, currency: "PEN", payment_method: "QR", legal_doc_type: "DNI", code: "51" },
  MX: {
    amount: 18_990,
    currency: "MXN",
    payment_method: "SPEI",
    legal_doc_type: "RFC",
    code: "52",
  },
}

export interface Wanted {
  country?: Country
  email?: string
  customer?: Record<string, unknown>
  [field: string]: unknown
}

/** A correct create body; `undefined` takes a field away. */
export function payInBody({ country = "CO", email, customer, ...fields }: Wanted = {}) {
  const { amount, currency, payment_method, legal_doc_type, code } = DEFAULTS[country]
  return {
    reference: `pin_${++made}`,
    amount,
    currency,
    country,
    payment_method,
    description: "Pedido 1001",
    redirect_url: "https://shop.example/checkout/return?cart=1&x=2",
    ipn_url: "http://127.0.0.1:9/hooks/payin/ipn/x/0123456789abcdef",
    customer_data: {
      legal_doc: "1012345678",
      legal_doc_type,
      phone_code: code,
      phone_number: "3001234567",
      email: email ?? "approved@example.com",
      full_name: "Ana María Restrepo",
      ...customer,
    },
    ...fields,
  }
}

export function create(sandbox: Sandbox, wanted: Wanted = {}): Test {
  return request(sandbox.url)
    .post("/api/v1/payin")
    .set(headers(wanted.country))
    .send(payInBody(wanted))
}

const DESTINATIONS = {
  CO: { payment_method: "BANK_TRANSFER", bank: "BANCOLOMBIA", account_type: "AHORRO" },
  PE: { payment_method: "BANK_TRANSFER", bank: "BCP", account_type: "CORRIENTE" },
  MX: {
    ...{ payment_method: "SPEI", bank: "BBVA_MEXICO", account_type: "CLABE" },
    account_number: "032180000118359719",
  },
}

/** A correct payout body; `undefined` takes a field away. */
export function payOutBody({ country = "CO", email, customer, ...fields }: Wanted = {}) {
  const { currency, legal_doc_type, code } = DEFAULTS[country]
  const { payment_method, ...account } = DESTINATIONS[country]
  return {
    reference: `out_${++made}`,
    amount: 30_000,
    currency,
    country,
    payment_method,
    ipn_url: "http://127.0.0.1:9/hooks/payin/ipn/x/0123456789abcdef",
    customer_data: {
      legal_doc: "1012345678",
      legal_doc_type,
      phone_code: code,
      phone_number: "3001234567",
      email: email ?? "approved@example.com",
      full_name: "Ana María Restrepo",
      account_number: "00123456789",
      ...account,
      ...customer,
    },
    ...fields,
  }
}

export function payOut(sandbox: Sandbox, wanted: Wanted = {}): Test {
  const body = payOutBody(wanted)
  return request(sandbox.url).post("/api/v1/payout").set(headers(wanted.country)).send(body)
}

/** The ticket of a payout that was accepted. */
export async function payoutTicket(sandbox: Sandbox, wanted: Wanted = {}): Promise<string> {
  const answer = await payOut(sandbox, wanted)
  if (answer.status !== 200) throw new Error(`not accepted: ${answer.text}`)
  return answer.body.data?.ticket ?? answer.body.ticket
}

export function lookup(sandbox: Sandbox, id: string, country: Country = "CO"): Test {
  return request(sandbox.url)
    .post(`/api/v1/transaction/${encodeURIComponent(id)}`)
    .set(headers(country))
    .send({ ticket: id })
}

/** The ticket of a pay-in that was accepted. */
export async function ticketOf(sandbox: Sandbox, wanted: Wanted = {}): Promise<string> {
  const answer = await create(sandbox, wanted)
  if (answer.status !== 200) throw new Error(`not accepted: ${answer.text}`)
  return answer.body.data?.ticket ?? answer.body.ticket
}

/** A shopper's browser without scripts: opens, presses, follows. */
export function press(
  sandbox: Sandbox,
  ticket: string,
  act: string,
  fields: Record<string, string> = {}
): Test {
  return request(sandbox.url).post(`/pay/${ticket}/${act}`).type("form").send(fields)
}

export function open(sandbox: Sandbox, ticket: string, language = "es"): Test {
  return request(sandbox.url).get(`/pay/${ticket}`).set("accept-language", language)
}
