import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, generateEntityId, Modules } from "@medusajs/framework/utils"
import { CARD_DECIMALS } from "../../domain/card/session"
import { requestedAmount, type MajorAmount } from "../../domain/money/amount"
import type { PayInOptions } from "../../domain/options/options"
import { TRIAL_CART_SECONDS } from "../../domain/time/schedule"
import { eachRow } from "../settle/each-row"
import { refusedByMedusa } from "../../medusa/failures"
import { medusaBound } from "../settle/medusa-bound"
import { findCartTotal } from "../../medusa/payment-snapshot"
import { oldCartsOf } from "../../medusa/cart"
import { createRenewingCart, removeCart, type RenewingCart } from "./renewing-cart"

const TRIAL = "cart_trial"
const MOST_LEFT = 20
/** Medusa's text (db-error-mapper.js, 2.21.2). */
const ID_TAKEN = /^Cart with id: .*already exists/i

/** The trial cart of this order is there: another worker has it, or left it. */
export class TrialUnderWayError extends Error {
  constructor(orderId: string) {
    super(`the price of the next period of ${orderId} is being computed by another worker`)
    this.name = "TrialUnderWayError"
  }
}

/**
 * What a card would be asked for the next period of an order: the total of a cart that is made as a
 * renewal makes it, and removed. Nobody hears of that cart: its events are never released, it holds
 * no stock, and its id derives from the order, so that two workers cannot both make it and
 * {@link removeLeftTrials} finds what a killed process left.
 *
 * @throws TrialUnderWayError while another worker computes it
 * @throws Error why Medusa makes no such cart
 */
export async function priceByTrial(
  container: MedusaContainer,
  trial: Omit<RenewingCart, "id" | "metadata" | "prices">,
  { renewal, rounding, coreConcurrency }: PayInOptions
): Promise<MajorAmount> {
  const id = trialId(trial.source.id)
  const eventGroupId = generateEntityId(undefined, "paytrial")
  const cart = { ...trial, id, prices: renewal.prices, metadata: { payin_trial: true } }
  const total = await medusaBound(coreConcurrency).execute(async () => {
    try {
      await createRenewingCart(container, cart, { eventGroupId, preventReleaseEvents: true })
      return await totalAndRemove(container, trial.source.id)
    } catch (error) {
      throw error instanceof TrialUnderWayError ? error : failureOf(error, trial.source.id)
    } finally {
      await container.resolve(Modules.EVENT_BUS).clearGroupedEvents(eventGroupId)
    }
  })
  return requestedAmount(total, CARD_DECIMALS, rounding)
}

/** Removes trial carts that killed processes left. Safe to run twice at once. */
export async function removeLeftTrials(container: MedusaContainer): Promise<void> {
  const pg = container.resolve(ContainerRegistrationKeys.PG_CONNECTION)
  const left = await oldCartsOf(pg, TRIAL, { seconds: TRIAL_CART_SECONDS, limit: MOST_LEFT })
  const name = ({ id }: { id: string }) => `the trial cart ${id} stays`
  await eachRow(container, left, name, ({ id }) => removeCart(container, id))
}

function failureOf(error: unknown, orderId: string): Error {
  const refused = refusedByMedusa(error)
  return ID_TAKEN.test(refused.message) ? new TrialUnderWayError(orderId) : refused
}

function trialId(orderId: string): string {
  return `${TRIAL}_${orderId}`
}

async function totalAndRemove(container: MedusaContainer, orderId: string): Promise<MajorAmount> {
  const id = trialId(orderId)
  try {
    const cart = await findCartTotal(container, id)
    if (cart === null) {
      throw new TrialUnderWayError(orderId)
    }
    return cart.total
  } finally {
    await removeCart(container, id)
  }
}
