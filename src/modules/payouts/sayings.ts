import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { databaseNow } from "../../domain/clock"
import type { MajorAmount } from "../../domain/money"
import { isBelieved, type NotKnownRule } from "../../domain/not-known"
import { attemptTransition } from "../../domain/payout-attempt"
import { payoutTransition } from "../../domain/payout-state"
import type { Ticket } from "../../domain/reference"
import { PAYOUT_FIRST_LOOKUP_SECONDS, REJECTED_WATCH_DAYS } from "../../domain/schedule"
import type { ServiceStatus } from "../../domain/service-status"
import type { Attempts } from "./attempts"
import { SERVICE, SYSTEM } from "../../domain/payout-actor"
import { isMade, type Made, type Moves, type Step } from "./moves"
import { attemptRow, payoutRow, type Attempt, type Payout } from "./rows"

const PAYOUTS = "payin_payout"
const ATTEMPTS = "payin_payout_attempt"

/** What the service said of one attempt. Amount in major units. */
export interface Saying {
  status: "pending" | "approved" | "rejected"
  service_status: ServiceStatus
  ticket: Ticket | null
  amount: MajorAmount | null
  currency: string | null
  response_message: string | null
}

export interface Recorded {
  outcome: "moved" | "same" | "contradiction"
  payout: Payout
  attempt: Attempt
}

/** What "not known" came to. */
export type NotKnown = "not_yet" | "believed" | "never_received"

/** The one place where an attempt and its payout change after the service was asked. */
export class Sayings {
  constructor(
    private readonly pg: Knex,
    private readonly moves: Moves,
    private readonly attempts: Attempts,
    private readonly notKnown: NotKnownRule
  ) {}

  /**
   * Moves attempt and payout, or says that the service contradicts itself: then nothing more of this payout
   * is sent, because another attempt might pay it twice.
   */
  async record(attemptId: string, saying: Saying): Promise<Recorded | null> {
    return this.underLock(attemptId, async (payout, attempt, trx) => {
      const transition = attemptTransition(attempt.status, saying.status)
      const said = {
        service_status: saying.service_status,
        ticket: attempt.ticket ?? saying.ticket,
        response_message: saying.response_message,
        paid_amount: saying.amount,
        paid_currency: saying.currency,
        looked_up_at: databaseNow(trx),
        not_known_count: 0,
        not_known_since: null,
      }
      if (transition === "contradiction") {
        await this.write(trx, attempt, {
          service_status: saying.service_status,
          lookup_after: null,
        })
        return this.park(trx, payout, attempt, saying)
      }
      const written = await this.write(trx, attempt, {
        ...said,
        ...(transition === "move" && {
          status: saying.status,
          status_changed_at: databaseNow(trx),
          ...this.nextLookup(trx, saying.status),
        }),
        ...(attempt.status === "rejected" && this.watchOver(trx)),
      })
      const step = this.follow(payout, written, saying)
      const made = step && (await this.moves.decideWithin(trx, payout.id, SERVICE, () => step))
      const outcome = transition === "move" ? ("moved" as const) : ("same" as const)
      return { outcome, attempt: written, made: made && isMade(made) ? made : null }
    })
  }

  /** The service does not know it, or not yet (gaps.md PayIn). */
  async recordNotKnown(attemptId: string): Promise<{ verdict: NotKnown; payout: Payout } | null> {
    let verdict: NotKnown = "not_yet"
    const recorded = await this.underLock(attemptId, async (payout, attempt, trx) => {
      if (attempt.status !== "unknown") {
        // A pending one was accepted: that an answer does not show it now proves nothing.
        const seen = await this.write(trx, attempt, {
          looked_up_at: databaseNow(trx),
          ...(attempt.status === "rejected" && this.watchOver(trx)),
        })
        return { outcome: "same", attempt: seen, made: null }
      }
      const counted = await this.write(trx, attempt, {
        looked_up_at: databaseNow(trx),
        not_known_count: attempt.not_known_count + 1,
        not_known_since: attempt.not_known_since ?? databaseNow(trx),
      })
      if (!isBelieved(counted, this.notKnown, counted.looked_up_at ?? new Date(0))) {
        return { outcome: "same", attempt: counted, made: null }
      }
      const refusedLast =
        attempt.last_refused_at !== null &&
        attempt.last_sent_at !== null &&
        attempt.last_refused_at >= attempt.last_sent_at
      verdict = refusedLast ? "never_received" : "believed"
      const step: Step = refusedLast
        ? {
            to: "rejected",
            cause: "never_received",
            values: { response_message: attempt.last_error },
          }
        : { to: "unknown", cause: "unclear", values: { reason: "not_known" } }
      const written = refusedLast
        ? await this.write(trx, attempt, {
            status: "rejected",
            status_changed_at: databaseNow(trx),
            ...this.nextLookup(trx, "rejected"),
          })
        : counted
      const made = await this.moves.decideWithin(trx, payout.id, SYSTEM, () => step)
      return { outcome: "moved", attempt: written, made: made && isMade(made) ? made : null }
    })
    return recorded && { verdict, payout: recorded.payout }
  }

