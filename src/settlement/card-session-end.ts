import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { PaymentSessionStatus } from "@medusajs/framework/utils"
import { shownCardStatus } from "../domain/card-session"
import { isAliveCard } from "../domain/card-state"
import type { CardTransaction } from "../modules/subscriptions/card-rows"
import type { PayInSubscriptionsService } from "../modules/subscriptions/service"

const OPEN = ["pending", "requires_more", "pending_authorization", "authorized"]

/**
 * Ends the session of a card that holds nothing, or whose hold is voided: also one that Medusa has
 * authorized, because Medusa hands its canceled payment out again, and places an order on it
 * (payment-module.js, authorizePaymentSession). One statement of ours: Medusa's own update reads
 * first and writes later.
 */
export async function endCardSession(
  pg: Knex,
  { session_id: id, provider_id, status }: CardTransaction
): Promise<void> {
  if (id === null) {
    return
  }
  await pg("payment_session")
    .where({ id, provider_id })
    .whereIn("status", OPEN)
    .whereNull("deleted_at")
    .update({
      status: PaymentSessionStatus.ERROR,
      data: shown(pg, isAliveCard(status) ? "error" : status),
      updated_at: pg.fn.now(),
    })
}

/** Whether {@link endCardSession} ended it, or Medusa refused its card. */
export async function isCardSessionOver(pg: Knex, id: string): Promise<boolean> {
  const row: unknown = await pg("payment_session")
    .where({ id })
    .whereIn("status", [PaymentSessionStatus.ERROR, PaymentSessionStatus.CANCELED])
    .first("id")
  return row !== undefined
}

/**
 * Reopens an ended session if Medusa made a payment of it for an existing order and its hold still
 * exists.
 */
export async function reopenCardSession(
  pg: Knex,
  { id: row, session_id: id, provider_id }: CardTransaction
): Promise<void> {
  if (id === null) {
    return
  }
  const held = pg("payin_card_transaction")
    .where({ id: row, session_id: id, status: "authorized", release_wanted_at: null })
    .select(pg.raw("1"))
  await pg("payment_session")
    .where({ id, provider_id, status: PaymentSessionStatus.ERROR })
    .whereExists(held)
    .whereNotNull("authorized_at")
    .whereNull("deleted_at")
    .update({
      status: PaymentSessionStatus.AUTHORIZED,
      data: shown(pg, "authorized"),
      updated_at: pg.fn.now(),
    })
}

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
    const session: { status: string } | undefined =
      session_id === null
        ? undefined
        : await sql("payment_session")
            .where({ id: session_id })
            .whereNull("deleted_at")
            .forUpdate()
            .first("status")
    return session !== undefined && OPEN.includes(session.status)
      ? null
      : cardTransactions.wantRelease(id, { of_session: session_id, sql })
  })
}

/** The session data that a storefront reads. */
function shown(pg: Knex, status: CardTransaction["status"]): Knex.Raw {
  return pg.raw("data || ?::jsonb", [JSON.stringify({ status: shownCardStatus(status) })])
}
