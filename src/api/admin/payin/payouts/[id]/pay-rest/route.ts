import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { z } from "zod"
import { payRest } from "../../../../../../workflows/payout"
import { answerOnce } from "../../../../idempotency"
import { operatorOf, version } from "../../../posted-values"
import { answerFailure } from "../../../service-failure"
import { readAction } from "../../action"
import { answerOf } from "../../decided"

export const body = z.strictObject({ version })

/**
 * `POST /admin/payin/payouts/:id/pay-rest { version }` -> `{ payout }`; `Idempotency-Key` required. Orders
 * what the service left unpaid of a payout that it calls paid, as a payout of its own, which always waits for a
 * second person; the first one's amount is less by as much. Ordered before, the same payout is answered. 400
 * without a version. 409 `changed_since` when it was changed meanwhile, 409 when nothing is short, when it is not
 * certain what was paid, and `unit_suspected` for a power of ten. The service is asked first: 502 and 503
 * when that failed.
 */
export async function POST(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const asked = await readAction(req, res, body)
  if (asked === null) {
    return
  }
  const { payout, posted } = asked
  const actor = await operatorOf(req)
  try {
    await answerOnce(req, res, async () =>
      answerOf(await payRest(req.scope, payout.id, actor, posted.version))
    )
  } catch (error) {
    answerFailure(res, error)
  }
}
