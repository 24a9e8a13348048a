import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { mostPaid } from "../../domain/payout/most-paid"
import { sumAmounts, type MajorAmount } from "../../domain/money/amount"
import { isBelieved, type NotKnownRule } from "../../domain/payin/not-known"
import {
  attemptTransition,
  isHearsay,
  isKnownUnsent,
  neverArrived,
} from "../../domain/payout/attempt"
import { isByForm } from "../../domain/payout/methods"
import { isBlocked } from "../../domain/payout/reason"
import { payoutTransition } from "../../domain/payout/state"
import type { Ticket } from "../../domain/row/reference"
import {
  PAID_LOOKUPS_SECONDS,
  PAID_WATCH_DAYS,
  PAYOUT_FIRST_LOOKUP_SECONDS,
  REJECTED_WATCH_DAYS,
} from "../../domain/time/schedule"
import type { ServiceStatus } from "../../domain/service/status"
import { SERVICE, SYSTEM, type Actor } from "../../domain/payout/actor"
import { databaseNow, readNow } from "../../tables/now"
import type { Merchants } from "./merchants"
import { isMade, type PayoutChange, type Moves, type PayoutValues, type Step } from "./moves"
import { attemptRow, payoutRow, type Attempt, type Payout } from "./rows"

const PAYOUTS = "payin_payout"
const ATTEMPTS = "payin_payout_attempt"

/**
 * States in which "not known" is counted. An attempt that is being sent may yet arrive, and of one
 * that counts as never sent only a notification makes it news.
 */
const COUNTED: ReadonlySet<Attempt["status"]> = new Set([
  "unknown",
  "pending",
  "approved",
  "rejected",
])

/** What the service reported about one attempt. Amount in major units. */
export interface PayoutStatusReport {
  status: "pending" | "approved" | "rejected"
  service_status: ServiceStatus
  ticket: Ticket | null
  amount: MajorAmount | null
  currency: string | null
  response_message: string | null
  /** Database time just before the lookup was sent. */
  asked_at: Date
}

/**
 * `late`: the answer is of an earlier step than the attempt's, or older than an answer that was
 * written.
 */
export interface RecordedPayout {
  outcome: "moved" | "same" | "late" | "contradiction"
  payout: Payout
  attempt: Attempt
}

/**
 * The result of an answer "not known":
 * - `forgotten`: the attempt was rejected or refused, so no money is on its way
 * - `contradiction`: it counts as paid
 * - `form_sent`: it asked for a form, which may be there without being shown
 * - `heard_of`: a notification told of it, so this answer is not believed
 * - `other_merchant`: another merchant sent it, so this answer says nothing
 */
export type NotKnown =
  | "not_yet"
  | "believed"
  | "heard_of"
  | "form_sent"
  | "never_received"
  | "forgotten"
  | "contradiction"
  | "other_merchant"

/** The only place that changes an attempt and its payout after a lookup. */
export class StatusReports {
  constructor(
    private readonly pg: Knex,
    private readonly moves: Moves,
    private readonly notKnown: NotKnownRule,
    private readonly merchants: Merchants
  ) {}

  /** The database's clock, read before a lookup (see `PayoutStatusReport.asked_at`). */
  async now(): Promise<Date> {
    return readNow(this.pg)
  }

