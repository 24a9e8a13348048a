import type { SessionField } from "../../domain/customer-data"
import type { Operator } from "../../domain/payout-actor"
import type { RefusalCode } from "../../domain/refusal-code"
import type { Obstacle } from "./owing"
import type { Transaction } from "../../modules/ledger/rows"

/** An operator's request for a link. */
export interface LinkRequest {
  order_id: string
  actor: Operator
  account: string | null
  /** Untrusted: payment_method, customer_data, description, expiration_time. */
  data: Record<string, unknown>
  /** Make a new link even if one of the same request exists. */
  replace: boolean
  /** Shared by all tries under one Idempotency-Key. */
  request_id: string
}

export type LinkOutcome = { outcome: "made"; transaction: Transaction } | LinkRefusal

/** Why there is no link. `passing`: the same request may succeed in a moment. */
export interface LinkRefusal {
  outcome: "refused"
  reason: "not_found" | "invalid" | "conflict"
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

function refuse(reason: LinkRefusal["reason"], message: string): LinkRefusal {
  return { outcome: "refused", reason, message, passing: false }
}
