import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { z } from "zod"
import { makeDestinationLink } from "../../../../../../workflows/refund/link"
import { refuse } from "../../../../../refusal"
import type { AdminDestinationLinkAnswer } from "../../../payout-types"
import { operatorOf } from "../../../posted-values"
import { readAction } from "../../action"
import { NO_PAYOUT } from "../../find"

const body = z.strictObject({})

/**
 * `POST /admin/payin/payouts/:id/destination-link` -> `{ url, expires_at }`: an address to hand to the
 * shopper and to nobody else, where they say once, within seven days, where the money goes. Each call makes
 * another one; all are void once a destination is there. 409 when it is, or nothing is to be paid any more.
 */
export async function POST(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const asked = await readAction(req, res, body)
  if (asked === null) {
    return
  }
  const made = await makeDestinationLink(req.scope, asked.payout.id, await operatorOf(req))
  switch (made.outcome) {
    case "unknown_payout":
      refuse(res, NO_PAYOUT)
      return
    case "not_needed": {
      const { id, status, destination_sealed } = made.payout
      const why = destination_sealed === null ? "it needs none" : "where it goes is known"
      const message = `Payout ${id} is ${status}: ${why}, so there is no page for the shopper.`
      refuse(res, { status: 409, type: "conflict", message, code: "moved_on" })
      return
    }
    case "made": {
      const { url, expires_at } = made.link
      res.json({ url, expires_at: expires_at.toISOString() } satisfies AdminDestinationLinkAnswer)
    }
  }
}
