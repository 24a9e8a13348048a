import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { servicesOf } from "../../../../../workflows/settle"
import { showCardRequest, showCycle, showHold, showSubscription } from "../../shown-subscriptions"
import type { AdminSubscriptionDetailAnswer } from "../../subscription-types"
import { findAsked } from "../find"

const MOST_CYCLES = 100

/**
 * `GET /admin/payin/subscriptions/:id` -> `{ subscription }`, with its newest 100 periods (`cycles`), the one that
 * `renew` would charge now (`next_period`), the `holds` on its card, of other orders too, and the newest 100 `requests` to
 * the service about it. 404 for an unknown id.
 */
export async function GET(req: MedusaRequest, res: MedusaResponse): Promise<void> {
  const subscription = await findAsked(req, res)
  if (subscription === null) {
    return
  }
  const { cycles, cardTransactions, cardRequests } = servicesOf(req.scope).subscriptions
  const [next, periods, holds, requests] = await Promise.all([
    cycles.next(subscription),
    cycles.of(subscription.id, MOST_CYCLES),
    cardTransactions.ofCard(subscription.card_id),
    cardRequests.ofCard(subscription.card_id),
  ])
  res.json({
    subscription: {
      ...showSubscription(subscription),
      next_period: next && { number: next.number, day: next.day },
      cycles: periods.map(showCycle),
      holds: holds.map(showHold),
      requests: requests.map(showCardRequest),
    },
  } satisfies AdminSubscriptionDetailAnswer)
}