  /** How the payout follows its newest attempt; an older one says nothing of it. */
  private follow(payout: Payout, attempt: Attempt, saying: Saying): Step | null {
    if (payout.reference !== attempt.reference) {
      return null
    }
    const { response_message } = saying
    const values = { ticket: attempt.ticket, response_message }
    const moves =
      payoutTransition(payout.status, saying.status, "service", "service", payout.source) === "move"
    return moves || payout.status === saying.status
      ? { to: saying.status, cause: "service", values }
      : null
  }

  private async park(
    trx: Knex.Transaction,
    payout: Payout,
    attempt: Attempt,
    { status }: Saying
  ): Promise<{ outcome: "contradiction"; attempt: Attempt; made: Made | null }> {
    const made = await this.moves.decideWithin(trx, payout.id, SERVICE, () => ({
      to: payout.status,
      cause: "service",
      values: {
        reason: "contradiction",
        reason_facts: { reference: attempt.reference, was: attempt.status, said: status },
        submit_in: null,
        fence: payout.fence + 1,
      },
    }))
    return { outcome: "contradiction", attempt, made: made && isMade(made) ? made : null }
  }

  private async underLock(
    attemptId: string,
    work: (
      payout: Payout,
      attempt: Attempt,
      trx: Knex.Transaction
    ) => Promise<{ outcome: Recorded["outcome"]; attempt: Attempt; made: Made | null }>
  ): Promise<Recorded | null> {
    const known = await this.attempts.find(attemptId)
    if (known === null) {
      return null
    }
    const done = await this.pg.transaction(async (trx) => {
      const payout: unknown = await trx(PAYOUTS).where({ id: known.payout_id }).forUpdate().first()
      const attempt: unknown = await trx(ATTEMPTS).where({ id: attemptId }).forUpdate().first()
      if (payout === undefined || attempt === undefined) {
        return null
      }
      const before = payoutRow.parse(payout)
      return { before, ...(await work(before, attemptRow.parse(attempt), trx)) }
    })
    if (done === null) {
      return null
    }
    const { before, made, outcome, attempt } = done
    if (made !== null) {
      await this.moves.announce(made)
    }
    return { outcome, attempt, payout: made?.payout ?? before }
  }

  private async write(
    trx: Knex,
    { id }: Attempt,
    columns: Record<string, unknown>
  ): Promise<Attempt> {
    const rows: unknown[] = await trx(ATTEMPTS)
      .where({ id })
      .update({ ...columns, updated_at: databaseNow(trx) })
      .returning("*")
    return attemptRow.parse(rows[0])
  }

  /** What is approved is not asked about again; a rejection is, for a while (see `watchOver`). */
  private nextLookup(trx: Knex, status: Saying["status"]) {
    return {
      lookup_attempts: 0,
      lookup_after: status === "approved" ? null : databaseNow(trx, PAYOUT_FIRST_LOOKUP_SECONDS),
    }
  }

  private watchOver(trx: Knex) {
    const watched = [databaseNow(trx, -REJECTED_WATCH_DAYS * 86_400)]
    return {
      lookup_after: trx.raw(
        "case when status_changed_at < ? then null else lookup_after end",
        watched
      ),
    }
  }
}
