import type { SessionField } from "../../domain/privacy/customer-data"
import type { MajorAmount } from "../../domain/money/amount"
import type { RefusalCode } from "../../domain/error/refusal-code"
import type { Obstacle } from "./owing"
import type { Transaction } from "../../modules/ledger/rows"

/** A request for a link: an operator's, or a shopper's who pays again. */
export interface LinkRequest {
  order_id: string
  /** Operators who typed its data, or may have (`makerOf`). */
  makers: readonly string[]
  account: string | null
  /** Untrusted: payment_method, customer_data, description, expiration_time. */
  data: Record<string, unknown>
  /** Make a new link even if one of the same request exists. */
  replace: boolean
  /** Shared by all tries under one Idempotency-Key; a shopper has none and replaces nothing. */
  request_id: string
  /** Of a shopper. */
  shopper?: {
    /** The amount that the shopper was shown, in major units: another one is not asked for. */
    shown: MajorAmount
  }
}

export type LinkOutcome = { outcome: "made"; transaction: Transaction } | LinkRefusal

/**
 * Why there is no link. `passing`: the same request may succeed in a moment.
 *
 * - `changed`: the order owes another amount than the shopper was shown
 * - `too_many`: the links of the collection that can still be paid are as many as may be
 */
export interface LinkRefusal {
  outcome: "refused"
  reason: "not_found" | "invalid" | "conflict" | "changed" | "too_many"
  message: string
  code?: RefusalCode
  field?: string
  /** Fields that the payer still has to fill in. */
  fields?: SessionField[]
  passing: boolean
}

export function notFound(orderId: string): LinkRefusal {
  return refuse("not_found", `There is no order ${orderId}.`)
}

export function invalid(field: string, message: string, fields?: SessionField[]): LinkRefusal {
  return { ...refuse("invalid", message), field, ...(fields && { fields }) }
}

const PASSING: readonly RefusalCode[] = ["money_arriving", "busy"]

export function conflict({ message, code }: Obstacle): LinkRefusal {
  const passing = code !== undefined && PASSING.includes(code)
  return { ...refuse("conflict", message), code, passing }
}

export function busy(orderId: string): LinkRefusal {
  const message = `Another payment of order ${orderId} is being started: try again shortly.`
  return conflict({ message, code: "busy" })
}

export function changed(orderId: string): LinkRefusal {
  return refuse("changed", `Order ${orderId} owes another amount by now.`)
}

export function tooMany(orderId: string): LinkRefusal {
  return refuse("too_many", `Order ${orderId} has many links that can still be paid.`)
}

function refuse(reason: LinkRefusal["reason"], message: string): LinkRefusal {
  return { outcome: "refused", reason, message, passing: false }
}
