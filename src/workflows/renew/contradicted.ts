import type { MedusaContainer } from "@medusajs/framework/types"
import { renewalReason } from "../../domain/renewal-reason"
import type { CardTransaction } from "../../modules/subscriptions/card-rows"
import type { Subscription } from "../../modules/subscriptions/subscription-rows"
import { servicesOf } from "../settle"

/**
 * Why a subscription charges nothing now, for a person: the service contradicts the payment of one
 * of its periods, so the money may have gone back (docs/service.md#renewal). A person closes that
 * anomaly, or ends the subscription. Null while nothing is contradicted.
 */
export async function whyDoubted(
  container: MedusaContainer,
  { id }: Subscription
): Promise<string | null> {
  const { ledger, subscriptions } = servicesOf(container)
  const subjects = await ledger.anomalies.contradicted()
  for (const row of await subscriptions.cardWatch.findMany(subjects)) {
    if (row.status === "captured" && (await subscriptions.cardWatch.paidBy(row)).includes(id)) {
      return renewalReason("charge_contradicted", { reference: row.reference })
    }
  }
  return null
}

/** A person decided about a contradicted payment: the periods that waited for that go on at once. */
export async function requeueDoubted(
  container: MedusaContainer,
  row: CardTransaction
): Promise<void> {
  const { cardWatch, cycles, subscriptions } = servicesOf(container).subscriptions
  for (const id of await cardWatch.paidBy(row)) {
    const open = await cycles.openOf(id)
    if (open !== null) {
      await subscriptions.requeueOfCycle(open.id)
    }
  }
}
