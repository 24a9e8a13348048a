import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { resolveTogether } from "../../../../../workflows/card/resolve-together"
import { refuse } from "../../../../refusal"
import { answerOnce } from "../../../idempotency"
import type { AdminAnomaliesResolvedAnswer } from "../../anomaly-types"
import { operatorOf, readPosted } from "../../posted-values"
import { showAnomalies } from "../context"
import { body } from "./posted"

/**
 * `POST /admin/payin/anomalies/resolve { action, note, ids }` -> `{ anomalies, refused: [{ id, code, message }] }`;
 * `Idempotency-Key` required. Decides up to 100 unknown holds (`card_unknown`) together, each as `POST
 * anomalies/:id/resolve` does: the service told that it holds nothing (`released`: a renewal is tried again at
 * once), or that the bank declined (`declined`: a renewal's refusal counts). No other decision is made so. What is
 * no unknown hold any more, or of which the service told something else (`told_otherwise`), stands in `refused`
 * and is decided by itself. Medusa is told within seconds. 400 names the field.
 */
export async function POST(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const read = readPosted(body, req.body)
  if ("refusal" in read) {
    refuse(res, read.refusal)
    return
  }
  const actor = await operatorOf(req)
  const { ids: anomaly_ids, ...decision } = read.value
  await answerOnce(req, res, async () => {
    const request = { ...decision, anomaly_ids, actor }
    const { resolved, refused } = await resolveTogether(req.scope, request)
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
