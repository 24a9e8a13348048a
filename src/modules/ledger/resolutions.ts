import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { AnomalyKind } from "../../domain/anomaly/kinds"
import type { AnomalyAction } from "../../domain/anomaly/resolution"
import type { MajorAmount } from "../../domain/money/amount"
import type { Proposal } from "../../domain/anomaly/proposal"
import type { PayInCause, PayInStatus } from "../../domain/payin/state"
import type { RefusalCode } from "../../domain/error/refusal-code"
import { systemNote } from "../../domain/operator/system-note"
import { inTurns } from "../../tables/in-turns"
import { databaseNow } from "../../tables/now"
import { readOne } from "../../tables/rows"
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
  /** Facts that the decision adds. */
  facts?: Record<string, unknown>
  /**
   * Kinds of anomalies about the same subject that people ignored before: this decision answers
   * what they asked, so a later report of the same is a new question.
   */
  answers_ignored?: readonly AnomalyKind[]
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
  for_order_id?: string
  status?: PayInStatus
  status_cause?: PayInCause
  status_changed_at?: "now"
  approved_amount?: MajorAmount
  approved_currency?: string
  ticket?: string | null
  service_status?: string
  lookup_after?: null
  end_after?: "now" | null
  superseded_at?: "now"
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
  refund?: (payIn: Transaction, trx: Knex.Transaction) => Promise<Refund | NoRefund | null>
  /** Kinds of open anomalies about the same money that this decision closes too. */
  also_decides: readonly AnomalyKind[]
}

/** Why a decision is not carried out by this person. `proposed`: another person can confirm it. */
export interface Unconfirmed {
  outcome: "unconfirmed"
  reason: string
  code: RefusalCode
  proposed: Anomaly | null
}

/**
 * Four eyes: asked in the transaction of the decision, under the locks of the pay-in and the
 * anomaly. What it writes is kept, also if it refuses. Null: carry it out.
 */
export type Confirm = (
  trx: Knex.Transaction,
  seen: { anomaly: Anomaly; payIn: Transaction | null }
) => Promise<Unconfirmed | null>

/** `closed`: somebody else closed it first. */
type Closed = { outcome: "closed" }

export type Resolved =
  { outcome: "resolved"; anomaly: Anomaly } | Unconfirmed | Closed | { outcome: NoRefund }

/**
 * Decisions of people, each written once and completely: the anomaly, the pay-in, the promised
 * refund.
 */
export class Resolutions {
  constructor(
    private readonly pg: Knex,
    private readonly announcements: Announcements
  ) {}

  /**
   * @param confirm null: one person is enough
   * @throws LeaseLostError when the lease on the pay-in was lost.
   */
  async write(
    anomaly: Pick<Anomaly, "id">,
    decision: Decision,
    consequence: Consequence | null,
    confirm: Confirm | null = null
  ): Promise<Resolved> {
    const trx = await this.pg.transaction()
    const resolved = await this.writeWithin(trx, anomaly.id, decision, {
      consequence,
      confirm,
    }).catch(async (error: unknown) => {
      await trx.rollback()
      throw error
    })
    // Without a decision, everything done on the way is rolled back. A proposal stays.
    const isKept = resolved.outcome === "resolved" || resolved.outcome === "unconfirmed"
    await (isKept ? trx.commit() : trx.rollback())
    if (resolved.outcome === "unconfirmed") {
      await this.announceProposed(resolved)
    }
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

  /**
   * Begins a decision that is written only once Medusa shows its result: it is confirmed, and the
   * pay-in is marked for it.
   *
   * @returns null when it may be carried out
   * @throws LeaseLostError when the lease on the pay-in was lost.
   */
  async begin(
    { id }: Pick<Anomaly, "id">,
    consequence: Pick<Consequence, "lease" | "marks" | "look_again_seconds">,
    confirm: Confirm
  ): Promise<Unconfirmed | Closed | null> {
    const refused = await this.pg.transaction(async (trx) => {
      const payIn = await this.locked(trx, consequence.lease)
      const asked = await this.ask(trx, id, confirm, payIn)
      if (asked.outcome !== "confirmed") {
        return asked
      }
      await this.mark(trx, asked.anomaly, { ...consequence, also_decides: [] })
      return null
    })
    if (refused?.outcome === "unconfirmed") {
      await this.announceProposed(refused)
    }
    return refused
  }

  /**
   * Asks whether a decision is confirmed, in the transaction that carries it out. Call
   * `announceProposed` with a refusal after the commit.
   */
  async ask(
    trx: Knex.Transaction,
    id: string,
    confirm: Confirm | null,
    payIn: Transaction | null
  ): Promise<{ outcome: "confirmed"; anomaly: Anomaly } | Unconfirmed | Closed> {
    const undecided: unknown = await trx(ANOMALIES)
      .where({ id })
      // Settling after this very decision may have closed the anomaly first.
      .where((one) => one.where("status", "open").orWhere("action", "settled"))
      .forUpdate()
      .first()
    const anomaly = readOne(anomalyRow, undecided)
    if (anomaly === null) {
      return { outcome: "closed" }
    }
    return (await confirm?.(trx, { anomaly, payIn })) ?? { outcome: "confirmed", anomaly }
  }

  /** Writes down what another person has to confirm, in place of an earlier proposal. */
  async propose(
    trx: Knex.Transaction,
    id: string,
    proposal: Omit<Proposal, "at">
  ): Promise<Anomaly> {
    const rows: unknown[] = await trx(ANOMALIES)
      .where({ id })
      .update({
        proposed: trx.raw("?::jsonb || jsonb_build_object('at', ?::timestamptz)", [
          JSON.stringify(proposal),
          databaseNow(trx),
        ]),
        updated_at: databaseNow(trx),
      })
      .returning("*")
    return anomalyRow.parse(rows[0])
  }

  async announceProposed({ proposed }: Unconfirmed): Promise<void> {
    if (proposed !== null) {
      await this.announcements.anomalyProposed(proposed)
    }
  }

  /** Decisions to refund that have no payout yet, in turns. */
  async unpaid(limit: number): Promise<Anomaly[]> {
    const rows = await inTurns<"id", { id: string }>(this.pg, {
      name: "decided refunds without a payout",
      sql: `select * from ${ANOMALIES} where status = 'resolved' and payout_id is null
        and refund_amount is not null and transaction_id is not null and deleted_at is null`,
      bindings: [],
      key: "id",
      limit,
    })
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
        proposed: null,
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
    { consequence, confirm }: { consequence: Consequence | null; confirm: Confirm | null }
  ): Promise<
    | { outcome: "resolved"; anomaly: Anomaly; also: Anomaly[] }
    | Exclude<Resolved, { outcome: "resolved" }>
  > {
    const payIn = consequence && (await this.locked(trx, consequence.lease))
    const asked = await this.ask(trx, id, confirm, payIn)
    if (asked.outcome !== "confirmed") {
      return asked
    }
    const refund = (payIn && (await consequence?.refund?.(payIn, trx))) ?? null
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
        facts: trx.raw("facts || ?::jsonb", [JSON.stringify(decision.facts ?? {})]),
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
    await trx(ANOMALIES)
      .where({ subject: anomaly.subject, status: "resolved", action: "ignore" })
      .whereIn("kind", [...(decision.answers_ignored ?? [])])
      .update({ facts: trx.raw("facts || ?::jsonb", [JSON.stringify({ confirmed_by: id })]) })
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
    { lease, marks, look_again_seconds, also_decides }: Omit<Consequence, "refund">
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
