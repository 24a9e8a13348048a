import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { answerHook, TOO_LARGE } from "../../../../answer"
import { receiveIpn } from "../../../../receive-ipn"
import { readRawBody } from "../../../../../raw-body"

/**
 * `POST /hooks/payin/ipn/:reference/:key`: PayIn and PayOut notifications
 * (docs/service.md#notifications). 413 over 64 kB, 404 for an unknown reference or a wrong key, 401
 * for a wrong `x-trx-signature`, else 202 once the notification is stored, whatever its content.
 */
export async function POST(req: MedusaRequest, res: MedusaResponse): Promise<void> {
  const raw = await readRawBody(req)
  if (raw === null) {
    answerHook(res, TOO_LARGE)
    return
  }
  const answer = await receiveIpn(req.scope, {
    reference: req.params.reference,
    key: req.params.key,
    account: null,
    signature: req.get("x-trx-signature"),
    raw,
  })
  answerHook(res, answer)
}
