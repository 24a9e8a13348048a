import { generateEntityId } from "@medusajs/framework/utils"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { CustomerData } from "../../domain/privacy/customer-data"
import type { MajorAmount } from "../../domain/money/amount"
import type { PayInCause } from "../../domain/payin/state"
import { hashIpnKey, newIpnKey, type Reference } from "../../domain/row/reference"
import type { Sealer } from "../../domain/privacy/seal"
import { databaseNow } from "../../tables/now"
import type { Announcements } from "./announcements"
import { transactionRow, type Transaction } from "./rows"

const TABLE = "payin_transaction"

/** Money captured from a card, as the ledger keeps it. Amounts in major units. */
export interface CardPayment extends Pick<
  Transaction,
  | "account"
  | "provider_id"
  | "payment_collection_id"
  | "session_id"
  | "cart_id"
  | "order_id"
  | "customer_id"
  | "country"
  | "currency"
  | "description"
> {
  reference: Reference
  captured: MajorAmount
  /** The amount that Medusa books, unrounded. */
  booked: MajorAmount
  captured_at: Date
  brand: string | null
  last_four: string | null
  /**
   * null: the customer was forgotten before the money came. A person says whose account a refund
   * goes to.
   */
  customer_data: CustomerData | null
}

/**
 * Captured card money in the ledger, beside money that came by a link, so that it is refunded,
 * listed and reported the same way. It is approved and settled from the start: cards have their own
 * states before that, and card money cannot be looked up.
 */
export class CardPayments {
  constructor(
    private readonly pg: Knex,
    private readonly sealer: Sealer,
    private readonly announcements: Announcements
  ) {}

  /** Books once per reference, however often it is called. */
  async book({ captured, booked, captured_at, ...payment }: CardPayment): Promise<Transaction> {
    const { brand, last_four, customer_data, ...of } = payment
    const id = generateEntityId(undefined, "payin")
    const rows: unknown[] = await this.pg(TABLE)
      .insert({
        ...of,
        id,
        payment_method: "CARD",
        // Never given out: no notification is about a card.
        ipn_key_hash: hashIpnKey(newIpnKey()),
        fingerprint: this.sealer.fingerprint(of.reference),
        customer_sealed: this.sealer.seal(JSON.stringify(customer_data ?? {}), {
          table: TABLE,
          row: id,
          column: "customer_sealed",
        }),
        sealed_with: this.sealer.key_ids[0],
        order_amount: booked,
        requested_amount: captured,
        approved_amount: captured,
        approved_currency: of.currency,
        card: JSON.stringify({ brand, type: null, last_four }),
        status: "approved",
        status_cause: "captured" satisfies PayInCause,
        status_changed_at: captured_at,
        settled_at: databaseNow(this.pg),
        // Its order was announced when it was placed, long before most captures.
        placed_seen_at: databaseNow(this.pg),
        created_at: databaseNow(this.pg),
      })
      .onConflict("reference")
      .ignore()
      .returning("*")
    if (rows.length > 0) {
      const transaction = transactionRow.parse(rows[0])
      await this.announcements.moved(transaction, "creating")
      return transaction
    }
    return transactionRow.parse(await this.pg(TABLE).where({ reference: of.reference }).first())
  }

  /**
   * Marks `payment.captured` as published, before it is published. False: it was already marked.
   */
  async markTold(reference: Reference): Promise<boolean> {
    const marked = await this.pg(TABLE)
      .where({ reference })
      .whereNull("captured_event_at")
      .update({ captured_event_at: databaseNow(this.pg) })
    return marked > 0
  }
}
