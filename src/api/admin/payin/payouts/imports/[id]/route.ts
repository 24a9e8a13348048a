import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { servicesOf } from "../../../../../../workflows/settle"
import { refuse } from "../../../../../refusal"
import type { AdminPayoutImportDetailAnswer } from "../../../import-types"
import { isRowId } from "../../../row-id"
import { showImport, showImportedRow } from "../../shown-import"

/**
 * `GET /admin/payin/payouts/imports/:id` -> `{ import }` with its `progress` (how many stand where) and its
 * `rows` (what became of each). 404 for an unknown id.
 */
export async function GET(req: MedusaRequest, res: MedusaResponse): Promise<void> {
  const { id } = req.params
  const { imports } = servicesOf(req.scope).payouts
  const file = isRowId(id) ? await imports.find(id) : null
  if (file === null) {
    const message = "There is no import with this id."
    refuse(res, { status: 404, type: "not_found", message })
    return
  }
  const imported = await imports.payoutsOf(file.id)
  res.json({
    import: { ...showImport(file, imported), rows: imported.map(showImportedRow) },
  } satisfies AdminPayoutImportDetailAnswer)
}
