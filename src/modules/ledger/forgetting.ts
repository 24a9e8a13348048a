import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { isFinal, OPEN_PAYIN_STATUSES } from "../../domain/payin/state"
import type { Sealer } from "../../domain/privacy/seal"
import { withoutPersonal, type Whose } from "../../domain/privacy/personal-data"
import { lockFree } from "../../engine/free-rows"
import { databaseNow } from "../../tables/now"
import { anomalyRow, transactionRow, type Transaction } from "./rows"

const TRANSACTIONS = "payin_transaction"
const ANOMALIES = "payin_anomaly"
const REQUESTS = "payin_operator_request"

/** Forgetting: removes a person's data from the ledger and keeps the money's. */
export class Forgetting {
  constructor(private readonly sealer: Sealer) {}

  /** Locks the pay-ins of a customer: refunds of them wait until this is over. */
  async lock(trx: Knex.Transaction, whose: Whose): Promise<Transaction[]> {
    const rows: unknown[] = await trx(TRANSACTIONS)
      .where((of) =>
        of
          .whereIn("customer_id", whose.customer_ids)
          .orWhereIn("order_id", whose.order_ids)
          .orWhereIn("cart_id", whose.cart_ids)
      )
      .orderBy("id")
      .forUpdate()
    return rows.map((row) => transactionRow.parse(row))
  }

  /** Obstacles to forgetting, in words for a person. */
  async underWay(
    trx: Knex.Transaction,
    payIns: readonly Transaction[],
    { order_ids, payout_ids }: { order_ids: string[]; payout_ids: string[] }
  ): Promise<string[]> {
    const rows: unknown[] = await trx(ANOMALIES)
      .where({ status: "open" })
      .whereNull("deleted_at")
      .where((of) =>
        of
          .whereIn(
            "transaction_id",
            payIns.map(({ id }) => id)
          )
          .orWhereIn("order_id", order_ids)
          .orWhereIn("payout_id", payout_ids)
      )
    const anomalies = rows.map((row) => anomalyRow.parse(row))
    return [
      ...payIns.flatMap((payIn) => openPayIn(payIn) ?? []),
      ...anomalies.map(
        ({ id, kind }) => `anomaly ${id} (${kind}) waits for a decision: resolve it`
      ),
    ]
  }

  /** Locks one pay-in whose payer is still known, unless somebody else did. */
  async lockPaid(trx: Knex.Transaction, id: string): Promise<Transaction | null> {
    const paid = trx(TRANSACTIONS).where({ id, status: "approved" }).whereRaw("fingerprint <> id")
    const row: unknown = await lockFree(paid).first()
    return row === undefined ? null : transactionRow.parse(row)
  }

  /** @param whose `kept`: which customer it was stays, as Medusa's order says it, too */
  async erase(
    trx: Knex.Transaction,
    payIns: readonly Transaction[],
    { named_ids, request_ids }: { named_ids: string[]; request_ids: string[] },
    whose: "erased" | "kept" = "erased"
  ): Promise<void> {
    const customer = whose === "erased" ? { customer_id: null } : {}
    for (const payIn of payIns) {
      await trx(TRANSACTIONS)
        .where({ id: payIn.id })
        .update({ ...this.nobody(payIn), ...customer, updated_at: databaseNow(trx) })
    }
    await this.eraseAnomalies(trx, [...payIns.map(({ id }) => id), ...named_ids])
    await this.eraseRequests(trx, request_ids, named_ids)
  }

  /**
   * Forgets who made unpaid links that are no longer watched. The customer id stays, and is removed
   * with the customer. Late money is still found by reference. A link with an anomaly keeps its
   * data, because its money may still be refunded. Returns the number of links.
   */
  async eraseUnpaid(trx: Knex.Transaction, days: number, most: number): Promise<number> {
    const unpaid = trx(TRANSACTIONS)
      .whereRaw("status <> 'approved' and fingerprint <> id and deleted_at is null")
      .where("created_at", "<", databaseNow(trx, -days * 86_400))
      .where((of) => of.whereNotIn("status", OPEN_PAYIN_STATUSES).orWhereNotNull("lapsed_at"))
      .whereNull("lookup_after")
      .whereNotExists(trx(ANOMALIES).whereRaw("transaction_id = ??", [`${TRANSACTIONS}.id`]))
      .orderBy(["created_at", "id"])
      .limit(most)
    const rows: unknown[] = await lockFree(unpaid)
    for (const payIn of rows.map((row) => transactionRow.parse(row))) {
      await trx(TRANSACTIONS).where({ id: payIn.id }).update(this.nobody(payIn))
    }
    return rows.length
  }

  private nobody({ id, card, reference }: Transaction) {
    const context = { table: TRANSACTIONS, row: id, column: "customer_sealed" }
    return {
      // Opens to empty data: the shopper is asked again.
      customer_sealed: this.sealer.seal("{}", context),
      refund_destination_sealed: null,
      sealed_with: this.sealer.key_ids[0],
      // The fingerprint would identify the person.
      fingerprint: id,
      // A storefront may have written a name into it.
      description: reference,
      payment_url: null,
      // A text to confirm may hold a phone number.
      instructions: null,
      // A bank's text may hold a name.
      response_message: null,
      apply_error: null,
      card: card && JSON.stringify({ ...card, last_four: null }),
    }
  }

  /** `ids`: pay-ins, payouts and orders that an anomaly can be about. */
  private async eraseAnomalies(trx: Knex.Transaction, ids: string[]): Promise<void> {
    const rows: unknown[] = await trx(ANOMALIES).where((of) =>
      of.whereIn("transaction_id", ids).orWhereIn("order_id", ids).orWhereIn("payout_id", ids)
    )
    for (const { id, facts } of rows.map((row) => anomalyRow.parse(row))) {
      await trx(ANOMALIES)
        .where({ id })
        .update({
          destination_sealed: null,
          sealed_with: null,
          // A reason may quote a bank.
          facts: JSON.stringify(
            withoutPersonal("reason" in facts ? { ...facts, reason: null } : facts)
          ),
        })
    }
  }

  /** Stored answers to operators hold a shown destination, and can be asked for again. */
  private async eraseRequests(
    trx: Knex.Transaction,
    request_ids: string[],
    named_ids: string[]
  ): Promise<void> {
    await trx(REQUESTS)
      .whereIn("id", request_ids)
      .update({ destination_sealed: null, sealed_with: null })
    const mentions = named_ids.map((id) => `%"${id}"%`)
    const rows: { id: string; answer: unknown }[] = await trx(REQUESTS)
      .select("id", "answer")
      .whereRaw("answer::text like any(?)", [mentions])
    for (const { id, answer } of rows) {
      await trx(REQUESTS)
        .where({ id })
        .update({
          answer: JSON.stringify(withoutPersonal(answer)),
          destination_sealed: null,
          sealed_with: null,
        })
    }
  }
}

function openPayIn(payIn: Transaction): string | null {
  const { status, reference, lapsed_at, settled_at, excluded_at } = payIn
  if (!isFinal(status) && lapsed_at === null) {
    return `the payment link ${reference} can still be paid: wait until it lapses`
  }
  if (status === "approved" && settled_at === null && excluded_at === null) {
    return `the payment ${reference} arrived and is not booked in Medusa yet`
  }
  return null
}
