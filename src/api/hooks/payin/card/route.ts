import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { readRawBody } from "../../../raw-body"
import { answerHook, TOO_LARGE } from "../../answer"
import { receiveCardWebhook } from "../../receive-card"

/**
 * `POST /hooks/payin/card`: webhooks of the card-payment API (docs/service.md#card-webhooks). 413
 * over 64 kB, 401 for a wrong or missing signature and for a stale one, 400 for what is no JSON
 * object, 404 where the store takes no cards; else 202 once it is stored, also for one that was
 * stored before.
 */
export async function POST(req: MedusaRequest, res: MedusaResponse): Promise<void> {
  const raw = await readRawBody(req)
  if (raw === null) {
    answerHook(res, TOO_LARGE)
    return
  }
  const answer = await receiveCardWebhook(req.scope, {
    raw,
    headers: req.headers,
    knownOnly: false,
  })
  answerHook(res, answer)
}
