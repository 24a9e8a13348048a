import type { MedusaContainer } from "@medusajs/framework/types"
import type { RefusalCode } from "../../../../domain/error/refusal-code"
import type { RenewalAnswer } from "../../../../workflows/renew"
import { servicesOf } from "../../../../workflows/settle"
import { refusal, type OperatorAnswer } from "../../idempotency"
import { showCycle, showSubscription } from "../shown-subscriptions"
import type { AdminRenewalAnswer } from "../subscription-types"
import { NO_SUBSCRIPTION } from "./find"

// Medusa replaces the text of a conflict (docs/medusa.md#error-texts), so the plugin writes these
// answers itself.
const REFUSED: Partial<Record<RenewalAnswer["outcome"], { code: RefusalCode; message: string }>> = {
  ended: {
    code: "subscription_ended",
    message: "This subscription has ended: nothing is charged for it any more.",
  },
  past_due: {
    code: "past_due",
    message: "This subscription is past due and has no open period: cancel it.",
  },
  paid_ahead: {
    code: "paid_ahead",
    message: "The next period is paid already: it can be renewed again once that begins.",
  },
  paid_today: {
    code: "paid_today",
    message: "It was renewed today already: a subscription without an interval renews once a day.",
  },
  other_period: {
    code: "other_period",
    message:
      "This period is not the one that would be charged now: it is paid or over. Look at the subscription again.",
  },
  unnamed_period: {
    code: "unnamed_period",
    message:
      "A period of this subscription was paid today: name the one to be charged (period), as the subscription shows it (next_period).",
  },
  installation_held: {
    code: "installation_held",
    message:
      "This installation is not the one that moved money before, so nothing is charged here. Take over on the settings page if the other one will never run again.",
  },
  not_due: { code: "not_due", message: "Nothing is due." },
}

/** The answer to a person's request for a renewal. */
export async function renewalAnswer(
  container: MedusaContainer,
  id: string,
  { outcome, cycle }: RenewalAnswer
): Promise<OperatorAnswer> {
  if (outcome === "busy") {
    const message = "This subscription is being renewed right now: try again shortly."
    return { ...refusal({ status: 409, type: "conflict", message, code: "busy" }), keep: false }
  }
  const refused = REFUSED[outcome]
  if (refused !== undefined) {
    const answer = refusal({ status: 409, type: "conflict", ...refused })
    return outcome === "installation_held" ? { ...answer, keep: false } : answer
  }
  const subscription = await servicesOf(container).subscriptions.subscriptions.find(id)
  if (subscription === null) {
    return refusal(NO_SUBSCRIPTION)
  }
  return {
    status: 200,
    body: {
      subscription: showSubscription(subscription),
      renewal: { outcome, cycle: cycle && showCycle(cycle) },
    } satisfies AdminRenewalAnswer,
  }
}
