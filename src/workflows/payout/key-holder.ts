import type { MedusaContainer } from "@medusajs/framework/types"
import {
  fitsKey,
  KEY_METHOD,
  keyStanding,
  type KeyAnswer,
  type KeyDoubt,
} from "../../domain/payout/key-holder"
import { payoutReasonText } from "../../domain/payout/reason"
import { GatewayError } from "../../modules/gateway/errors"
import type { Decided } from "../../modules/payouts/decisions"
import type { Payout } from "../../modules/payouts/rows"
import { servicesOf } from "../settle"

/**
 * Asks the service who holds the Bre-B key of a payout, and keeps the answer beside it. Asked before
 * each send and each approval: the key may have changed hands since.
 *
 * @returns why nothing may be paid to it now; null: nothing speaks against it, or it is no key
 */
export async function keyDoubt(
  container: MedusaContainer,
  payout: Payout
): Promise<KeyDoubt | null> {
  const { payouts } = servicesOf(container)
  if (payout.payment_method !== KEY_METHOD) {
    return null
  }
  if (!fitsKey(payout.amount, payout.currency)) {
    return "key_over_limit"
  }
  const destination = payouts.keyHolders.destinationOf(payout)
  if (destination === null || destination.account_number === null) {
    return "key_unclear"
  }
  const answer = await holderOf(container, payout, destination.account_number)
  const standing = keyStanding(payout.id, destination, answer)
  if (standing.outcome === "doubt") {
    // An unclear answer leaves the stored holder as it is.
    if (standing.doubt !== "key_unclear") {
      await payouts.keyHolders.drop(payout, standing.doubt)
    }
    return standing.doubt
  }
  // A payout that was sent may be sent again only to the holder that was shown to a person.
  if (payout.status === "unknown") {
    const isKnown = payouts.keyHolders.isKnown(payout, destination, standing.shown)
    return isKnown ? null : "key_unclear"
  }
  return (await payouts.keyHolders.keep(payout, standing.shown)) ? null : "key_unclear"
}

async function holderOf(
  container: MedusaContainer,
  { account, id }: Payout,
  key: string
): Promise<KeyAnswer> {
  try {
    return await servicesOf(container).gateway.keys.resolve(account, key, id)
  } catch (error) {
    if (error instanceof GatewayError) {
      return null
    }
    throw error
  }
}

/** Why a payout to a key may not be approved now; null: it may, or there is nothing to ask. */
export async function keyObstacle(
  container: MedusaContainer,
  payout: Payout
): Promise<Decided | null> {
  const doubt = payout.status === "awaiting_approval" ? await keyDoubt(container, payout) : null
  return (
    doubt && {
      outcome: "refused",
      reason: payoutReasonText(doubt).en,
      waits_for: doubt,
      again: true,
    }
  )
}
