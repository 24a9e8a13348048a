import type { SubscriberArgs, SubscriberConfig } from "@medusajs/framework"
import {
  answerLookupRequest,
  LOOKUP_REQUESTED,
  type LookupRequest,
} from "../workflows/settle/notification"

/**
 * A lookup of a pay-in or payout, requested by a stored notification, a return page or a person.
 */
export default async function payinPrompted({
  event,
  container,
}: SubscriberArgs<LookupRequest>): Promise<void> {
  await answerLookupRequest(container, event.data)
}

export const config: SubscriberConfig = {
  event: LOOKUP_REQUESTED,
  context: { subscriberId: "payin-prompted" },
}