  /**
   * Moves attempt and payout. A late answer moves nothing. If the service contradicts itself, nothing
   * more of this payout is sent, because another attempt might pay it twice.
   *
   * @param asked the attempt as it was at the lookup: the answer says nothing about a later send
   */
  async record(asked: Attempt, report: PayoutStatusReport): Promise<RecordedPayout | null> {
    return this.underLock(asked, async (payout, attempt, trx) => {
      const looked_up_at = databaseNow(trx)
      if (attempt.asked_at !== null && report.asked_at < attempt.asked_at) {
        const columns = { looked_up_at, ...this.watchOf(trx, attempt) }
        const written = await this.write(trx, attempt, columns)
        return { outcome: "late", attempt: written, made: null }
      }
      const { asked_at, service_status } = report
      const transition = attemptTransition(attempt.status, report.status)
      if (transition === "stay" && attempt.status !== report.status) {
        const written = await this.write(trx, attempt, {
          ...{ looked_up_at, asked_at, not_known_count: 0, not_known_since: null },
          // What did not count as paid may be on its way after all: the day's limit counts it.
          ...(attempt.status !== "approved" && { service_status }),
          ...this.watchOf(trx, attempt),
        })
        return { outcome: "late", attempt: written, made: null }
      }
      const seen = { looked_up_at, asked_at, service_status, ...paidBy(attempt, report) }
      if (transition === "contradiction") {
        const written = await this.write(trx, attempt, {
          ...seen,
          ...this.watchOver(trx, attempt),
          // The approval stands for the newer reference: this one was sent without a second person.
          ...(payout.reference !== attempt.reference && {
            unapproved_at: trx.raw("coalesce(unapproved_at, last_sent_at)"),
          }),
        })
        const step = stop(payout, attempt, report.status)
        return {
          outcome: "contradiction",
          attempt: written,
          made: await this.move(trx, payout, await this.withPaid(trx, payout, step), SERVICE),
        }
      }
      const written = await this.write(trx, attempt, {
        ...seen,
        ticket: attempt.ticket ?? report.ticket,
        response_message: wordsFor(payout, report),
        not_known_count: 0,
        not_known_since: null,
        ...(transition === "move" && this.columnsOfMove(trx, report.status)),
        ...this.watchOf(trx, attempt),
        // A person reported this one as paid, and the service confirms it: no further lookup.
        ...(attempt.status === "approved" &&
          report.status === "approved" &&
          attempt.concluded_at !== null && { lookup_after: null }),
      })
      const step = follow(payout, written, report)
      return {
        outcome: transition === "move" ? "moved" : "same",
        attempt: written,
        made: await this.move(trx, payout, await this.withPaid(trx, payout, step), SERVICE),
      }
    })
  }

  /**
   * The service does not know the payout, or not yet (docs/service.md#not-known). `asked` as in
   * `record`.
   */
  async recordNotKnown(asked: Attempt): Promise<{ outcome: NotKnown; payout: Payout } | null> {
    let outcome: NotKnown = "not_yet"
    const recorded = await this.underLock(asked, async (payout, attempt, trx) => {
      if (!this.merchants.isSame(attempt)) {
        outcome = "other_merchant"
        const seen = { looked_up_at: databaseNow(trx), ...this.watchOf(trx, attempt) }
        const step = attempt.status === "unknown" ? waits(payout, "other_merchant") : null
        return {
          outcome: "same",
          attempt: await this.write(trx, attempt, seen),
          made: await this.move(trx, payout, step, SYSTEM),
        }
      }
      if (neverArrived(attempt)) {
        outcome = "forgotten"
      }
      const counts = COUNTED.has(attempt.status) || isKnownUnsent(attempt)
      const counted = await this.write(trx, attempt, {
        looked_up_at: databaseNow(trx),
        ...(counts && {
          not_known_count: attempt.not_known_count + 1,
          not_known_since: attempt.not_known_since ?? databaseNow(trx),
        }),
        ...this.watchOf(trx, attempt),
      })
      if (!counts || !isBelieved(counted, this.notKnown)) {
        return { outcome: "same", attempt: counted, made: null }
      }
      if (isHearsay(attempt)) {
        outcome = "heard_of"
        const step = attempt.status === "unknown" ? waits(payout, outcome) : null
        const made = await this.move(trx, payout, step, SYSTEM)
        return { outcome: "same", attempt: counted, made }
      }
      if (isByForm(attempt) && ["unknown", "pending"].includes(attempt.status)) {
        // The service may show no form to a lookup before it is filled in.
        outcome = "form_sent"
        const step = attempt.status === "unknown" ? waits(payout, outcome) : null
        const made = await this.move(trx, payout, step, SYSTEM)
        return { outcome: "same", attempt: counted, made }
      }
      outcome = this.outcomeOn(payout, attempt)
      if (outcome === "never_received") {
        const written = await this.write(trx, attempt, this.columnsOfMove(trx, "rejected"))
        const made = await this.move(trx, payout, neverReceived(payout, attempt), SYSTEM)
        return { outcome: "moved", attempt: written, made }
      }
      if (outcome === "contradiction") {
        const step = stop(payout, attempt, "not_known")
        return { outcome, attempt: counted, made: await this.move(trx, payout, step, SERVICE) }
      }
      // For an accepted attempt "not known" proves nothing: it stays pending, and a person is
      // notified.
      const step = attempt.status === "unknown" ? waits(payout, "not_known") : null
      return { outcome: "same", attempt: counted, made: await this.move(trx, payout, step, SYSTEM) }
    })
    return recorded && { outcome, payout: recorded.payout }
  }

