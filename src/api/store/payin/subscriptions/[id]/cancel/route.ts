import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { servicesOf } from "../../../../../../workflows/settle"
import { endSubscription } from "../../../../../../workflows/subscribe"
import { refuse, type Refusal } from "../../../../../refusal"
import { showOwn } from "../../shown"
import type { StoreSubscriptionAnswer } from "../../../types"

// Somebody else's and none at all are answered alike: whose it is is nobody's business.
const NOT_YOURS: Refusal = {
  status: 404,
  type: "not_found",
  message: "You have no subscription with this id.",
}
const ID = /^[A-Za-z0-9_]{1,64}$/

/**
 * `POST /store/payin/subscriptions/:id/cancel` -> `{ subscription }`: a signed-in customer ends one of their
 * own; nothing is charged any more. Repeated: the same answer. 409 for one that ended otherwise.
 */
export async function POST(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const { subscriptions } = servicesOf(req.scope).subscriptions
  const customer_id = req.auth_context.actor_id
  const { id } = req.params
  const found = ID.test(id) ? await subscriptions.find(id) : null
  if (found === null || found.customer_id !== customer_id) {
    refuse(res, NOT_YOURS)
    return
  }
  const ending = { cause: "canceled", actor: "shopper", by: customer_id } as const
  const ended = await endSubscription(req.scope, id, ending)
  if (ended === null || ended.transition === "forbidden") {
    const message = "This subscription has ended already: nothing more is charged for it."
    refuse(res, { status: 409, type: "conflict", message })
    return
  }
  res.json({
    subscription: showOwn(ended.subscription),
  } satisfies StoreSubscriptionAnswer)
}
