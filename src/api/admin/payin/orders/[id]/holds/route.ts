import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { z } from "zod"
import { medusaRows } from "../../../../../../domain/row/medusa-row"
import { servicesOf } from "../../../../../../workflows/settle"
import { refuse } from "../../../../../refusal"
import { showHold } from "../../../shown-subscriptions"
import type { AdminHoldsAnswer } from "../../../subscription-types"

const order = z.object({ payment_collections: medusaRows(z.object({ id: z.string() })) })

/**
 * `GET /admin/payin/orders/:id/holds` -> `{ holds }`: what cards hold or held for an order, the newest first. One
 * that nobody captures is released by itself at its `release_at` (option `card.releaseHoldsAfterDays`). 404 for an
 * unknown order.
 */
export async function GET(req: MedusaRequest, res: MedusaResponse): Promise<void> {
  const { data } = await req.scope.resolve(ContainerRegistrationKeys.QUERY).graph({
    entity: "order",
    fields: ["id", "payment_collections.id"],
    filters: { id: req.params.id },
  })
  const [found] = z.array(order).parse(data)
  if (found === undefined) {
    refuse(res, { status: 404, type: "not_found", message: "There is no order with this id." })
    return
  }
  const { cardTransactions } = servicesOf(req.scope).subscriptions
  const rows = await cardTransactions.ofCollections(found.payment_collections.map(({ id }) => id))
  res.json({ holds: rows.map(showHold) } satisfies AdminHoldsAnswer)
}
