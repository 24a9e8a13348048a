import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { z } from "zod"
import { medusaAmount } from "../../domain/row/medusa-row"
import { payableOf, capturableOfHold } from "../../domain/card/capturable-amount"
import { isPositive, sameAmount } from "../../domain/money/amount"
import { cardProviderId } from "../../domain/options/provider-id"
import { renewalReason } from "../../domain/renewal/reason"
import type { RenewalHold } from "../../modules/subscriptions/renewal-holds"
import { CardMedusaCalls } from "../card/card-medusa-calls"
import { collectionForOutstanding, heldElsewhere } from "../payment-link/collection"
import { findOwingOrder } from "../../medusa/owing-order"
import { alreadyPaying } from "../payment-link/owing"
import { servicesOf } from "../settle"
import { findOrder } from "../../medusa/payment-snapshot"
import { decisionOnOrder, underOrderLock } from "./order-left"
import { RenewalStuckError } from "./outcome"
import { refusalBehind } from "./place-order"

/**
 * The amount to charge on a card: a cart's total, or the outstanding amount of an existing order.
 */
export interface Bill {
  collection_id: string
  /** Null: the order exists already. */
  cart_id: string | null
  currency: string
  total: z.infer<typeof medusaAmount>
  tax: z.infer<typeof medusaAmount>
}

const taxed = z.object({ tax_total: medusaAmount })

/**
 * The bill of an order that could not be canceled, in a payment collection of its own.
 *
 * @returns why no card is charged for it, for a person
 */
export async function billOfOrder(
  container: MedusaContainer,
  orderId: string,
  account: string
): Promise<Bill | string> {
  return underOrderLock(container, orderId, async () => {
    const order = await findOwingOrder(container, orderId)
    if (order === null) {
      return renewalReason("order_gone", { order: orderId })
    }
    const { outstanding } = order.owed
    const holder = heldElsewhere(order)
    if (holder !== null && holder !== cardProviderId(account)) {
      return renewalReason("held_elsewhere", { provider: holder, order: orderId })
    }
    const paying = await alreadyPaying(container, order)
    if (paying !== null || !isPositive(payableOf(outstanding))) {
      return paying ?? renewalReason("order_owes_nothing", { order: orderId })
    }
    return {
      collection_id: await collectionForOutstanding(container, order),
      cart_id: null,
      currency: order.currency_code,
      total: outstanding,
      tax: await taxOf(container, orderId),
    }
  })
}

/**
 * Charges the card for an order's outstanding amount through Medusa, which books it on that order.
 * If a person collected it by other means meanwhile, nothing is charged.
 *
 * @returns why the card was refused, for a person; null when it was charged or must not be charged
 * now
 */
export async function chargeOrder(
  container: MedusaContainer,
  hold: RenewalHold,
  orderId: string
): Promise<string | null> {
  const { renewalHolds } = servicesOf(container).subscriptions
  return underOrderLock(container, orderId, async () => {
    const session = (await owesAll(container, hold, orderId))
      ? await sessionOf(container, hold)
      : null
    if (session === null) {
      await renewalHolds.drop(hold.id, renewalReason("owed_changed"))
      return null
    }
    try {
      await new CardMedusaCalls(container).authorizeOnOrder(session)
      return null
    } catch (error) {
      return refusalBehind(error, renewalHolds, hold)
    }
  })
}

/** Whether the order owes the whole amount to be held, and nobody else is to pay it. */
async function owesAll(
  container: MedusaContainer,
  hold: RenewalHold,
  orderId: string
): Promise<boolean> {
  const decision = await decisionOnOrder(container, orderId)
  const order =
    decision === "kept" || decision === "free" ? await findOrder(container, orderId) : null
  return order !== null && capturableOfHold(hold, order.owed.outstanding) === "whole"
}

/** The session that owns the hold, made if needed; null when its collection has another amount. */
async function sessionOf(container: MedusaContainer, hold: RenewalHold): Promise<string | null> {
  const { renewalHolds } = servicesOf(container).subscriptions
  const medusa = new CardMedusaCalls(container)
  const { payment_collection_id: id, provider_id, order_amount, session_id } = hold
  const { data } = await container.resolve(ContainerRegistrationKeys.QUERY).graph({
    entity: "payment_collection",
    fields: ["amount", "raw_amount", "payment_sessions.id"],
    filters: { id },
  })
  const collection = data.length === 0 ? null : collectionSchema.parse(data[0])
  if (collection === null || !sameAmount(collection.amount, order_amount)) {
    return null
  }
  if (session_id !== null && collection.payment_sessions?.some((one) => one.id === session_id)) {
    return session_id
  }
  await renewalHolds.unbind(hold.id)
  await medusa.openSession(id, provider_id)
  const bound = (await renewalHolds.find(hold.id))?.session_id ?? null
  if (bound === null) {
    throw new RenewalStuckError(renewalReason("no_session"), true)
  }
  return bound
}

const collectionSchema = z.object({
  amount: medusaAmount,
  payment_sessions: z.array(z.object({ id: z.string() })).nullish(),
})

async function taxOf(container: MedusaContainer, id: string): Promise<Bill["tax"]> {
  const { data } = await container.resolve(ContainerRegistrationKeys.QUERY).graph({
    entity: "order",
    fields: ["tax_total"],
    filters: { id },
  })
  return taxed.parse(data[0]).tax_total
}
