import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { isBlocked } from "../../domain/payout/reason"
import { joinOf } from "../../domain/payout/rest"
import { payoutTransition, type PayoutCause, type PayoutStatus } from "../../domain/payout/state"
import type { Announcements } from "./announcements"
import type { Actor } from "../../domain/payout/actor"
import { databaseNow } from "../../tables/now"
import type { Audit } from "./audit"
import { payoutRow, type Payout } from "./rows"

const TABLE = "payin_payout"

/**
 * Columns written beside the state. "now" is the database's. A reason is cleared by the move out of
 * its state; a blocking reason stays until `reason: null` lifts it.
 */
export type PayoutValues = Partial<
  Pick<
    Payout,
    | "amount"
    | "order_amount"
    | "paid_amount"
    | "covered_amount"
    | "payment_method"
    | "order_id"
    | "refund_id"
    | "earlier_refund_id"
    | "payment_id"
    | "reason"
    | "reason_facts"
    | "destination_sealed"
    | "destination_from"
    | "full_name"
    | "bank"
    | "account_type"
    | "account_last_four"
    | "key_holder"
    | "named_holders"
    | "version"
    | "approved_version"
    | "approved_by"
    | "makers"
    | "beneficiary_version"
    | "rule_version"
    | "other_person"
    | "not_paid_here"
    | "note"
    | "proof"
    | "reference"
    | "ticket"
    | "response_message"
    | "estimated_time"
    | "fence"
  >
> & {
  sealed_with?: string | null
  approved_at?: "now" | null
  unapproved_at?: "now" | null
  /** Seconds from now; null: not due. */
  submit_in?: number | null
  release_in?: number | null
}

/** One step of a payout: next state, cause and values. The same state writes only the values. */
export interface Step {
  to: PayoutStatus
  cause: PayoutCause | "edited"
  values?: PayoutValues
  /** The actor of the step, if not the decider. */
  by?: Actor
  /** Tells the store though the state stays: only now there is what its event tells. */
  announced?: true
  /** For the audit trail: ids, amounts, last four. */
  facts?: Record<string, unknown>
}

/** The written payout, and its previous state; null when it stayed and nothing is to be told. */
export interface PayoutChange {
  payout: Payout
  from: PayoutStatus | null
}

export class PayoutMoveError extends Error {
  constructor(payout: Payout, step: Step) {
    super(`Payout ${payout.id} cannot go from ${payout.status} to ${step.to} (${step.cause}).`)
    this.name = "PayoutMoveError"
  }
}

/**
 * The only way a payout changes: it is read under its row's lock, decided, written together with
 * its audit line, and announced after the commit. So every decision sees the result of the one
 * before.
 */
export class Moves {
  constructor(
    private readonly pg: Knex,
    private readonly audit: Audit,
    private readonly announcements: Announcements
  ) {}

  /**
   * Decides about a payout under its lock. `decide` returns a step to take, or any other value,
   * which is returned and changes nothing.
   *
   * @returns null when there is no such payout
   */
  async decide<Answer extends object>(
    id: string,
    actor: Actor,
    decide: (payout: Payout, trx: Knex.Transaction) => Promise<Step | Answer> | Step | Answer
  ): Promise<PayoutChange | Answer | null> {
    const made = await this.pg.transaction((trx) => this.decideWithin(trx, id, actor, decide))
    if (made !== null && isMade(made)) {
      await this.announce(made)
    }
    return made
  }

  /** The same inside a transaction of the caller, who calls `announce` after the commit. */
  async decideWithin<Answer extends object>(
    trx: Knex.Transaction,
    id: string,
    actor: Actor,
    decide: (payout: Payout, trx: Knex.Transaction) => Promise<Step | Answer> | Step | Answer
  ): Promise<PayoutChange | Answer | null> {
    const row: unknown = await trx(TABLE).where({ id }).whereNull("deleted_at").forUpdate().first()
    if (row === undefined) {
      return null
    }
    const payout = payoutRow.parse(row)
    const decided = await decide(payout, trx)
    return isStep(decided) ? this.take(trx, payout, decided, decided.by ?? actor) : decided
  }

