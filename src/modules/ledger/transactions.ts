import { generateEntityId } from "@medusajs/framework/utils"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { AnswerShape, KeptInstructions } from "../../domain/method/direct"
import { linkEnd } from "../../domain/payin/link-end"
import type { MerchantPrints } from "../../domain/installation/merchant-print"
import type { MajorAmount } from "../../domain/money/amount"
import { OPEN_PAYIN_STATUSES } from "../../domain/payin/state"
import type { Reference, Ticket } from "../../domain/row/reference"
import {
  FIRST_ENDED_LOOKUP_SECONDS,
  LOOKUP_FRESH_SECONDS,
  RELEASED_GRACE_SECONDS,
  REUSE_MINUTES_LEFT,
} from "../../domain/time/schedule"
import { listed } from "../../tables/listed"
import { databaseNow, readNow } from "../../tables/now"
import { readOne } from "../../tables/rows"
import type { PayerTypists } from "../../domain/payin/payer"
import type { Announcements } from "./announcements"
import { transactionRow, type Transaction } from "./rows"
import type { Sessions } from "./sessions"

const TABLE = "payin_transaction"
const UNIQUE_VIOLATION = "23505"

/** A new pay-in before the call to the service. Amounts in major units. */
export interface NewTransaction {
  id: string
  account: string
  provider_id: string
  reference: Reference
  ipn_key_hash: string
  payment_collection_id: string
  session_id: string
  cart_id: string | null
  /** The order that existed at the link request. */
  order_id: string | null
  customer_id: string | null
  country: string
  currency: string
  payment_method: string
  description: string
  order_amount: MajorAmount
  requested_amount: MajorAmount
  fingerprint: string
  customer_sealed: string
  payer_typed_by: PayerTypists
  refund_destination_sealed: string | null
  sealed_with: string
  /** By which of the service's two calls it is made. */
  api_version: "v1" | "v2"
}

/** Life of a link, and its grace. */
export interface LinkLife {
  link_minutes: number
  grace_hours: number
}

/** A link request that an open link may already answer. */
export interface LinkRequestKey {
  payment_collection_id: string
  fingerprint: string
}

/**
 * Pay-in rows: finding, opening, binding to sessions, superseding, and the answer to the call that
 * made their link. Lookups move them in `Observations`, decisions of people in `Resolutions`.
 */
export class Transactions {
  constructor(
    private readonly pg: Knex,
    private readonly sessions: Sessions,
    private readonly announcements: Announcements,
    private readonly merchants: MerchantPrints
  ) {}

  /** Ids are made before the row, because sealed columns are bound to them. */
  newId(): string {
    return generateEntityId(undefined, "payin")
  }

  async find(id: string): Promise<Transaction | null> {
    return this.first({ id })
  }

  async findMany(ids: readonly string[]): Promise<Transaction[]> {
    const rows: unknown[] = await this.live().whereIn("id", [...ids])
    return rows.map((row) => transactionRow.parse(row))
  }

  async findByReference(reference: string): Promise<Transaction | null> {
    return this.first({ reference })
  }

  async findByTicket(ticket: string): Promise<Transaction | null> {
    return this.first({ ticket })
  }

  /** The row that this Medusa payment session owns now. */
  async findBySession(sessionId: string): Promise<Transaction | null> {
    return this.first({ session_id: sessionId })
  }

  async ofCollections(paymentCollectionIds: readonly string[]): Promise<Transaction[]> {
    const rows: unknown[] = await this.live()
      .whereIn("payment_collection_id", [...paymentCollectionIds])
      .orderBy([
        { column: "created_at", order: "desc" },
        { column: "id", order: "desc" },
      ])
    return rows.map((row) => transactionRow.parse(row))
  }

  /**
   * Undecided rows of the collection without an answer to a question of the last seconds, the newest
   * first. A question whose answer is still due does not count.
   */
  async undecided(
    paymentCollectionId: string,
    freshSeconds: number,
    limit: number
  ): Promise<Transaction[]> {
    const rows: unknown[] = await this.live()
      .where("payment_collection_id", paymentCollectionId)
      .whereIn("status", OPEN_PAYIN_STATUSES)
      .where((stale) =>
        stale
          .whereNull("looked_up_at")
          .orWhere("looked_up_at", "<", databaseNow(this.pg, -freshSeconds))
      )
      // The create call of a row this young may still be on its way.
      .where("created_at", "<", databaseNow(this.pg, -freshSeconds))
      .orderBy("created_at", "desc")
      .limit(limit)
    return rows.map((row) => transactionRow.parse(row))
  }

