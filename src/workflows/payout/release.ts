import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import type { Payout } from "../../modules/payouts/rows"
import { roomsOf } from "../settle"
import { reasonOf } from "../settle/failures"
import { purposeOf } from "./purpose"

const BATCH = 50

/** Looks at every held payout that is due: released, given up, or held on. Safe to run twice at once. */
export async function releasePayouts(container: MedusaContainer): Promise<void> {
  const { releases } = roomsOf(container).payouts
  for (const payout of await releases.claim(BATCH)) {
    try {
      await releasePayout(container, payout)
    } catch (error) {
      const logger = container.resolve(ContainerRegistrationKeys.LOGGER)
      logger.warn(`payin: held payout ${payout.id}: ${reasonOf(error)}`)
    }
  }
}

async function releasePayout(container: MedusaContainer, payout: Payout): Promise<void> {
  const { releases } = roomsOf(container).payouts
  const purpose = await purposeOf(container, payout)
  switch (purpose.outcome) {
    case "stands":
      return releases.release(payout.id, purpose.order_id ? { order_id: purpose.order_id } : {})
    case "less":
      await releases.lower(payout.id, purpose.amount, purpose.note)
      return releases.release(payout.id)
    case "wait":
      return releases.keep(payout.id, purpose.reason, purpose.seconds)
    case "gone":
      await releases.withdraw(payout.id, purpose.note)
  }
}
