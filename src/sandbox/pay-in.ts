import { refusal, serviceDate, success, type Answer } from "./answers"
import { defaultExpiration } from "./catalog"
import { publicUrl, type Context } from "./context"
import { beginAtBank, directAnswer, directProblem } from "./direct"
import { namedMoney, type ActiveFault } from "./faults"
import { clabeFor, EFECTY_AGREEMENT, efectyFor } from "./pages/numbers"
import type { Merchant } from "./settings"
import { newTicket } from "./ticket"
import { defaultMessage, type Transaction } from "./transaction"
import { validatePayIn, type PayInBody } from "./validation"

/** `POST /api/v1/payin` and `/api/v2/payin` (docs/service.md#create-a-pay-in). */
export function createPayIn(
  context: Context,
  merchant: Merchant,
  input: unknown,
  fault: ActiveFault | null,
  version: 1 | 2 = 1
): Answer {
  const { behaviour, store } = context
  const validated = validatePayIn(input, merchant, behaviour)
  if ("problem" in validated) {
    return refusal(behaviour.refusalStatus, "VALIDATION_ERROR", validated.problem)
  }
  const { body } = validated
  const lacks = directProblem(context, merchant, body, version)
  if (lacks !== null) return refusal(behaviour.refusalStatus, "VALIDATION_ERROR", lacks)
  if (store.referenceTaken(merchant, body.reference)) {
    // The only hint about a duplicate is this `error` (docs/service.md#references-and-tickets).
    const message = `La referencia ${body.reference} ya existe.`
    return refusal(behaviour.refusalStatus, "REFERENCE_INVALID", message)
  }
  const transaction = accept(context, merchant, body)
  if (fault?.kind === "late_visibility") {
    transaction.visible_at = context.clock.now() + (fault.ms ?? 1_000)
  }
  beginAtBank(context, transaction, body, version)
  const echoed = fault?.kind === "wrong_reference" ? `${body.reference}-x` : body.reference
  const direct = directAnswer(context, transaction, body, paymentUrl(context, transaction), version)
  return {
    ...(direct ?? created(context, transaction, echoed, fault, version)),
    ticket: transaction.ticket,
    reference: transaction.reference,
  }
}

function accept(context: Context, merchant: Merchant, body: PayInBody): Transaction {
  const { behaviour, clock, store, outcomes } = context
  const now = clock.now()
  const minutes = body.expiration_time ?? defaultExpiration(body.payment_method)
  const transaction: Transaction = {
    kind: "payin",
    ticket: newTicket(behaviour),
    reference: body.reference,
    merchant,
    country: body.country,
    method: body.payment_method,
    amount: body.amount,
    currency: body.currency,
    paid_amount: null,
    paid_currency: null,
    status: behaviour.initialStatus,
    response_message: defaultMessage(behaviour.initialStatus),
    description: body.description,
    redirect_url: body.redirect_url,
    ipn_url: body.ipn_url,
    customer: body.customer_data,
    metadata: body.metadata,
    created_at: now,
    expires_at: now + minutes * 60_000,
    visible_at: now,
    settled_at: null,
    visit: {
      method: body.payment_method,
      bank: null,
      person_type: null,
      card: null,
      coming: null,
      step: "start",
    },
  }
  store.add(transaction)
  outcomes.watchExpiry(transaction)
  return transaction
}

function created(
  context: Context,
  transaction: Transaction,
  reference: string,
  fault: ActiveFault | null,
  version: 1 | 2
): Answer {
  const { ticket, method, redirect_url, ipn_url, description } = transaction
  const payment_url = paymentUrl(context, transaction)
  if (context.behaviour.form === "flat") {
    const expiration = new Date(transaction.expires_at).toISOString()
    return { status: 200, body: { ticket, reference, status: "PENDING", payment_url, expiration } }
  }
  return success("Transacción creada exitosamente", {
    ticket,
    date: serviceDate(transaction.created_at),
    payment_url,
    ...(version === 2 && informationOf(transaction)),
    transaction: {
      reference,
      ...namedMoney(transaction, fault),
      payment_method: method,
      redirect_url,
      ipn_url,
      description,
    },
  })
}

/** How to pay without the page, beside it: what version 2 adds. The names of its fields are ours (docs/service.md#direct-payments). */
function informationOf({ method, ticket }: Transaction): object | null {
  switch (method) {
    case "EFECTY":
      return { payment_information: { agreement: EFECTY_AGREEMENT, reference: efectyFor(ticket) } }
    case "SPEI":
      return { payment_information: { clabe: clabeFor(ticket) } }
    default:
      return null
  }
}

export function paymentUrl(context: Context, transaction: Transaction): string {
  return `${publicUrl(context)}/pay/${transaction.ticket}`
}
