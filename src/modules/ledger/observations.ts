import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { MajorAmount } from "../../domain/money/amount"
import { isOfMerchant, type MerchantPrints } from "../../domain/installation/merchant-print"
import { isBelieved, type NotKnownRule } from "../../domain/payin/not-known"
import { isFinal, payInTransition, type PayInStatus } from "../../domain/payin/state"
import { POLL_SECONDS } from "../../domain/session/poll-throttle"
import type { Ticket } from "../../domain/row/reference"
import { FIRST_ENDED_LOOKUP_SECONDS } from "../../domain/time/schedule"
import type { ServiceStatus } from "../../domain/service/status"
import { databaseNow, readNow } from "../../tables/now"
import type { Announcements } from "./announcements"
import { transactionRow, type Transaction } from "./rows"

const TABLE = "payin_transaction"

/**
 * Money that a person ignored before the service named it pays nothing: the end of its link goes on.
 * Without their decision the mark is left of a process that died, and is taken back.
 */
const END_OF_IGNORED = `case when exists (
  select 1 from payin_anomaly where transaction_id = ${TABLE}.id and status = 'resolved'
    and action = 'ignore' and deleted_at is null) then end_after end`

/** The last question, answered or not. */
const LAST = "greatest(asked_at, looked_up_at)"

/** Status report: the service's answer about one pay-in. Amount in major units. */
export interface PayInStatusReport {
  status: PayInStatus
  service_status: ServiceStatus
  ticket: Ticket | null
  amount: MajorAmount | null
  currency: string | null
  response_message: string | null
  card: { brand: string | null; type: string | null; last_four: string | null } | null
  /** Database time just before the lookup was sent. */
  asked_at: Date
}

export type RecordedPayIn =
  | { outcome: "moved"; from: PayInStatus; transaction: Transaction }
  | { outcome: "same" | "stale"; transaction: Transaction }
  | { outcome: "contradiction"; transaction: Transaction; said: PayInStatus }

/** The only place that changes a pay-in's state after a lookup. */
export class Observations {
  constructor(
    private readonly pg: Knex,
    private readonly announcements: Announcements,
    private readonly notKnown: NotKnownRule,
    private readonly merchants: MerchantPrints
  ) {}

  /** The database's clock, read before a lookup (see `PayInStatusReport.asked_at`). */
  async now(): Promise<Date> {
    return readNow(this.pg)
  }

  /** Whether this pay-in may be looked up now: one lookup per `seconds`, however many ask. */
  async mayAsk(id: string, seconds: number): Promise<boolean> {
    const changed = await this.pg(TABLE)
      .where({ id })
      .whereRaw(`coalesce(${LAST} < ?, true)`, [databaseNow(this.pg, -seconds)])
      .update({ asked_at: databaseNow(this.pg) })
    return changed > 0
  }

  /**
   * Whether a polling page, or a notification without news, may cause a lookup now: less and less
   * often, however many poll (domain/session/poll-throttle).
   *
   * @param atOnce so many of them need not wait
   */
  async mayPoll(id: string, atOnce = 0): Promise<boolean> {
    const changed = await this.pg(TABLE)
      .where({ id })
      .where("poll_lookups", "<", POLL_SECONDS.length)
      .whereRaw(
        `(poll_lookups < ?
          or coalesce(${LAST} < ? - (?::int[])[poll_lookups + 1] * interval '1 second', true))`,
        [atOnce, databaseNow(this.pg), [...POLL_SECONDS]]
      )
      .update({ asked_at: databaseNow(this.pg), poll_lookups: this.pg.raw("poll_lookups + 1") })
    return changed > 0
  }

  /** A notification came, and its lookup follows: pages may ask as often as at first. */
  async notified(id: string): Promise<void> {
    await this.pg(TABLE)
      .where({ id })
      .update({ asked_at: databaseNow(this.pg), poll_lookups: 0 })
  }

  /** Moves the row under a short lock, or returns why it stays. */
  async record(id: string, report: PayInStatusReport): Promise<RecordedPayIn> {
    const recorded = await this.write(id, report)
    if (recorded.outcome === "moved") {
      await this.announcements.moved(recorded.transaction, recorded.from)
    }
    return recorded
  }

