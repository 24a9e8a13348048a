import { shiftedNow } from "../../../../../domain/time/clock"
import type { RemoteTransaction } from "../../../../../modules/gateway"
import type { servicesOf } from "../../../../../workflows/settle"
import type { AdminLookupAnswer } from "../../lookup-types"
import { showTransaction } from "../../shown"
import { showAttempt, showPayout } from "../../shown-payouts"

/** The store's data of a transaction of the service. */
export type Local = NonNullable<AdminLookupAnswer["local"]>

/**
 * Finds it by the service's identifiers, else by the requested one: pay-ins and payouts have the
 * same kinds of identifiers.
 */
export async function findLocal(
  { ledger, payouts }: Pick<ReturnType<typeof servicesOf>, "ledger" | "payouts">,
  named: Pick<RemoteTransaction, "reference" | "ticket">,
  asked: string
): Promise<Local | null> {
  const reference = named.reference ?? asked
  const ticket = named.ticket ?? asked
  const found =
    (await ledger.transactions.findByReference(reference)) ??
    (await payouts.attempts.findByReference(reference)) ??
    (await ledger.transactions.findByTicket(ticket)) ??
    (await payouts.attempts.findByTicket(ticket))
  if (found === null || !("payout_id" in found)) {
    return found && showTransaction(found, shiftedNow())
  }
  const payout = await payouts.payouts.find(found.payout_id)
  return payout && { ...showPayout(payout), attempt: showAttempt(found) }
}
