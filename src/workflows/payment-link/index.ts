import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { reasonOf } from "../../domain/error/reason"
import { LOOKUP_FRESH_SECONDS, LOOKUPS_BEFORE_LINK } from "../../domain/time/schedule"
import { servicesOf, settlePayIn } from "../settle"
import { recountOrder } from "../../medusa/repairs/order-summary"
import { acquireOrderLock } from "../settle/order-lock"
import { LinkMaking } from "./making"
import { findOwingOrder } from "../../medusa/owing-order"
import { collectionsOf } from "./owing"
import { busy, notFound, type LinkOutcome, type LinkRequest } from "./request"

/** As long as the storefront's route waits (api/lock-until-answered.ts). */
const LOCK_WAIT_MS = 25_000

/**
 * Payment link: makes a link for an order's outstanding amount, also for edited and draft orders.
 * The same request gets the same link. Another amount or `replace` gets a new one, and the older
 * one is superseded and watched. Safe to repeat and to run twice at once: an order gets one link.
 */
export async function makePaymentLink(
  container: MedusaContainer,
  request: LinkRequest
): Promise<LinkOutcome> {
  const { ledger } = servicesOf(container)
  const order = await findOwingOrder(container, request.order_id)
  if (order === null) {
    return notFound(request.order_id)
  }
  await bookWhatArrived(container, collectionsOf(order))
  const releaseLock = await acquireOrderLock(ledger, order.id, LOCK_WAIT_MS)
  if (releaseLock === null) {
    return busy(order.id)
  }
  try {
    await recountOrder(container, order.id)
    return await new LinkMaking(container, request).make()
  } finally {
    await releaseLock()
  }
}

/** Books money that came meanwhile, so that the outstanding amount is known. */
async function bookWhatArrived(
  container: MedusaContainer,
  paymentCollectionIds: readonly string[]
): Promise<void> {
  const { transactions } = servicesOf(container).ledger
  const stale = await Promise.all(
    paymentCollectionIds.map((id) =>
      transactions.undecided(id, LOOKUP_FRESH_SECONDS, LOOKUPS_BEFORE_LINK)
    )
  )
  const paid = (await transactions.ofCollections(paymentCollectionIds)).filter(
    (row) => row.status === "approved" && row.settled_at === null && row.apply_after !== null
  )
  for (const { id, reference } of [...paid, ...stale.flat().slice(0, LOOKUPS_BEFORE_LINK)]) {
    try {
      await settlePayIn(container, id)
    } catch (error) {
      // An older link that cannot be looked up stays watched; it does not stop the operator.
      container
        .resolve(ContainerRegistrationKeys.LOGGER)
        .warn(`payin ${reference}: lookup before a new link failed: ${reasonOf(error)}`)
    }
  }
}