  private async write(id: string, report: PayInStatusReport): Promise<RecordedPayIn> {
    return this.pg.transaction(async (trx) => {
      const row: unknown = await trx(TABLE).where({ id }).forUpdate().first()
      const before = transactionRow.parse(row)
      const step = payInTransition(before.status, report.status)
      // An answer that took long tells of the past: money may have come since the question.
      const looked_up_at = trx.raw("greatest(looked_up_at, ?::timestamptz)", [report.asked_at])
      const common = {
        looked_up_at,
        updated_at: databaseNow(trx),
        service_status: report.service_status,
        not_known_count: 0,
        not_known_since: null,
        // The merchant that knows the reference made it, even if the options name that merchant
        // differently now.
        ...(!isOfMerchant(before, this.merchants) && {
          sent_to: this.merchants.get(before.account),
        }),
        ...(report.card && { card: JSON.stringify(report.card) }),
        ...(before.ticket === null && report.ticket && { ticket: report.ticket }),
        ...(!isFinal(before.status) &&
          report.amount !== null &&
          report.currency === before.currency && { reported_amount: report.amount }),
      }
      if (step === "contradiction" || step === "old_news") {
        // An answer from before the last move is old news, not a contradiction.
        const stale = step === "old_news" || report.asked_at < before.status_changed_at
        const rows: unknown[] = await trx(TABLE)
          .where({ id })
          .update({ looked_up_at })
          .returning("*")
        const transaction = transactionRow.parse(rows[0])
        return stale
          ? { outcome: "stale", transaction }
          : { outcome: "contradiction", transaction, said: report.status }
      }
      const moved = step === "move"
      const rows: unknown[] = await trx(TABLE)
        .where({ id })
        .update({
          ...common,
          ...(moved && {
            status: report.status,
            status_cause: "service",
            status_changed_at: databaseNow(trx),
            response_message: report.response_message,
          }),
          ...(moved &&
            mayEnd(report.status) && {
              end_after: databaseNow(trx),
              lookup_after: databaseNow(trx, FIRST_ENDED_LOOKUP_SECONDS),
            }),
          ...(moved &&
            report.status === "approved" && {
              approved_amount: report.amount,
              approved_currency: report.currency,
              apply_after: databaseNow(trx),
              lookup_after: null,
              // Money after the lapse is settled like any other.
              end_after: before.excluded_at === null ? null : trx.raw(END_OF_IGNORED),
            }),
        })
        .returning("*")
      const transaction = transactionRow.parse(rows[0])
      return moved
        ? { outcome: "moved", from: before.status, transaction }
        : { outcome: "same", transaction }
    })
  }

  /**
   * Writes another approved amount over the stored one, in the caller's transaction, which locks the
   * row and checked that nothing was booked or promised.
   */
  async replaceAmount(
    trx: Knex.Transaction,
    id: string,
    { amount, currency }: { amount: MajorAmount; currency: string }
  ): Promise<Transaction> {
    const rows: unknown[] = await trx(TABLE)
      .where({ id })
      .update({
        approved_amount: amount,
        approved_currency: currency,
        reported_amount: trx.raw("case when currency = ? then ? else reported_amount end", [
          currency,
          amount,
        ]),
        apply_after: databaseNow(trx),
        updated_at: databaseNow(trx),
      })
      .returning("*")
    return transactionRow.parse(rows[0])
  }

  /** Keeps the card's brand, type and last four when a notification brings them. */
  async noteCard(id: string, card: NonNullable<PayInStatusReport["card"]>): Promise<void> {
    await this.pg(TABLE)
      .where({ id })
      .whereNull("card")
      .update({ card: JSON.stringify(card) })
  }

  /** Whether the service said often and long enough that it does not know a pay-in. */
  isNotKnown(row: Transaction): boolean {
    return isBelieved(row, this.notKnown)
  }

  /**
   * Not known: the service does not know the reference. This ends only a row whose creation was
   * never answered, and only after enough such answers (docs/service.md#not-known). The answer of
   * another merchant than the link's counts for nothing.
   */
  async recordNotKnown(id: string): Promise<Transaction> {
    const { before, after } = await this.countNotKnown(id)
    if (after.status !== before.status) {
      await this.announcements.moved(after, before.status)
    }
    return after
  }

  private async countNotKnown(id: string): Promise<{ before: Transaction; after: Transaction }> {
    return this.pg.transaction(async (trx) => {
      const row: unknown = await trx(TABLE).where({ id }).forUpdate().first()
      const before = transactionRow.parse(row)
      // Of an approved one nothing ends: "not known" only keeps its payouts from leaving.
      const counts = before.status === "approved" || isOfMerchant(before, this.merchants)
      const rows: unknown[] = await trx(TABLE)
        .where({ id })
        .update({
          looked_up_at: databaseNow(trx),
          not_known_count: counts ? before.not_known_count + 1 : 0,
          not_known_since: counts ? (before.not_known_since ?? databaseNow(trx)) : null,
        })
        .returning("*")
      const noted = transactionRow.parse(rows[0])
      if (noted.status !== "creating" || !isBelieved(noted, this.notKnown)) {
        return { before, after: noted }
      }
      const ended: unknown[] = await trx(TABLE)
        .where({ id })
        .update({
          status: "failed",
          status_cause: "not_received",
          status_changed_at: databaseNow(trx),
          lookup_after: databaseNow(trx, FIRST_ENDED_LOOKUP_SECONDS),
          end_after: databaseNow(trx),
        })
        .returning("*")
      return { before, after: transactionRow.parse(ended[0]) }
    })
  }
}

/** Whether the state is final without money: then the end is applied in Medusa. */
function mayEnd(status: PayInStatus): boolean {
  return isFinal(status) && status !== "approved"
}
