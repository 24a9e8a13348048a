import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { isKnownUnsent, isOnItsWay, mayReverse } from "../../domain/payout/attempt"
import { payoutTransition, type PayoutOutcome } from "../../domain/payout/state"
import {
  LEASE_SECONDS,
  LOOKUP_BACKOFF_SECONDS,
  PAID_LOOKUPS_SECONDS,
  PAYOUT_FIRST_LOOKUP_SECONDS,
  backoffSeconds,
} from "../../domain/time/schedule"
import { lockFree } from "../../engine/free-rows"
import { Queue } from "../../engine/queue"
import { databaseNow } from "../../tables/now"
import { readOne } from "../../tables/rows"
import type { Step } from "./moves"
import { attemptRow, type Attempt, type Payout } from "./rows"

const TABLE = "payin_payout_attempt"

/** Form of a ticket in a notification that the service is asked about. Nothing else is sent on. */
const ASKABLE = /^[A-Za-z0-9_-]{1,64}$/

/**
 * Reads attempts and schedules their lookups. They move in `Submissions`, `Answers` and
 * `StatusReports`.
 */
export class Attempts {
  private readonly lookups: Queue<typeof attemptRow>

  constructor(private readonly pg: Knex) {
    this.lookups = new Queue(pg, {
      table: TABLE,
      row: attemptRow,
      due: "lookup_after",
      where: "lookup_after is not null",
      attempts: "lookup_attempts",
      partition: "account",
      visibility: LEASE_SECONDS,
      schedule: secondsToNextLookup,
    })
  }

  async find(id: string): Promise<Attempt | null> {
    return readOne(attemptRow, await this.pg(TABLE).where({ id }).first())
  }

  async findByReference(reference: string): Promise<Attempt | null> {
    return readOne(attemptRow, await this.pg(TABLE).where({ reference }).first())
  }

  async findByTicket(ticket: string): Promise<Attempt | null> {
    // Without the second condition the index on tickets would not be used.
    const row: unknown = await this.pg(TABLE).where({ ticket }).whereNull("deleted_at").first()
    return readOne(attemptRow, row)
  }

  /**
   * Notes that a notification told of an attempt, the first time.
   *
   * @param ticket as it names it
   * @param waits whether it waits for a transaction that writes the attempt; else nothing is noted
   */
  async heardOf(id: string, ticket: string | null, { waits }: { waits: boolean }): Promise<void> {
    const news = this.pg(TABLE)
      .where({ id })
      .where((one) => one.whereNull("heard_at").orWhereNull("heard_ticket"))
      .select("id")
    await this.pg(TABLE)
      .whereIn("id", waits ? news.forUpdate() : lockFree(news))
      .update({
        heard_at: this.pg.raw("coalesce(heard_at, ?)", [databaseNow(this.pg)]),
        heard_ticket: ticket !== null && ASKABLE.test(ticket) ? ticket : null,
      })
  }

  /** All attempts of a payout, oldest first. */
  async ofPayout(payoutId: string, sql: Knex = this.pg): Promise<Attempt[]> {
    const rows: unknown[] = await sql(TABLE).where({ payout_id: payoutId }).orderBy("number")
    return rows.map((row) => attemptRow.parse(row))
  }

  /**
   * Returned: payouts with a rejected attempt that may have left, whatever happened since.
   */
  async returned(payoutIds: readonly string[], trx: Knex = this.pg): Promise<Set<string>> {
    const rows: unknown[] = await trx(TABLE).whereIn("payout_id", [...payoutIds])
    const attempts = rows.map((row) => attemptRow.parse(row)).filter(mayReverse)
    return new Set(attempts.map(({ payout_id }) => payout_id))
  }

  /** The newest attempt, inside a transaction that holds the payout's row. */
  async newest(trx: Knex, payoutId: string): Promise<Attempt | null> {
    const row: unknown = await trx(TABLE)
      .where({ payout_id: payoutId })
      .orderBy("number", "desc")
      .forUpdate()
      .first()
    return readOne(attemptRow, row)
  }

