import { generateEntityId } from "@medusajs/framework/utils"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { z } from "zod"
import type { CustomerData } from "../../domain/privacy/customer-data"
import type { KeptCardStatus } from "../../domain/card/kept-card"
import type { Sealer } from "../../domain/privacy/seal"
import { CARD_FIRST_CHECK_SECONDS, PLAN_WATCH_DAYS } from "../../domain/time/schedule"
import { databaseNow } from "../../tables/now"
import { readOne } from "../../tables/rows"
import { cardRow, type Card } from "./card-rows"

const TABLE = "payin_card"
/** Maximum number of saved cards that a shopper chooses from. */
const SAVED_LIMIT = 50

/** A card from a payment session, before it is saved at the service. */
export interface NewCard extends Pick<
  Card,
  "id" | "account" | "session_id" | "customer_id" | "plan_name" | "periodicity"
> {
  /** Brand reported by the storefront, only for display. */
  brand: string | null
  last_four: string | null
  token: string
  customer_data: CustomerData
  /** Whether the shopper agreed that it is kept for the next purchase; a guest's never is. */
  save_card: boolean
}

const customer = z.object({
  legal_doc_type: z.string(),
  legal_doc: z.string(),
  phone_code: z.string(),
  phone_number: z.string(),
  email: z.string(),
  full_name: z.string(),
})

/** The content of a forgotten customer's data. */
const nobody = z.strictObject({}).transform(() => null)

export class UnknownCardError extends Error {
  constructor(id: string) {
    super(`There is no card ${id}.`)
    this.name = "UnknownCardError"
  }
}

/** The cards that the service keeps for the store, and their owners. */
export class Cards {
  constructor(
    private readonly pg: Knex,
    private readonly sealer: Sealer
  ) {}

  /** Ids are made before the row, because sealed columns are bound to them. */
  newId(): string {
    return generateEntityId(undefined, "paycard")
  }

  async find(id: string): Promise<Card | null> {
    return readOne(cardRow, await this.pg(TABLE).where({ id }).whereNull("deleted_at").first())
  }

  /** @throws UnknownCardError */
  async present(id: string): Promise<Card> {
    const card = await this.find(id)
    if (card === null) {
      throw new UnknownCardError(id)
    }
    return card
  }

  async findBySubscription(account: string, subscription_id: string): Promise<Card | null> {
    const row: unknown = await this.pg(TABLE)
      .where({ account, subscription_id })
      .whereNull("deleted_at")
      .first()
    return readOne(cardRow, row)
  }

  /** The cards that a shopper may choose again, the newest first. */
  async savedOf(customer_id: string, account: string): Promise<Card[]> {
    const rows: unknown[] = await this.saved(customer_id, account)
      .orderBy([
        { column: "saved_at", order: "desc" },
        { column: "id", order: "desc" },
      ])
      .limit(SAVED_LIMIT)
    return rows.map((row) => cardRow.parse(row))
  }

  /** A shopper's own saved card; null for a removed card and for another shopper's alike. */
  async findSaved(id: string, customer_id: string, account: string): Promise<Card | null> {
    return readOne(cardRow, await this.saved(customer_id, account).where({ id }).first())
  }

  /** Writes a card that is not saved at the service yet. */
  async keep(
    trx: Knex.Transaction,
    { token, customer_data, save_card, ...card }: NewCard
  ): Promise<void> {
    await trx(TABLE).insert({
      ...card,
      save_agreed_at: save_card && card.customer_id !== null ? databaseNow(trx) : null,
      token_sealed: this.sealer.seal(token, place(card.id, "token_sealed")),
      customer_sealed: this.sealer.seal(
        JSON.stringify(customer_data),
        place(card.id, "customer_sealed")
      ),
      sealed_with: this.sealer.key_ids[0],
      status: "creating",
      status_changed_at: databaseNow(trx),
    })
  }

  /** The token to save the card with; null once it was used. */
  tokenOf({ id, token_sealed }: Card): string | null {
    return token_sealed && this.sealer.open(token_sealed, place(id, "token_sealed"))
  }

  /** The card's owner, in the stored form; null for a forgotten customer. */
  customerOf({ id, customer_sealed }: Card): CustomerData | null {
    const text = this.sealer.open(customer_sealed, place(id, "customer_sealed"))
    return customer.or(nobody).parse(JSON.parse(text))
  }

  /**
   * The card is saved at the service: the token is erased. From now on the queue of unneeded cards
   * watches it, so that no crash leaves it there for good.
   */
  async made(id: string, subscription_id: string): Promise<Card> {
    const rows: unknown[] = await this.pg(TABLE)
      .where({ id })
      .update({
        subscription_id,
        ...this.status("active"),
        token_sealed: null,
        cancel_after: databaseNow(this.pg, CARD_FIRST_CHECK_SECONDS),
      })
      .returning("*")
    return cardRow.parse(rows[0])
  }

  /** The card is not saved, or the outcome is unknown: no money moved, and the token is erased. */
  async failed(id: string, reason: string | null): Promise<void> {
    await this.pg(TABLE)
      .where({ id, status: "creating" })
      .update({ ...this.status("failed"), token_sealed: null, last_error: reason })
  }

