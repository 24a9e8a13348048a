import { generateEntityId } from "@medusajs/framework/utils"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { z } from "zod"
import type { AnomalyKind } from "../../domain/anomaly/kinds"
import { UNALLOCATED_KINDS } from "../../domain/anomaly/resolution"
import { initials } from "../../domain/privacy/customer-data"
import {
  keepsOrder,
  LATE_MONEY_KINDS,
  lateMoney,
  tellsOfLateMoney,
  toldLateMoney,
  type MoneyDecision,
} from "../../domain/payin/late-money"
import type { Sealer } from "../../domain/privacy/seal"
import { systemNote } from "../../domain/operator/system-note"
import { databaseNow } from "../../tables/now"
import { readOne } from "../../tables/rows"
import type { Announcements } from "./announcements"
import { anomalyRow, transactionRow, type Anomaly, type Transaction } from "./rows"

const TABLE = "payin_anomaly"

const reasoned = z.object({ reason: z.string() })
const named = z.object({ full_name: z.string() })

export interface AnomalyReport {
  kind: AnomalyKind
  /** Id of the anomaly's transaction, refund, payout or order. */
  subject: string
  account: string | null
  transaction_id?: string | null
  payout_id?: string | null
  order_id?: string | null
  /**
   * Facts that an operator needs beside the pay-in's own. Amounts in major units, no personal data.
   */
  facts: Record<string, unknown>
}

/** The anomaly, and whether it is new. */
export interface Opened {
  anomaly: Anomaly
  opened: boolean
}

/** Anomalies of money, until a person or settling resolves them. */
export class Anomalies {
  constructor(
    private readonly pg: Knex,
    private readonly announcements: Announcements,
    private readonly sealer: Sealer
  ) {}

  /** The anomaly with a decision to refund all of this money; null without one. */
  async decisionToRefund(transactionId: string): Promise<string | null> {
    const row: { id: string } | undefined = await this.pg(TABLE)
      .where({ transaction_id: transactionId, status: "resolved", action: "refund" })
      .whereNotNull("refund_amount")
      .whereNull("deleted_at")
      .first("id")
    return row?.id ?? null
  }

  /** The decision about money that is excluded from settlement. */
  async decisionOn(transactionId: string): Promise<MoneyDecision> {
    if ((await this.decisionToRefund(transactionId)) !== null) {
      return "goes_back"
    }
    if (await this.isOpen(transactionId, UNALLOCATED_KINDS)) {
      return "undecided"
    }
    const row: unknown = await this.pg("payin_transaction").where({ id: transactionId }).first()
    const payIn = transactionRow.parse(row)
    const ignored: unknown[] = await this.pg(TABLE)
      .where({ transaction_id: transactionId, status: "resolved", action: "ignore" })
      .whereIn("kind", [...UNALLOCATED_KINDS, ...LATE_MONEY_KINDS])
      .whereNull("deleted_at")
    const isLeft = ignored
      .map((one) => anomalyRow.parse(one))
      .some((one) => UNALLOCATED_KINDS.includes(one.kind) || toldLateMoney(one, payIn))
    return isLeft ? "left" : "goes_back"
  }

  /** What becomes of the late money of a link that is not approved; null without any. */
  async lateMoney(transactionId: string): Promise<MoneyDecision | null> {
    return lateMoney(await this.aboutLateMoney([transactionId]))
  }

  /** Of these links one about whose late money a person is asked; null: of none. */
  async undecidedLateMoney(transactionIds: readonly string[]): Promise<string | null> {
    const about = await this.aboutLateMoney(transactionIds)
    const open = about.find((one) => one.status === "open" && tellsOfLateMoney(one))
    return open?.transaction_id ?? null
  }

  /**
   * Those of these links of which a person is asked whether they were paid. `arrived`: the service
   * calls one approved.
   */
  async questioned(transactionIds: readonly string[]): Promise<Map<string, { arrived: boolean }>> {
    const about = await this.aboutLateMoney(transactionIds)
    const asked = new Map<string, { arrived: boolean }>()
    for (const one of about) {
      if (one.transaction_id !== null && one.status === "open" && keepsOrder(one)) {
        const arrived = asked.get(one.transaction_id)?.arrived === true || tellsOfLateMoney(one)
        asked.set(one.transaction_id, { arrived })
      }
    }
    return asked
  }

