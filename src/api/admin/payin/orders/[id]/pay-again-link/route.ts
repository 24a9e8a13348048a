import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { z } from "zod"
import { makePayAgainLink } from "../../../../../../workflows/pay-again/link"
import { refuse } from "../../../../../refusal"
import { operatorOf, readPosted } from "../../../posted-values"
import type { AdminPayAgainLinkAnswer } from "../../../transaction-types"
import { ORDER_ID } from "../order-id"

const body = z.strictObject({})

/**
 * `POST /admin/payin/orders/:id/pay-again-link` -> `{ url }`: an address to hand to the shopper, where they pay what
 * the order owes, with any method. It is the same one for 30 days, whatever becomes of payment links meanwhile. 409
 * when nothing is owed, the order is canceled, no account takes its currency, or the installation is held.
 */
export async function POST(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const read = readPosted(body, req.body)
  if ("refusal" in read) {
    refuse(res, read.refusal)
    return
  }
  const { id } = req.params
  const made = ORDER_ID.test(id)
    ? await makePayAgainLink(req.scope, id, await operatorOf(req))
    : ({ outcome: "unknown_order" } as const)
  switch (made.outcome) {
    case "unknown_order":
      refuse(res, { status: 404, type: "not_found", message: "There is no order with this id." })
      return
    case "refused": {
      const { message, code } = made
      refuse(res, { status: 409, type: "conflict", message, ...(code && { code }) })
      return
    }
    case "made":
      res.json(made.link satisfies AdminPayAgainLinkAnswer)
  }
}
