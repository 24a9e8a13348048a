import type { AdminAnomaly } from "../../api/admin/payin/anomaly-types"
import { moneyIn, type Money } from "../page/known-facts"

/** The money that an anomaly is about: what arrived or left, else what was asked; null when it is about none. */
export function anomalyMoney({ facts }: Pick<AdminAnomaly, "facts">): Money | null {
  return moneyIn(facts.arrived) ?? moneyIn(facts.payout) ?? moneyIn(facts) ?? moneyIn(facts.asked)
}
