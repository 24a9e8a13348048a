import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { z } from "zod"
import { endSubscription } from "../../../../../../workflows/subscribe"
import { refuse } from "../../../../../refusal"
import { showSubscription } from "../../../shown-subscriptions"
import type { AdminSubscriptionAnswer } from "../../../subscription-types"
import { NO_SUBSCRIPTION, readAction } from "../../find"

const body = z.strictObject({})

/**
 * `POST /admin/payin/subscriptions/:id/cancel {}` -> `{ subscription }`: nothing is charged any more, and what
 * a renewal under way holds is released. Repeated: the same answer. 409 for one that expired.
 */
export async function POST(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const asked = await readAction(req, res, body)
  if (asked === null) {
    return
  }
  const by = req.auth_context.actor_id
  const ending = { cause: "canceled", actor: "operator", by } as const
  const ended = await endSubscription(req.scope, asked.subscription.id, ending)
  if (ended === null) {
    refuse(res, NO_SUBSCRIPTION)
    return
  }
  if (ended.transition === "forbidden") {
    const message = "The service ended this subscription already: there is nothing left to cancel."
    refuse(res, { status: 409, type: "conflict", message, code: "subscription_ended" })
    return
  }
  res.json({ subscription: showSubscription(ended.subscription) } satisfies AdminSubscriptionAnswer)
}