  /** Approved money that is not booked and not excluded from settlement, oldest first. */
  async approvedUnsettled(paymentCollectionId: string): Promise<Transaction[]> {
    const rows: unknown[] = await this.live()
      .where({ payment_collection_id: paymentCollectionId, status: "approved" })
      .whereNull("settled_at")
      .whereNull("excluded_at")
      .orderBy(["status_changed_at", "id"])
    return rows.map((row) => transactionRow.parse(row))
  }

  /**
   * A link or key of the same request that can still be paid for a while, even a superseded one: a shopper
   * who goes back and forth, or whose failed post was taken back, gets the earlier link.
   */
  async reusable(wanted: LinkRequestKey): Promise<Transaction | null> {
    const row: unknown = await this.live()
      .where({ ...wanted, status: "pending" })
      // A person dealt with its money: it was paid.
      .whereNull("excluded_at")
      .whereRaw("(payment_url is not null or instructions is not null)")
      .where("expires_at", ">", databaseNow(this.pg, REUSE_MINUTES_LEFT * 60))
      .orderBy("created_at", "desc")
      .first()
    return readOne(transactionRow, row)
  }

  /**
   * Opens a row in state `creating` before the service is called, and supersedes the collection's
   * older open links: they stay payable, so they stay watched.
   */
  async open(values: NewTransaction, life: LinkLife): Promise<Transaction> {
    try {
      return await this.insert(values, life)
    } catch (error) {
      // Two identical link requests at once: the other row is committed now and can be superseded.
      if (error instanceof Error && "code" in error && error.code === UNIQUE_VIOLATION) {
        return this.insert(values, life)
      }
      throw error
    }
  }

  private async insert(values: NewTransaction, life: LinkLife): Promise<Transaction> {
    return this.pg.transaction(async (trx) => {
      await this.supersedeOpen(trx, values.payment_collection_id)
      const rows: unknown[] = await trx(TABLE)
        .insert({
          ...values,
          for_order_id: values.order_id,
          payer_typed_by: values.payer_typed_by && JSON.stringify(values.payer_typed_by),
          sent_to: this.merchants.get(values.account) ?? null,
          status: "creating",
          status_cause: "created",
          status_changed_at: databaseNow(trx),
          // While the create call may still be on its way, "not known" means nothing.
          lookup_after: databaseNow(trx, LOOKUP_FRESH_SECONDS),
          lapses_at: databaseNow(trx, life.link_minutes * 60 + life.grace_hours * 3600),
          created_at: databaseNow(trx),
        })
        .returning("*")
      await this.sessions.record(
        {
          session_id: values.session_id,
          payment_collection_id: values.payment_collection_id,
          account: values.account,
          transaction_id: values.id,
          fields: null,
        },
        trx
      )
      return transactionRow.parse(rows[0])
    })
  }

  /**
   * A new Medusa session takes over the row and its link, and every other open link of the
   * collection is superseded. null when the link ended or its money was booked.
   *
   * @param forOrder the order that asks for a link that its cart asked for before; null: nobody asks
   * anew
   */
  async bind(
    row: Pick<Transaction, "id" | "payment_collection_id">,
    sessionId: string,
    forOrder: string | null = null
  ): Promise<Transaction | null> {
    const { id } = row
    return this.pg.transaction(async (trx) => {
      await this.supersedeOpen(trx, row.payment_collection_id)
      const rows: unknown[] = await trx(TABLE)
        .where({ id })
        .whereIn("status", ["pending", "approved"])
        .whereNull("settled_at")
        .whereNull("excluded_at")
        .update({
          session_id: sessionId,
          released_at: null,
          superseded_at: null,
          updated_at: databaseNow(trx),
          ...(forOrder !== null && { for_order_id: forOrder }),
        })
        .returning("*")
      if (rows.length === 0) {
        return null
      }
      const transaction = transactionRow.parse(rows[0])
      await this.sessions.record(
        {
          session_id: sessionId,
          payment_collection_id: transaction.payment_collection_id,
          account: transaction.account,
          transaction_id: id,
          fields: null,
        },
        trx
      )
      return transaction
    })
  }

