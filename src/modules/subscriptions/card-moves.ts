import type { Logger } from "@medusajs/framework/types"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import {
  cardTransition,
  type CardCause,
  type CardStatus,
  type CardTransition,
} from "../../domain/card/state"
import { APPLY_CHECK_SECONDS, CARD_UNKNOWN_SECONDS } from "../../domain/time/schedule"
import { stateLine } from "../../domain/text/state-line"
import { databaseNow } from "../../tables/now"
import { cardTransactionRow, type CardTransaction } from "./card-rows"

const TABLE = "payin_card_transaction"
const DAY_SECONDS = 86_400

const LOOK_AFTER_SECONDS: Partial<Record<CardStatus, number>> = {
  authorized: APPLY_CHECK_SECONDS,
  captured: APPLY_CHECK_SECONDS,
  released: APPLY_CHECK_SECONDS,
  unknown: CARD_UNKNOWN_SECONDS,
  capture_unknown: CARD_UNKNOWN_SECONDS,
}

/** Facts learned with a step. An id of the service that is already known stays. */
export type CardFacts = Partial<
  Pick<CardTransaction, "transaction_id" | "capture_transaction_id" | "order_id" | "cart_id">
>

/** Columns written with the step itself. */
export type CardValues = Partial<
  Pick<CardTransaction, "capture_amount" | "captured_amount" | "refusal_code" | "refusal_message">
>

/** One step of a card transaction: next state and cause. */
export interface CardStep {
  to: CardStatus
  cause: CardCause
  /** Stored even if the state stays: an answer may come after the webhook with the same report. */
  facts?: CardFacts
  values?: CardValues
  /** The service's id of a refused capture; null when it gave none. */
  refused_capture?: string | null
  /**
   * Seconds until Medusa is updated; by default the schedule decides, in case Medusa does not learn
   * it by itself.
   */
  apply_in?: number
}

/** The result of a step: the row, and its previous state. */
export interface CardMoved {
  transaction: CardTransaction
  transition: CardTransition
  from: CardStatus
}

export class UnknownCardTransactionError extends Error {
  constructor(id: string) {
    super(`There is no card transaction ${id}.`)
    this.name = "UnknownCardTransactionError"
  }
}

/**
 * The way a card transaction changes its state: read under its row's lock, decided by the state
 * machine, written. Only unsent ones are dropped without it (`CardBindings`, `RenewalHolds`). Makes
 * no call while it holds the lock.
 */
export class CardMoves {
  constructor(
    private readonly pg: Knex,
    private readonly logger: () => Logger | undefined,
    private readonly releaseAfterDays: number
  ) {}

  /** Takes the step if the row's state allows it. */
  async move(id: string, step: CardStep): Promise<CardMoved> {
    const moved = await this.decide(id, () => step)
    if (moved === null) {
      throw new UnknownCardTransactionError(id)
    }
    return moved
  }

  /**
   * Decides about a card transaction under its lock; `decide` returns a step, or null to change
   * nothing.
   *
   * @returns null when there is no such row, or nothing was decided
   */
  async decide(
    id: string,
    decide: (
      transaction: CardTransaction,
      trx: Knex.Transaction
    ) => Promise<CardStep | null> | CardStep | null
  ): Promise<CardMoved | null> {
    const decided = await this.decideOr(id, async (transaction, trx) => {
      const step = await decide(transaction, trx)
      return step === null ? { instead: null } : { step }
    })
    return decided !== null && "moved" in decided ? decided.moved : null
  }

  /**
   * The same, and whoever takes no step says what is instead.
   *
   * @returns null when there is no such row
   */
  async decideOr<Instead>(
    id: string,
    decide: (
      transaction: CardTransaction,
      trx: Knex.Transaction
    ) => Promise<{ step: CardStep } | { instead: Instead }>
  ): Promise<{ moved: CardMoved } | { instead: Instead } | null> {
    const decided = await this.pg.transaction(async (trx) => {
      const row: unknown = await trx(TABLE)
        .where({ id })
        .whereNull("deleted_at")
        .forUpdate()
        .first()
      if (row === undefined) {
        return null
      }
      const transaction = cardTransactionRow.parse(row)
      const decision = await decide(transaction, trx)
      return "step" in decision
        ? { moved: await this.take(trx, transaction, decision.step) }
        : decision
    })
    if (decided !== null && "moved" in decided && decided.moved.transition === "move") {
      this.report(decided.moved)
    }
    return decided
  }

  private async take(
    trx: Knex.Transaction,
    before: CardTransaction,
    step: CardStep
  ): Promise<CardMoved> {
    const { to, cause, facts = {}, values = {} } = step
    const transition = cardTransition(before.status, to, cause)
    const moves = transition === "move"
    const learned = transition === "contradiction" || transition === "forbidden" ? {} : facts
    const news = Object.entries(learned).filter(
      ([name, value]) => value != null && Reflect.get(before, name) === null
    )
    if (!moves && news.length === 0) {
      return { transaction: before, transition, from: before.status }
    }
    const rows: unknown[] = await trx(TABLE)
      .where({ id: before.id })
      .update({
        ...Object.fromEntries(news),
        ...(moves && { ...values, ...this.written(trx, before, step) }),
        updated_at: databaseNow(trx),
      })
      .returning("*")
    return { transaction: cardTransactionRow.parse(rows[0]), transition, from: before.status }
  }

  private written(trx: Knex.Transaction, before: CardTransaction, step: CardStep) {
    const { to, cause, refused_capture } = step
    const holds = to === "authorized"
    const takes = to === "captured"
    const over = to === "declined" || to === "error" || to === "released"
    return {
      status: to,
      status_cause: cause,
      status_changed_at: databaseNow(trx),
      ...this.schedule(trx, step),
      ...((holds || takes) && before.authorized_at === null && { authorized_at: databaseNow(trx) }),
      ...(holds &&
        before.release_after === null && {
          release_after: databaseNow(trx, this.releaseAfterDays * DAY_SECONDS),
        }),
      ...(holds && { capture_amount: null }),
      ...(refused_capture !== undefined && {
        refused_captures: [...before.refused_captures, refused_capture ?? ""],
      }),
      ...(takes && { captured_at: databaseNow(trx), release_after: null, release_wanted_at: null }),
      ...(over && { release_after: null, release_wanted_at: null }),
      // The refusal of an earlier try says nothing about this one.
      ...(to === "capturing" && {
        sent_at: databaseNow(trx),
        refusal_code: null,
        refusal_message: null,
      }),
    }
  }

  /**
   * Time of the check that Medusa is up to date: it mostly learns the state in the same call, and
   * this check finds a crash. An unknown outcome is checked when a person has to be asked.
   */
  private schedule(trx: Knex.Transaction, { to, apply_in }: CardStep) {
    const seconds = apply_in ?? LOOK_AFTER_SECONDS[to]
    return {
      apply_after: seconds === undefined ? null : databaseNow(trx, seconds),
      apply_attempts: 0,
      apply_error: null,
    }
  }

  private report({ transaction, from }: CardMoved): void {
    const { id, reference, status, status_cause, account, order_id } = transaction
    this.logger()?.info(
      stateLine("payin.card", {
        ...{ id, reference, from, to: status, cause: status_cause, account },
        order: order_id,
      })
    )
  }
}
