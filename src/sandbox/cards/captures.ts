import { randomUUID } from "node:crypto"
import type { Answer } from "../answers"
import type { Context } from "../context"
import { toWire } from "../money"
import { done, invalid, refused, transactionData } from "./card-answers"
import { visibleAt, type CardCall } from "./card-call"
import { checkCapture, type CaptureBody } from "./card-validation"
import { holdOf, type Authorization, type Capture } from "./records"

/** `POST /api/v1/subscription/card/capture` (docs/service.md#capture). */
export function capture(context: Context, call: CardCall): Answer {
  const checked = checkCapture(call.input)
  if ("problem" in checked) return invalid(checked.problem)
  const { body } = checked
  const { cards, clock } = context
  const found = cards.store.authorizationFor(call.merchant, body.transaction_id, clock.now())
  if (!found) return refused(404, "NOT_FOUND", "La transacción no existe.")
  const noted = { ticket: found.transaction_id, reference: found.reference_id }
  const problem = state(context, found)
  if (problem !== null) return { ...refused(422, "INVALID_STATE", problem), ...noted }
  if (body.amount > found.amount) {
    const message = "El monto supera el valor autorizado."
    return { ...refused(422, "PROCESSING_ERROR", message), ...noted }
  }
  const made = complete(context, call, found, body)
  const data = transactionData(context, made, call.fault)
  if (made.status === "APPROVED") {
    return { ...done("CAPTURED", "Pago capturado exitosamente", data), ...noted }
  }
  const shown = context.behaviour.cards.failureData ? data : undefined
  return { ...refused(422, "PAYMENT_CAPTURE_FAILED", made.reason ?? "", shown), ...noted }
}

/** Why there is nothing to capture, or null. */
function state({ behaviour, clock }: Context, authorization: Authorization): string | null {
  const { captureAfterCancel, holdDays } = behaviour.cards
  switch (holdOf(authorization, clock.now(), holdDays)) {
    case "none":
      return "La transacción no fue autorizada."
    case "captured":
      return "La transacción ya fue capturada."
    case "cancelled":
      return "La transacción fue cancelada."
    case "lapsed":
      return "La autorización de la transacción venció."
    case "held": {
      const ended = authorization.subscription.status !== "ACTIVE"
      return ended && captureAfterCancel === "refuse" ? "La suscripción no está activa." : null
    }
  }
}

function complete(
  context: Context,
  { requestId, fault }: CardCall,
  authorization: Authorization,
  { amount, tax }: CaptureBody
): Capture {
  const { behaviour, cards, clock } = context
  const { subscription, reference_id, currency } = authorization
  const { card } = subscription
  const setting = behaviour.cards.capture
  const taken =
    fault?.kind !== "declined" && (setting === "card" ? card.capture : setting === "approve")
  const made: Capture = {
    transaction_id: randomUUID(),
    type: "COMPLETION_TRANSACTION",
    linked: authorization,
    subscription,
    ...{ reference_id, amount, tax, currency },
    status: taken ? "APPROVED" : "DECLINED",
    reason: taken ? null : card.reason,
    request_id: requestId,
    created_at: clock.now(),
    visible_at: visibleAt(context, fault),
    reversed_at: null,
  }
  cards.store.addCapture(made)
  if (taken) {
    authorization.capture = made
    raiseWallet(context, made, 1)
  }
  cards.webhooks.emit(taken ? "transaction.captured" : "transaction.declined", made)
  return made
}

/** The service gives a captured amount back by itself; a declined capture is how it would say so. */
export function reverse(context: Context, made: Capture): void {
  if (made.reversed_at !== null || made.status !== "APPROVED") return
  made.reversed_at = context.clock.now()
  raiseWallet(context, made, -1)
  context.cards.webhooks.emit("transaction.declined", made)
}

/** Payouts need a balance (docs/service.md#test-environment-of-the-service). What cards brought counts too. */
function raiseWallet({ store, behaviour }: Context, made: Capture, sign: 1 | -1): void {
  const wire = toWire(made.amount, "COP", behaviour)
  store.addToWallet(made.subscription.merchant, sign * wire, made.currency)
}
