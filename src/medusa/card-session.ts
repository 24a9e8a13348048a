import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { PaymentSessionStatus } from "@medusajs/framework/utils"
import { shownCardStatus } from "../domain/card/session"
import { isAliveCard, type CardStatus } from "../domain/card/state"

/** What the session of a card is known by. */
interface OfSession {
  session_id: string | null
  provider_id: string
}

const OPEN = ["pending", "requires_more", "pending_authorization", "authorized"]

/**
 * Ends the session of a card that holds nothing, or whose hold is voided. It ends an authorized session
 * too: otherwise Medusa uses its canceled payment again, and places an order with it
 * (payment-module.js, authorizePaymentSession). One statement of ours: Medusa's own update reads
 * first and writes later.
 */
export async function endCardSession(
  pg: Knex,
  { session_id: id, provider_id, status }: OfSession & { status: CardStatus }
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
  { id: row, session_id: id, provider_id }: OfSession & { id: string }
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

/** Whether a session still stands. Its row stays locked until the end of the transaction. */
export async function isOpenLocked(sql: Knex, id: string): Promise<boolean> {
  const session: { status: string } | undefined = await sql("payment_session")
    .where({ id })
    .whereNull("deleted_at")
    .forUpdate()
    .first("status")
  return session !== undefined && OPEN.includes(session.status)
}

/** The session data that a storefront reads. */
function shown(pg: Knex, status: CardStatus): Knex.Raw {
  return pg.raw("data || ?::jsonb", [JSON.stringify({ status: shownCardStatus(status) })])
}
