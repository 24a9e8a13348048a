import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { AnomalyKind } from "../../domain/anomaly"
import type { AnomalyAction } from "../../domain/anomaly-resolution"
import type { MajorAmount } from "../../domain/money"
import type { PayInCause, PayInStatus } from "../../domain/payin-state"
import { systemNote } from "../../domain/system-note"
import { databaseNow } from "../../tables/now"
import type { Announcements } from "./announcements"
import { LeaseLostError, type Lease } from "./lease"
import { anomalyRow, transactionRow, type Anomaly, type Transaction } from "./rows"

const ANOMALIES = "payin_anomaly"
const TRANSACTIONS = "payin_transaction"

/** A person's decision about one anomaly. */
export interface Decision {
  action: AnomalyAction
  note: string
  resolved_by: string
}

/** The refund of a decision, in major units, with its destination if the decision named one. */
export interface Refund {
  amount: MajorAmount
  currency: string
  payout_id: string
  destination_sealed: string | null
  sealed_with: string | null
}

/** Why nothing can be refunded. */
export type NoRefund = "nothing_left" | "no_way" | "unknown_person"

/** Columns of the pay-in that a decision writes. */
export interface Marks {
  accepted_at?: "now"
  excluded_at?: "now" | null
  status?: PayInStatus
  status_cause?: PayInCause
  status_changed_at?: "now"
  approved_amount?: MajorAmount
  approved_currency?: string
  ticket?: string | null
  service_status?: string
  lookup_after?: null
  end_after?: "now" | null
}

/** The effect of a decision on the pay-in, written under its lease together with the decision. */
export interface Consequence {
  lease: Lease
  marks: Marks
  /** Seconds until the pay-in is settled again. */
  look_again_seconds?: number
  /**
   * Books the refund in the transaction of the decision and under the lock of the pay-in, so that
   * no two decisions promise the same money. Null: no refund.
   */
  give_back?: (payIn: Transaction, trx: Knex.Transaction) => Promise<Refund | NoRefund | null>
  /** Kinds of open anomalies about the same money that this decision closes too. */
  also_decides: readonly AnomalyKind[]
}

export type Resolved = { outcome: "resolved"; anomaly: Anomaly } | Unresolved

/** `closed`: somebody else closed it first. */
type Unresolved = { outcome: "closed" | NoRefund }

/**
 * Decisions of people, each written once and completely: the anomaly, the pay-in, the promised
 * refund.
 */
export class Resolutions {
  constructor(
    private readonly pg: Knex,
    private readonly announcements: Announcements
  ) {}

  /** @throws LeaseLostError when the lease on the pay-in was lost. */
  async write(
    anomaly: Pick<Anomaly, "id">,
    decision: Decision,
    consequence: Consequence | null
  ): Promise<Resolved> {
    const trx = await this.pg.transaction()
    const resolved = await this.writeWithin(trx, anomaly.id, decision, consequence).catch(
      async (error: unknown) => {
        await trx.rollback()
        throw error
      }
    )
    // Without a decision, everything done on the way is rolled back.
    await (resolved.outcome === "resolved" ? trx.commit() : trx.rollback())
    if (resolved.outcome === "resolved") {
      const closed = [resolved.anomaly, ...resolved.also]
      closed.forEach((one) => this.announcements.anomalyResolved(one))
    }
    if (resolved.outcome === "resolved" && consequence?.marks.status !== undefined) {
      const row: unknown = await this.pg(TRANSACTIONS)
        .where("id", consequence.lease.transaction.id)
        .first()
      const from = consequence.lease.transaction.status
      await this.announcements.moved(transactionRow.parse(row), from)
    }
    return resolved
  }

  /** Decisions to refund that have no payout yet, the oldest first. */
  async unpaid(limit: number): Promise<Anomaly[]> {
    const rows: unknown[] = await this.pg(ANOMALIES)
      .where({ status: "resolved", payout_id: null })
      .whereNotNull("refund_amount")
      .whereNotNull("transaction_id")
      .whereNull("deleted_at")
      .orderBy(["resolved_at", "id"])
      .limit(limit)
    return rows.map((row) => anomalyRow.parse(row))
  }

  /** Links the decision to the payout that carries it out, in one transaction. */
  async paidBy(trx: Knex.Transaction, id: string, payout_id: string): Promise<void> {
    await trx(ANOMALIES)
      .where({ id })
      .update({ payout_id, updated_at: databaseNow(trx) })
  }

