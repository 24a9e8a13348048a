import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { z } from "zod"
import type { InstallationStanding } from "../../domain/installation/installation"
import type { Operator } from "../../domain/payout/actor"
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
  const taking = { by: actor.id, note, after: await afterNewestRow(container) }
  return ledger.installations.takeOver(taking, async (trx, reason) => {
    const facts = { reason, note, request }
    const deed = { subject_id: INSTALLATION_SUBJECT, action: "taken_over", actor }
    await payouts.audit.note(trx, { ...deed, from: "held", to: "live", facts })
    await payouts.submissions.requeue(trx, "installation_held")
  })
}

// Just after it, because what was there at the take-over itself counts as the other installation's.
const AFTER_NEWEST = `
  select max(created_at) + interval '1 millisecond' as at from (
    select max(created_at) as created_at from payin_payout
    union all select max(created_at) from payin_payout_attempt
    union all select max(created_at) from payin_card_transaction
    union all select max(created_at) from payin_cycle
  ) newest`

const moment = z.object({ at: z.date().nullable() })

async function afterNewestRow(container: MedusaContainer): Promise<Date | null> {
  const pg = container.resolve(ContainerRegistrationKeys.PG_CONNECTION)
  const answer: { rows: unknown[] } = await pg.raw(AFTER_NEWEST)
  return moment.parse(answer.rows[0]).at
}
