import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import type { AdminAnomalyAnswer } from "../../anomaly-types"
import { showAnomalies } from "../context"
import { findAsked } from "../find"

/** `GET /admin/payin/anomalies/:id` -> `{ anomaly }`. 404 for an unknown id. */
export async function GET(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const found = await findAsked(req, res)
  if (found !== null) {
    const [anomaly] = await showAnomalies(req, [found])
    res.json({ anomaly } satisfies AdminAnomalyAnswer)
  }
}
