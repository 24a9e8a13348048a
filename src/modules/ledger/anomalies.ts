import { generateEntityId } from "@medusajs/framework/utils"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { databaseNow } from "../../domain/clock"
import type { AnomalyKind } from "../../domain/anomaly"
import type { Announcements } from "./announcements"
import { anomalyRow, type Anomaly } from "./rows"

const TABLE = "payin_anomaly"

export interface AnomalyReport {
  kind: AnomalyKind
  /** Id of the transaction, refund, payout or order that it is about. */
  subject: string
  account: string | null
  transaction_id?: string | null
  payout_id?: string | null
  order_id?: string | null
  /** What an operator needs to decide; amounts in major units, nobody's personal data. */
  facts: Record<string, unknown>
}

/** What went wrong with money, until a person or the next pass resolves it. */
export class Anomalies {
  constructor(
    private readonly pg: Knex,
    private readonly announcements: Announcements
  ) {}

  /** Opens the anomaly, or refreshes the facts of the open one. Answers it and whether it is new. */
  async open(report: AnomalyReport): Promise<{ anomaly: Anomaly; opened: boolean }> {
    const id = generateEntityId(undefined, "payano")
    const facts = JSON.stringify(report.facts)
    const rows: unknown[] = await this.pg(TABLE)
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
        order_id: this.pg.raw("coalesce(excluded.order_id, payin_anomaly.order_id)"),
        updated_at: databaseNow(this.pg),
      })
      .returning("*")
    const anomaly = anomalyRow.parse(rows[0])
    const opened = anomaly.id === id
    if (opened) {
      await this.announcements.anomalyOpened(anomaly)
    }
    return { anomaly, opened }
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
    return query.update({
      status: "resolved",
      action: "settled",
      note,
      resolved_at: databaseNow(this.pg),
      updated_at: databaseNow(this.pg),
    })
  }
}
