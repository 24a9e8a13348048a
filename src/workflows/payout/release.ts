import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { bulkhead } from "cockatiel"
import { reasonOf } from "../../domain/error/reason"
import type { Payout } from "../../modules/payouts/rows"
import { servicesOf } from "../settle"
import { eligibilityOf } from "./eligibility"
import { followOwed } from "./follow"
import { isNotPaidHere } from "./received"
import { coverShare } from "./rule"

const BATCH = 50
/** Checks at once; each makes about three queries. */
const LOOKS = 8

/**
 * Checks every held payout that is due: releases it, cancels it, or keeps it held. Safe to run
 * twice at once. Many payouts that wait for a payment do not delay a refund behind them.
 *
 * @param budgetMs how long new batches are begun
 */
export async function releasePayouts(container: MedusaContainer, budgetMs = 10_000): Promise<void> {
  const until = performance.now() + budgetMs
  const { releases } = servicesOf(container).payouts
  const slots = bulkhead(LOOKS, BATCH)
  let claimed: Payout[]
  do {
    claimed = await releases.claim(BATCH)
    await Promise.all(claimed.map((payout) => slots.execute(() => look(container, payout))))
  } while (claimed.length === BATCH && performance.now() < until)
}

async function look(container: MedusaContainer, payout: Payout): Promise<void> {
  try {
    await releasePayout(container, payout)
  } catch (error) {
    const logger = container.resolve(ContainerRegistrationKeys.LOGGER)
    logger.warn(`payin: held payout ${payout.id}: ${reasonOf(error)}`)
  }
}

async function releasePayout(container: MedusaContainer, payout: Payout): Promise<void> {
  const { releases } = servicesOf(container).payouts
  const eligibility = await eligibilityOf(container, payout)
  switch (eligibility.outcome) {
    case "stands":
      return releases.release(payout.id, {
        ...(eligibility.order_id && { order_id: eligibility.order_id }),
        ...(await paidHere(container, payout)),
      })
    case "covered":
      return coverShare(container, payout)
    case "changed":
      await followOwed(container, payout, eligibility)
      return releases.release(payout.id, await paidHere(container, payout))
    case "wait":
      return releases.keep(payout.id, eligibility.reason, eligibility.seconds)
    case "gone":
      await followOwed(container, payout, eligibility)
  }
}

/** While a share was held, money may have come or left, or its order been marked as paid. */
async function paidHere(
  container: MedusaContainer,
  payout: Payout
): Promise<{ not_paid_here?: boolean }> {
  return payout.source === "rule" ? { not_paid_here: await isNotPaidHere(container, payout) } : {}
}
