import type { AdminAnomaly } from "../../api/admin/payin/anomaly-types"
import type { Format } from "../format/format"
import { moneyIn, type Money } from "../page/money-in"

/** An anomaly, as far as it says what a decision about it means. */
type About = Pick<AdminAnomaly, "facts"> & Partial<Pick<AdminAnomaly, "kind" | "payout_id">>

/** The money that an anomaly is about: what arrived or left, else what was asked; null when it is about none. */
export function anomalyMoney({ facts }: Pick<AdminAnomaly, "facts">): Money | null {
  return moneyIn(facts.arrived) ?? moneyIn(facts.payout) ?? moneyIn(facts) ?? moneyIn(facts.asked)
}

/**
 * The amount that `captured` books, if nobody writes another one: what was proposed, else what the server
 * would book; null when a person has to say it.
 */
export function capturedMoney({
  facts,
  proposed,
}: Pick<AdminAnomaly, "facts" | "proposed">): Money | null {
  return proposed?.action === "captured" ? proposed : moneyIn(facts.to_book)
}

/**
 * Under which name a decision is told: of more than was asked only that is booked, and the rest goes
 * back. What is captured already stays as it is booked. Of an unknown hold nobody knows whether there
 * ever was one to release. To ignore a payout of another amount lets the account's others leave.
 */
export function toldAs<Action extends string>(
  anomaly: About,
  action: Action
): Action | "acceptMore" | "stillCaptured" | "nothingHeld" | "endsPause" {
  const { facts } = anomaly
  if (action === "ignore" && isPausing(anomaly)) {
    return "endsPause"
  }
  if (action === "released" && facts.status === "unknown") {
    return "nothingHeld"
  }
  if (action === "captured" && facts.status === "captured") {
    return "stillCaptured"
  }
  const arrived = moneyIn(facts.arrived)
  const asked = moneyIn(facts.asked)
  const isMore =
    arrived !== null &&
    asked !== null &&
    arrived.currency === asked.currency &&
    Number(arrived.amount) > Number(asked.amount)
  return action === "accept" && isMore ? "acceptMore" : action
}

/** Whether an open anomaly keeps the payouts of its account from leaving. */
export function isPausing({ facts, kind, payout_id }: Partial<About>): boolean {
  const isUnnamed = kind === "unknown_status" && facts?.reason === "amount_not_understood"
  return kind === "payout_amount_mismatch"
    ? facts?.paid !== undefined
    : isUnnamed && payout_id !== null
}

/** What the button of a decision says. */
export function namedAs<Action extends string>(
  anomaly: About,
  action: Action
): Action | "nothingHeld" {
  return toldAs(anomaly, action) === "nothingHeld" ? "nothingHeld" : action
}

/** The sums that the sentences about a decision name. */
export function decisionSums(anomaly: Pick<AdminAnomaly, "facts">, format: Format) {
  const text = (money: Money | null) => format.money(money?.amount ?? null, money?.currency ?? null)
  return { amount: text(anomalyMoney(anomaly)), asked: text(moneyIn(anomaly.facts.asked)) }
}
