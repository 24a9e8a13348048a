import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import type { Anomaly } from "../../../../modules/ledger/rows"
import { servicesOf } from "../../../../workflows/settle"
import { refuse } from "../../../refusal"
import { isRowId } from "../row-id"

/** The anomaly that the address names; answers 404 and null when there is none. */
export async function findAsked(req: MedusaRequest, res: MedusaResponse): Promise<Anomaly | null> {
  const { id } = req.params
  const anomaly = isRowId(id) ? await servicesOf(req.scope).ledger.anomalies.find(id) : null
  if (anomaly === null) {
    refuse(res, { status: 404, type: "not_found", message: "There is no anomaly with this id." })
  }
  return anomaly
}