  private async aboutLateMoney(transactionIds: readonly string[]): Promise<Anomaly[]> {
    const rows: unknown[] = await this.pg(TABLE)
      .whereIn("transaction_id", [...transactionIds])
      .whereIn("kind", [...LATE_MONEY_KINDS])
      .whereNull("deleted_at")
    return rows.map((row) => anomalyRow.parse(row))
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

  /**
   * Whether a person is asked about this pay-in or card for one of these reasons.
   *
   * @param subject a pay-in or a card transaction
   */
  async isAsked(subject: string, kinds: readonly AnomalyKind[]): Promise<boolean> {
    const row: unknown = await this.pg(TABLE)
      .where({ status: "open", deleted_at: null })
      .where((about) => about.where({ subject }).orWhere({ transaction_id: subject }))
      .whereIn("kind", [...kinds])
      .first("id")
    return row !== undefined
  }

  /** Whether a person is asked what becomes of an unpaid order, because of one of its links. */
  async asksAboutOrder(order_id: string): Promise<boolean> {
    const row: unknown = await this.pg(TABLE)
      .where({ kind: "orphan_order", subject: order_id, status: "open", deleted_at: null })
      .whereNotNull("transaction_id")
      .first("id")
    return row !== undefined
  }

  /**
   * The open anomalies of which one of these pay-ins or card transactions is the subject.
   *
   * @param sql a transaction of the caller's, which decides by them
   */
  async openAbout(subjects: readonly string[], sql: Knex = this.pg): Promise<Anomaly[]> {
    const rows: unknown[] = await sql(TABLE)
      .where({ status: "open" })
      .whereIn("subject", [...subjects])
      .whereNull("deleted_at")
    return rows.map((row) => anomalyRow.parse(row))
  }

  /** What open contradictions are about: pay-ins, payouts and card transactions. */
  async contradicted(): Promise<string[]> {
    const rows: { subject: string }[] = await this.pg(TABLE)
      .where({ kind: "status_changed_after_final", status: "open" })
      .whereNull("deleted_at")
      .select("subject")
    return rows.map(({ subject }) => subject)
  }

  /**
   * Whether a person is asked because the money of a payment may not be as booked.
   *
   * @param subjects the pay-in, and the card transaction that it was captured of
   * @param kinds see `doubtingKinds`
   */
  async isDoubted(subjects: readonly string[], kinds: readonly AnomalyKind[]): Promise<boolean> {
    const row: unknown = await this.pg(TABLE)
      .where({ status: "open" })
      .whereIn("subject", [...subjects])
      .whereIn("kind", [...kinds])
      .whereNull("deleted_at")
      .first("id")
    return row !== undefined
  }

  /**
   * The newest doubt about a card's money that a person ignored since it was captured. It stands
   * until somebody says what the service told of it: nobody can look a card up.
   */
  async ignoredDoubt(
    subject: string,
    kinds: readonly AnomalyKind[],
    captured_at: Date | null
  ): Promise<Anomaly | null> {
    const row: unknown = await this.pg(TABLE)
      .where({ subject, status: "resolved", action: "ignore" })
      .whereIn("kind", [...kinds])
      .where("resolved_at", ">=", captured_at ?? new Date(0))
      .whereRaw("not jsonb_exists(facts, 'confirmed_by')")
      .whereNull("deleted_at")
      .orderBy([
        { column: "resolved_at", order: "desc" },
        { column: "id", order: "desc" },
      ])
      .first()
    return readOne(anomalyRow, row)
  }

  /**
   * Whether a payout of the account was paid with another amount, or with one that is not
   * understood, and no person looked at it yet: a wrong unit would be wrong for the next payout, too.
   */
  async isPaused(account: string): Promise<boolean> {
    const row: unknown = await this.pg(TABLE)
      .where({ status: "open", account })
      .where((paid) =>
        paid
          // The same kind tells of a payout that was not sent: that one says nothing of the account.
          .whereRaw("kind = 'payout_amount_mismatch' and jsonb_exists(facts, 'paid')")
          .orWhereRaw(
            "kind = 'unknown_status' and payout_id is not null and facts ->> 'reason' = 'amount_not_understood'"
          )
      )
      .whereNull("deleted_at")
      .first("id")
    return row !== undefined
  }

  /** Why money is not settled, by its newest open anomaly; null without a reason. */
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
   * Opens the anomaly, or refreshes the facts of the open one. An ignored anomaly is not opened
   * again for the same facts.
   *
   * @param stays whether the existing facts are kept
   */
  async open(report: AnomalyReport, stays?: (facts: unknown) => boolean): Promise<Opened> {
    const written = await (stays === undefined
      ? this.write(this.pg, report)
      : this.pg.transaction((trx) => this.writeUnless(trx, report, stays)))
    await this.announce(written)
    return written
  }

  /** Opens it inside a transaction of the caller, who calls {@link announce} after the commit. */
  async openWithin(trx: Knex.Transaction, report: AnomalyReport): Promise<Opened> {
    return this.write(trx, report)
  }

  private async writeUnless(
    trx: Knex.Transaction,
    report: AnomalyReport,
    stays: (facts: unknown) => boolean
  ): Promise<Opened> {
    const { kind, subject } = report
    // A missing row cannot be locked: two reports at once would not see each other.
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
   * As {@link open}, if the pay-in has not changed since it was read:
   *
   * - `status`: no question about a contradicting answer once a person decided between answer and
   *   report: the pay-in changed its state, or the question was ignored
   * - `fence`: no question by a worker that lost its lease
   *
   * @returns false when the pay-in changed: nothing was opened
   */
  async openWhile(
    state: Partial<Pick<Transaction, "status" | "fence">>,
    report: AnomalyReport & { transaction_id: string }
  ): Promise<boolean> {
    const written = await this.pg.transaction(async (trx) => {
      // Locks the pay-in before its anomalies, as a decision does.
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
        // An anomaly about held money may become one about captured money, which can be refunded.
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

  async announce({ anomaly, opened }: Opened): Promise<void> {
    if (opened) {
      await this.announcements.anomalyOpened(anomaly)
    }
  }

  /** Closes anomalies whose cause is gone; safe to repeat. */
  async closeOfPayIn(
    where: {
      transaction_id: string
      kinds?: readonly AnomalyKind[]
      subjects?: readonly string[]
      reason?: string
    },
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
    if (where.reason !== undefined) {
      void query.whereRaw("facts ->> 'reason' = ?", [where.reason])
    }
    return this.close(query, note)
  }

  /** Closes anomalies about money that a payout refunds: nobody has to decide about it any more. */
  async closeAsRefunded(
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

  /**
   * Closes anomalies about a payout.
   *
   * @param reference of which the service spoke; one that it called paid without an amount stays open
   * until it speaks of that one
   */
  async closeOfPayout(
    payoutId: string,
    kinds: readonly AnomalyKind[],
    note: string,
    reference: string | null = null
  ): Promise<number> {
    const open = this.pg(TABLE)
      .where({ payout_id: payoutId, status: "open" })
      .whereIn("kind", [...kinds])
    if (reference !== null) {
      void open.whereRaw(
        "(facts ->> 'reason' is distinct from 'amount_not_understood' or facts ->> 'reference' = ?)",
        [reference]
      )
    }
    return this.close(open, note)
  }

  /** Takes a reason back that is not true any more of open anomalies, which stay. */
  async withdrawReason(
    where: { transaction_id: string; kind: AnomalyKind },
    reason: string
  ): Promise<void> {
    await this.pg(TABLE)
      .where({ ...where, status: "open" })
      .whereNull("deleted_at")
      .whereRaw("facts ->> 'reason' = ?", [reason])
      .update({ facts: this.pg.raw("facts - 'reason'"), updated_at: databaseNow(this.pg) })
  }

  /**
   * Closes anomalies about any other subject.
   *
   * @param besides those that tell of this status of the subject stay open
   */
  async closeAbout(
    subject: string,
    kinds: readonly AnomalyKind[],
    note: string,
    besides: string | null = null
  ): Promise<number> {
    const open = this.pg(TABLE)
      .where({ subject, status: "open" })
      .whereIn("kind", [...kinds])
      .whereNull("deleted_at")
    if (besides !== null) {
      void open.whereRaw("facts ->> 'status' is distinct from ?", [besides])
    }
    return this.close(open, note)
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

  /** Facts of the pay-in itself: requested and received amount, and the shopper's initials. */
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
      asked: { amount: payIn.requested_amount, currency: payIn.currency },
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
      // Missing or unreadable data of the shopper must not hide the anomaly.
      return null
    }
  }
}
