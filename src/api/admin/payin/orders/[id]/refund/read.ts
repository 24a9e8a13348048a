import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "zod"
import type { MajorAmount } from "../../../../../../domain/money/amount"
import { providerIdsOf } from "../../../../../../domain/options/provider-id"
import {
  readRefundDestination,
  type RefundDestination,
} from "../../../../../../domain/refund/destination"
import { findPayments } from "../../../../../../workflows/refund/refundable"
import { servicesOf } from "../../../../../../workflows/settle"
import type { Refusal } from "../../../../../refusal"
import { optionalWords, readAmount, readPosted } from "../../../posted-values"
import { invalid, text, type Read } from "../../../query-values"

const ORDER_ID = /^[A-Za-z0-9_-]{1,100}$/
const NO_ORDER: Refusal = {
  status: 404,
  type: "not_found",
  message: "There is no order with this id.",
}

export const body = z.strictObject({
  payment_id: text.nullish(),
  amount: z.unknown().optional(),
  destination: z.unknown().optional(),
  reason_id: text.nullish(),
  note: optionalWords,
})

/** A refund as posted, checked as far as it can be without deciding anything. */
export interface PostedRefund {
  payment_id: string | null
  amount: MajorAmount
  destination: RefundDestination | null
  reason_id: string | null
  note: string | null
}

/** Reads what was posted for an order, against the country and currency of its payment. */
export async function readRefund(
  container: MedusaContainer,
  orderId: string,
  posted: unknown
): Promise<Read<PostedRefund>> {
  const payments = ORDER_ID.test(orderId) ? await findPayments(container, orderId) : null
  if (payments === null) {
    return { refusal: NO_ORDER }
  }
  const read = readPosted(body, posted)
  if ("refusal" in read) return read
  const { payment_id = null, reason_id = null, note } = read.value
  const { options } = servicesOf(container).gateway
  const provider = (payments.find(({ id }) => id === payment_id) ?? payments.at(0))?.provider_id
  const account = options.accounts.find(({ id }) =>
    providerIdsOf(id).some((one) => one === provider)
  )
  if (account === undefined) {
    const message = "This order has no captured payment through PayIn: nothing can be given back."
    return { refusal: { status: 400, type: "not_allowed", message, code: "nothing_captured" } }
  }
  const amount = readAmount(read.value.amount, options.decimals[account.currency])
  if ("refusal" in amount) return amount
  const country = options.countries[account.country]
  const { destination, problems } = readRefundDestination(
    read.value.destination,
    country,
    "destination"
  )
  const [problem] = problems
  return problem === undefined
    ? {
        value: {
          payment_id,
          amount: amount.value,
          destination: destination ?? null,
          reason_id,
          note,
        },
      }
    : { refusal: invalid(problem.field, problem.message, problem) }
}
