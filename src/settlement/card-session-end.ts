import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { isOpenLocked } from "../medusa/card-session"
import type { CardTransaction } from "../modules/subscriptions/card-rows"
import type { PayInSubscriptionsService } from "../modules/subscriptions/service"

/**
 * Marks the hold of an ended session to be voided, unless the session was opened again or another
 * session took the hold over. The session's row is locked meanwhile: whoever opens it next finds
 * the hold marked.
 */
export async function wantReleaseOfEnded(
  pg: Knex,
  { cardTransactions }: Pick<PayInSubscriptionsService, "cardTransactions">,
  { id, session_id }: CardTransaction
): Promise<CardTransaction | null> {
  return pg.transaction(async (sql) => {
    const isOpen = session_id !== null && (await isOpenLocked(sql, session_id))
    return isOpen ? null : cardTransactions.wantRelease(id, { of_session: session_id, sql })
  })
}
