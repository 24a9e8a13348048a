import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import { anomalyReason } from "../../domain/anomaly-reason"
import { sameReference } from "../../domain/reference"
import type { InboxEvent } from "../../modules/inbox/events"
import { servicesOf } from "./index"

/**
 * A stored notification about a link or payout that no row has (`receiveStranger`). Where the service
 * says that its money moved, a person is asked: nobody else would ever see it.
 *
 * @throws GatewayError, MedusaError when the service gave no clear answer: the notification is
 * processed again
 */
export async function askAboutStranger(
  container: MedusaContainer,
  { account, reference }: InboxEvent
): Promise<void> {
  const { gateway, ledger } = servicesOf(container)
  if (account === null || !gateway.has(account)) {
    return
  }
  const answer = await gateway.transactions.lookup(account, reference, reference, "notification")
  const told = answer.kind === "not_known" ? null : answer.transaction
  if (told === null || !sameReference(told.reference, reference)) {
    throw new MedusaError(
      MedusaError.Types.NOT_FOUND,
      "the service told of a payment under it, and does not know it now: asked again later"
    )
  }
  if (told.status !== "APPROVED") {
    return
  }
  const { amount, currency, ticket, kind } = told
  await ledger.anomalies.open({
    kind: "webhook_unmatched",
    subject: reference,
    account,
    facts: {
      reason: anomalyReason("notification_unmatched", { said: told.status }),
      ...{ reference, ticket, said: told.status, direction: kind },
      shown: { amount, currency },
    },
  })
}
