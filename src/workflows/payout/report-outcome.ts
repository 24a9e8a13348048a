import type { MedusaContainer } from "@medusajs/framework/types"
import type { Operator } from "../../domain/payout/actor"
import { systemNote } from "../../domain/operator/system-note"
import type { ReportedOutcome, Decided } from "../../modules/payouts/decisions"
import { servicesOf } from "../settle"
import { orderMakers } from "./order-makers"

/** A later contradiction opens an anomaly of its own. */
const ANSWERED = ["payout_unknown", "payout_stuck", "status_changed_after_final"] as const

/** Writes what the service's support told a person of a payout, and closes the questions about it. */
export async function reportPayoutOutcome(
  container: MedusaContainer,
  id: string,
  actor: Operator,
  reported: ReportedOutcome,
  request: string
): Promise<Decided> {
  const { payouts, ledger } = servicesOf(container)
  const decided = await payouts.decisions.reportOutcome(id, actor, reported, request, orderMakers)
  if (decided.outcome === "done") {
    const note = systemNote(reported.outcome === "paid" ? "said_paid" : "said_not_paid")
    await ledger.anomalies.closeOfPayout(id, ANSWERED, note)
  }
  return decided
}
