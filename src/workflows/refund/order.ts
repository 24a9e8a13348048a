import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import { refundPaymentWorkflow } from "@medusajs/medusa/core-flows"
import { z } from "zod"
import {
  compareAmounts,
  isPositive,
  roundDown,
  roundToWire,
  sameAmount,
  type MajorAmount,
} from "../../domain/money/amount"
import type { Operator } from "../../domain/payout/actor"
import type { RefundDestination } from "../../domain/refund/destination"
import type { NamedRefusal } from "../../domain/error/refusal-code"
import { wireDecimals } from "../../domain/money/wire-decimals"
import type { Payout } from "../../modules/payouts/rows"
import type { BookedRefund } from "../../settlement/refund-payouts"
import { completed } from "../../settlement/kept-destination"
import { REQUEST } from "../../medusa/refund"
import { servicesOf } from "../settle"
import { refusedByMedusa } from "../../medusa/failures"
import { acquireOrderLock, type HeldOrderLock } from "../settle/order-lock"
import { completeBooks, completeEarlier } from "./books"
import { isChanging, ORDER_CHANGING } from "../../medusa/repairs/order-change"
import { findPayments, findRefundable, type OrderPayment, type Refundable } from "./refundable"

/**
 * Wait for another refund, booking or cancellation of the same order, which takes a second or two.
 */
const LOCK_WAIT_MS = 5_000

export interface OrderRefund {
  order_id: string
  payment_id: string | null
  /** As a person typed it, in major units. */
  amount: MajorAmount
  destination: RefundDestination | null
  reason_id: string | null
  note: string | null
  /** Shared by every try of one request. */
  request_id: string
  actor: Operator
}

export type OrderRefunded =
  /**
   * `payout` is null when nothing could be booked: then the anomaly `refund_without_payout` is
   * open.
   */
  | { outcome: "refunded"; refund_id: string; payout: Payout | null }
  /** In plain words; `passing`: the same request may succeed later. */
  | OrderRefundRefused

interface OrderRefundRefused extends Partial<NamedRefusal> {
  outcome: "refused"
  status: 400 | 404 | 409
  message: string
  field?: string
  passing?: true
}

const BUSY: OrderRefundRefused = {
  outcome: "refused",
  status: 409,
  message: "This order is being worked on right now: try again in a minute.",
  code: "busy",
  passing: true,
}

/** Medusa's errors as the workflow engine returns them: no longer instances of their class. */
const namedError = z.object({ type: z.string(), message: z.string() })

/**
 * Refunds an order in Medusa, once per request, and sets the destination of its payout. A try after
 * a crash continues the bookings of the earlier one. A try that outlived its order lock stops before
 * Medusa books. Should two come to Medusa all the same, one Refund gets the request
 * (`claimRequest`).
 *
 * @throws any error of Medusa: the request can be repeated
 */
export async function refundOrder(
  container: MedusaContainer,
  wanted: OrderRefund
): Promise<OrderRefunded> {
  const releaseLock = await acquireOrderLock(
    servicesOf(container).ledger,
    wanted.order_id,
    LOCK_WAIT_MS
  )
  if (releaseLock === null) {
    return BUSY
  }
  try {
    return await underLock(container, wanted, releaseLock)
  } finally {
    await releaseLock()
  }
}

async function underLock(
  container: MedusaContainer,
  wanted: OrderRefund,
  lock: HeldOrderLock
): Promise<OrderRefunded> {
  const payments = await findPayments(container, wanted.order_id)
  if (payments === null) {
    return refused(404, "There is no order with this id.")
  }
  const payment = paymentOf(payments, wanted)
  if ("outcome" in payment) {
    return payment
  }
  const left = await findRefundable(container, payment)
  if (left === null) {
    return refused(400, `Payment ${payment.id} has no link that this store knows of.`, "payment_id")
  }
  const { sealer, operatorRequests } = servicesOf(container).ledger
  const to = wanted.destination && completed(sealer, left.payIn, wanted.destination, "operator")
  if (wanted.destination !== null && to === null) {
    const message =
      "destination: it is not known whose account this is: give the person's details too."
    return refused(400, message, "destination", { code: "person_needed" })
  }
  const before = refundOf(payment, wanted)
  if (before !== null) {
    // Books that an order change delays are completed after that change (see completeUncredited).
    await completeBooks(container, payment.payment_collection_id, before.refund_id)
    return answer(container, before)
  }
  if (await isChanging(container, wanted.order_id)) {
    const message = ORDER_CHANGING
    return { outcome: "refused", status: 409, message, code: "order_changing", passing: true }
  }
  const amount = bookable(container, left, wanted.amount)
  if (amount === null) {
    const most = compareAmounts(left.to_pay, left.in_books) < 0 ? left.to_pay : left.in_books
    const { currency } = left.payIn
    return refused(400, `amount: ${most} ${currency} of this payment is left.`, "amount", {
      code: "more_than_left",
      values: { left: most, currency },
    })
  }
  if (to !== null) {
    // First, so that every code that books the payout finds it, even after a crash.
    const { destination, payment_method } = to
    await operatorRequests.keepDestination(wanted.request_id, { ...destination, payment_method })
  }
  await completeEarlier(container, payment)
  if (!(await lock.renew())) {
    // Frozen for longer than the lock lasts: another try may have carried the request out meanwhile.
    return BUSY
  }
  const error = await book(container, payment.id, amount, wanted)
  // Medusa may also fail after writing its Refund, which it then never takes back: its books
  // decide, not its answer.
  const after = (await findPayments(container, wanted.order_id)) ?? []
  const booked = after.map((one) => refundOf(one, wanted)).find((one) => one !== null)
  if (booked == null) {
    return failureOf(error)
  }
  if (error !== null) {
    await completeBooks(container, payment.payment_collection_id, booked.refund_id)
  }
  return answer(container, booked)
}

