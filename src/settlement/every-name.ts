import { sameReference, type Reference, type Ticket } from "../domain/row/reference"
import type { Lookup } from "../modules/gateway/lookup"
import type { LookupCause, PayInGatewayService } from "../modules/gateway/service"

/** What the service may know a pay-in or a payout by. */
interface Named {
  account: string
  reference: Reference
  ticket: Ticket | null
}

/**
 * Asks the service by the ticket, and by the reference where it knows no such ticket: "not known"
 * ends a link and lets its order go, and lets a payout be sent again, so it has to hold for every
 * name. Where there is no ticket, one that a notification told of is asked for, too. A second answer
 * counts only when it names the reference.
 *
 * @throws GatewayError when the service gave no clear answer
 */
export async function lookUpByEveryName(
  { transactions }: Pick<PayInGatewayService, "transactions">,
  { account, reference, ticket }: Named,
  { cause = "own", heard = null }: { cause?: LookupCause; heard?: string | null } = {}
): Promise<Lookup> {
  const ask = (name: string) => transactions.lookup(account, name, reference, cause)
  const answer = await ask(ticket ?? reference)
  const other = ticket === null ? heard : reference
  if (answer.kind !== "not_known" || other === null) {
    return answer
  }
  const second = await ask(other)
  const isOurs = second.kind === "found" && sameReference(second.transaction.reference, reference)
  return isOurs ? second : answer
}
