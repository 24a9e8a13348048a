import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { AnomalyKind } from "../../domain/anomaly"
import type { AnomalyAction } from "../../domain/anomaly-resolution"
import { databaseNow } from "../../domain/clock"
import { compareAmounts, isPositive, subtractAmounts, type MajorAmount } from "../../domain/money"
import type { PayInCause, PayInStatus } from "../../domain/payin-state"
import type { Announcements } from "./announcements"
import { LeaseLostError, type Lease } from "./lease"
import { anomalyRow, transactionRow, type Anomaly } from "./rows"

const ANOMALIES = "payin_anomaly"
const TRANSACTIONS = "payin_transaction"

/** What a person decided about one anomaly. */
export interface Decision {
  action: AnomalyAction
  note: string
  resolved_by: string
  /** What is to be given back, in major units: the payout that does it is made from the anomaly. */
  refund?: Refund | null
}

export interface Refund {
  amount: MajorAmount
  currency: string
  destination_sealed: string | null
  sealed_with: string | null
}

/** What a decision writes into the pay-in. */
export interface Marks {
  accepted_at?: "now"
  set_aside_at?: "now" | null
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

/** What a decision means for the pay-in, written under its lease together with the decision. */
export interface Consequence {
  lease: Lease
  marks: Marks
  /** The pay-in is looked at again after so many seconds. */
  look_again_seconds?: number
  /** What arrived: all that is given back of it together stays within. */
  arrived: MajorAmount | null
  /** Kinds whose open anomalies about the same money are decided by this one. */
  also_decides: readonly AnomalyKind[]
}

export type Resolved =
  | { outcome: "resolved"; anomaly: Anomaly }
  /** Somebody else closed it first. */
  | { outcome: "closed" }
  /** All that arrived is promised already. */
  | { outcome: "nothing_left" }

/** Decisions of people, each written once and whole: the anomaly, the pay-in, what is promised back. */
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
    const resolved = await this.pg.transaction(async (trx) => {
      const refund =
        consequence === null
          ? decision.refund
          : await this.affordable(trx, anomaly.id, decision.refund ?? null, consequence)
      if (refund === "nothing_left") {
        return { outcome: "nothing_left" as const }
      }
      const rows: unknown[] = await trx(ANOMALIES)
        .where({ id: anomaly.id })
        // A pass that settled the money by this very decision closed the anomaly first.
        .where((one) => one.where("status", "open").orWhere("action", "settled"))
        .update({
          status: "resolved",
          action: decision.action,
          note: decision.note,
          resolved_by: decision.resolved_by,
          resolved_at: databaseNow(trx),
          updated_at: databaseNow(trx),
          refund_amount: refund?.amount ?? null,
          refund_currency: refund?.currency ?? null,
          destination_sealed: refund?.destination_sealed ?? null,
          sealed_with: refund?.sealed_with ?? null,
        })
        .returning("*")
      if (rows.length === 0) {
        return { outcome: "closed" as const }
      }
      const written = anomalyRow.parse(rows[0])
      const also = consequence === null ? [] : await this.mark(trx, written, consequence)
      return { outcome: "resolved" as const, anomaly: written, also }
    })
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

  /** Under the pay-in's lock, so that two decisions never promise the same money. */
  private async affordable(
    trx: Knex.Transaction,
    anomalyId: string,
    refund: Refund | null,
    { lease, arrived }: Consequence
  ): Promise<Refund | null | "nothing_left"> {
    const { id } = lease.transaction
    const held: unknown = await trx(TRANSACTIONS)
      .where({ id, fence: lease.fence })
      .forUpdate()
      .first("id")
    if (held === undefined) {
      throw new LeaseLostError(id)
    }
    if (refund === null) {
      return null
    }
    const promises: { refund_amount: string }[] = await trx(ANOMALIES)
      .where({ transaction_id: id })
      .whereNot({ id: anomalyId })
      .whereNotNull("refund_amount")
      .whereNull("deleted_at")
      .select("refund_amount")
    const promised = promises.map((one) => anomalyRow.shape.refund_amount.parse(one.refund_amount))
    const left = promised.reduce<MajorAmount | null>(
      (rest, amount) => rest && amount && subtractAmounts(rest, amount),
      arrived
    )
    if (left === null || !isPositive(left)) {
      return "nothing_left"
    }
    return compareAmounts(refund.amount, left) > 0 ? { ...refund, amount: left } : refund
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
        note: `Decided with ${anomaly.kind} ${anomaly.id}.`,
        resolved_at: databaseNow(trx),
        updated_at: databaseNow(trx),
      })
      .returning("*")
    return rows.map((row) => anomalyRow.parse(row))
  }
}
