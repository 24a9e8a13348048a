import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { z } from "zod"
import { isByForm } from "../../../../../../domain/payout/methods"
import { makeDestinationLink } from "../../../../../../workflows/refund/link"
import { refuse } from "../../../../../refusal"
import type { AdminDestinationLinkAnswer } from "../../../payout-types"
import { operatorOf, userOf } from "../../../posted-values"
import { readAction } from "../../action"
import { NO_PAYOUT } from "../../find"

const body = z.strictObject({})

/**
 * `POST /admin/payin/payouts/:id/destination-link` -> `{ url, expires_at }`: an address to hand to the
 * shopper and to nobody else, where they say once, within seven days, where the money goes. Each call makes
 * another one; all are void once a destination is there. Of a payout by form it is the service's form, always
 * the same one, whose end nobody knows (`expires_at` null), and a secret API key is refused (403). Each answer
 * stands in the audit trail. 409 when the destination is there, or nothing is to be paid any more, and 409
 * `for_recipient` of a form above option `approvalAbove`: the store's mail tells it to the recipient alone, and
 * the call emits `payin.payout_form_ready` again, at most once a minute.
 */
export async function POST(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const asked = await readAction(req, res, body)
  if (asked === null) {
    return
  }
  // Whoever reads the form's address can take the money: it has to be a person.
  const reader = isByForm(asked.payout) ? await userOf(req, res) : await operatorOf(req)
  if (reader === null) {
    return
  }
  const made = await makeDestinationLink(req.scope, asked.payout.id, reader)
  switch (made.outcome) {
    case "unknown_payout":
      refuse(res, NO_PAYOUT)
      return
    case "not_needed": {
      const { id, status, destination_sealed } = made.payout
      const known = isByForm(made.payout) ? "there is no form" : "where it goes is known"
      const why = destination_sealed === null ? "it needs none" : known
      const message = `Payout ${id} is ${status}: ${why}, so there is no page for the shopper.`
      refuse(res, { status: 409, type: "conflict", message, code: "moved_on" })
      return
    }
    case "for_recipient": {
      const message = `Payout ${made.payout.id} was approved, and whoever reads the address of its form can take the money: it goes to the recipient alone, by a mail of your store (getRefundLink at payin.payout_form_ready). That event was emitted again, at most once a minute. If nobody fills the form in, record that it was not paid, give a bank account and have it approved again.`
      refuse(res, { status: 409, type: "not_allowed", message, code: "for_recipient" })
      return
    }
    case "made": {
      const { url, expires_at } = made.link
      const answer: AdminDestinationLinkAnswer = {
        url,
        expires_at: expires_at?.toISOString() ?? null,
      }
      res.json(answer)
    }
  }
}