  /**
   * Ends an unknown payout that is no longer wanted. Once the service is believed not to know it,
   * the payout counts as rejected and is watched as long, like one whose resend was refused.
   *
   * @param asked its newest attempt, as it was at the last lookup
   * @returns whether it ended
   */
  async giveUpUnwanted(asked: Attempt): Promise<boolean> {
    const ended = await this.underLock(asked, async (payout, attempt, trx) => {
      const believed = this.merchants.isSame(attempt) && isBelieved(attempt, this.notKnown)
      if (attempt.status !== "unknown" || !believed || isHearsay(attempt) || isByForm(attempt)) {
        return { outcome: "same", attempt, made: null }
      }
      const written = await this.write(trx, attempt, this.columnsOfMove(trx, "rejected"))
      const made = await this.move(trx, payout, neverReceived(payout, attempt), SYSTEM)
      return { outcome: "moved", attempt: written, made }
    })
    return ended?.outcome === "moved"
  }

  /**
   * Never received: a resend was refused and the service still does not know the attempt, so no
   * send arrived. A blocked payout is never sent again, so a believed "not known" is enough to end
   * it.
   */
  private outcomeOn({ reason }: Payout, attempt: Attempt): NotKnown {
    const { status, last_refused_at, last_sent_at } = attempt
    if (status === "approved") {
      return "contradiction"
    }
    if (status === "rejected" || isKnownUnsent(attempt)) {
      return "forgotten"
    }
    const refused =
      last_refused_at !== null && last_sent_at !== null && last_refused_at >= last_sent_at
    return status === "unknown" && (refused || isBlocked(reason)) ? "never_received" : "believed"
  }

  /** Two attempts can both be paid, so the payout's sum is taken over all of them. */
  private async withPaid(
    trx: Knex.Transaction,
    { id, currency, status, paid_amount: before }: Payout,
    step: Step | null
  ): Promise<Step | null> {
    const rows: unknown[] = await trx(ATTEMPTS).where({ payout_id: id })
    const paid = rows.flatMap((row) => {
      const attempt = attemptRow.parse(row)
      if (attempt.most_paid !== null) {
        return attempt.currency === currency ? [{ amount: attempt.most_paid }] : []
      }
      // Paid by a person's word: then it was the ordered amount, as far as anybody knows.
      const isReported = attempt.status === "approved" && attempt.concluded_at !== null
      return isReported ? [{ amount: attempt.amount }] : []
    })
    const paid_amount = paid.length === 0 ? null : sumAmounts(paid)
    if (step === null) {
      return paid_amount === before
        ? null
        : { to: status, cause: "service", values: { paid_amount } }
    }
    return { ...step, values: { ...step.values, paid_amount } }
  }

  private async move(
    trx: Knex.Transaction,
    { id }: Payout,
    step: Step | null,
    actor: Actor
  ): Promise<PayoutChange | null> {
    const made = step && (await this.moves.decideWithin(trx, id, actor, () => step))
    return made && isMade(made) ? made : null
  }

