import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { renew } from "../../../../../../workflows/renew"
import { answerOnce } from "../../../../idempotency"
import { readAction } from "../../find"
import { renewalAnswer } from "../../renewed"
import { body } from "./posted"

/**
 * `POST /admin/payin/subscriptions/:id/renew { period? }` -> `{ subscription, renewal: { outcome, cycle } }`;
 * `Idempotency-Key` required. Charges the period that is open, else the next one before it is due, which
 * moves the next date; one period ahead at most. `period` is the number that the subscription showed in
 * `next_period`: 409 `other_period` when another one would be charged by now. Without it nothing is charged
 * ahead on a day on which a period was paid, 409 `unnamed_period`. A key means one period: asked again under it,
 * the answer tells what became of that one. `outcome` is `paid`, `refused`, `given_up`, `given_back`,
 * `waiting`, `resting` or `later`, and `cycle.last_error` says why. 409 when nothing can be renewed, and
 * while it is under way.
 */
export async function POST(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const asked = await readAction(req, res, body)
  if (asked === null) {
    return
  }
  const { id } = asked.subscription
  const { period = null } = asked.posted
  await answerOnce(req, res, async (request) => {
    const asker = { by: "request", id: request.id, period } as const
    return renewalAnswer(req.scope, id, await renew(req.scope, id, asker))
  })
}
