import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { z } from "zod"
import { shiftedNow } from "../../../../../../domain/time/clock"
import { makerOf, makersOf } from "../../../../../../domain/payout/actor"
import { makePaymentLink } from "../../../../../../workflows/payment-link"
import type { LinkRefusal } from "../../../../../../workflows/payment-link/request"
import { refuse } from "../../../../../refusal"
import { answerOnce, refusal, type OperatorAnswer } from "../../../../idempotency"
import { operatorOf } from "../../../posted-values"
import { accountId, readQuery } from "../../../query-values"
import { showPaymentLink } from "../../../shown"
import type { AdminPaymentLinkAnswer } from "../../../transaction-types"
import { ORDER_ID } from "../order-id"

const optional = z.unknown().optional()
export const body = z.strictObject({
  account: accountId.nullish(),
  payment_method: optional,
  customer_data: optional,
  description: optional,
  expiration_time: optional,
  replace: z.boolean({ error: "must be true or false" }).nullish(),
})

/**
 * `POST /admin/payin/orders/:id/payment-link { account?, payment_method?, customer_data?, description?,
 * expiration_time?, replace? }` -> `{ payment_link }`: a link for what the order owes, as Medusa computes
 * it; an edited or draft order as well. Without further wishes the link that is there, to be copied; the
 * same wish gets the same link; `replace` always a new one. `account` defaults to the first that takes the
 * order's currency. What is not given is filled from the order and from what its payer told before; what is
 * missing then is answered as 400 with `fields`. 409 when nothing is owed, the order is canceled, or money
 * arrived that is not booked yet. Needs `Idempotency-Key`.
 */
export async function POST(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const { id } = req.params
  if (!ORDER_ID.test(id)) {
    refuse(res, { status: 404, type: "not_found", message: "There is no order with this id." })
    return
  }
  const read = readQuery(body, req.body ?? {})
  if ("refusal" in read) {
    refuse(res, read.refusal)
    return
  }
  const { account, replace, ...terms } = read.value
  const data = Object.fromEntries(Object.entries(terms).filter(([, value]) => value != null))
  await answerOnce(req, res, async (request) => {
    const outcome = await makePaymentLink(req.scope, {
      order_id: id,
      makers: makersOf(makerOf(await operatorOf(req))),
      account: account ?? null,
      data,
      replace: replace ?? false,
      request_id: request.id,
    })
    if (outcome.outcome === "refused") {
      return refused(outcome)
    }
    const payment_link = showPaymentLink(outcome.transaction, shiftedNow())
    const answer = { payment_link } satisfies AdminPaymentLinkAnswer
    return { status: 200, body: answer }
  })
}

const STATUS = {
  not_found: { status: 404, type: "not_found" },
  invalid: { status: 400, type: "invalid_data" },
  conflict: { status: 409, type: "conflict" },
  // Only shoppers are refused so.
  changed: { status: 409, type: "conflict" },
  too_many: { status: 429, type: "too_many_links" },
} as const

function refused({ reason, message, code, field, fields, passing }: LinkRefusal): OperatorAnswer {
  const answer = refusal({
    ...{ ...STATUS[reason], message },
    ...(field !== undefined && { field }),
    ...(code && { code }),
  })
  return {
    ...answer,
    body: { ...answer.body, ...(fields && { fields }) },
    ...(passing && { keep: false }),
  }
}
