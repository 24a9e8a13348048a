import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { servicesOf } from "../../../../../workflows/settle"
import { refuse, type Refusal } from "../../../../refusal"
import type { StoreDeletedAnswer } from "../../types"

// Somebody else's and none at all are answered alike: whose it is is nobody's business.
const NOT_YOURS: Refusal = {
  status: 404,
  type: "not_found",
  message: "You have no saved card with this id.",
}
const ID = /^[A-Za-z0-9_]{1,64}$/

/**
 * `DELETE /store/payin/saved-cards/:id` -> `{ id, object, deleted }`: a signed-in customer deletes one of their
 * own. It is offered and charged no more, and is canceled at the service: at once, after a payment that is under
 * way, or after the subscription that renews with it. Repeated: the same answer.
 */
export async function DELETE(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const { cards } = servicesOf(req.scope).subscriptions
  const { id } = req.params
  if (!ID.test(id) || !(await cards.remove(id, req.auth_context.actor_id))) {
    refuse(res, NOT_YOURS)
    return
  }
  res.json({ id, object: "saved_card", deleted: true } satisfies StoreDeletedAnswer)
}
