import { randomUUID } from "node:crypto"
import type { Answer } from "../answers"
import type { Context } from "../context"
import { done, invalid, refused, transactionData } from "./card-answers"
import { visibleAt, type CardCall } from "./card-call"
import { checkAuthorization, checkRenewal, type AuthorizationBody } from "./card-validation"
import type { Authorization, Subscription, TransactionStatus } from "./records"
import { unknownSubscription } from "./subscriptions"
import { reverse } from "./captures"

/** `POST /api/v1/subscription/card/authorize` (docs/service.md#preauthorization). */
export function authorize(context: Context, call: CardCall): Answer {
  const checked = checkAuthorization(call.input, context.behaviour)
  if ("problem" in checked) return invalid(checked.problem)
  const { body } = checked
  const subscription = find(context, call, body)
  if (!subscription) return unknownSubscription()
  const repeated = repeat(context, call, body)
  if (repeated) return repeated
  if (subscription.status !== "ACTIVE") return inactive()
  return answer(context, call, hold(context, call, body, subscription, null))
}

/** `POST /api/v1/subscription/card/authorize/renewal` (docs/service.md#renewal). */
export function renew(context: Context, call: CardCall): Answer {
  const checked = checkRenewal(call.input, context.behaviour)
  if ("problem" in checked) return invalid(checked.problem)
  const { body } = checked
  const { cards, clock } = context
  const subscription = find(context, call, body)
  if (!subscription) return unknownSubscription()
  const id = body.linked_transaction_id
  const original = cards.store.authorizationFor(call.merchant, id, clock.now())
  if (original?.subscription !== subscription) {
    return refused(404, "NOT_FOUND", "La transacción original no existe.")
  }
  const repeated = repeat(context, call, body)
  if (repeated) return repeated
  if (subscription.status !== "ACTIVE") return inactive()
  if (original.status !== "APPROVED" || original.cancelled_at !== null) {
    return refused(422, "INVALID_STATE", "La transacción original no está aprobada.")
  }
  const renewal = hold(context, call, body, subscription, original)
  // The original is cancelled when the renewal succeeds and when it is rejected
  // (docs/service.md#renewal).
  original.cancelled_at = clock.now()
  if (original.capture && context.behaviour.cards.renewalOfCaptured === "reverse") {
    reverse(context, original.capture)
  }
  return answer(context, call, renewal)
}

function find({ cards, clock }: Context, { merchant }: CardCall, body: AuthorizationBody) {
  return cards.store.subscriptionFor(merchant, body.subscription_id, clock.now())
}

/** Nobody says what a repeated `reference_id` does (docs/service.md#preauthorization). */
function repeat(context: Context, call: CardCall, { reference_id }: AuthorizationBody) {
  const { duplicateReference } = context.behaviour.cards
  if (duplicateReference === "accept" || reference_id === null) return null
  const first = context.cards.store.underReference(call.merchant, reference_id)[0]
  if (first === undefined) return null
  if (duplicateReference === "first") return answer(context, call, first)
  return invalid("El campo reference_id ya fue utilizado.")
}

function hold(
  context: Context,
  { requestId, fault }: CardCall,
  { reference_id, amount, tax, currency }: AuthorizationBody,
  subscription: Subscription,
  linked: Authorization | null
): Authorization {
  const { cards, clock } = context
  const status =
    fault?.kind === "declined" ? "DECLINED" : decide(context, subscription, linked !== null)
  const authorization: Authorization = {
    transaction_id: randomUUID(),
    subscription,
    type: linked ? "RENEWAL_PRE_AUTH_TRANSACTION" : "PRE_AUTH_TRANSACTION",
    linked,
    // The service makes one when it is absent (docs/service.md#preauthorization).
    reference_id: reference_id ?? randomUUID(),
    ...{ amount, tax, currency, status },
    reason: status === "APPROVED" ? null : subscription.card.reason,
    request_id: requestId,
    created_at: clock.now(),
    visible_at: visibleAt(context, fault),
    capture: null,
    cancelled_at: null,
  }
  cards.store.addAuthorization(authorization)
  cards.webhooks.emit(
    status === "APPROVED" ? "transaction.authorized" : "transaction.declined",
    authorization
  )
  return authorization
}

function decide(
  { behaviour, cards }: Context,
  subscription: Subscription,
  isRenewal: boolean
): TransactionStatus {
  const { card } = subscription
  switch (isRenewal ? behaviour.cards.renew : behaviour.cards.authorize) {
    case "approve":
      return "APPROVED"
    case "decline":
      return "DECLINED"
    case "error":
      return "ERROR"
    case "card": {
      if (isRenewal) return card.renew
      const before = cards.store.ofSubscription(subscription)
      return before.some(({ status }) => status === "APPROVED") ? card.later : card.authorize
    }
  }
}

function answer(context: Context, { fault }: CardCall, authorization: Authorization): Answer {
  const { transaction_id, reference_id, status, linked, reason } = authorization
  const data = transactionData(context, authorization, fault)
  const noted = { ticket: transaction_id, reference: reference_id }
  if (status === "APPROVED") {
    const message = linked ? "Renovación autorizada exitosamente" : "Pago autorizado exitosamente"
    return { ...done("AUTHORIZED", message, data), ...noted }
  }
  const code = linked ? "PAYMENT_RENEWAL_FAILED" : "PAYMENT_AUTHORIZATION_FAILED"
  const shown = context.behaviour.cards.failureData ? data : undefined
  return { ...refused(422, code, reason ?? "", shown), ...noted }
}

function inactive(): Answer {
  return refused(422, "INVALID_STATE", "La suscripción no está activa.")
}
