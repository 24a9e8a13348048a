import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { refundOrder, type OrderRefunded } from "../../../../../../workflows/refund/order"
import { servicesOf } from "../../../../../../workflows/settle"
import { refuse } from "../../../../../refusal"
import { answerOnce, refusal, type OperatorAnswer } from "../../../../idempotency"
import { REFUNDS_BLOCKED } from "../../../../refund-guard"
import type { AdminRefundAnswer } from "../../../payout-types"
import { operatorOf } from "../../../posted-values"
import { showPayout } from "../../../shown-payouts"
import { readRefund } from "./read"

/**
 * `POST /admin/payin/orders/:id/refund { payment_id?, amount, destination?, reason_id?, note? }` -> 201
 * `{ payout, refund_id }`: refunds in Medusa and books the payout that carries it out, with where it goes to
 * if that is given (of the person who paid, unless the destination names another). `amount` in major units,
 * never rounded; all that is left closes Medusa's books, fractions included. `payment_id` may be left out
 * where the order has one captured payment of ours. Needs `Idempotency-Key`.
 *
 * 400 names the field, `amount` also when that much is not left; 404 for an unknown order; 409 while the
 * order is worked on or changed (an edit, return, exchange or claim is open). Refused under option `refunds: "block"`.
 */
export async function POST(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  if (servicesOf(req.scope).gateway.options.refunds === "block") {
    refuse(res, {
      status: 400,
      type: "not_allowed",
      message: REFUNDS_BLOCKED,
      code: "refunds_blocked",
    })
    return
  }
  const { id } = req.params
  const read = await readRefund(req.scope, id, req.body)
  if ("refusal" in read) {
    refuse(res, read.refusal)
    return
  }
  await answerOnce(req, res, async ({ id: request_id }) => {
    const actor = await operatorOf(req)
    return answerOf(
      await refundOrder(req.scope, { ...read.value, order_id: id, request_id, actor })
    )
  })
}

const TYPES = { 400: "invalid_data", 404: "not_found", 409: "conflict" } as const

function answerOf(outcome: OrderRefunded): OperatorAnswer {
  if (outcome.outcome === "refused") {
    const { status, message, field, code, values, passing } = outcome
    const answer = refusal({
      ...{ status, type: TYPES[status], message },
      ...(field && { field }),
      ...(code && { code }),
      ...(values && { values }),
    })
    return passing ? { ...answer, keep: false } : answer
  }
  const { refund_id, payout } = outcome
  const body: AdminRefundAnswer = { refund_id, payout: payout && showPayout(payout) }
  return { status: 201, body: { ...body } }
}