  async announce({ payout, from }: PayoutChange): Promise<void> {
    if (from !== null) {
      await this.announcements.moved(payout, from)
    }
  }

  /**
   * @throws PayoutMoveError when the state machine forbids it: a bug of ours, nothing is written.
   */
  private async take(
    trx: Knex.Transaction,
    payout: Payout,
    step: Step,
    actor: Actor
  ): Promise<PayoutChange> {
    const { to, cause, values = {} } = step
    const moves = to !== payout.status
    if (moves && (cause === "edited" || !this.allows(payout, to, cause, actor))) {
      throw new PayoutMoveError(payout, step)
    }
    const { submit_in, release_in, approved_at, unapproved_at, makers, ...others } = values
    const { reason, reason_facts, ...columns } = others
    const rows: unknown[] = await trx(TABLE)
      .where({ id: payout.id })
      .update({
        ...columns,
        ...(makers && { makers: JSON.stringify(makers) }),
        ...reasonAfter(payout, moves, { reason, reason_facts }),
        ...(approved_at !== undefined && { approved_at: approved_at && databaseNow(trx) }),
        ...(unapproved_at !== undefined && { unapproved_at: unapproved_at && databaseNow(trx) }),
        ...(moves && {
          status: to,
          status_cause: cause,
          status_changed_at: databaseNow(trx),
          // A payout that is not queued has no due time.
          submit_after: null,
          release_after: null,
        }),
        ...(submit_in !== undefined && { submit_after: due(trx, submit_in) }),
        ...(release_in !== undefined && { release_after: due(trx, release_in) }),
        updated_at: databaseNow(trx),
      })
      .returning("*")
    const written = payoutRow.parse(rows[0])
    if (moves || cause === "edited" || (cause === "concluded" && step.facts !== undefined)) {
      await this.audit.note(trx, {
        subject_id: payout.id,
        action: cause,
        actor,
        from: payout.status,
        to,
        facts: step.facts ?? null,
      })
    }
    if (moves && to === "canceled") {
      await this.joinRest(trx, written, actor)
    }
    return { payout: written, from: moves || step.announced ? payout.status : null }
  }

  /** A canceled rest is owed by the payout again that it was taken from. */
  private async joinRest(trx: Knex.Transaction, rest: Payout, actor: Actor): Promise<void> {
    if (rest.rest_of === null) {
      return
    }
    await this.decideWithin(trx, rest.rest_of, actor, (payout) => {
      const amounts = joinOf(payout, rest)
      return {
        to: payout.status,
        cause: "edited",
        values: { ...amounts, version: payout.version + 1, fence: payout.fence + 1 },
        facts: {
          amount: amounts.amount,
          before: payout.amount,
          currency: payout.currency,
          rest: rest.id,
        },
      }
    })
  }

  private allows(payout: Payout, to: PayoutStatus, cause: PayoutCause, actor: Actor): boolean {
    const { status, source, rest_of } = payout
    return payoutTransition(status, to, cause, actor.role, source, rest_of) === "move"
  }
}

export function isMade(made: object): made is PayoutChange {
  return "payout" in made && "from" in made
}

function isStep(decided: object): decided is Step {
  return "to" in decided && "cause" in decided
}

function reasonAfter(
  payout: Payout,
  moves: boolean,
  { reason, reason_facts }: Pick<PayoutValues, "reason" | "reason_facts">
) {
  const stopped = isBlocked(payout.reason) && reason !== null && !isBlocked(reason ?? null)
  if (stopped || (reason === undefined && !moves)) {
    return {}
  }
  const facts = reason_facts ? JSON.stringify(reason_facts) : null
  return { reason: reason ?? null, reason_facts: facts }
}

function due(trx: Knex.Transaction, seconds: number | null) {
  return seconds === null ? null : databaseNow(trx, seconds)
}
