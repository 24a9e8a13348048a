import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { isEndedSubscription, subscriptionTransition } from "../../domain/subscription/state"
import { databaseNow } from "../../tables/now"
import { unneed } from "./subscriptions"
import { subscriptionRow, type Subscription } from "./subscription-rows"

const SUBSCRIPTIONS = "payin_subscription"

/** Announcement to publish after the transaction. */
export interface Told {
  news: "past_due" | "canceled"
  subscription: Subscription
}

/**
 * A refused period makes its subscription past due, and the last one ends it.
 *
 * @param next when it is tried again; null: it was the last try
 */
export async function refuse(
  trx: Knex.Transaction,
  subscription: Subscription,
  next: Date | null
): Promise<Told[]> {
  const told: Told[] = []
  let now = subscription
  const move = async (cause: "refused" | "given_up", news: Told["news"]): Promise<void> => {
    const { transition, to } = subscriptionTransition(now.status, cause, "system")
    if (transition !== "move") {
      return
    }
    const rows: unknown[] = await trx(SUBSCRIPTIONS)
      .where({ id: now.id })
      .update({
        status: to,
        status_cause: cause,
        status_changed_at: databaseNow(trx),
        updated_at: databaseNow(trx),
      })
      .returning("*")
    now = subscriptionRow.parse(rows[0])
    told.push({ news, subscription: now })
  }
  await move("refused", "past_due")
  if (next === null) {
    await move("given_up", "canceled")
    await unneed(trx, now)
  }
  await waitForTry(trx, now, next)
  return told
}

/**
 * Waits for the next try. An ended subscription, by its last refusal or by a person meanwhile, is
 * due at once: its period is still to be closed, because an order may wait and money may be held.
 */
export async function waitForTry(
  trx: Knex.Transaction,
  { id, status }: Subscription,
  next: Date | null
): Promise<void> {
  const over = next === null || isEndedSubscription(status)
  const due = over ? { next_date: null, due_after: databaseNow(trx) } : { due_after: next }
  await trx(SUBSCRIPTIONS).where({ id }).update(due)
}
