import { generateEntityId } from "@medusajs/framework/utils"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { z } from "zod"
import { CALL_MARGIN_SECONDS, CARD_CALL_SECONDS } from "../../domain/time/schedule"
import { FREED, leased, takeLease, unleased } from "../../engine/lease"
import { allowsAtOnce } from "../../tables/at-once"
import { databaseNow } from "../../tables/now"
import { readOne } from "../../tables/rows"
import { cardTransactionRow, type CardTransaction } from "./card-rows"
import { UnknownCardTransactionError } from "./card-moves"

const TABLE = "payin_card_transaction"

const DAY_SECONDS = 86_400

const remaining = z.object({ seconds: z.number() })

/**
 * Holds on cards: finding them, and claiming them for calls. They move in `CardMoves`, and their
 * sessions are in `CardBindings`.
 */
export class CardTransactions {
  constructor(private readonly pg: Knex) {}

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

  /** Seconds until each refused card of a collection is `window` seconds old; older ones left out. */
  async refusalsLeft(paymentCollectionId: string, window: number): Promise<number[]> {
    const rows: unknown[] = await this.live()
      .where({ payment_collection_id: paymentCollectionId })
      .whereIn("status", ["declined", "error"])
      // The service was not asked about it.
      .whereNot("status_cause", "not_sent")
      .where("status_changed_at", ">", databaseNow(this.pg, -window))
      .select(
        this.pg.raw("extract(epoch from status_changed_at - ?::timestamptz)::float as seconds", [
          databaseNow(this.pg, -window),
        ])
      )
    return rows.map((row) => remaining.parse(row).seconds)
  }

  /**
   * Claims the one call to the service; null when the call was made, or another worker makes it
   * now.
   */
  async claim(id: string): Promise<CardTransaction | null> {
    const unsent = this.live().where({ id, status: "creating" }).whereNull("sent_at")
    return readOne(cardTransactionRow, await takeLease(this.pg, unsent, CARD_CALL_SECONDS))
  }

  /** Whether no worker has claimed its call. */
  async isFree(id: string, trx: Knex.Transaction): Promise<boolean> {
    const row: unknown = await trx(TABLE).where({ id }).where(unleased(trx)).first("id")
    return row !== undefined
  }

  /**
   * Marks that the call may leave from now on. False: the claim is lost, and nothing may be sent.
   *
   * @param note writes a record of the call with the mark: both or neither
   */
  async sending(
    { id, fence }: Pick<CardTransaction, "id" | "fence">,
    note: (trx: Knex.Transaction) => Promise<void>
  ): Promise<boolean> {
    return this.pg.transaction(async (trx) => {
      const marked = await trx(TABLE)
        .where({ id, fence, status: "creating" })
        .whereNull("sent_at")
        .update({ sent_at: databaseNow(trx), updated_at: databaseNow(trx) })
      if (marked > 0) {
        await note(trx)
      }
      return marked > 0
    })
  }

  /**
   * Whether a marked call may still leave, asked right before it. A process that was frozen in between
   * must not send: by now the call may count as lost, or a person may have said how it ended.
   *
   * @param sent_at the mark, where a later call may have made its own
   */
  async mayStillLeave(
    { id, status }: { id: string; status: "creating" | "capturing" },
    sent_at: Date | null = null
  ): Promise<boolean> {
    return allowsAtOnce(async () => {
      const marked = this.live()
        .where({ id, status })
        .where("sent_at", ">", databaseNow(this.pg, CALL_MARGIN_SECONDS - CARD_CALL_SECONDS))
      if (sent_at !== null) {
        // A date of JavaScript ends with milliseconds.
        void marked.whereRaw("date_trunc('milliseconds', sent_at) = ?::timestamptz", [sent_at])
      }
      const row: unknown = await marked.first("id")
      return row !== undefined
    })
  }

  /** Releases the claim: nothing was sent, and the next worker may send. */
  async putBack({ id, fence }: Pick<CardTransaction, "id" | "fence">): Promise<void> {
    await this.pg(TABLE).where({ id, fence }).update(FREED)
  }

  /**
   * Marks a call as unsent: a rate limit refused it before it was processed, so it may be sent
   * again. Only the worker that marked it as leaving works on it, so no fence is checked: a sweep
   * raises the fence meanwhile.
   */
  async unsent(id: string): Promise<CardTransaction> {
    const rows: unknown[] = await this.pg(TABLE)
      .where({ id, status: "creating" })
      .whereNotNull("sent_at")
      .update({ sent_at: null, ...FREED, updated_at: databaseNow(this.pg) })
      .returning("*")
    return rows.length === 0 ? this.present(id) : cardTransactionRow.parse(rows[0])
  }

  /** Whether a call about a payment of this collection is running now. */
  async isUnderWay(payment_collection_id: string): Promise<boolean> {
    const row: unknown = await this.live()
      .where({ payment_collection_id, status: "creating" })
      .where(leased(this.pg))
      .first("id")
    return row !== undefined
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
   * Holds whose outcome is unknown for longer than any hold lives, by their id: some may wait for a
   * person, and delay no other.
   *
   * @param after the last id of the page before; null: the first page
   */
  async outlived(
    holdDays: number,
    { limit, after }: { limit: number; after: string | null }
  ): Promise<CardTransaction[]> {
    const rows: unknown[] = await this.live()
      .where({ status: "unknown" })
      .where("sent_at", "<=", databaseNow(this.pg, -holdDays * DAY_SECONDS))
      .where("id", ">", after ?? "")
      .orderBy("id")
      .limit(limit)
    return rows.map((row) => cardTransactionRow.parse(row))
  }

  /**
   * Marks a hold as unwanted: it is not captured any more, and is voided when due.
   *
   * @param of_session only while this session pays with it
   * @param sql a transaction of the caller's
   * @returns null when there is nothing to void, a capture was first, or another session took it
   * over
   */
  async wantRelease(
    id: string,
    {
      inSeconds = 0,
      of_session,
      sql = this.pg,
    }: { inSeconds?: number; of_session?: string | null; sql?: Knex } = {}
  ): Promise<CardTransaction | null> {
    const rows: unknown[] = await sql(TABLE)
      .where({ id, ...(of_session !== undefined && { session_id: of_session }) })
      .whereIn("status", ["unknown", "authorized"])
      .update({
        release_wanted_at: this.pg.raw("coalesce(release_wanted_at, ?)", [databaseNow(this.pg)]),
        release_after: databaseNow(this.pg, inSeconds),
        updated_at: databaseNow(this.pg),
      })
      .returning("*")
    return readOne(cardTransactionRow, rows.at(0))
  }

  /** Marks that the ledger has a row of the captured money. */
  async settled(id: string): Promise<void> {
    await this.pg(TABLE)
      .where({ id, status: "captured" })
      .update({ settled_at: this.pg.raw("coalesce(settled_at, ?)", [databaseNow(this.pg)]) })
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
    return readOne(cardTransactionRow, await this.live().where(where).first())
  }
}
