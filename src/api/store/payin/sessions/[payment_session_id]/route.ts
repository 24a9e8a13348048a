import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { z } from "zod"
import { viewOfSession } from "../../../../../workflows/settle/shopper-view"
import { refuse } from "../../../../refusal"
import type { StoreSessionAnswer } from "../../types"

// PostgreSQL refuses to search for just any text.
const sessionId = z.string().regex(/^\w{1,128}$/)

/**
 * `GET /store/payin/sessions/:payment_session_id` -> `{ status, payment_url, order_id, message }`:
 * what a return page polls. Answers from the ledger; any id that was ever ours is known. 404 else.
 */
export async function GET(req: MedusaRequest, res: MedusaResponse): Promise<void> {
  const id = sessionId.safeParse(req.params.payment_session_id)
  const view = id.success ? await viewOfSession(req.scope, id.data) : null
  if (view === null) {
    refuse(res, {
      status: 404,
      type: "not_found",
      message: "This payment session was never one of PayIn.",
    })
    return
  }
  res.json(view satisfies StoreSessionAnswer)
}
