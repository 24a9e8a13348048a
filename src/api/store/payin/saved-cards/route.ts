import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { servicesOf } from "../../../../workflows/settle"
import type { StoreSavedCardsAnswer } from "../types"

/**
 * `GET /store/payin/saved-cards` -> `{ saved_cards: [{ id, last_four, brand }] }`: the cards that the
 * signed-in customer may pay with again, newest first. Nobody else ever sees or charges them.
 */
export async function GET(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const { subscriptions, gateway } = servicesOf(req.scope)
  const account = gateway.options.card?.id
  const cards =
    account === undefined
      ? []
      : await subscriptions.cards.savedOf(req.auth_context.actor_id, account)
  res.json({
    saved_cards: cards.map(({ id, last_four, brand }) => ({ id, last_four, brand })),
  } satisfies StoreSavedCardsAnswer)
}
