import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import {
  matchCardWebhook,
  type CardWebhookDifference,
  type TransactionClaim,
} from "../../domain/card/webhook-match"
import type { RemoteCardTransaction } from "../../domain/card/transaction"
import type { CardMoved, CardMoves, CardStep } from "./card-moves"
import type { CardTransaction } from "./card-rows"

const TABLE = "payin_card_transaction"

export type CardHeard =
  /** Unmatched: none of our rows has its identifiers, or several have. */
  | { outcome: "nobodys"; names: number }
  /**
   * The row.
   * - `early`: a call about it is under way, and its answer goes first: to be recorded again
   * - `late`: the report is about an earlier try and changed nothing
   */
  | { outcome: "moved" | "same" | "early" | "late"; transaction: CardTransaction }
  /**
   * The report contradicts the row's state, is about a call that the plugin never made, or tells of
   * a hold that counted as lapsed.
   */
  | { outcome: "contradiction" | "unasked" | "lapsed"; transaction: CardTransaction }
  /** The report differs from the request. */
  | { outcome: "differs"; transaction: CardTransaction; in: CardWebhookDifference[] }

/**
 * Records signed webhooks about card transactions. A row is found by the plugin's reference or by
 * the service's id, and never made: an unrequested transaction is not believed
 * (docs/decisions/0014-card-outcomes.md).
 */
export class CardStatusReports {
  constructor(
    private readonly pg: Knex,
    private readonly moves: CardMoves
  ) {}

  /** @param at when it happened, by the webhook */
  async record(account: string, claim: TransactionClaim, at: Date | null): Promise<CardHeard> {
    const ids = await this.named(account, claim)
    const [id] = ids
    if (id === undefined || ids.length > 1) {
      return { outcome: "nobodys", names: ids.length }
    }
    let heard: CardHeard = { outcome: "nobodys", names: 0 }
    const moved = await this.moves.decide(id, async (transaction, trx) => {
      const card: { subscription_id: string | null } | undefined = await trx("payin_card")
        .where({ id: transaction.card_id })
        .first("subscription_id")
      const subscription_id = card?.subscription_id ?? null
      const match = matchCardWebhook({ ...transaction, subscription_id }, claim, at)
      if (match.outcome !== "step") {
        heard = { ...match, transaction }
        return null
      }
      const { to, cause, names, captured_amount, refused_capture } = match
      const step: CardStep = { to, cause, facts: names, refused_capture }
      return {
        ...step,
        ...(captured_amount !== null && { values: { captured_amount } }),
        apply_in: 0,
      }
    })
    return moved === null ? heard : { outcome: outcomeOf(moved), transaction: moved.transaction }
  }

  /**
   * Our rows that a webhook names: one, none, or two when its identifiers contradict each other. One of
   * no documented type, such as a chargeback, may name its payment by its link alone.
   */
  async named(
    account: string,
    { transaction }: Pick<TransactionClaim, "transaction">
  ): Promise<string[]> {
    const { linked_transaction_id: linked, kind } = transaction
    // A capture is linked to its hold, a renewal to the hold before it.
    const own = { ...transaction, linked_transaction_id: kind === "capture" ? linked : null }
    const ids = await this.rowsNamed(account, own)
    return ids.length > 0 || kind !== null || linked === null
      ? ids
      : this.rowsNamed(account, { reference_id: null, transaction_id: linked })
  }

  private async rowsNamed(
    account: string,
    {
      reference_id,
      transaction_id,
      linked_transaction_id = null,
    }: Pick<RemoteCardTransaction, "reference_id" | "transaction_id"> &
      Partial<Pick<RemoteCardTransaction, "linked_transaction_id">>
  ): Promise<string[]> {
    const ofHold = [transaction_id, linked_transaction_id]
    const rows: { id: string }[] = await this.pg(TABLE)
      .where({ account })
      .whereNull("deleted_at")
      .where((named) =>
        named
          .where({ reference: reference_id ?? "" })
          .orWhereIn(
            "transaction_id",
            ofHold.flatMap((name) => name ?? [])
          )
          .orWhere({ capture_transaction_id: transaction_id ?? "" })
      )
      .limit(2)
      .select("id")
    return rows.map(({ id }) => id)
  }
}

function outcomeOf({ transition }: CardMoved): "moved" | "same" | "contradiction" {
  if (transition === "move") {
    return "moved"
  }
  return transition === "stay" ? "same" : "contradiction"
}
