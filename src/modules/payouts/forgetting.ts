import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { withoutPersonal } from "../../domain/privacy/personal-data"
import type { PayoutStatus } from "../../domain/payout/state"
import type { Sealer } from "../../domain/privacy/seal"
import { databaseNow } from "../../tables/now"
import { attemptRow, auditRow, payoutRow, type Payout } from "./rows"

const PAYOUTS = "payin_payout"
const ATTEMPTS = "payin_payout_attempt"
const AUDIT = "payin_payout_audit"

/** Sources of payouts to a shopper. Payouts of operators, rules and files go to others. */
const TO_SHOPPERS = ["refund", "anomaly"]

/** States without anything left to decide or send. */
const OVER: readonly PayoutStatus[] = ["approved", "canceled", "paid_elsewhere"]

/** Forgetting: removes a shopper's data from their payouts and keeps the money's. */
export class Forgetting {
  constructor(private readonly sealer: Sealer) {}

  /** Locks the payouts to a customer. */
  async lock(
    trx: Knex.Transaction,
    { transaction_ids, order_ids }: { transaction_ids: string[]; order_ids: string[] }
  ): Promise<Payout[]> {
    const rows: unknown[] = await trx(PAYOUTS)
      .whereIn("source", TO_SHOPPERS)
      .where((of) => of.whereIn("transaction_id", transaction_ids).orWhereIn("order_id", order_ids))
      .orderBy("id")
      .forUpdate()
    return rows.map((row) => payoutRow.parse(row))
  }

  /** Obstacles to forgetting, in words for a person. */
  underWay(payouts: readonly Payout[]): string[] {
    return payouts
      .filter(({ status }) => !OVER.includes(status))
      .map(({ id, status }) =>
        status === "rejected"
          ? `payout ${id} was rejected and nobody decided what becomes of the money: retry it, or say that it was paid elsewhere`
          : `payout ${id} is ${status}: wait until it is over`
      )
  }

  async erase(trx: Knex.Transaction, payouts: readonly Payout[]): Promise<void> {
    const ids = payouts.map(({ id }) => id)
    await trx(PAYOUTS)
      .whereIn("id", ids)
      .update({
        destination_sealed: null,
        sealed_with: null,
        full_name: null,
        bank: null,
        account_type: null,
        account_last_four: null,
        key_holder: null,
        named_holders: null,
        // A bank's text may hold a name.
        response_message: null,
        updated_at: databaseNow(trx),
      })
    const attempts: unknown[] = await trx(ATTEMPTS).whereIn("payout_id", ids)
    for (const { id } of attempts.map((row) => attemptRow.parse(row))) {
      const sealed = (column: string) =>
        this.sealer.seal("{}", { table: ATTEMPTS, row: id, column })
      await trx(ATTEMPTS)
        .where({ id })
        .update({
          destination_sealed: sealed("destination_sealed"),
          // One key encrypts the whole row, and this reference is not sent again.
          ipn_key_sealed: sealed("ipn_key_sealed"),
          sealed_with: this.sealer.key_ids[0],
          form_url_sealed: null,
          last_error: null,
          response_message: null,
        })
    }
    const deeds: unknown[] = await trx(AUDIT).whereIn("subject_id", ids).whereNotNull("facts")
    for (const { id, facts } of deeds.map((row) => auditRow.parse(row))) {
      await trx(AUDIT)
        .where({ id })
        .update({ facts: JSON.stringify(withoutPersonal(facts)) })
    }
  }
}
