import { generateEntityId } from "@medusajs/framework/utils"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { databaseNow } from "../../domain/clock"
import type { MajorAmount } from "../../domain/money"
import { CARD_CALL_SECONDS } from "../../domain/schedule"
import { cardTransactionRow, type CardTransaction } from "./card-rows"
import { UnknownCardTransactionError } from "./card-moves"
import type { Cards, NewCard } from "./cards"

const TABLE = "payin_card_transaction"

/** A hold as a payment session asks for it. Amounts in major units. */
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
  | "exact_amount"
  | "amount"
  | "tax"
>

/** What a session pays; an earlier hold serves it only when it is of the same. */
export interface HoldWish {
  account: string
  payment_collection_id: string
  session_id: string
  currency: string
  exact_amount: MajorAmount
}

/** Somebody is asking the service about a payment of this collection at this moment. */
export class CardCallUnderWayError extends Error {
  constructor() {
    super("A card payment of this cart is being made right now.")
    this.name = "CardCallUnderWayError"
  }
}

/** The holds on cards: found, written, bound to sessions, claimed. Their states: `CardMoves`. */
export class CardTransactions {
  constructor(
    private readonly pg: Knex,
    private readonly cards: Cards
  ) {}

  newId(): string {
    return generateEntityId(undefined, "paycdtx")
  }

  async find(id: string): Promise<CardTransaction | null> {
    return this.first({ id })
  }

  /** @throws UnknownCardTransactionError */
  async present(id: string): Promise<CardTransaction> {
    const transaction = await this.find(id)
    if (transaction === null) {
      throw new UnknownCardTransactionError(id)
    }
    return transaction
  }

  async findByReference(reference: string): Promise<CardTransaction | null> {
    return this.first({ reference })
  }

  async findBySession(session_id: string): Promise<CardTransaction | null> {
    return this.first({ session_id })
  }

  /** By the service's own id of the hold, or of its capture. */
  async findByServiceId(account: string, serviceId: string): Promise<CardTransaction | null> {
    return (
      (await this.first({ account, transaction_id: serviceId })) ??
      (await this.first({ account, capture_transaction_id: serviceId }))
    )
  }

  /** The newest first. */
  async ofCollections(paymentCollectionIds: readonly string[]): Promise<CardTransaction[]> {
    const rows: unknown[] = await this.live()
      .whereIn("payment_collection_id", [...paymentCollectionIds])
      .orderBy([
        { column: "created_at", order: "desc" },
        { column: "id", order: "desc" },
      ])
    return rows.map((row) => cardTransactionRow.parse(row))
  }

  /** The newest first. */
  async ofCard(card_id: string): Promise<CardTransaction[]> {
    const rows: unknown[] = await this.live().where({ card_id }).orderBy("created_at", "desc")
    return rows.map((row) => cardTransactionRow.parse(row))
  }

  /**
   * Writes a hold that is to be asked for, and its card when that is new. What a collection was to be paid
   * with before and nobody asked for is asked for no more: one session, one hold.
   *
   * @throws CardCallUnderWayError while an earlier one is being asked for
   */
  async open(values: NewCardTransaction, card: NewCard | null): Promise<CardTransaction> {
    return this.pg.transaction(async (trx) => {
      await this.dropUnsent(trx, values.payment_collection_id)
      if (card !== null) {
        await this.cards.keep(trx, card)
      }
      const rows: unknown[] = await trx(TABLE)
        .insert({
          ...values,
          kind: "preauthorization",
          status: "creating",
          status_cause: "created",
          status_changed_at: databaseNow(trx),
          created_at: databaseNow(trx),
        })
        .returning("*")
      return cardTransactionRow.parse(rows[0])
    })
  }

  /**
   * Binds a hold that a renewal prepared for this collection and this amount. Only our own renewals write
   * such rows, so nothing that a storefront sends can charge a kept card this way.
   */
  async bindPrepared(wish: HoldWish): Promise<CardTransaction | null> {
    const { session_id, ...of } = wish
    const rows: unknown[] = await this.live()
      .where({ ...of, status: "creating" })
      .whereNull("session_id")
      .whereNull("sent_at")
      .whereNotNull("cycle_id")
      .update({ session_id, updated_at: databaseNow(this.pg) })
      .returning("*")
    return rows.length === 0 ? null : cardTransactionRow.parse(rows[0])
  }

  /**
   * A new session of the same amount takes over what is held already, or may be: asked for again it would be
   * held twice. What was taken pays nothing more, and what is to be let go neither.
   */
  async adopt({ session_id, ...of }: HoldWish): Promise<CardTransaction | null> {
    const newest = this.live()
      .where(of)
      .whereNull("release_wanted_at")
      .where((asked) =>
        asked
          .whereIn("status", ["unknown", "authorized", "capturing", "capture_unknown"])
          .orWhere((creating) => creating.where({ status: "creating" }).whereNotNull("sent_at"))
      )
      .orderBy("created_at", "desc")
      .limit(1)
      .select("id")
    const rows: unknown[] = await this.live()
      .whereIn("id", newest)
      .update({ session_id, updated_at: databaseNow(this.pg) })
      .returning("*")
    return rows.length === 0 ? null : cardTransactionRow.parse(rows[0])
  }

