import { generateEntityId } from "@medusajs/framework/utils"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { z } from "zod"
import type { AnomalyKind } from "../../domain/anomaly"
import { UNBOOKED_KINDS } from "../../domain/anomaly-resolution"
import { initials } from "../../domain/customer-data"
import type { Sealer } from "../../domain/seal"
import { systemNote } from "../../domain/system-note"
import { databaseNow } from "../../tables/now"
import { readOne } from "../../tables/rows"
import type { Announcements } from "./announcements"
import { anomalyRow, transactionRow, type Anomaly, type Transaction } from "./rows"

const TABLE = "payin_anomaly"

const reasoned = z.object({ reason: z.string() })
const named = z.object({ full_name: z.string() })

export interface AnomalyReport {
  kind: AnomalyKind
  /** Id of the transaction, refund, payout or order that it is about. */
  subject: string
  account: string | null
  transaction_id?: string | null
  payout_id?: string | null
  order_id?: string | null
  /**
   * What an operator needs to decide, beside what the pay-in itself tells; amounts in major units, nobody's
   * personal data.
   */
  facts: Record<string, unknown>
}

/** The anomaly as it stands, and whether it is new. */
export interface Opened {
  anomaly: Anomaly
  opened: boolean
}

/**
 * Money that nobody books:
 *
 * - `goes_back`: all of it is given back, or was
 * - `left`: a person dealt with it elsewhere
 * - `undecided`: a person is asked; a payout of it was canceled, or whoever decided died before that was written
 */
export type SetAside = "goes_back" | "left" | "undecided"

/** What went wrong with money, until a person or the next pass resolves it. */
export class Anomalies {
  constructor(
    private readonly pg: Knex,
    private readonly announcements: Announcements,
    private readonly sealer: Sealer
  ) {}

  /** A decision to give all of this money back, whichever anomaly it was made on; null without one. */
  async promisedBack(transactionId: string): Promise<string | null> {
    const row: { id: string } | undefined = await this.pg(TABLE)
      .where({ transaction_id: transactionId, status: "resolved", action: "refund" })
      .whereNotNull("refund_amount")
      .whereNull("deleted_at")
      .first("id")
    return row?.id ?? null
  }

  /** What a person decided about money that was set aside. */
  async decisionOn(transactionId: string): Promise<SetAside> {
    if ((await this.promisedBack(transactionId)) !== null) {
      return "goes_back"
    }
    if (await this.isOpen(transactionId, UNBOOKED_KINDS)) {
      return "undecided"
    }
    const left: unknown = await this.pg(TABLE)
      .where({ transaction_id: transactionId, status: "resolved", action: "ignore" })
      .whereIn("kind", [...UNBOOKED_KINDS])
      .whereNull("deleted_at")
      .first("id")
    return left === undefined ? "goes_back" : "left"
  }

  async find(id: string): Promise<Anomaly | null> {
    return readOne(anomalyRow, await this.pg(TABLE).where({ id }).whereNull("deleted_at").first())
  }

  /** Whether a person is asked about this pay-in for one of these reasons. */
  async isOpen(transactionId: string, kinds: readonly AnomalyKind[]): Promise<boolean> {
    const row: unknown = await this.pg(TABLE)
      .where({ transaction_id: transactionId, status: "open" })
      .whereIn("kind", [...kinds])
      .whereNull("deleted_at")
      .first("id")
    return row !== undefined
  }

  /** Why money is not settled, in the words of its newest open anomaly; null when none says. */
  async reasonOf(transactionId: string): Promise<string | null> {
    const row: unknown = await this.pg(TABLE)
      .where({ transaction_id: transactionId, status: "open" })
      .whereNull("deleted_at")
      .orderBy("created_at", "desc")
      .first()
    const facts = row === undefined ? null : reasoned.safeParse(anomalyRow.parse(row).facts)
    return facts?.success ? facts.data.reason : null
  }

