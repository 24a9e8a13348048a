import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { z } from "zod"
import { captureNewestHold } from "../../../../../../workflows/renew/capture-newest-hold"
import { answerOnce, refusal } from "../../../../idempotency"
import { showSubscription } from "../../../shown-subscriptions"
import type { AdminSubscriptionAnswer } from "../../../subscription-types"
import { readAction } from "../../find"

const body = z.strictObject({})

/**
 * `POST /admin/payin/subscriptions/:id/capture {}` -> `{ subscription }`; `Idempotency-Key` required. Takes
 * what is held for its newest order and not taken yet. 409 when nothing is, or when it was refused.
 */
export async function POST(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const asked = await readAction(req, res, body)
  if (asked === null) {
    return
  }
  const { id } = asked.subscription
  await answerOnce(req, res, async () => {
    const taken = await captureNewestHold(req.scope, id)
    if (!taken.done) {
      const answer = refusal({ status: 409, type: "conflict", message: taken.reason })
      return { ...answer, keep: false }
    }
    const { subscription } = taken
    return {
      status: 200,
      body: { subscription: showSubscription(subscription) } satisfies AdminSubscriptionAnswer,
    }
  })
}
