import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { SYSTEM } from "../../domain/payout/actor"
import type { Whose } from "../../domain/privacy/personal-data"
import type { Sealer } from "../../domain/privacy/seal"
import { presentWhose } from "../forget/whose"
import { requestsOf } from "../forget/requests"
import { servicesOf } from "../settle"
import { openedRows, type ExportedRow } from "./rows"

/** All that the plugin keeps about one customer, opened. */
export interface CustomerExport {
  customer_ids: string[]
  exported_at: string
  pay_ins: ExportedRow[]
  payouts: ExportedRow[]
  payout_attempts: ExportedRow[]
  payout_audit: ExportedRow[]
  cards: ExportedRow[]
  card_transactions: ExportedRow[]
  subscriptions: ExportedRow[]
  periods: ExportedRow[]
  notifications: ExportedRow[]
  anomalies: ExportedRow[]
  operator_requests: ExportedRow[]
}

/**
 * Reads all that the plugin keeps about one customer, and nothing of other people: a row that names
 * another customer is left out, also where it paid an order that is this customer's now. The audit
 * notes it as a reveal, before anything is read.
 *
 * @param customer a customer's id, or an e-mail address, which may belong to several customers
 * @throws MedusaError `not_found`
 */
export async function exportCustomer(
  container: MedusaContainer,
  customer: string
): Promise<CustomerExport> {
  const whose = await presentWhose(container, customer)
  const { ledger, payouts } = servicesOf(container)
  const pg = container.resolve(ContainerRegistrationKeys.PG_CONNECTION)
  await pg.transaction(async (trx: Knex.Transaction) => {
    for (const subject_id of whose.customer_ids) {
      const facts = { by_command: "payin-export-customer" }
      await payouts.audit.note(trx, { subject_id, action: "revealed", actor: SYSTEM, facts })
    }
  })
  return pg.transaction((trx: Knex.Transaction) => read(trx, whose, ledger.sealer), {
    isolationLevel: "repeatable read",
  })
}

type Rows = Knex.QueryBuilder<object, unknown[]>

async function read(
  trx: Knex.Transaction,
  { customer_ids, order_ids, cart_ids }: Whose,
  sealer: Sealer
): Promise<CustomerExport> {
  const rows = (table: string, which: (of: Rows) => Rows) =>
    openedRows(which(trx<object, unknown[]>(table)), table, sealer)
  const paid = (of: Rows) =>
    of
      .whereIn("customer_id", customer_ids)
      .orWhere(
        (guest) =>
          void guest
            .whereNull("customer_id")
            .where((at) => void at.whereIn("order_id", order_ids).orWhereIn("cart_id", cart_ids))
      )
  const pay_ins = await rows("payin_transaction", paid)
  const card_transactions = await rows("payin_card_transaction", paid)
  const payouts = await rows("payin_payout", (of) =>
    of
      .whereIn("source", ["refund", "anomaly"])
      .where(
        (to) =>
          void to
            .whereIn("transaction_id", ids(pay_ins))
            .orWhere(
              (unbound) => void unbound.whereNull("transaction_id").whereIn("order_id", order_ids)
            )
      )
  )
  const payout_attempts = await rows("payin_payout_attempt", (of) =>
    of.whereIn("payout_id", ids(payouts))
  )
  const subscriptions = await rows("payin_subscription", (of) =>
    of
      .whereIn("customer_id", customer_ids)
      .orWhere((guest) => void guest.whereNull("customer_id").whereIn("order_id", order_ids))
  )
  const references = [...pay_ins, ...payouts, ...payout_attempts, ...card_transactions].flatMap(
    ({ reference }) => (typeof reference === "string" ? [reference] : [])
  )
  const request_ids = await requestsOf(trx, payouts)
  return {
    customer_ids,
    exported_at: new Date().toISOString(),
    pay_ins,
    payouts,
    payout_attempts,
    payout_audit: await rows("payin_payout_audit", (of) => of.whereIn("subject_id", ids(payouts))),
    cards: await rows("payin_card", (of) =>
      of
        .whereIn("customer_id", customer_ids)
        .orWhere(
          (guest) =>
            void guest.whereNull("customer_id").whereIn("id", textsOf(card_transactions, "card_id"))
        )
    ),
    card_transactions,
    subscriptions,
    periods: await rows("payin_cycle", (of) =>
      of.whereIn("payin_subscription_id", ids(subscriptions))
    ),
    notifications: await rows("payin_event", (of) => of.whereIn("reference", references)),
    anomalies: await rows("payin_anomaly", (of) =>
      of
        .whereIn("transaction_id", ids(pay_ins))
        .orWhereIn("payout_id", ids(payouts))
        .orWhereIn("subject", ids(card_transactions))
        .orWhere((order) => void order.whereNull("transaction_id").whereIn("order_id", order_ids))
    ),
    // The stored answers are copies of the rows above.
    operator_requests: (
      await rows("payin_operator_request", (of) => of.whereIn("id", request_ids))
    ).map(({ id, created_at, destination }) => ({ id, created_at, destination })),
  }
}

function ids(rows: readonly ExportedRow[]): string[] {
  return rows.map(({ id }) => id)
}

function textsOf(rows: readonly ExportedRow[], field: string): string[] {
  return rows.flatMap((row) => {
    const value = row[field]
    return typeof value === "string" ? [value] : []
  })
}
