import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { isInPayment } from "../medusa/payment"
import type { PayInLedgerService } from "../modules/ledger/service"
import type { CardTransaction } from "../modules/subscriptions/card-rows"

/**
 * Unallocated money: whether captured card money is in no payment of Medusa and nobody decided
 * about it. Then it pays whatever its collection is paid for next. Medusa may have failed to write
 * its payment. A payment that Medusa took back and refunded pays nothing any more.
 */
export async function isUnbooked(
  pg: Knex,
  ledger: Pick<PayInLedgerService, "transactions">,
  { status, reference, payment_collection_id }: CardTransaction
): Promise<boolean> {
  if (status !== "captured") {
    return false
  }
  if (await isInPayment(pg, { reference, payment_collection_id })) {
    return false
  }
  return !(await isExcluded(ledger, { reference }))
}

/**
 * Excluded from settlement: whether a person decided that captured card money pays nothing here.
 */
export async function isExcluded(
  ledger: Pick<PayInLedgerService, "transactions">,
  { reference }: Pick<CardTransaction, "reference">
): Promise<boolean> {
  return (await ledger.transactions.findByReference(reference))?.excluded_at != null
}
