import request, { type Test } from "supertest"
import type { Sandbox } from "../../../index"
import { headers as paymentHeaders, type Country } from "../../../__tests__/support/shop"

/** A merchant's side of the card-payment API, for the specs. */
export function cardHeaders(country: Country = "CO"): Record<string, string> {
  return {
    ...paymentHeaders(country),
    "x-merchant-id": `sandbox-${country.toLowerCase()}`,
    "x-request-id": `req-${++made}`,
  }
}

let made = 0

export const PATHS = {
  subscribe: "/card/api/subscription/card",
  cancel: "/card/api/subscription/card/cancel",
  authorize: "/card/api/v1/subscription/card/authorize",
  renew: "/card/api/v1/subscription/card/authorize/renewal",
  capture: "/card/api/v1/subscription/card/capture",
} as const
export type CardAct = keyof typeof PATHS

export function call(sandbox: Sandbox, act: CardAct, body: unknown): Test {
  return request(sandbox.url).post(PATHS[act]).set(cardHeaders()).send(JSON.stringify(body))
}

type Fields = Record<string, unknown>

/** A correct body; `undefined` takes a field away. */
export function subscriptionBody({ customer, ...fields }: Fields & { customer?: Fields } = {}) {
  return {
    token: "tok_test_approved",
    plan_name: "Café mensual",
    periodicity: "monthly",
    start_date: "2030-01-31",
    customer_data: {
      legal_doc: "1012345678",
      legal_doc_type: "CC",
      phone_code: "+57",
      phone_number: "3001234567",
      email: "ana@example.com",
      full_name: "Ana María Restrepo",
      ...customer,
    },
    ...fields,
  }
}

export function authorizationBody(subscription_id: string, fields: Fields = {}) {
  const reference_id = `car_${++made}`
  return { subscription_id, reference_id, currency: "COP", amount: 50_000, tax: 0, ...fields }
}

/** The id of a subscription that was accepted. */
export async function subscribed(sandbox: Sandbox, token = "tok_test_approved"): Promise<string> {
  const answer = await call(sandbox, "subscribe", subscriptionBody({ token }))
  if (answer.body.status !== true) throw new Error(`not accepted: ${answer.text}`)
  return answer.body.data.subscription_id
}

export function authorize(sandbox: Sandbox, subscription_id: string, fields: Fields = {}): Test {
  return call(sandbox, "authorize", authorizationBody(subscription_id, fields))
}

/** The id of an approved preauthorization. */
export async function authorized(
  sandbox: Sandbox,
  subscription_id: string,
  fields: Fields = {}
): Promise<string> {
  const answer = await authorize(sandbox, subscription_id, fields)
  if (answer.body.status !== true) throw new Error(`not authorized: ${answer.text}`)
  return answer.body.data.transaction_id
}

export function renew(
  sandbox: Sandbox,
  subscription_id: string,
  linked_transaction_id: string,
  fields: Fields = {}
): Test {
  const body = authorizationBody(subscription_id, { linked_transaction_id, ...fields })
  return call(sandbox, "renew", body)
}

export function capture(sandbox: Sandbox, transaction_id: string, fields: Fields = {}): Test {
  return call(sandbox, "capture", { transaction_id, amount: 50_000, tax: 0, ...fields })
}
