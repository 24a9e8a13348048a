import type { AnomalyAction } from "../../domain/anomaly/resolution"
import type { CapturableHold, CapturedAmount } from "../../domain/card/captured-amount"
import type { Operator } from "../../domain/payout/actor"
import type { RefusalCode } from "../../domain/error/refusal-code"
import type { RefundDestination } from "../../domain/refund/destination"
import { isPowerOfTenApart, type MajorAmount } from "../../domain/money/amount"
import type { Anomaly, Transaction } from "../../modules/ledger/rows"

/** A person's decision about an anomaly. */
export interface ResolveRequest {
  anomaly_id: string
  action: AnomalyAction
  note: string
  /** Destination of the refund, if it is known already. */
  destination: RefundDestination | null
  /** The service's id of a card's hold, when a person reports that it holds money. */
  transaction_id?: string | null
  /** The captured amount, if the person names it: in major units. */
  amount?: MajorAmount | null
  actor: Operator
  /** A job tells Medusa of the card soon, because nobody waits for each of many decisions. */
  told_later?: boolean
}

export type Resolution =
  | { outcome: "resolved"; anomaly: Anomaly }
  /**
   * In plain words; `again`: the same request may succeed later; `field`: the wrong field of the
   * posted data.
   */
  | {
      outcome: "refused"
      reason: string
      code?: RefusalCode
      again: boolean
      field?: "destination" | "transaction_id" | "amount"
      /** Not this person, but another one may. */
      not_allowed?: true
    }

type Refused = Extract<Resolution, { outcome: "refused" }>

export const UNKNOWN_PERSON: Refused = {
  outcome: "refused",
  reason: "destination: it is not known whose account this is: give the person's details too.",
  code: "person_needed",
  again: false,
  field: "destination",
}

export function refused(reason: string, again: boolean, code?: RefusalCode): Refused {
  return { outcome: "refused", reason, again, ...(code && { code }) }
}

/** The refusal of an amount that looks like another unit. */
export function unitSuspected(
  { requested_amount, currency }: Pick<Transaction, "requested_amount" | "currency">,
  said: { amount: MajorAmount }
): Refused {
  return refused(
    `The service says ${said.amount} ${currency} where ${requested_amount} was asked: it counts in another unit than ` +
      "the options say. Correct option amounts.lookup or decimals, restart, and ask the service again.",
    false,
    "unit_suspected"
  )
}

/** Why a person cannot book this as the captured amount of a card, and what they can do. */
export function capturedRefused(
  { amount, currency }: CapturableHold,
  refusal: Exclude<CapturedAmount, { outcome: "books" }>
): Refused {
  const code = refusal.outcome
  const held = `the card holds ${amount} ${currency}`
  if (code === "above_hold") {
    const reason = `amount: ${refusal.said} ${currency} is more than can be captured: ${held}.`
    return { ...refused(reason, false, code), field: "amount" }
  }
  const told = `The service told ${refusal.said ?? "a capture"} ${refusal.currency}, and ${held}`
  const why =
    code === "unit_suspected"
      ? "it counts in another unit"
      : "no capture of this hold can be that much"
  return refused(
    `${told}: ${why}. Ask the service how much it captured, and say it as amount.`,
    false,
    code
  )
}

/** The refusal of a person who says that a card was captured with another amount than is booked. */
export function otherThanBooked(booked: MajorAmount, currency: string): Refused {
  const reason =
    `amount: ${booked} ${currency} is booked as captured. If the service tells another amount, ignore this: ` +
    "payouts of the payment wait, and can be canceled or marked as paid by other means."
  return { ...refused(reason, false, "not_possible"), field: "amount" }
}

/** The refusal of card money in the ledger that is more than its hold. */
export function moreThanHeld({ amount, currency }: CapturableHold, booked: MajorAmount): Refused {
  const code = isPowerOfTenApart(amount, booked) ? "unit_suspected" : "above_hold"
  return refused(
    `${booked} ${currency} is booked as captured, and the card held ${amount}: nobody decides by that amount. ` +
      "Ask the service how much it captured, deal with it there, and ignore this.",
    false,
    code
  )
}

/** The refusal to book money on an order of another currency. */
export function otherCurrency(
  { currency }: Pick<Transaction, "currency">,
  order: { id: string; currency_code: string }
): Refused {
  return refused(
    `Order ${order.id} is in ${order.currency_code}, and this money is ${currency}: refund it, or deal with it ` +
      "elsewhere and ignore this.",
    false,
    "other_currency"
  )
}

export function closedBefore({ action, note }: Anomaly): Refused {
  const how = action === "settled" ? `closed meanwhile: ${note}` : `resolved with "${action}"`
  return refused(`This anomaly was ${how}`, false, "resolved_before")
}

/** The refusal when somebody else decided meanwhile. */
export function resolvedByAnother(): Refused {
  return refused("Somebody else resolved it.", false, "resolved_before")
}

export function notOffered({ kind }: Pick<Anomaly, "kind">, action: AnomalyAction): Refused {
  return refused(`"${action}" is not possible for ${kind} as it stands.`, false, "not_possible")
}