  /**
   * The service took the request: the shopper can be sent to `payment_url`. Without one it may be
   * paid all the same, so it is watched like any other.
   */
  async accepted(
    id: string,
    answer: {
      ticket: Ticket | null
      payment_url: string | null
      instructions: KeptInstructions | null
      shape: AnswerShape
      echoed_amount: MajorAmount | null
      expires_at: Date | null
    } & LinkLife
  ): Promise<Transaction> {
    const { link_minutes, grace_hours } = answer
    const now = await readNow(this.pg)
    const expires_at = linkEnd(answer.expires_at, { now, minutes: link_minutes })
    const rows: unknown[] = await this.pg(TABLE)
      .where({ id })
      .update({
        // A notification may have come before the answer: then only the link is new.
        status: this.pg.raw("case when status = 'creating' then 'pending' else status end"),
        status_cause: this.pg.raw(
          "case when status = 'creating' then 'accepted' else status_cause end"
        ),
        status_changed_at: this.pg.raw(
          "case when status = 'creating' then ? else status_changed_at end",
          [databaseNow(this.pg)]
        ),
        // An earlier lookup was already compared by reference: its ticket stays.
        ticket: this.pg.raw("coalesce(ticket, ?)", [answer.ticket]),
        payment_url: answer.payment_url,
        instructions: answer.instructions && JSON.stringify(answer.instructions),
        answer_shape: answer.shape,
        echoed_amount: answer.echoed_amount,
        expires_at,
        lapses_at: this.pg.raw("?::timestamptz + ? * interval '1 hour'", [expires_at, grace_hours]),
        updated_at: databaseNow(this.pg),
      })
      .returning("*")
    const transaction = transactionRow.parse(rows[0])
    if (transaction.status_cause === "accepted") {
      await this.announcements.moved(transaction, "creating")
    }
    return transaction
  }

  /** The service refused definitely: nothing can be paid under this reference. */
  async refused(id: string, reason: string): Promise<void> {
    const rows: unknown[] = await this.pg(TABLE)
      .where({ id, status: "creating" })
      .update({
        status: "failed",
        status_cause: "refused",
        response_message: reason,
        status_changed_at: databaseNow(this.pg),
        lookup_after: databaseNow(this.pg, FIRST_ENDED_LOOKUP_SECONDS),
        end_after: databaseNow(this.pg),
        updated_at: databaseNow(this.pg),
      })
      .returning("*")
    for (const row of rows) {
      await this.announcements.moved(transactionRow.parse(row), "creating")
    }
  }

  /**
   * Medusa deleted the session. Only the row's current session releases it. A new session may adopt
   * the row within the grace; later a sweep supersedes it.
   */
  async released(sessionId: string, reference: string | null): Promise<void> {
    const query = this.live().where("session_id", sessionId).whereNull("released_at")
    if (reference !== null) {
      query.where({ reference })
    }
    await query.update({ released_at: databaseNow(this.pg), updated_at: databaseNow(this.pg) })
  }

  async supersedeReleased(): Promise<number> {
    return this.live()
      .where("released_at", "<", databaseNow(this.pg, -RELEASED_GRACE_SECONDS))
      .whereNull("superseded_at")
      .whereRaw(`status in ${listed(OPEN_PAYIN_STATUSES)}`)
      .update({ superseded_at: databaseNow(this.pg), updated_at: databaseNow(this.pg) })
  }

  private async supersedeOpen(trx: Knex.Transaction, paymentCollectionId: string): Promise<void> {
    await this.live(trx)
      .where("payment_collection_id", paymentCollectionId)
      .whereIn("status", OPEN_PAYIN_STATUSES)
      .whereNull("superseded_at")
      .update({ superseded_at: databaseNow(trx), updated_at: databaseNow(trx) })
  }

  /**
   * The indexes cover only rows that are not soft-deleted, so a query must exclude the others to
   * use them.
   */
  private live(pg: Knex | Knex.Transaction = this.pg): Knex.QueryBuilder<object, unknown[]> {
    return pg<object, unknown[]>(TABLE).whereNull("deleted_at")
  }

  private async first(where: Record<string, string>): Promise<Transaction | null> {
    return readOne(transactionRow, await this.live().where(where).first())
  }
}