  /** The card was never used and will not be: its token is erased. */
  async abandoned(id: string): Promise<void> {
    await this.failed(id, null)
  }

  /** A preauthorization was approved: a shopper who agreed to it may choose the card again. */
  async save(id: string): Promise<void> {
    await this.pg(TABLE)
      .where({ id, status: "active" })
      .whereNotNull("customer_id")
      .whereNotNull("save_agreed_at")
      .whereNull("removed_at")
      .whereNull("saved_at")
      .update({ saved_at: databaseNow(this.pg), updated_at: databaseNow(this.pg) })
  }

  /**
   * The shopper deletes a saved card: it is offered and charged no more, and the service is asked to
   * cancel it as soon as nothing needs it.
   *
   * @returns false for a card that was never saved, and for another shopper's
   */
  async remove(id: string, customer_id: string): Promise<boolean> {
    const own = () => this.pg(TABLE).where({ id, customer_id }).whereNull("deleted_at")
    const removed = await own().whereNotNull("saved_at").update(this.removal())
    const before: unknown = removed > 0 ? null : await own().whereNotNull("removed_at").first("id")
    return before !== undefined
  }

  /** Nobody can choose the saved cards of a deleted customer any more: they go as if they deleted them. */
  async removeOf(customer_id: string): Promise<void> {
    await this.pg(TABLE)
      .where({ customer_id })
      .whereNotNull("saved_at")
      .whereNull("deleted_at")
      .update(this.removal())
  }

  /**
   * Retires a card, to be canceled at the service. Canceling also ends its holds and subscriptions,
   * so not while another payment or a subscription needs it, nor while its shopper keeps it: one
   * order that is canceled does not cost the saved card. Nothing is paid with it from here on.
   *
   * @param of the transaction that the card is canceled for; null: for none
   * @returns `used` while it pays something else, `over` when the service no longer keeps it
   */
  async retire(id: string, of: string | null): Promise<"ending" | "used" | "over"> {
    return this.pg.transaction(async (trx) => {
      const row: unknown = await trx(TABLE).where({ id }).forUpdate().first()
      if (row === undefined) {
        throw new UnknownCardError(id)
      }
      const card = cardRow.parse(row)
      if (card.status !== "active" && card.status !== "ending") {
        return "over"
      }
      const isKept = card.status === "active" && card.saved_at !== null
      if (isKept || (await this.isUsed(trx, id, of))) {
        return "used"
      }
      if (card.status === "active") {
        await trx(TABLE).where({ id }).update(this.status("ending"))
      }
      return "ending"
    })
  }

  /**
   * Whether it may be chosen. It can be neither retired nor deleted before the caller has written
   * its payment.
   */
  async isUsable(trx: Knex.Transaction, id: string): Promise<boolean> {
    const row: unknown = await trx(TABLE)
      .where({ id, status: "active" })
      .whereNull("removed_at")
      .forShare()
      .first("id")
    return row !== undefined
  }

  /** The service does not cancel it: it stays as it was. */
  async stays(id: string): Promise<void> {
    await this.pg(TABLE).where({ id, status: "ending" }).update(this.status("active"))
  }

  /**
   * Whether payments need the card: unwanted holds do not, but a captured payment whose order was
   * not read for plans yet does.
   */
  private async isUsed(trx: Knex.Transaction, id: string, except: string | null): Promise<boolean> {
    const answer: { rows: { used: boolean }[] } = await trx.raw(
      `select exists (
         select 1 from payin_card_transaction
         where card_id = ? and id is distinct from ? and deleted_at is null
           and status in ('creating', 'unknown', 'authorized', 'capturing', 'capture_unknown')
           and release_wanted_at is null
       ) or exists (
         select 1 from payin_card_transaction
         where card_id = ? and id is distinct from ? and deleted_at is null and status = 'captured'
           and plans_read_at is null and cycle_id is null and authorized_at > ?
       ) or exists (
         select 1 from payin_subscription
         where card_id = ? and deleted_at is null and status in ('active', 'past_due')
       ) as used`,
      [id, except, id, except, databaseNow(trx, -PLAN_WATCH_DAYS * 86_400), id]
    )
    return answer.rows[0]?.used ?? false
  }

  /** The service no longer charges it. */
  async ended(id: string, status: Extract<KeptCardStatus, "canceled" | "expired">): Promise<void> {
    await this.pg(TABLE)
      .where({ id })
      .whereIn("status", ["active", "ending"])
      .update({
        ...this.status(status),
        canceled_at: databaseNow(this.pg),
        cancel_after: null,
      })
  }

  private removal() {
    return {
      saved_at: null,
      removed_at: databaseNow(this.pg),
      cancel_after: databaseNow(this.pg),
      cancel_attempts: 0,
      updated_at: databaseNow(this.pg),
    }
  }

  private saved(customer_id: string, account: string) {
    return this.pg<object, unknown[]>(TABLE)
      .where({ customer_id, account, status: "active" })
      .whereNotNull("saved_at")
      .whereNotNull("subscription_id")
      .whereNull("deleted_at")
  }

  private status(status: KeptCardStatus) {
    return {
      status,
      status_changed_at: databaseNow(this.pg),
      updated_at: databaseNow(this.pg),
    }
  }
}

function place(row: string, column: string) {
  return { table: TABLE, row, column }
}
