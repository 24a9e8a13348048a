import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { anomalyReason } from "../../domain/anomaly/reason"
import { clockOffsetMs } from "../../domain/time/clock"
import { HOLD_NOT_RELEASED_AFTER_DAYS, HOLD_RELEASE_SECONDS } from "../../domain/card/watch-times"
import { reasonOf } from "../../domain/error/reason"
import type { CardTransaction } from "../../modules/subscriptions/card-rows"
import { isInQuestion } from "../../settlement/card-calls"
import { releaseOnCard } from "../../settlement/card-release"
import { medusaBound } from "../settle/medusa-bound"
import { servicesOf } from "../settle/index"
import { CardAnomalies } from "./anomalies"
import { endInMedusa } from "./ended"
import { cardApplyDeps, cardDeps } from "./index"

/**
 * Voids holds that were not captured in time or are not wanted any more. Safe to run twice at once.
 * A copy of the database voids nothing: the living installation may still capture the hold. Waits
 * while the service does not answer, and each hold while a person is asked what became of it.
 */
export async function releaseHolds(container: MedusaContainer, limit: number): Promise<void> {
  const { subscriptions, gateway, ledger } = servicesOf(container)
  if (await ledger.installations.isHeld()) {
    return
  }
  const permit = gateway.background.enter(gateway.options.card?.id ?? "", "releases")
  if (permit === null) {
    return
  }
  try {
    const due = await subscriptions.cardWatch.claimToRelease(permit.alone ? 1 : limit)
    const bound = medusaBound(gateway.options.coreConcurrency)
    await Promise.all(due.map((row) => bound.execute(() => voidHold(container, row))))
  } finally {
    permit.leave()
  }
}

async function voidHold(container: MedusaContainer, row: CardTransaction): Promise<void> {
  const { subscriptions, ledger } = servicesOf(container)
  const { cardWatch } = subscriptions
  const anomalies = new CardAnomalies(ledger)
  try {
    if (await isInQuestion({ ledger, subscriptions }, row)) {
      await cardWatch.releaseLater(row, HOLD_RELEASE_SECONDS)
      return
    }
    const released = await releaseOnCard(cardDeps(container), row.id)
    switch (released.outcome) {
      case "released":
      case "lapses":
        await anomalies.released(row)
        await untell(container, row)
        return
      case "nothing":
        await cardWatch.notHeld(row)
        return
      case "refused": {
        const { message: said, lasting } = released
        const reason =
          said === null
            ? anomalyReason("hold_stays")
            : anomalyReason("hold_stays_because", { said })
        if (!lasting) {
          // About the store's account, which a person corrects.
          await again(container, row, reason)
          return
        }
        await anomalies.notReleased(row, reason)
        await cardWatch.releaseOver(row)
        return
      }
      case "later":
        await again(container, row, anomalyReason("service_silent"))
    }
  } catch (error) {
    await again(container, row, reasonOf(error))
  }
}

/**
 * Removes the hold from Medusa's offers to capture. A failure here is repaired by settling the row.
 */
async function untell(container: MedusaContainer, row: CardTransaction): Promise<void> {
  const deps = cardApplyDeps(container)
  await endInMedusa(deps, await deps.read.place(row.payment_collection_id), row)
}

async function again(
  container: MedusaContainer,
  row: CardTransaction,
  reason: string
): Promise<void> {
  const { subscriptions, ledger } = servicesOf(container)
  container
    .resolve(ContainerRegistrationKeys.LOGGER)
    .warn(`payin ${row.reference}: its hold is not released yet: ${reason}`)
  const present = await subscriptions.cardTransactions.present(row.id)
  if (present.status !== "authorized") {
    return
  }
  await subscriptions.cardWatch.releaseLater(row, HOLD_RELEASE_SECONDS)
  const since = present.release_wanted_at?.getTime() ?? Infinity
  if (Date.now() + clockOffsetMs() - since > HOLD_NOT_RELEASED_AFTER_DAYS * 86_400_000) {
    await new CardAnomalies(ledger).notReleased(present, reason)
  }
}
