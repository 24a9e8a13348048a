import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { z } from "zod"
import type { MajorAmount } from "../../domain/money/amount"
import { OPEN_PAYIN_STATUSES } from "../../domain/payin/state"
import { REUSE_MINUTES_LEFT } from "../../domain/time/schedule"
import { databaseNow } from "../../tables/now"
import { readOne } from "../../tables/rows"
import { transactionRow, type Transaction } from "./rows"

const TABLE = "payin_transaction"
/** Longer than a create with its retries takes. */
const CREATE_UNDER_WAY_SECONDS = 60

const remaining = z.object({ seconds: z.number() })

/** The links of an order, as its operators make, copy and replace them. */
export class Links {
  constructor(private readonly pg: Knex) {}

  /** The current link of a payment collection, if it has this amount and enough life left. */
  async current(
    paymentCollectionId: string,
    { exact, account }: { exact: MajorAmount; account: string }
  ): Promise<Transaction | null> {
    const row: unknown = await this.live()
      .where({
        payment_collection_id: paymentCollectionId,
        order_amount: exact,
        account,
        status: "pending",
      })
      .whereNull("superseded_at")
      .whereNull("released_at")
      .whereNotNull("payment_url")
      .where("expires_at", ">", databaseNow(this.pg, REUSE_MINUTES_LEFT * 60))
      .orderBy("created_at", "desc")
      .first()
    return readOne(transactionRow, row)
  }

  /**
   * Supersedes the open links of these collections except one. No link can be canceled at the
   * service (docs/service.md#create-a-pay-in), so superseded links stay watched.
   */
  async supersede(
    paymentCollectionIds: readonly string[],
    exceptId: string | null = null
  ): Promise<number> {
    const query = this.open(paymentCollectionIds).whereNull("superseded_at")
    if (exceptId !== null) {
      query.whereNot("id", exceptId)
    }
    return query.update({
      superseded_at: databaseNow(this.pg),
      updated_at: databaseNow(this.pg),
    })
  }

  /**
   * Supersedes for good the links that were open when `request` came: the same link request then
   * gets a new link. A second try under the same Idempotency-Key keeps the link of the first.
   */
  async replace(paymentCollectionIds: readonly string[], request: string): Promise<void> {
    const asked = this.pg("payin_operator_request").where("id", request).select("created_at")
    await this.open(paymentCollectionIds)
      .where("created_at", "<", asked)
      .update({
        superseded_at: this.pg.raw("coalesce(superseded_at, ?)", [databaseNow(this.pg)]),
        fingerprint: this.pg.raw("? || id", [`replaced:${request}:`]),
        updated_at: databaseNow(this.pg),
      })
  }

  /**
   * Seconds until each link of the collection ends that can still be paid, superseded ones too. One
   * whose create was not answered counts only while the call may still be under way: nobody has its
   * address.
   */
  async secondsLeft(paymentCollectionId: string): Promise<number[]> {
    const end = "coalesce(expires_at, lapses_at)"
    const rows: unknown[] = await this.open([paymentCollectionId])
      .whereNull("lapsed_at")
      .whereRaw(`${end} > ?`, [databaseNow(this.pg)])
      .whereRaw("(status <> 'creating' or created_at > ?)", [
        databaseNow(this.pg, -CREATE_UNDER_WAY_SECONDS),
      ])
      .select(
        this.pg.raw(`extract(epoch from ${end} - ?::timestamptz)::float as seconds`, [
          databaseNow(this.pg),
        ])
      )
    return rows.map((row) => remaining.parse(row).seconds)
  }

  private open(paymentCollectionIds: readonly string[]): Knex.QueryBuilder<object, unknown[]> {
    return this.live()
      .whereIn("payment_collection_id", [...paymentCollectionIds])
      .whereIn("status", OPEN_PAYIN_STATUSES)
  }

  /**
   * The indexes cover only rows that are not soft-deleted, so a query must exclude the others to
   * use them.
   */
  private live(): Knex.QueryBuilder<object, unknown[]> {
    return this.pg<object, unknown[]>(TABLE).whereNull("deleted_at")
  }
}