  /**
   * Opens the anomaly, or refreshes the facts of the open one. What a person ignored is not opened again
   * for the same facts.
   *
   * @param stays whether the facts that a person reads already stay as they are
   */
  async open(report: AnomalyReport, stays?: (facts: unknown) => boolean): Promise<Opened> {
    const written = await (stays === undefined
      ? this.write(this.pg, report)
      : this.pg.transaction((trx) => this.writeUnless(trx, report, stays)))
    await this.announce(written)
    return written
  }

  private async writeUnless(
    trx: Knex.Transaction,
    report: AnomalyReport,
    stays: (facts: unknown) => boolean
  ): Promise<Opened> {
    const { kind, subject } = report
    // One that is not there yet cannot be locked: two reports at once would not see each other.
    await trx.raw("select pg_advisory_xact_lock(hashtextextended(?, 0))", [`${kind} ${subject}`])
    const row: unknown = await trx(TABLE)
      .where({ kind, subject, status: "open" })
      .whereNull("deleted_at")
      .forUpdate()
      .first()
    const anomaly = readOne(anomalyRow, row)
    return anomaly !== null && stays(anomaly.facts)
      ? { anomaly, opened: false }
      : this.write(trx, report)
  }

  /**
   * As {@link open}, about a pay-in that is as it was when it was read:
   *
   * - `status`: nobody is asked about a contradicting answer once a person decided between it and its report, because the
   *   pay-in has another state then, or the question was ignored
   * - `fence`: nobody is asked by a holder that lost its lease
   *
   * @returns false when it is not so any more: nothing was opened
   */
  async openWhile(
    state: Partial<Pick<Transaction, "status" | "fence">>,
    report: AnomalyReport & { transaction_id: string }
  ): Promise<boolean> {
    const written = await this.pg.transaction(async (trx) => {
      // The pay-in before its anomalies, as a decision locks them.
      const same: unknown = await trx("payin_transaction")
        .where({ id: report.transaction_id, ...state })
        .forShare()
        .first("id")
      if (same === undefined) {
        return null
      }
      const { kind, subject } = report
      await trx(TABLE).where({ kind, subject, status: "open" }).forUpdate().first("id")
      return this.write(trx, report)
    })
    if (written !== null) {
      await this.announce(written)
    }
    return written !== null
  }

  private async write(sql: Knex, report: AnomalyReport): Promise<Opened> {
    const id = generateEntityId(undefined, "payano")
    const known = await this.known(sql, report.transaction_id)
    const facts = JSON.stringify({ ...known, ...report.facts })
    const ignored = await this.ignored(sql, report, facts)
    if (ignored !== null) {
      return { anomaly: ignored, opened: false }
    }
    const rows: unknown[] = await sql(TABLE)
      .insert({
        id,
        kind: report.kind,
        status: "open",
        subject: report.subject,
        account: report.account,
        transaction_id: report.transaction_id ?? null,
        payout_id: report.payout_id ?? null,
        order_id: report.order_id ?? null,
        facts,
        created_at: databaseNow(this.pg),
      })
      .onConflict(this.pg.raw("(kind, subject) where status = 'open' and deleted_at is null"))
      .merge({
        facts,
        // What was asked of a card that held may go on to be about what it took, which can be given back.
        transaction_id: this.pg.raw(
          "coalesce(excluded.transaction_id, payin_anomaly.transaction_id)"
        ),
        order_id: this.pg.raw("coalesce(excluded.order_id, payin_anomaly.order_id)"),
        updated_at: databaseNow(this.pg),
      })
      .returning("*")
    const anomaly = anomalyRow.parse(rows[0])
    return { anomaly, opened: anomaly.id === id }
  }

  private async announce({ anomaly, opened }: Opened): Promise<void> {
    if (opened) {
      await this.announcements.anomalyOpened(anomaly)
    }
  }

