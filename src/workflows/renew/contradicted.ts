import type { MedusaContainer } from "@medusajs/framework/types"
import { isCardQuestion } from "../../domain/card/question"
import { renewalReason } from "../../domain/renewal/reason"
import type { CardTransaction } from "../../modules/subscriptions/card-rows"
import type { Cycle, Subscription } from "../../modules/subscriptions/subscription-rows"
import { servicesOf } from "../settle"

/**
 * Why a subscription charges nothing now, for a person: the service contradicts the payment of one
 * of its periods, so the money may have gone back (docs/service.md#renewal). A person closes that
 * anomaly, or ends the subscription. Null while nothing is contradicted.
 */
export async function whyDoubted(
  container: MedusaContainer,
  { id, latest_transaction_id }: Subscription
): Promise<string | null> {
  const { ledger, subscriptions } = servicesOf(container)
  const subjects = await ledger.anomalies.contradicted()
  for (const row of await subscriptions.cardWatch.findMany(subjects)) {
    if (row.status === "captured" && (await subscriptions.cardWatch.paidBy(row)).includes(id)) {
      return renewalReason("charge_contradicted", { reference: row.reference })
    }
  }
  // The hold of its first order: nobody knows yet whether that is paid.
  return questionOf(container, [latest_transaction_id])
}

/**
 * Why a period rests, for a person: a person is asked what became of one of its holds, which may have
 * been captured without the plugin. Null while nothing is asked.
 */
export async function whyInQuestion(
  container: MedusaContainer,
  { id }: Cycle
): Promise<string | null> {
  const { renewalHolds } = servicesOf(container).subscriptions
  return questionOf(container, await renewalHolds.ofPeriod(id))
}

async function questionOf(
  container: MedusaContainer,
  ids: readonly string[]
): Promise<string | null> {
  const { ledger, subscriptions } = servicesOf(container)
  const asked = (await ledger.anomalies.openAbout(ids)).filter(isCardQuestion)
  const subjects = asked.map(({ subject }) => subject)
  const rows = await subscriptions.cardWatch.findMany(subjects)
  // What is said of captured money says nothing of this period: `whyDoubted`.
  const row = rows.find(({ status }) => status !== "captured")
  return row === undefined ? null : renewalReason("hold_in_question", { reference: row.reference })
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