/** The payment to refund, or the one that an earlier try refunded. */
function paymentOf(
  payments: readonly OrderPayment[],
  wanted: OrderRefund
): OrderPayment | OrderRefundRefused {
  const begun = payments.find((one) => refundOf(one, wanted) !== null)
  if (begun !== undefined) {
    return begun
  }
  if (payments.length === 0) {
    return refused(
      400,
      "This order has no captured payment through PayIn: nothing can be given back.",
      undefined,
      { code: "nothing_captured" }
    )
  }
  if (wanted.payment_id !== null) {
    const named = payments.find(({ id }) => id === wanted.payment_id)
    return (
      named ?? refused(400, "payment_id names no captured payment of this order.", "payment_id")
    )
  }
  const [only, ...others] = payments
  return others.length === 0
    ? only
    : refused(
        400,
        `payment_id must name one of ${payments.map(({ id }) => id).join(", ")}: the order has several.`,
        "payment_id"
      )
}

function refundOf({ refunds }: OrderPayment, { request_id }: OrderRefund): BookedRefund | null {
  const found = refunds.find(({ metadata }) => metadata?.[REQUEST] === request_id)
  return found === undefined ? null : { refund_id: found.id, amount: found.amount }
}

/**
 * The amount that Medusa books for a typed amount; null when less is left. Medusa's amounts may
 * carry fractions that nobody can pay: a refund of everything payable also closes Medusa's books.
 */
function bookable(
  container: MedusaContainer,
  { in_books, to_pay, payIn }: Refundable,
  typed: MajorAmount
): MajorAmount | null {
  const decimals = wireDecimals(servicesOf(container).gateway.options, payIn.currency)
  const rest = [roundDown(in_books, decimals), roundToWire(in_books, decimals, "half_up")]
  if (sameAmount(typed, to_pay) && rest.some((one) => sameAmount(one, typed))) {
    return isPositive(in_books) ? in_books : null
  }
  const there = compareAmounts(typed, in_books) <= 0 && compareAmounts(typed, to_pay) <= 0
  return there ? typed : null
}

/** Returns Medusa's error. */
async function book(
  container: MedusaContainer,
  payment_id: string,
  amount: MajorAmount,
  { actor, reason_id, note, request_id }: OrderRefund
): Promise<unknown> {
  const input = {
    payment_id,
    amount,
    // The person, who stays known when the key is deleted.
    created_by: actor.person ?? actor.id,
    ...(note !== null && { note }),
    ...(reason_id !== null && { refund_reason_id: reason_id }),
    // Missing in the type of Medusa's workflow, whose step passes the whole input to the payment
    // module.
    metadata: { [REQUEST]: request_id },
  }
  const { errors } = await refundPaymentWorkflow(container).run({ input, throwOnError: false })
  return errors.at(0)?.error ?? null
}

/** The refusal of a try that made no Refund. */
function failureOf(error: unknown): OrderRefundRefused {
  if (error === null) {
    throw new MedusaError(MedusaError.Types.UNEXPECTED_STATE, "Medusa shows no refund: try again.")
  }
  const named = namedError.safeParse(error).data
  if (named?.type === MedusaError.Types.NOT_FOUND) {
    return refused(400, `reason_id: ${named.message}`, "reason_id")
  }
  if (named?.type === MedusaError.Types.INVALID_DATA) {
    return refused(400, `amount: ${named.message}`, "amount")
  }
  const failure = refusedByMedusa(error)
  if (failure.passing) {
    const message = "Medusa could not book the refund right now: try again in a minute."
    return { outcome: "refused", status: 409, message, code: "busy", passing: true }
  }
  throw failure
}

/** The answer with the current payout, whose destination may have been corrected since. */
async function answer(
  container: MedusaContainer,
  { refund_id }: BookedRefund
): Promise<OrderRefunded> {
  const { payouts } = servicesOf(container)
  return { outcome: "refunded", refund_id, payout: await payouts.payouts.ofRefund(refund_id) }
}

function refused(
  status: 400 | 404,
  message: string,
  field?: string,
  named?: NamedRefusal
): OrderRefundRefused {
  return { outcome: "refused", status, message, ...(field !== undefined && { field }), ...named }
}
