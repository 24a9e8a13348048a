import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { servicesOf } from "../../../../../workflows/settle"
import { refuse } from "../../../../refusal"
import { isRowId } from "../../row-id"
import { showEventDetail } from "../../shown"
import type { AdminEventAnswer } from "../../event-types"

/**
 * `GET /admin/payin/events/:id` -> `{ event }`, with what was kept of the notification's body: nothing
 * personal, no secret. 404 for an unknown id.
 */
export async function GET(req: MedusaRequest, res: MedusaResponse): Promise<void> {
  const { id } = req.params
  const event = isRowId(id) ? await servicesOf(req.scope).inbox.lists.event(id) : null
  if (event === null) {
    refuse(res, { status: 404, type: "not_found", message: "There is no event with this id." })
    return
  }
  res.json({ event: showEventDetail(event) } satisfies AdminEventAnswer)
}
