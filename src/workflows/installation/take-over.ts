import type { MedusaContainer } from "@medusajs/framework/types"
import type { InstallationStanding } from "../../domain/installation"
import type { Operator } from "../../domain/payout-actor"
import { servicesOf } from "../settle"

/** Under this id the audit lists who took over. */
export const INSTALLATION_SUBJECT = "installation"

/**
 * Take-over: a person says that this installation is the one that moves money from now on. Its held payouts
 * are due at once.
 *
 * @param request id of the operator's request: a repeat after a crash takes over nothing more
 * @returns null when it was the living one already
 */
export async function takeOver(
  container: MedusaContainer,
  actor: Operator,
  { note, request }: { note: string; request: string }
): Promise<InstallationStanding | null> {
  const { ledger, payouts } = servicesOf(container)
  const done = { subject_id: INSTALLATION_SUBJECT, action: "taken_over", request }
  if (await payouts.audit.wasDone(done)) {
    return ledger.installations.standing()
  }
  return ledger.installations.takeOver({ by: actor.id, note }, async (trx, reason) => {
    const facts = { reason, note, request }
    const deed = { subject_id: INSTALLATION_SUBJECT, action: "taken_over", actor }
    await payouts.audit.note(trx, { ...deed, from: "held", to: "live", facts })
    await payouts.submissions.requeue(trx, "installation_held")
  })
}
