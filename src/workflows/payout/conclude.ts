import type { MedusaContainer } from "@medusajs/framework/types"
import type { Operator } from "../../domain/payout-actor"
import { systemNote } from "../../domain/system-note"
import type { Conclusion, Decided } from "../../modules/payouts/decisions"
import { servicesOf } from "../settle"

/** Writes what the service's support told a person of a payout, and closes the questions about it. */
export async function concludePayout(
  container: MedusaContainer,
  id: string,
  actor: Operator,
  conclusion: Conclusion,
  request: string
): Promise<Decided> {
  const { payouts, ledger } = servicesOf(container)
  const decided = await payouts.decisions.conclude(id, actor, conclusion, request)
  if (decided.outcome === "done") {
    const note = systemNote("concluded", { outcome: conclusion.outcome })
    await ledger.anomalies.settlePayout(id, ["payout_unknown", "payout_stuck"], note)
  }
  return decided
}