  /** What else is held for a collection, of another amount: to be let go. */
  async letGoOthers({ payment_collection_id, session_id }: HoldWish): Promise<void> {
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

  /** The one claim under which the service is asked; null when it was asked, or somebody else asks now. */
  async claim(id: string): Promise<CardTransaction | null> {
    const rows: unknown[] = await this.live()
      .where({ id, status: "creating" })
      .whereNull("sent_at")
      .where((free) =>
        free.whereNull("leased_until").orWhere("leased_until", "<", databaseNow(this.pg))
      )
      .update({
        leased_until: databaseNow(this.pg, CARD_CALL_SECONDS),
        fence: this.pg.raw("fence + 1"),
      })
      .returning("*")
    return rows.length === 0 ? null : cardTransactionRow.parse(rows[0])
  }

  /** From now on the call may have left. False: the claim is lost, and nothing may be sent. */
  async sending({ id, fence }: Pick<CardTransaction, "id" | "fence">): Promise<boolean> {
    const marked = await this.pg(TABLE)
      .where({ id, fence, status: "creating" })
      .whereNull("sent_at")
      .update({ sent_at: databaseNow(this.pg), updated_at: databaseNow(this.pg) })
    return marked > 0
  }

  /** Nothing was sent: whoever comes next may. */
  async giveBack({ id, fence }: Pick<CardTransaction, "id" | "fence">): Promise<void> {
    await this.pg(TABLE).where({ id, fence }).update({ leased_until: null })
  }

  /** The call was turned away before it was looked at: it was not sent, and may be sent again. */
  async unsent({ id, fence }: Pick<CardTransaction, "id" | "fence">): Promise<CardTransaction> {
    const rows: unknown[] = await this.pg(TABLE)
      .where({ id, fence, status: "creating" })
      .update({ sent_at: null, leased_until: null, updated_at: databaseNow(this.pg) })
      .returning("*")
    return rows.length === 0 ? this.present(id) : cardTransactionRow.parse(rows[0])
  }

  /** Whether the process that made a call is gone: its answer will never come. */
  async isSilent(id: string): Promise<boolean> {
    const row: unknown = await this.silentRows().where({ id }).first("id")
    return row !== undefined
  }

  /** Calls whose process is gone, the oldest first. */
  async silent(limit: number): Promise<CardTransaction[]> {
    const rows: unknown[] = await this.silentRows().orderBy("sent_at").limit(limit)
    return rows.map((row) => cardTransactionRow.parse(row))
  }

  /**
   * Nobody wants the hold any more: it is captured no more, and is let go when it is due.
   *
   * @returns null when there is nothing to let go, or a capture was quicker
   */
  async wantRelease(id: string, inSeconds = 0): Promise<CardTransaction | null> {
    const rows: unknown[] = await this.pg(TABLE)
      .where({ id })
      .whereIn("status", ["unknown", "authorized"])
      .update({
        release_wanted_at: this.pg.raw("coalesce(release_wanted_at, ?)", [databaseNow(this.pg)]),
        release_after: databaseNow(this.pg, inSeconds),
        updated_at: databaseNow(this.pg),
      })
      .returning("*")
    return rows.length === 0 ? null : cardTransactionRow.parse(rows[0])
  }

  /** The hold ends by itself: the card pays something else too, so it is not canceled. */
  async leftToLapse(id: string, why: string): Promise<void> {
    await this.pg(TABLE)
      .where({ id })
      .update({ release_after: null, apply_error: why, updated_at: databaseNow(this.pg) })
  }

  /** A row of the ledger stands for what was taken. */
  async settled(id: string): Promise<void> {
    await this.pg(TABLE)
      .where({ id, status: "captured" })
      .update({ settled_at: this.pg.raw("coalesce(settled_at, ?)", [databaseNow(this.pg)]) })
  }

  private async dropUnsent(trx: Knex.Transaction, payment_collection_id: string): Promise<void> {
    const unsent = () =>
      trx(TABLE)
        .where({ payment_collection_id, status: "creating" })
        .whereNull("deleted_at")
        .whereNull("sent_at")
        .whereNull("cycle_id")
    const busy: unknown = await unsent()
      .where("leased_until", ">", databaseNow(trx))
      .forUpdate()
      .first("id")
    if (busy !== undefined) {
      throw new CardCallUnderWayError()
    }
    await unsent().update({
      status: "error",
      status_cause: "not_sent",
      status_changed_at: databaseNow(trx),
      updated_at: databaseNow(trx),
    })
  }

  private silentRows(): Knex.QueryBuilder<object, unknown[]> {
    return this.live()
      .whereIn("status", ["creating", "capturing"])
      .where("sent_at", "<", databaseNow(this.pg, -CARD_CALL_SECONDS))
  }

  private live(): Knex.QueryBuilder<object, unknown[]> {
    return this.pg<object, unknown[]>(TABLE).whereNull("deleted_at")
  }

  private async first(where: Record<string, string>): Promise<CardTransaction | null> {
    const row: unknown = await this.live().where(where).first()
    return row === undefined ? null : cardTransactionRow.parse(row)
  }
}
