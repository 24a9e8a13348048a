import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { declineTogether } from "../../../../../workflows/card/resolve-together"
import { refuse } from "../../../../refusal"
import { answerOnce } from "../../../idempotency"
import type { AdminAnomaliesResolvedAnswer } from "../../anomaly-types"
import { operatorOf, readPosted } from "../../posted-values"
import { showAnomalies } from "../context"
import { body } from "./posted"

/**
 * `POST /admin/payin/anomalies/resolve { action: "declined", note, ids }` -> `{ anomalies, refused: [{ id, code,
 * message }] }`; `Idempotency-Key` required. The service told that it held nothing of these cards: decides up to
 * 100 unknown holds (`card_unknown`) together, each as `POST anomalies/:id/resolve` does. Nothing else is decided
 * so. What is no unknown hold any more, or of which the service told something else (`told_otherwise`), stands in
 * `refused` and is decided by itself. Medusa is told within seconds. 400 names the field.
 */
export async function POST(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const read = readPosted(body, req.body)
  if ("refusal" in read) {
    refuse(res, read.refusal)
    return
  }
  const actor = await operatorOf(req)
  const { ids, note } = read.value
  await answerOnce(req, res, async () => {
    const { resolved, refused } = await declineTogether(req.scope, {
      ...{ anomaly_ids: ids, note, actor },
    })
    return {
      status: 200,
      body: {
        anomalies: await showAnomalies(req, resolved),
        refused: refused.map(({ anomaly_id: id, code, reason: message }) => ({
          ...{ id, code: code ?? null, message },
        })),
      } satisfies AdminAnomaliesResolvedAnswer,
    }
  })
}
