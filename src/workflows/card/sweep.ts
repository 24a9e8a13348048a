import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { reasonOf } from "../../domain/error/reason"
import type { CardTransaction } from "../../modules/subscriptions/card-rows"
import { eachRow } from "../settle/each-row"
import { servicesOf } from "../settle/index"
import { applyCards } from "./index"
import { lapseUnknown } from "./lapse"
import { releaseHolds } from "./release"
import { requeueTakenBack } from "./taken-back"
import { requeueUnfinished } from "./unfinished"

const BATCH = 20

/** Batches per sweep: most due rows need nothing, and the rest waits for the next sweep. */
const BATCHES = 10

/**
 * Repairs card payments after a lost answer, signal or process: calls whose process died, payments
 * that Medusa does not show yet or took back, outcomes unknown for a day or for longer than a hold
 * lives, holds that were not captured. Safe to run twice at once.
 */
export async function sweepCards(container: MedusaContainer): Promise<void> {
  const logger = container.resolve(ContainerRegistrationKeys.LOGGER)
  const parts = [
    settleSilent,
    (shop: MedusaContainer) => lapseUnknown(shop, BATCH),
    (shop: MedusaContainer) => requeueUnfinished(shop, BATCH),
    (shop: MedusaContainer) => requeueTakenBack(shop, BATCH),
    applyDue,
    (shop: MedusaContainer) => releaseHolds(shop, BATCH),
  ]
  for (const part of parts) {
    await part(container).catch((error: unknown) => {
      logger.error(`payin: a part of the sweep of cards failed: ${reasonOf(error)}`)
    })
  }
}

async function applyDue(container: MedusaContainer): Promise<void> {
  for (let batch = 0; batch < BATCHES; batch++) {
    const looked = await applyCards(container, { limit: BATCH })
    if (looked.length < BATCH) {
      return
    }
  }
}

/**
 * The calling process is gone, and its answer with it: the outcome is unknown, and nothing is sent
 * again.
 */
async function settleSilent(container: MedusaContainer): Promise<void> {
  const { cardTransactions, cardMoves } = servicesOf(container).subscriptions
  const silent = await cardTransactions.silent(BATCH)
  const name = ({ reference }: CardTransaction) =>
    `outcome of card call ${reference} not unknown yet`
  await eachRow(container, silent, name, async ({ id, status }) => {
    const to = status === "capturing" ? "capture_unknown" : "unknown"
    await cardMoves.decide(id, (now) => (now.status === status ? { to, cause: "unclear" } : null))
  })
}
