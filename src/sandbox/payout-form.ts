import { randomBytes } from "node:crypto"
import { refusal, success, type Answer } from "./answers"
import { ACCOUNT_TYPES, PAYOUTS } from "./catalog"
import { publicUrl, type Context } from "./context"
import type { ActiveFault } from "./faults"
import { acceptPayOut, firstUse } from "./pay-out"
import { validatePayOutForm } from "./payout-validation"
import type { Merchant } from "./settings"
import type { Payout } from "./transaction"

/** `POST /api/v1/payout/form` (docs/service.md#payout-forms): the account is named later, by who is paid. */
export function createPayOutForm(
  context: Context,
  merchant: Merchant,
  input: unknown,
  fault: ActiveFault | null
): Answer {
  const { behaviour } = context
  const validated = validatePayOutForm(input, merchant)
  if ("problem" in validated) {
    return refusal(behaviour.refusalStatus, "VALIDATION_ERROR", validated.problem)
  }
  const { body } = validated
  const use = firstUse(context, merchant, body)
  if ("refused" in use) return use.refused
  if (use.first !== null) return made(context, use.first)
  const form = { token: randomBytes(16).toString("hex"), filled: false }
  const payout = acceptPayOut(context, merchant, { ...body, form }, fault, null)
  return made(context, payout)
}

function made(context: Context, payout: Payout): Answer {
  const { behaviour } = context
  const { ticket, reference, form } = payout
  const form_url = form && `${publicUrl(context)}/form/${form.token}`
  const data = {
    ...(behaviour.payouts.form.ticket && { ticket }),
    ...(behaviour.payouts.form.address && { form_url }),
  }
  return { ...success("Formulario creado exitosamente", data), ticket, reference }
}

/** What the person who is paid writes. */
export interface FilledForm {
  bank: string
  account_number: string
  account_type: string
}

/**
 * The person names the account: from now on the payout is as any other.
 *
 * @returns what is wrong, by field; null: nothing
 */
export function fillForm(
  { clock, behaviour, payoutOutcomes }: Context,
  payout: Payout,
  { bank, account_number, account_type }: FilledForm
): "bank" | "account_number" | "account_type" | null {
  const { form, country } = payout
  const { account_types, banks } = PAYOUTS[country]
  const type = ACCOUNT_TYPES.find((one) => one === account_type && account_types.includes(one))
  if (!(behaviour.payouts.banks[country] ?? banks).includes(bank)) return "bank"
  if (type === undefined) return "account_type"
  if (!/^[0-9]{8,20}$/.test(account_number)) return "account_number"
  if (form !== null && !form.filled && payout.settled_at === null) {
    Object.assign(payout, { bank, account_number, account_type: type })
    payout.form = { ...form, filled: true }
    payout.visible_at = Math.min(payout.visible_at, clock.now())
    payoutOutcomes.proceed(payout, true)
  }
  return null
}
