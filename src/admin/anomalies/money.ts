import type { AdminAnomaly } from "../../api/admin/payin/anomaly-types"
import { moneyIn, type Money } from "../page/known-facts"

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
