import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { viewOfSession } from "../../../../../workflows/settle/shopper-view"
import { refuse } from "../../../../refusal"
import type { StoreSessionAnswer } from "../../types"
import { NEVER_OURS, sessionId } from "./session-id"

/**
 * `GET /store/payin/sessions/:payment_session_id` -> `{ status, payment_url, instructions, order_id,
 * message }`: what a return page polls. Answers from the ledger; any id that was ever ours is known. 404 else.
 */
export async function GET(req: MedusaRequest, res: MedusaResponse): Promise<void> {
  const id = sessionId.safeParse(req.params.payment_session_id)
  const view = id.success ? await viewOfSession(req.scope, id.data) : null
  if (view === null) {
    refuse(res, NEVER_OURS)
    return
  }
  res.json(view satisfies StoreSessionAnswer)
}