  /**
   * Reopens the question about promised money when its payout is canceled: otherwise nobody would
   * see that it is owed. Runs in the transaction of the cancellation, under the lock of the pay-in.
   * Call `announceReopened` after the commit.
   *
   * @returns the open anomaly; null without such a promise
   */
  async reopen(trx: Knex.Transaction, id: string, reason: string): Promise<Anomaly | null> {
    const promise: unknown = await trx(ANOMALIES)
      .where({ id, status: "resolved" })
      .whereNotNull("refund_amount")
      .forUpdate()
      .first()
    if (promise === undefined) {
      return null
    }
    const { kind, subject, transaction_id } = anomalyRow.parse(promise)
    // The decision turned it into money that arrived and pays nothing.
    const asked =
      kind === "status_changed_after_final" && transaction_id !== null
        ? { kind: "paid_without_order", subject: transaction_id }
        : { kind, subject }
    const taken_back = { refund_amount: null, refund_currency: null, updated_at: databaseNow(trx) }
    const open: unknown = await trx(ANOMALIES)
      .where({ ...asked, status: "open" })
      .whereNull("deleted_at")
      .first()
    if (open !== undefined) {
      await trx(ANOMALIES).where({ id }).update(taken_back)
      return anomalyRow.parse(open)
    }
    const rows: unknown[] = await trx(ANOMALIES)
      .where({ id })
      .update({
        ...taken_back,
        ...asked,
        status: "open",
        action: null,
        note: null,
        resolved_by: null,
        resolved_at: null,
        payout_id: null,
        destination_sealed: null,
        sealed_with: null,
        facts: trx.raw("facts || ?::jsonb", [JSON.stringify({ reason })]),
      })
      .returning("*")
    return anomalyRow.parse(rows[0])
  }

  async announceReopened(anomaly: Anomaly): Promise<void> {
    await this.announcements.anomalyOpened(anomaly)
  }

  private async writeWithin(
    trx: Knex.Transaction,
    id: string,
    decision: Decision,
    consequence: Consequence | null
  ): Promise<{ outcome: "resolved"; anomaly: Anomaly; also: Anomaly[] } | Unresolved> {
    const payIn = consequence && (await this.locked(trx, consequence.lease))
    const undecided: unknown = await trx(ANOMALIES)
      .where({ id })
      // Settling after this very decision may have closed the anomaly first.
      .where((one) => one.where("status", "open").orWhere("action", "settled"))
      .forUpdate()
      .first("id")
    if (undecided === undefined) {
      return { outcome: "closed" }
    }
    const refund = (payIn && (await consequence?.give_back?.(payIn, trx))) ?? null
    if (typeof refund === "string") {
      return { outcome: refund }
    }
    const rows: unknown[] = await trx(ANOMALIES)
      .where({ id })
      .update({
        status: "resolved",
        action: decision.action,
        note: decision.note,
        resolved_by: decision.resolved_by,
        resolved_at: databaseNow(trx),
        updated_at: databaseNow(trx),
        refund_amount: refund?.amount ?? null,
        refund_currency: refund?.currency ?? null,
        ...(refund && { payout_id: refund.payout_id }),
        destination_sealed: refund?.destination_sealed ?? null,
        sealed_with: refund?.sealed_with ?? null,
      })
      .returning("*")
    const anomaly = anomalyRow.parse(rows[0])
    const also = consequence === null ? [] : await this.mark(trx, anomaly, consequence)
    return { outcome: "resolved", anomaly, also }
  }

  private async locked(trx: Knex.Transaction, { transaction, fence }: Lease): Promise<Transaction> {
    const { id } = transaction
    const row: unknown = await trx(TRANSACTIONS).where({ id, fence }).forUpdate().first()
    if (row === undefined) {
      throw new LeaseLostError(id)
    }
    return transactionRow.parse(row)
  }

  private async mark(
    trx: Knex.Transaction,
    anomaly: Anomaly,
    { lease, marks, look_again_seconds, also_decides }: Consequence
  ): Promise<Anomaly[]> {
    const values = Object.fromEntries(
      Object.entries(marks).map(([column, value]) => [
        column,
        value === "now" ? databaseNow(trx) : value,
      ])
    )
    await trx(TRANSACTIONS)
      .where({ id: lease.transaction.id })
      .update({
        ...values,
        ...(look_again_seconds !== undefined && {
          apply_after: databaseNow(trx, look_again_seconds),
        }),
        updated_at: databaseNow(trx),
      })
    const rows: unknown[] = await trx(ANOMALIES)
      .where({ transaction_id: lease.transaction.id, status: "open" })
      .whereIn("kind", [...also_decides])
      .whereNull("deleted_at")
      .update({
        status: "resolved",
        action: "settled",
        note: systemNote("decided_with", { kind: anomaly.kind, id: anomaly.id }),
        resolved_at: databaseNow(trx),
        updated_at: databaseNow(trx),
      })
      .returning("*")
    return rows.map((row) => anomalyRow.parse(row))
  }
}
