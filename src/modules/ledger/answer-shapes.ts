import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { z } from "zod"
import { ANSWER_SHAPES, DIRECT_METHODS } from "../../domain/method/direct"
import { databaseNow } from "../../tables/now"

/** An account that was set up otherwise since then shows it with its next payment. */
const SHOWN_DAYS = 30

const newestAnswer = z.object({
  account: z.string(),
  payment_method: z.string(),
  reference: z.string(),
  answer_shape: z.enum(ANSWER_SHAPES),
})

/** What the service answered last to a create of an account and method. */
type NewestAnswer = z.infer<typeof newestAnswer>

const notFound = z.object({ account: z.string(), count: z.number(), reference: z.string() })

/** Accepted payments of one account that lookups do not find, and one of them. */
type NotFound = z.infer<typeof notFound>

/** How the service answers the methods that it can answer directly (docs/service.md#direct-payments). */
export class AnswerShapes {
  constructor(private readonly pg: Knex) {}

  /** The newest answer of each account and method, among recent ones. */
  async newest(accounts: readonly string[]): Promise<NewestAnswer[]> {
    const pairs = accounts.flatMap((account) =>
      DIRECT_METHODS.map((payment_method) => ({ account, payment_method }))
    )
    const rows: unknown[] = await Promise.all(
      pairs.map((pair) =>
        this.pg("payin_transaction")
          .where(pair)
          // The words of the index.
          .whereRaw("payment_method in ('PSE', 'BREB', 'TRANSFIYA') and answer_shape is not null")
          .where("created_at", ">", databaseNow(this.pg, -SHOWN_DAYS * 86_400))
          .whereNull("deleted_at")
          .orderBy("created_at", "desc")
          .first("account", "payment_method", "reference", "answer_shape")
      )
    )
    return rows.flatMap((row) => (row === undefined ? [] : [newestAnswer.parse(row)]))
  }

  /**
   * Payments that the service accepted and then did not know in so many lookups. They stay open: nobody else could tell
   * that money of theirs arrived.
   */
  async notFound(accounts: readonly string[], answers: number): Promise<NotFound[]> {
    const rows: unknown[] = await this.pg("payin_transaction")
      .where("status", "pending")
      .whereIn("account", [...accounts])
      .where("not_known_count", ">=", answers)
      .where("created_at", ">", databaseNow(this.pg, -SHOWN_DAYS * 86_400))
      .whereNull("deleted_at")
      .groupBy("account")
      .orderBy("account")
      .select("account", this.pg.raw("count(*)::int as count, max(reference) as reference"))
    return rows.map((row) => notFound.parse(row))
  }
}
