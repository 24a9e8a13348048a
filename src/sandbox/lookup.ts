import { refusal, serviceDate, success, type Answer } from "./answers"
import type { Context } from "./context"
import { namedMoney, type ActiveFault } from "./faults"
import { shownAmount } from "./money"
import type { Merchant } from "./settings"
import { amountOf, currencyOf } from "./store"
import type { Customer, Payout, Transaction } from "./transaction"
import { validateLookup } from "./validation"

/** `POST /api/v1/transaction/{ticket or reference}` (docs/service.md#lookup). */
export function lookUp(
  context: Context,
  merchant: Merchant,
  ticketOrReference: string,
  input: unknown,
  fault: ActiveFault | null
): Answer {
  const { behaviour, store, clock, outcomes } = context
  const problem = validateLookup(input, ticketOrReference)
  if (problem !== null) return refusal(behaviour.refusalStatus, "VALIDATION_ERROR", problem)
  const transaction = store.movementFor(merchant, ticketOrReference)
  if (!transaction || clock.now() < transaction.visible_at || fault?.kind === "late_visibility") {
    return unknown(context)
  }
  if (transaction.kind === "payin") outcomes.expireIfDue(transaction)
  const reference =
    fault?.kind === "wrong_reference" ? `${transaction.reference}-x` : transaction.reference
  return {
    ...success(null, found(context, transaction, reference, fault)),
    ticket: transaction.ticket,
    reference: transaction.reference,
  }
}

/** The fields of docs/service.md#lookup; with `lookupQuirks` as the service's own sample looks. */
function found(
  context: Context,
  transaction: Transaction | Payout,
  reference: string,
  fault: ActiveFault | null
): unknown {
  const { behaviour } = context
  const { customer, merchant } = transaction
  const quirks = behaviour.lookupQuirks
  const shown = shownAmount(
    amountOf(transaction),
    transaction.currency,
    behaviour.amounts.lookup,
    behaviour
  )
  return {
    ticket: transaction.ticket,
    reference,
    ...namedMoney({ amount: shown, currency: currencyOf(transaction) }, fault),
    type_transaction:
      transaction.kind === "payin" ? behaviour.depositLabel : behaviour.payouts.label,
    customer: quirks ? quirky(customer) : { ...customer },
    status: transaction.status,
    response_message: transaction.response_message,
    date: serviceDate(transaction.created_at),
    ...(quirks ? { metadata: [] } : {}),
    ...(quirks && transaction.kind === "payin" && transaction.visit.method === "PSE"
      ? { cus: trackingCode(transaction.ticket, merchant.merchantId) }
      : {}),
  }
}

function quirky(customer: Customer): Record<string, unknown> {
  return {
    ...customer,
    legal_doc: numberWhenPossible(customer.legal_doc),
    phone_number: numberWhenPossible(customer.phone_number),
  }
}

function numberWhenPossible(text: string): string | number {
  const value = Number(text)
  return /^[1-9]\d*$/.test(text) && Number.isSafeInteger(value) ? value : text
}

/** PSE's tracking code: nine digits, always the same for one ticket. */
function trackingCode(ticket: string, merchantId: string): number {
  let code = 0
  for (const char of ticket + merchantId) code = (code * 31 + char.charCodeAt(0)) % 900_000_000
  return 100_000_000 + code
}

/**
 * The answer for an unknown reference is open (docs/service.md#not-known). The setting chooses one
 * of four.
 */
function unknown({ behaviour }: Context): Answer {
  const message = "La transacción no existe."
  if (behaviour.unknownLookup === "HTTP_404") return refusal(404, "NOT_FOUND", message)
  return refusal(200, behaviour.unknownLookup, message)
}
