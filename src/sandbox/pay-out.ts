import { refusal, serviceDate, success, type Answer } from "./answers"
import type { Context } from "./context"
import { namedMoney, type ActiveFault } from "./faults"
import { validatePayOut, type PayOutBody } from "./payout-validation"
import type { Merchant } from "./settings"
import { newTicket } from "./ticket"
import { defaultMessage, type Payout } from "./transaction"

/** "Typically within 24 hours" (docs/service.md#envelope). */
const ESTIMATED_MS = 24 * 3_600_000

/** `POST /api/v1/payout` (docs/service.md#payouts). */
export function createPayOut(
  context: Context,
  merchant: Merchant,
  input: unknown,
  fault: ActiveFault | null
): Answer {
  const { behaviour } = context
  const validated = validatePayOut(input, merchant, behaviour)
  if ("problem" in validated) {
    return refusal(behaviour.refusalStatus, "VALIDATION_ERROR", validated.problem)
  }
  const { body } = validated
  const use = firstUse(context, merchant, body)
  if ("refused" in use) return use.refused
  if (use.first !== null) return created(context, use.first, fault)
  const asked = { ...body, form: null }
  return created(context, acceptPayOut(context, merchant, asked, fault, use.affordable), fault)
}

/** What a create meets: the payout that took its reference, or a refusal, or neither. */
export function firstUse(
  { behaviour, store }: Context,
  merchant: Merchant,
  { reference, amount, currency }: Pick<PayOutBody, "reference" | "amount" | "currency">
): { first: Payout | null; affordable: boolean } | { refused: Answer } {
  const first = store.payouts.reference(merchant, reference)
  const affordable = amount <= store.wallet(merchant, currency)
  if (first !== null && behaviour.payouts.duplicate === "first") return { first, affordable }
  // A pay-in and a payout never share a reference: the lookup takes either
  // (docs/service.md#lookup).
  const second = first !== null && behaviour.payouts.duplicate === "second"
  if (!second && store.referenceTaken(merchant, reference)) {
    const message = `La referencia ${reference} ya existe.`
    return { refused: refusal(behaviour.refusalStatus, "REFERENCE_INVALID", message) }
  }
  if (!affordable && behaviour.payouts.lowBalance === "refuse") {
    // No `error` is named for a low balance (docs/service.md#balance).
    const message = "El saldo del comercio no es suficiente."
    return { refused: refusal(behaviour.refusalStatus, "INSUFFICIENT_BALANCE", message) }
  }
  return { first: null, affordable }
}

/** @param affordable null: it waits for the account of whoever is paid */
export function acceptPayOut(
  context: Context,
  merchant: Merchant,
  body: PayOutBody & Pick<Payout, "form">,
  fault: ActiveFault | null,
  affordable: boolean | null
): Payout {
  const { behaviour, clock, store, payoutOutcomes } = context
  const { payment_method, ...asked } = body
  const now = clock.now()
  const hiddenMs = fault?.kind === "late_visibility" ? (fault.ms ?? 1_000) : 0
  const hidden = body.form !== null && behaviour.payouts.form.shown === "filled"
  const payout: Payout = {
    kind: "payout",
    ticket: newTicket(behaviour),
    merchant,
    method: payment_method,
    ...asked,
    paid_amount: null,
    paid_currency: null,
    status: behaviour.initialStatus,
    response_message: defaultMessage(behaviour.initialStatus),
    created_at: now,
    visible_at: hidden ? FOREVER : now + Math.max(hiddenMs, behaviour.payouts.visibleAfterMs),
    settled_at: null,
  }
  store.payouts.add(payout)
  payoutOutcomes.accept(payout)
  if (affordable !== null) payoutOutcomes.proceed(payout, affordable)
  return payout
}

/** The last time that a date can name. */
const FOREVER = 8_640_000_000_000_000

function created({ behaviour, clock }: Context, payout: Payout, fault: ActiveFault | null): Answer {
  const { ticket, method: payment_method } = payout
  const reference = fault?.kind === "wrong_reference" ? `${payout.reference}-x` : payout.reference
  const answer =
    behaviour.form === "flat"
      ? {
          status: 200,
          body: {
            ...{ ticket, reference, status: "PENDING" },
            estimated_time: new Date(clock.now() + ESTIMATED_MS).toISOString(),
          },
        }
      : success("Retiro creado exitosamente", {
          ticket,
          date: serviceDate(payout.created_at),
          transaction: { reference, ...namedMoney(payout, fault), payment_method },
        })
  return { ...answer, ticket, reference: payout.reference }
}
