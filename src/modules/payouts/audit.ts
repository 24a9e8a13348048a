import { generateEntityId } from "@medusajs/framework/utils"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { z } from "zod"
import type { Actor } from "../../domain/payout/actor"
import { databaseNow } from "../../tables/now"
import { auditRow, type AuditEntry } from "./rows"

const TABLE = "payin_payout_audit"
const SHOWN = 500

const versionRow = z.object({
  subject_id: z.string(),
  facts: z.record(z.string(), z.unknown()),
  changed: z.array(z.string()),
})

export interface Deed {
  subject_id: string
  action: string
  actor: Actor
  from?: string | null
  to?: string | null
  /** Ids, amounts, last four; never an account number or a document. */
  facts?: Record<string, unknown> | null
}

const reporterRow = z.object({ actor_id: z.string() })
const readersRow = z.object({ readers: z.array(z.string()) })

/** Audit trail of payouts. Written in the transaction of the act, and never changed. */
export class Audit {
  constructor(private readonly pg: Knex) {}

  async note(trx: Knex, deed: Deed): Promise<void> {
    await trx(TABLE).insert({
      id: generateEntityId(undefined, "payaud"),
      subject_id: deed.subject_id,
      action: deed.action,
      actor_type: deed.actor.type,
      actor_id: deed.actor.id,
      from_status: deed.from ?? null,
      to_status: deed.to ?? null,
      facts: deed.facts == null ? null : JSON.stringify(deed.facts),
      created_at: databaseNow(trx),
    })
  }

  /** Once for each actor and facts, so that no repeated click fills the audit. */
  async noteOnce(trx: Knex, deed: Deed): Promise<void> {
    if (!(await this.holds(trx, deed))) {
      await this.note(trx, deed)
    }
  }

  /** Whether an earlier try of the same request did this: its answer may have been lost. */
  async wasDone(
    { subject_id, action, request }: { subject_id: string; action: string; request: string },
    trx: Knex = this.pg
  ): Promise<boolean> {
    const found: unknown = await trx(TABLE)
      .where({ subject_id, action })
      .whereNull("deleted_at")
      .whereRaw("facts ->> 'request' = ?", [request])
      .first("id")
    return found !== undefined
  }

  /** The users who reported that what was sent then was not paid, of whichever reference. */
  async reportersOfUnpaid(trx: Knex, payoutId: string, sentAt: Date): Promise<string[]> {
    const rows: unknown[] = await trx(TABLE)
      .where({ subject_id: payoutId, action: "concluded" })
      .whereRaw("facts ->> 'outcome' = 'not_paid'")
      .where("created_at", ">=", sentAt)
      .whereNotNull("actor_id")
      .whereNull("deleted_at")
      .distinct("actor_id")
    return rows.map((row) => reporterRow.parse(row).actor_id)
  }

  /** Who might read the mails with the addresses of a payout's refund page, when each was made. */
  async readersOfLinks(payoutId: string): Promise<string[]> {
    const rows: unknown[] = await this.pg(TABLE)
      .where({ subject_id: payoutId, action: "link_made" })
      .whereRaw("facts -> 'readers' is not null")
      .whereNull("deleted_at")
      .select(this.pg.raw("facts -> 'readers' as readers"))
    return rows.flatMap((row) => readersRow.parse(row).readers)
  }

  /** Whether anybody did this within the last `seconds`. */
  async wasDoneLately(
    trx: Knex,
    { subject_id, action }: Pick<Deed, "subject_id" | "action">,
    seconds: number
  ): Promise<boolean> {
    const found: unknown = await trx(TABLE)
      .where({ subject_id, action })
      .where("created_at", ">", databaseNow(trx, -seconds))
      .first("id")
    return found !== undefined
  }

  /** Whether the same actor did the same with the same facts before. */
  private async holds(trx: Knex, { subject_id, action, actor, facts }: Deed): Promise<boolean> {
    const found: unknown = await trx(TABLE)
      .where({ subject_id, action, actor_type: actor.type, actor_id: actor.id })
      .whereRaw("facts = ?::jsonb", [JSON.stringify(facts)])
      .first("id")
    return found !== undefined
  }

  /**
   * The facts of a beneficiary or rule as one version of it was written last, by its id. `changed`
   * are the fields that changed since.
   */
  async ofVersions(
    wanted: readonly { id: string; version: number }[]
  ): Promise<ReadonlyMap<string, Record<string, unknown>>> {
    const answer: { rows: unknown[] } = await this.pg.raw(
      `select distinct on (line.subject_id) line.subject_id, line.facts, (
         select coalesce(jsonb_agg(distinct field), '[]')
         from ${TABLE} as later, jsonb_array_elements_text(later.facts -> 'changed') as field
         where later.subject_id = wanted.id and later.action = 'edited'
           and (later.facts ->> 'version')::int > wanted.version
       ) as changed
       from unnest(?::text[], ?::int[]) as wanted (id, version)
       join ${TABLE} as line on line.subject_id = wanted.id
         and line.action in ('created', 'edited')
         and (line.facts ->> 'version')::int = wanted.version
       where line.deleted_at is null
       order by line.subject_id, line.created_at desc, line.id desc`,
      [wanted.map(({ id }) => id), wanted.map(({ version }) => version)]
    )
    return new Map(
      answer.rows.map((row) => {
        const { subject_id, facts, changed } = versionRow.parse(row)
        return [subject_id, { ...facts, changed }]
      })
    )
  }

  /** The audit trail of one payout, beneficiary or rule, oldest first: the newest 500 lines. */
  async of(subjectId: string): Promise<AuditEntry[]> {
    const rows: unknown[] = await this.pg(TABLE)
      .where({ subject_id: subjectId })
      .whereNull("deleted_at")
      .orderBy([
        { column: "created_at", order: "desc" },
        { column: "id", order: "desc" },
      ])
      .limit(SHOWN)
    return rows.map((row) => auditRow.parse(row)).reverse()
  }
}
