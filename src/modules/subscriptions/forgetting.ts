import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { Whose } from "../../domain/privacy/personal-data"
import type { Sealer } from "../../domain/privacy/seal"
import { lockFree } from "../../engine/free-rows"
import { databaseNow } from "../../tables/now"
import { cardRow, cardTransactionRow, type Card, type CardTransaction } from "./card-rows"
import { subscriptionRow, type Subscription } from "./subscription-rows"

const CARDS = "payin_card"
const TRANSACTIONS = "payin_card_transaction"
const SUBSCRIPTIONS = "payin_subscription"
const CYCLES = "payin_cycle"

/** A checkout may still be running, in the browser or in Medusa. */
const CHECKOUT_SECONDS = 3_600

/** The rows of a customer. */
export interface OfCustomer {
  cards: Card[]
  transactions: CardTransaction[]
  subscriptions: Subscription[]
}

/** Forgetting: removes a person's data from cards and subscriptions and keeps the money's. */
export class Forgetting {
  constructor(private readonly sealer: Sealer) {}

  /** Locks all rows of a customer. A guest's card is found only by its payments. */
  async lock(trx: Knex.Transaction, whose: Whose): Promise<OfCustomer> {
    const held: unknown[] = await trx(TRANSACTIONS)
      .where((of) =>
        of
          .whereIn("customer_id", whose.customer_ids)
          .orWhereIn("order_id", whose.order_ids)
          .orWhereIn("cart_id", whose.cart_ids)
      )
      .orderBy("id")
      .forUpdate()
    const transactions = held.map((row) => cardTransactionRow.parse(row))
    const kept: unknown[] = await trx(CARDS)
      .where((of) =>
        of.whereIn("customer_id", whose.customer_ids).orWhereIn(
          "id",
          transactions.map(({ card_id }) => card_id)
        )
      )
      .orderBy("id")
      .forUpdate()
    const bought: unknown[] = await trx(SUBSCRIPTIONS)
      .where((of) =>
        of.whereIn("customer_id", whose.customer_ids).orWhereIn("order_id", whose.order_ids)
      )
      .orderBy("id")
      .forUpdate()
    return {
      transactions,
      cards: kept.map((row) => cardRow.parse(row)),
      subscriptions: bought.map((row) => subscriptionRow.parse(row)),
    }
  }

  /** Obstacles to forgetting, in words for a person. */
  async underWay(
    trx: Knex.Transaction,
    { cards, transactions, subscriptions }: OfCustomer
  ): Promise<string[]> {
    const rows: unknown[] = await trx(TRANSACTIONS)
      .whereIn("id", ids(transactions))
      .where({ status: "creating" })
      .where("created_at", ">", databaseNow(trx, -CHECKOUT_SECONDS))
    return [
      ...rows.map(
        (row) =>
          `a checkout by card (${cardTransactionRow.parse(row).reference}) began within the hour: wait until it is over`
      ),
      ...subscriptions
        .filter(({ status }) => status === "active" || status === "past_due")
        .map(({ id }) => `subscription ${id} still renews: cancel it`),
      ...transactions.flatMap((transaction) => openHold(transaction) ?? []),
      ...cards
        .filter(({ status }) => status === "ending")
        .map(({ id }) => `the service is being asked to forget the card ${id}: wait a minute`),
    ]
  }

  /** Locks a card with its payments and subscriptions, unless somebody else did. */
  async lockCard(trx: Knex.Transaction, id: string): Promise<OfCustomer> {
    const kept: unknown[] = await lockFree(trx(CARDS).where({ id }))
    const cards = kept.map((row) => cardRow.parse(row))
    const of = (table: string) =>
      trx(table).whereIn("card_id", ids(cards)).orderBy("id").forUpdate()
    const [held, bought]: unknown[][] = [await of(TRANSACTIONS), await of(SUBSCRIPTIONS)]
    return {
      cards,
      transactions: held.map((row) => cardTransactionRow.parse(row)),
      subscriptions: bought.map((row) => subscriptionRow.parse(row)),
    }
  }

  /** @param whose `kept`: which customer it was stays, as Medusa's own rows say it, too */
  async erase(
    trx: Knex.Transaction,
    { cards, transactions, subscriptions }: OfCustomer,
    whose: "erased" | "kept" = "erased"
  ): Promise<void> {
    const customer = whose === "erased" ? { customer_id: null } : {}
    for (const { id, status } of cards) {
      const context = { table: CARDS, row: id, column: "customer_sealed" }
      await trx(CARDS)
        .where({ id })
        .update({
          // Opens to empty data.
          customer_sealed: this.sealer.seal("{}", context),
          token_sealed: null,
          sealed_with: this.sealer.key_ids[0],
          ...customer,
          erased_at: databaseNow(trx),
          saved_at: null,
          last_four: null,
          last_error: null,
          // A card that was not saved at the service yet is not saved any more.
          ...(status === "creating" && { status: "failed", status_changed_at: databaseNow(trx) }),
          // The next run of the job cancels it at the service.
          ...(status === "active" && { cancel_after: databaseNow(trx), cancel_attempts: 0 }),
          updated_at: databaseNow(trx),
        })
    }
    // A bank's text may hold a name.
    await trx(TRANSACTIONS)
      .whereIn("id", ids(transactions))
      .update({ ...customer, refusal_message: null, apply_error: null })
    await trx(CYCLES)
      .whereIn("payin_subscription_id", ids(subscriptions))
      .update({ last_error: null })
    await trx(SUBSCRIPTIONS)
      .whereIn("id", ids(subscriptions))
      .update({ ...customer, last_four: null })
  }
}

function ids(rows: readonly { id: string }[]): string[] {
  return rows.map(({ id }) => id)
}

function openHold(transaction: CardTransaction): string | null {
  const { reference, status, sent_at, settled_at } = transaction
  switch (status) {
    case "declined":
    case "error":
    case "released":
      return null
    case "captured":
      return settled_at === null ? `the card payment ${reference} is not booked yet` : null
    case "creating":
      // An abandoned checkout: nothing was sent, and completing it asks for a card again.
      return sent_at === null ? null : `nobody knows yet what became of the hold ${reference}`
    case "authorized":
      return `the hold ${reference} is neither captured nor released`
    default:
      return `nobody knows yet what became of the card payment ${reference} (${status})`
  }
}
