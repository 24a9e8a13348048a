import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { CARD_ABANDONED_SECONDS } from "../../domain/card/watch-times"
import type { MajorAmount } from "../../domain/money/amount"
import type { SessionOpener } from "../../domain/session/opener"
import { leased } from "../../engine/lease"
import { databaseNow } from "../../tables/now"
import { readOne } from "../../tables/rows"
import { cardTransactionRow, type CardTransaction } from "./card-rows"
import type { Cards, NewCard } from "./cards"

const TABLE = "payin_card_transaction"

/** A hold requested by a payment session. Amounts in major units. */
export type NewCardTransaction = Pick<
  CardTransaction,
  | "id"
  | "account"
  | "provider_id"
  | "card_id"
  | "reference"
  | "payment_collection_id"
  | "session_id"
  | "cart_id"
  | "order_id"
  | "customer_id"
  | "currency"
  | "order_amount"
  | "amount"
  | "tax"
>

/** The payment of a session; an earlier hold serves it only with the same values. */
export interface HoldRequest {
  account: string
  payment_collection_id: string
  session_id: string
  currency: string
  order_amount: MajorAmount
}

/** Binds payment sessions to holds: new ones, existing ones, or ones that a renewal prepared. */
export class CardBindings {
  constructor(
    private readonly pg: Knex,
    private readonly cards: Cards
  ) {}

  /**
   * Writes a hold that the service will be asked for, and its card when that is new. Drops an
   * earlier hold of the collection that was never sent: one session, one hold.
   *
   * @returns null while an earlier hold of the collection is being asked for
   */
  async open(values: NewCardTransaction, card: NewCard | null): Promise<CardTransaction | null> {
    return this.pg.transaction(async (trx) => {
      if (!(await this.dropUnsent(trx, values.payment_collection_id))) {
        return null
      }
      if (card !== null) {
        await this.cards.keep(trx, card)
      } else if (!(await this.cards.isUsable(trx, values.card_id))) {
        return null
      }
      const rows: unknown[] = await trx(TABLE)
        .insert({
          ...values,
          kind: "preauthorization",
          status: "creating",
          status_cause: "created",
          status_changed_at: databaseNow(trx),
          created_at: databaseNow(trx),
          apply_after: databaseNow(trx, CARD_ABANDONED_SECONDS),
        })
        .returning("*")
      return cardTransactionRow.parse(rows[0])
    })
  }

  /**
   * Binds a hold that a renewal prepared for this collection and this amount. Only our own renewals
   * write such rows, so nothing that a storefront sends can charge a kept card this way.
   */
  async bindPrepared(wanted: HoldRequest): Promise<CardTransaction | null> {
    const { session_id: _session, ...of } = wanted
    const prepared = this.live()
      .where({ ...of, status: "creating" })
      .whereNull("session_id")
      .whereNull("sent_at")
      .whereNotNull("cycle_id")
    return this.bind(prepared, wanted)
  }

  /**
   * A new session of the same amount takes over an existing hold, or one that may exist: a second
   * request would hold the money twice. A hold that is to be voided pays nothing more. For captured
   * money see {@link takenFor}.
   *
   * @param opener nobody takes over a hold of another customer's card: a guest takes over a guest's
   * only
   */
  async adopt(wanted: HoldRequest, opener: SessionOpener): Promise<CardTransaction | null> {
    const newest = this.fitting(wanted, opener)
      .whereNull("release_wanted_at")
      .where((asked) =>
        asked
          .whereIn("status", ["unknown", "authorized", "capturing", "capture_unknown"])
          .orWhere((creating) => creating.where({ status: "creating" }).whereNotNull("sent_at"))
      )
      .limit(1)
      .select("id")
    return this.bind(this.live().whereIn("id", newest), wanted)
  }

  /** Captured money that fits a session, the newest first; `opener` as in {@link adopt}. */
  async takenFor(wanted: HoldRequest, opener: SessionOpener): Promise<CardTransaction[]> {
    const rows: unknown[] = await this.fitting(wanted, opener).where({ status: "captured" })
    return rows.map((row) => cardTransactionRow.parse(row))
  }

  /** Binds captured money to a new session; null when another session took it over meanwhile. */
  async takeOver(
    { id, session_id }: CardTransaction,
    wanted: HoldRequest
  ): Promise<CardTransaction | null> {
    return this.bind(this.live().where({ id, session_id, status: "captured" }), wanted)
  }

  /** Marks the collection's holds of other amounts to be voided. */
  async voidOthers({ payment_collection_id, session_id }: HoldRequest): Promise<void> {
    await this.live()
      .where({ payment_collection_id })
      .whereIn("status", ["unknown", "authorized"])
      .whereNull("release_wanted_at")
      .where((other) => other.whereNull("session_id").orWhereNot({ session_id }))
      .update({
        release_wanted_at: databaseNow(this.pg),
        release_after: databaseNow(this.pg),
        updated_at: databaseNow(this.pg),
      })
  }

  private async dropUnsent(trx: Knex.Transaction, payment_collection_id: string): Promise<boolean> {
    const unsent = () =>
      trx(TABLE)
        .where({ payment_collection_id, status: "creating" })
        .whereNull("deleted_at")
        .whereNull("sent_at")
        .whereNull("cycle_id")
    const busy: unknown = await unsent().where(leased(trx)).forUpdate().first("id")
    if (busy !== undefined) {
      return false
    }
    await unsent().update({
      status: "error",
      status_cause: "not_sent",
      status_changed_at: databaseNow(trx),
      updated_at: databaseNow(trx),
    })
    return true
  }

  private async bind(
    rows: Knex.QueryBuilder<object, unknown[]>,
    { session_id }: HoldRequest
  ): Promise<CardTransaction | null> {
    const bound: unknown[] = await rows
      .update({ session_id, updated_at: databaseNow(this.pg) })
      .returning("*")
    return readOne(cardTransactionRow, bound.at(0))
  }

  private fitting(
    { session_id: _session, ...of }: HoldRequest,
    { is_job, customer_id }: SessionOpener
  ): Knex.QueryBuilder<object, unknown[]> {
    const fitting = this.live().where(of).orderBy("created_at", "desc")
    if (is_job) {
      return fitting
    }
    return customer_id === null
      ? fitting.whereNull("customer_id")
      : fitting.where((own) => own.whereNull("customer_id").orWhere({ customer_id }))
  }

  private live(): Knex.QueryBuilder<object, unknown[]> {
    return this.pg<object, unknown[]>(TABLE).whereNull("deleted_at")
  }
}
