import { success, refusal, type Answer } from "./answers"
import { publicUrl, type Context } from "./context"
import { COLOMBIA_PSE, pseBank } from "./pse-banks"
import type { DirectMethod } from "./catalog"
import type { Behaviour, Merchant } from "./settings"
import type { Transaction } from "./transaction"
import type { PayInBody } from "./validation"

/** How an account answers a method (docs/service.md#direct-payments). */
type Form = "hosted" | "direct" | "bare_key" | "nothing"

function isDirectMethod(method: string): method is DirectMethod {
  return method === "PSE" || method === "BREB" || method === "TRANSFIYA"
}

/** The setting of the sandbox wins; else the merchant's own switch; v2 is direct where the body asks for it. */
function formOf(behaviour: Behaviour, merchant: Merchant, body: PayInBody, version: 1 | 2): Form {
  const { payment_method } = body
  if (!isDirectMethod(payment_method)) return "hosted"
  const chosen = behaviour.direct[payment_method]
  if (chosen !== undefined) return chosen
  if (version === 2) {
    const isAsked = payment_method === "PSE" ? body.bank !== null : payment_method === "BREB"
    return isAsked ? "direct" : "hosted"
  }
  return merchant.direct.includes(payment_method) ? "direct" : "hosted"
}

/** What a direct request lacks; null: nothing. */
export function directProblem(
  { behaviour }: Context,
  merchant: Merchant,
  body: PayInBody,
  version: 1 | 2
): string | null {
  if (body.payment_method !== "PSE" || formOf(behaviour, merchant, body, version) !== "direct") {
    return null
  }
  if (body.bank === null) return "El campo customer_data.bank es obligatorio."
  if (pseBank(body.bank) === undefined) return "El campo customer_data.bank no es válido."
  if (body.person_type === null) return "El campo customer_data.person_type es obligatorio."
  return null
}

/** The shopper chose the bank in the shop: the page begins where the bank asks to confirm. */
export function beginAtBank(
  { behaviour }: Context,
  transaction: Transaction,
  body: PayInBody,
  version: 1 | 2
): void {
  const bank = pseBank(body.bank)
  if (bank !== undefined && formOf(behaviour, transaction.merchant, body, version) === "direct") {
    const visit = { bank: bank.page, person_type: body.person_type, step: "confirm" } as const
    transaction.visit = { ...transaction.visit, ...visit }
  }
}

/** The answer to a create without a hosted page; null: this one has a page. */
export function directAnswer(
  context: Context,
  transaction: Transaction,
  body: PayInBody,
  payment_url: string,
  version: 1 | 2
): Answer | null {
  const form = formOf(context.behaviour, transaction.merchant, body, version)
  const data = dataOf(form, transaction, payment_url)
  return data && success("Transacción creada exitosamente", data)
}

function dataOf(
  form: Form,
  { method, ticket, reference, customer }: Transaction,
  payment_url: string
): Record<string, string> | null {
  if (form === "hosted") return null
  if (form === "nothing") return {}
  if (method === "PSE") return { ticket, payment_url, type: "pse_payment" }
  if (method === "TRANSFIYA") {
    const last = customer.phone_number.slice(-4)
    return {
      confirmation: `Confirme el pago en la app de su banco, con el celular que termina en ${last}.`,
      type: "transfiya_confirmation",
    }
  }
  const account_number = `@pago${reference.slice(-8).toLowerCase()}`
  return form === "bare_key" ? { ticket, account_number } : { ticket, payment_url, account_number }
}

/** `GET /api/v1/pse/banks` (docs/service.md#banks-of-pse). */
export function listBanks(context: Context): Answer {
  const { bankList } = context.behaviour
  if (bankList === "broken") return refusal(500, "SERVICE_ERROR", "Error interno del servicio.")
  if (bankList === "not_a_list") return success(null, { banks: "none" })
  const banks = bankList === "empty" ? [] : COLOMBIA_PSE
  return success(
    null,
    banks.map(({ code, name }) => ({
      code,
      name,
      image: `${publicUrl(context)}/bank-images/${code}.svg`,
    }))
  )
}
