import { randomUUID } from "node:crypto"
import type { Answer } from "../answers"
import type { Context } from "../context"
import type { ActiveFault } from "../faults"
import { done, invalid, refused } from "./card-answers"
import { checkCancel, checkSubscription, type SubscriptionBody } from "./card-validation"
import type { Subscription } from "./records"
import { visibleAt, type CardCall } from "./card-call"
import type { TestCard } from "./test-cards"

/** `POST /api/subscription/card` (docs/service.md#card-subscriptions). */
export function createSubscription(context: Context, call: CardCall): Answer {
  const { merchant, input, fault } = call
  // The card-payment API exists for Colombia only.
  if (!merchant.active || (merchant.country !== undefined && merchant.country !== "CO")) {
    return refused(403, "ACCESS_DENIED", "El comercio no está activo.")
  }
  const checked = checkSubscription(input, context.behaviour, context.clock.now())
  if ("problem" in checked) return invalid(checked.problem)
  const { body } = checked
  const usable = cardBehind(context, body.token, fault)
  if (typeof usable === "string") return refused(200, "SUBSCRIPTION_CREATION_FAILED", usable)
  const subscription = accept(context, call, body, usable)
  const { subscription_id } = subscription
  return {
    ...done("CREATED", "Suscripción creada exitosamente", { subscription_id }),
    ticket: subscription_id,
  }
}

/** The card, or why the provider does not take it. */
function cardBehind(
  { cards, behaviour }: Context,
  token: string,
  fault: ActiveFault | null
): TestCard | string {
  const found = cards.tokens.look(token)
  if (found === null) return "El token de la tarjeta no es válido."
  if (found.used && behaviour.cards.tokenUse === "once") {
    return "El token de la tarjeta ya fue utilizado."
  }
  if (!found.card.subscribe || fault?.kind === "declined") {
    return "El proveedor no pudo crear la suscripción."
  }
  return found.card
}

function accept(
  context: Context,
  { merchant, requestId, fault }: CardCall,
  { token, plan_name, periodicity, customer_data, start_date }: SubscriptionBody,
  card: TestCard
): Subscription {
  const { cards, behaviour, clock } = context
  const prefix = behaviour.cards.subscriptionIds === "prefixed" ? "sub_" : ""
  const subscription: Subscription = {
    subscription_id: prefix + randomUUID(),
    merchant,
    card,
    token,
    ...{ plan_name, periodicity, start_date },
    customer: customer_data,
    status: "ACTIVE",
    request_id: requestId,
    created_at: clock.now(),
    visible_at: visibleAt(context, fault),
    ended_at: null,
  }
  cards.tokens.use(token)
  cards.store.addSubscription(subscription)
  cards.webhooks.emit("subscription.created", subscription)
  return subscription
}

/** `POST /api/subscription/card/cancel` (docs/service.md#cancel). */
export function cancelSubscription(context: Context, { merchant, input }: CardCall): Answer {
  const checked = checkCancel(input, context.behaviour)
  if ("problem" in checked) return invalid(checked.problem)
  const { subscription_id } = checked.body
  const { cards, clock } = context
  const subscription = cards.store.subscriptionFor(merchant, subscription_id, clock.now())
  if (!subscription) return unknownSubscription()
  const before = subscription.status
  if (before === "EXPIRED") {
    const message = "La suscripción no se puede cancelar en su estado actual."
    return { ...refused(409, "INVALID_STATE", message), ticket: subscription_id }
  }
  if (before === "ACTIVE") endSubscription(context, subscription, "CANCELLED")
  const cancellation_date = new Date(subscription.ended_at ?? clock.now()).toISOString()
  const [code, message] =
    before === "ACTIVE"
      ? ["SUCCESS", "Suscripción cancelada exitosamente"]
      : ["ALREADY_CANCELLED", "La suscripción ya estaba cancelada"]
  return { ...done(code, message, { subscription_id, cancellation_date }), ticket: subscription_id }
}

/**
 * Ends it and says so. What is held stays until it expires: no call voids a hold
 * (docs/service.md#cancel).
 */
export function endSubscription(
  { cards, clock }: Context,
  subscription: Subscription,
  status: "CANCELLED" | "EXPIRED"
): void {
  subscription.status = status
  subscription.ended_at = clock.now()
  cards.webhooks.emit(
    status === "CANCELLED" ? "subscription.cancelled" : "subscription.expired",
    subscription
  )
}

export function unknownSubscription(): Answer {
  return refused(404, "NOT_FOUND", "La suscripción no existe.")
}