  /**
   * Makes the newest attempt of a payout unknown, when it counts as never sent and the service knows
   * it: then it is looked up, and not sent again.
   *
   * @returns the payout's step; null when there is nothing to do
   */
  async doubtUnsent(trx: Knex, payout: Payout): Promise<Step | null> {
    const { id, status, source, fence } = payout
    const newest = await this.newest(trx, id)
    const moves = payoutTransition(status, "unknown", "unclear", "system", source) === "move"
    if (newest === null || !moves || !isKnownUnsent(newest)) {
      return null
    }
    await trx(TABLE)
      .where({ id: newest.id })
      .update({
        status: "unknown",
        status_changed_at: databaseNow(trx),
        sends: trx.raw("greatest(sends, 1)"),
        lookup_attempts: 0,
        lookup_after: databaseNow(trx, PAYOUT_FIRST_LOOKUP_SECONDS),
        updated_at: databaseNow(trx),
      })
    const facts = { reference: newest.reference }
    return { to: "unknown", cause: "unclear", values: { fence: fence + 1 }, facts }
  }

  /**
   * Writes the outcome of one reference that a person reported. It is watched on, because the service
   * may say otherwise later. When it was paid, what else is open ends: at most one reference counts
   * as paid.
   */
  async reportOutcome(
    trx: Knex,
    payoutId: string,
    reference: string,
    outcome: PayoutOutcome
  ): Promise<void> {
    const watched = {
      status_changed_at: databaseNow(trx),
      lookup_attempts: 0,
      lookup_after: databaseNow(trx, PAYOUT_FIRST_LOOKUP_SECONDS),
      updated_at: databaseNow(trx),
    }
    await this.voidReady(trx, payoutId, reference)
    if (outcome === "paid") {
      await trx(TABLE)
        .where({ payout_id: payoutId })
        .whereNot({ reference })
        .whereIn("status", ["unknown", "pending"])
        // Nobody reported this one. With the time of the send, it never counts as stuck
        // (`isRejectionConfirmed`).
        .update({ ...watched, status: "rejected", concluded_at: trx.ref("last_sent_at") })
    }
    const isOurs = { payout_id: payoutId, reference }
    const row: unknown = await trx(TABLE).where(isOurs).forUpdate().first()
    const attempt = readOne(attemptRow, row)
    // The service has not called it pending yet. If it does later, that is news
    // (`isRejectionConfirmed`).
    const isNews = outcome === "not_paid" && attempt !== null && !isOnItsWay(attempt)
    await trx(TABLE)
      .where(isOurs)
      .whereNot({ status: "sending" })
      .update({
        ...watched,
        status: outcome === "paid" ? "approved" : "rejected",
        concluded_at: isNews
          ? trx.raw("coalesce(last_sent_at, ?)", [databaseNow(trx)])
          : databaseNow(trx),
      })
  }

  /** Whether another reference of the payout counts as paid. */
  async isPaidBeside(trx: Knex, payoutId: string, reference: string): Promise<boolean> {
    const row: unknown = await trx(TABLE)
      .where({ payout_id: payoutId, status: "approved" })
      .whereNot({ reference })
      .first("id")
    return row !== undefined
  }

  /** Ends an attempt that never left, beside one that may be paid. */
  private async voidReady(trx: Knex, payoutId: string, reference: string): Promise<void> {
    await trx(TABLE)
      .where({ payout_id: payoutId, status: "ready" })
      .whereNot({ reference })
      .update({ status: "void", status_changed_at: databaseNow(trx) })
  }

  /** Claims attempts of an account that are due for a lookup, the longest waiting first. */
  claimLookups(account: string, limit: number): Promise<Attempt[]> {
    return this.lookups.claim({ of: account, limit })
  }

  /**
   * Releases a claimed attempt that was not asked about: due again after the pause, no try counted.
   */
  async putBack(id: string, seconds: number): Promise<void> {
    await this.lookups.putBack({ id }, seconds)
  }
}

/** Seconds from one lookup to the next. */
function secondsToNextLookup(
  { status, concluded_at, status_changed_at, lookup_attempts }: Attempt,
  now: Date
): number {
  const since = (now.getTime() - status_changed_at.getTime()) / 1000
  // What a person reported as paid is looked up as an open one.
  const isPaid = status === "approved" && concluded_at === null
  const next = isPaid ? PAID_LOOKUPS_SECONDS.find((at) => at > since) : undefined
  return next === undefined ? backoffSeconds(LOOKUP_BACKOFF_SECONDS, lookup_attempts) : next - since
}