  private async underLock(
    asked: Attempt,
    work: (
      payout: Payout,
      attempt: Attempt,
      trx: Knex.Transaction
    ) => Promise<{
      outcome: RecordedPayout["outcome"]
      attempt: Attempt
      made: PayoutChange | null
    }>
  ): Promise<RecordedPayout | null> {
    const { id, payout_id, fence } = asked
    const done = await this.pg.transaction(async (trx) => {
      const payout: unknown = await trx(PAYOUTS).where({ id: payout_id }).forUpdate().first()
      const attempt: unknown = await trx(ATTEMPTS).where({ id, fence }).forUpdate().first()
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

  /** Columns of an attempt that moves: counters anew, and the next lookup. */
  private columnsOfMove(trx: Knex, status: PayoutStatusReport["status"]) {
    return {
      not_known_count: 0,
      not_known_since: null,
      status,
      status_changed_at: databaseNow(trx),
      lookup_attempts: 0,
      lookup_after: databaseNow(
        trx,
        status === "approved" ? PAID_LOOKUPS_SECONDS[0] : PAYOUT_FIRST_LOOKUP_SECONDS
      ),
    }
  }

  private watchOf(trx: Knex, attempt: Attempt) {
    return isWatched(attempt) && this.watchOver(trx, attempt)
  }

  private watchOver(trx: Knex, { status, concluded_at }: Attempt) {
    const isPaid = status === "approved" && concluded_at === null
    const days = isPaid ? PAID_WATCH_DAYS : REJECTED_WATCH_DAYS
    const watched = [databaseNow(trx, -days * 86_400)]
    return {
      lookup_after: trx.raw(
        "case when status_changed_at < ? then null else lookup_after end",
        watched
      ),
    }
  }
}

/**
 * The payout's step after a report: only the newest attempt moves it. The block is lifted once the
 * service says that the blocking attempt was rejected.
 */
function follow(payout: Payout, attempt: Attempt, report: PayoutStatusReport): Step | null {
  const { status, source, reference, reason, reason_facts } = payout
  // What was canceled counts as paid by its block alone.
  const confirmed = report.status === attempt.status && status !== "canceled"
  const lifted =
    isBlocked(reason) &&
    reason_facts?.reference === attempt.reference &&
    (report.status === "rejected" || confirmed)
  const there = reference === attempt.reference && status === report.status
  const moves =
    reference === attempt.reference &&
    payoutTransition(status, report.status, "service", "service", source) === "move"
  if (!lifted && !there && !moves) {
    return null
  }
  const said = { ticket: attempt.ticket, response_message: wordsFor(payout, report) }
  const values = { ...((there || moves) && said), ...(lifted && lift(payout, attempt)) }
  return { to: moves ? report.status : status, cause: "service", values }
}

/**
 * Lifts the block. A newer reference that was only believed not to have arrived blocks the payout
 * from then on.
 */
function lift({ status, status_cause, reference }: Payout, attempt: Attempt): PayoutValues {
  const believed = status === "rejected" && status_cause === "never_received"
  return believed && reference !== attempt.reference
    ? { reason: "never_received", reason_facts: { reference } }
    : { reason: null }
}

/** Blocks a payout that may be paid after all. A retry that has not left yet is taken back. */
function stop(
  payout: Payout,
  attempt: Attempt,
  said: PayoutStatusReport["status"] | "not_known"
): Step {
  const { status, source, fence } = payout
  const facts = { reference: attempt.reference, was: attempt.status, said }
  const taken = payoutTransition(status, "rejected", "contradicted", "service", source) === "move"
  return {
    to: taken && status !== "sending" ? "rejected" : status,
    cause: "contradicted",
    values: { reason: "contradiction", reason_facts: facts, fence: fence + 1 },
    facts,
  }
}

type Waiting = "not_known" | "heard_of" | "form_sent" | "other_merchant"

function waits({ status }: Payout, reason: Waiting): Step {
  return { to: status, cause: "unclear", values: { reason } }
}

/**
 * An existing block stays: a report about this attempt says nothing about the attempt that caused
 * the block.
 */
function neverReceived({ reason }: Payout, { last_error, reference }: Attempt): Step {
  const stops = { reason: "never_received", reason_facts: { reference } } as const
  return {
    to: "rejected",
    cause: "never_received",
    values: { ...(!isBlocked(reason) && stops), response_message: last_error },
  }
}

/** Final, and looked up for some days more all the same. */
function isWatched({ status, concluded_at }: Attempt): boolean {
  return status === "rejected" || status === "approved" || concluded_at !== null
}

function paidBy(attempt: Attempt, report: PayoutStatusReport) {
  const { amount, currency, status } = report
  const named = { paid_amount: amount, paid_currency: currency }
  return {
    // What is not called paid any more says nothing about the amount.
    ...((attempt.status !== "approved" || status === "approved") && named),
    most_paid: mostPaid(attempt, report),
  }
}

/** Keeps no text of the service for a forgotten customer: it may hold a name. */
function wordsFor(
  { destination_sealed }: Payout,
  { response_message }: PayoutStatusReport
): string | null {
  return destination_sealed === null ? null : response_message
}
