import type { SubscriberArgs, SubscriberConfig } from "@medusajs/framework"
import { answerPrompt, PROMPTED, type Prompt } from "../workflows/settle/notification"

/**
 * A lookup of a pay-in or payout, requested by a stored notification, a return page or a person.
 */
export default async function payinPrompted({
  event,
  container,
}: SubscriberArgs<Prompt>): Promise<void> {
  await answerPrompt(container, event.data)
}

export const config: SubscriberConfig = {
  event: PROMPTED,
  context: { subscriberId: "payin-prompted" },
}
