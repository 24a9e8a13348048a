import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { z } from "zod"
import type { PayInOptions } from "../../../../../../domain/options/options"
import { withForm } from "../../../../../../domain/payout/methods"
import { readPayoutTarget, type PayoutTarget } from "../../../../../../domain/payout/destination"
import type { Payout } from "../../../../../../modules/payouts/rows"
import { ownerOfRefund, withPayer } from "../../../../../../workflows/refund/payer"
import { servicesOf } from "../../../../../../workflows/settle"
import { refuse } from "../../../../../refusal"
import { operatorOf } from "../../../posted-values"
import { invalid, type Read } from "../../../query-values"
import { readAction } from "../../action"
import { answerOf } from "../../decided"
import { refused } from "../../new-payout"

export const body = z.strictObject({
  destination: z.unknown().optional(),
  payment_method: z.unknown().optional(),
})

/**
 * `POST /admin/payin/payouts/:id/destination { destination, payment_method? }` -> `{ payout }`: says, or
 * changes, where the money goes, as long as nothing of it is on its way; above the limit that needs a new
 * approval. Of a payout that gives money back the account is enough: it goes to the person who paid, unless
 * the destination names another. Without `payment_method` it goes by the country's usual one; of a payout
 * that would go by another it is required. 400 names the field; 409 while it is on its way or done. Repeated:
 * the same answer.
 */
export async function POST(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const asked = await readAction(req, res, body)
  if (asked === null) {
    return
  }
  const { payout, posted } = asked
  const { payouts, gateway } = servicesOf(req.scope)
  const destination = await withPayer(req.scope, payout, posted.destination)
  const read = readTarget(gateway.options, payout, { ...posted, destination })
  if ("refusal" in read) {
    refuse(res, read.refusal)
    return
  }
  const owner = await ownerOfRefund(req.scope, payout, read.value)
  const decided = await payouts.decisions.giveDestination(
    payout.id,
    { ...read.value, ...owner },
    await operatorOf(req)
  )
  const answer = answerOf(decided)
  res.status(answer.status).json(answer.body)
}

function readTarget(
  { countries }: Pick<PayInOptions, "countries">,
  payout: Payout,
  posted: z.infer<typeof body>
): Read<PayoutTarget> {
  const country = Object.values(countries).find((rule) => rule.country === payout.country)
  if (country === undefined) {
    return { refusal: invalid("country", `country ${payout.country}: money cannot be sent there.`) }
  }
  const target = readPayoutTarget(posted, withForm(country), payout.payment_method)
  return target.value === undefined ? refused(target) : { value: target.value }
}