  /** Closes what the next pass found to be well again; safe to repeat. */
  async settle(
    where: { transaction_id: string; kinds?: readonly AnomalyKind[]; subjects?: readonly string[] },
    note: string
  ): Promise<number> {
    const query = this.pg(TABLE)
      .where({ transaction_id: where.transaction_id, status: "open" })
      .whereNull("deleted_at")
    if (where.kinds) {
      query.whereIn("kind", [...where.kinds])
    }
    if (where.subjects) {
      query.whereIn("subject", [...where.subjects])
    }
    return this.close(query, note)
  }

  /** Closes what is open about money that a payout gives back: nobody has to decide about it any more. */
  async goesBack(
    transactionId: string,
    kinds: readonly AnomalyKind[],
    payout_id: string
  ): Promise<number> {
    return this.close(
      this.pg(TABLE)
        .where({ transaction_id: transactionId, status: "open" })
        .whereIn("kind", [...kinds])
        .whereNull("deleted_at"),
      systemNote("payout_gives_back", { payout: payout_id }),
      { action: "refund", payout_id }
    )
  }

  private async close(
    open: Knex.QueryBuilder,
    note: string,
    by: { action: string; payout_id?: string } = { action: "settled" }
  ): Promise<number> {
    const rows: unknown[] = await open
      .update({
        ...by,
        status: "resolved",
        note,
        resolved_at: databaseNow(this.pg),
        updated_at: databaseNow(this.pg),
      })
      .returning("*")
    rows.forEach((row) => this.announcements.anomalyResolved(anomalyRow.parse(row)))
    return rows.length
  }

  /** The same of what was open about a payout. */
  async settlePayout(
    payoutId: string,
    kinds: readonly AnomalyKind[],
    note: string
  ): Promise<number> {
    return this.close(
      this.pg(TABLE)
        .where({ payout_id: payoutId, status: "open" })
        .whereIn("kind", [...kinds]),
      note
    )
  }

  /** The same of what was open about anything else, by its id. */
  async settleAbout(subject: string, kinds: readonly AnomalyKind[], note: string): Promise<number> {
    return this.close(
      this.pg(TABLE)
        .where({ subject, status: "open" })
        .whereIn("kind", [...kinds])
        .whereNull("deleted_at"),
      note
    )
  }

  private async ignored(sql: Knex, report: AnomalyReport, facts: string): Promise<Anomaly | null> {
    const about =
      report.transaction_id == null
        ? { payout_id: report.payout_id ?? null }
        : { transaction_id: report.transaction_id }
    const row: unknown = await sql(TABLE)
      .where({
        ...about,
        kind: report.kind,
        subject: report.subject,
        status: "resolved",
        action: "ignore",
      })
      .whereRaw("facts = ?::jsonb", [facts])
      .whereNull("deleted_at")
      .first()
    return readOne(anomalyRow, row)
  }

  /** What a pay-in tells by itself: what was asked, what arrived, and whom to think of. */
  private async known(
    sql: Knex,
    transactionId: string | null | undefined
  ): Promise<Record<string, unknown>> {
    if (transactionId == null) {
      return {}
    }
    const row: unknown = await sql("payin_transaction").where({ id: transactionId }).first()
    if (row === undefined) {
      return {}
    }
    const payIn = transactionRow.parse(row)
    return {
      reference: payIn.reference,
      ticket: payIn.ticket,
      payment_method: payIn.payment_method,
      asked: { amount: payIn.asked_amount, currency: payIn.currency },
      arrived: { amount: payIn.approved_amount, currency: payIn.approved_currency },
      customer: this.initialsOf(payIn),
    }
  }

  /** Enough to recognise a shopper, too little to know one. */
  private initialsOf({ id, customer_sealed }: Transaction): string | null {
    try {
      const context = { table: "payin_transaction", row: id, column: "customer_sealed" }
      const customer = named.safeParse(JSON.parse(this.sealer.open(customer_sealed, context)))
      return customer.success ? initials(customer.data.full_name) : null
    } catch {
      // A shopper whose data was removed, or sealed with a lost key, must not hide the anomaly.
      return null
    }
  }
}
