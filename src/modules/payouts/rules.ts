import { isDeepStrictEqual } from "node:util"
import { generateEntityId } from "@medusajs/framework/utils"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { exceedsWhole, type RuleTrigger } from "../../domain/payout/rule"
import type { Actor } from "../../domain/payout/actor"
import { databaseNow } from "../../tables/now"
import { readOne } from "../../tables/rows"
import type { Audit } from "./audit"
import type { Confirmations } from "./confirmations"
import { ruleRow, type Rule } from "./rows"

const TABLE = "payin_payout_rule"

export interface NewRule {
  beneficiary_id: string
  stock_location_id: string
  percent: number
  trigger: RuleTrigger
  tax: boolean
}

type Terms = Pick<NewRule, "percent" | "tax">

/**
 * `too_much`: the rules of one stock location, of all triggers together, would pay more than 100
 * percent.
 */
export type RuleWritten =
  | { outcome: "written"; rule: Rule }
  | { outcome: "too_much" | "unknown_rule" | "unknown_beneficiary" }

/** Rules: which beneficiary gets which part of the goods that leave a stock location. */
export class Rules {
  constructor(
    private readonly pg: Knex,
    private readonly audit: Audit,
    private readonly confirmations: Confirmations
  ) {}

  async find(id: string): Promise<Rule | null> {
    return readOne(ruleRow, await this.pg(TABLE).where({ id }).whereNull("deleted_at").first())
  }

  /** Whether this rule was made after one of these deleted rules: it may replace one. */
  async followsOneOf(former: readonly string[], { created_at }: Rule): Promise<boolean> {
    const row: unknown = await this.pg(TABLE)
      .whereIn("id", [...former])
      .where("deleted_at", "<=", created_at)
      .first("id")
    return row !== undefined
  }

  async create(rule: NewRule, actor: Actor): Promise<RuleWritten> {
    const id = generateEntityId(undefined, "payrul")
    return this.pg.transaction(async (trx) => {
      // Locks the beneficiary: its removal waits for this rule, and removes it too.
      const beneficiary: unknown = await trx("payin_beneficiary")
        .where({ id: rule.beneficiary_id })
        .whereNull("deleted_at")
        .forShare()
        .first("id")
      if (beneficiary === undefined) {
        return { outcome: "unknown_beneficiary" }
      }
      if (await this.exceeds(trx, id, rule)) {
        return { outcome: "too_much" }
      }
      const rows: unknown[] = await trx(TABLE)
        .insert({
          ...rule,
          percent: String(rule.percent),
          id,
          ...this.confirmations.created(trx, actor),
          created_at: databaseNow(trx),
        })
        .returning("*")
      return this.written(trx, rows[0], "created", actor)
    })
  }

  /**
   * An edit without a change is not written, because who changed a rule approves none of its
   * payouts. A second person confirms that a rule pays more.
   */
  async edit(
    id: string,
    change: Partial<Pick<NewRule, "percent" | "tax" | "trigger">>,
    actor: Actor
  ): Promise<RuleWritten> {
    return this.pg.transaction(async (trx) => {
      const there: unknown = await trx(TABLE)
        .where({ id })
        .whereNull("deleted_at")
        .forUpdate()
        .first()
      if (there === undefined) {
        return { outcome: "unknown_rule" }
      }
      const before = ruleRow.parse(there)
      const after = { ...before, ...change }
      if (isDeepStrictEqual(after, before)) {
        return { outcome: "written", rule: before }
      }
      if (await this.exceeds(trx, id, after)) {
        return { outcome: "too_much" }
      }
      const { percent, ...columns } = change
      const rows: unknown[] = await trx(TABLE)
        .where({ id })
        .update({
          ...columns,
          ...(percent !== undefined && { percent: String(percent) }),
          // What was raised and lowered again was computed by in between: a version of its own.
          ...(paysMore(before, after) || before.approved_version !== before.version
            ? this.confirmations.changed(trx, before, actor)
            : this.confirmations.edited(before, actor)),
          updated_at: databaseNow(trx),
        })
        .returning("*")
      return this.written(trx, rows[0], "edited", actor)
    })
  }

  /** Removes a rule; its payouts stay. Returns whether there was one. */
  async remove(id: string, actor: Actor): Promise<boolean> {
    return this.pg.transaction(async (trx) => {
      const removed = await trx(TABLE)
        .where({ id })
        .whereNull("deleted_at")
        .update({ deleted_at: databaseNow(trx) })
      if (removed > 0) {
        await this.audit.note(trx, { subject_id: id, action: "deleted", actor })
      }
      return removed > 0
    })
  }

  /** Two rules written at once for one stock location wait for each other: each alone might fit. */
  private async exceeds(
    trx: Knex.Transaction,
    id: string,
    { stock_location_id, beneficiary_id, percent }: NewRule
  ): Promise<boolean> {
    const place = `payin_payout_rule ${stock_location_id}`
    await trx.raw("select pg_advisory_xact_lock(hashtextextended(?, 0))", [place])
    const there = await this.beside(trx, stock_location_id, beneficiary_id)
    const others = there.filter((one) => one.id !== id)
    return exceedsWhole([...others.map((one) => one.percent), percent])
  }

  /**
   * The rules of a stock location for the same currency: a rule pays in its beneficiary's currency
   * only.
   */
  private async beside(trx: Knex, stockLocationId: string, beneficiaryId: string): Promise<Rule[]> {
    const currency = trx("payin_beneficiary").where({ id: beneficiaryId }).select("currency")
    const rows: unknown[] = await trx(`${TABLE} as r`)
      .join("payin_beneficiary as b", "b.id", "r.beneficiary_id")
      .where("r.stock_location_id", stockLocationId)
      .where("b.currency", currency)
      .whereNull("r.deleted_at")
      .select("r.*")
    return rows.map((row) => ruleRow.parse(row))
  }

  private async written(
    trx: Knex,
    row: unknown,
    action: string,
    actor: Actor
  ): Promise<RuleWritten> {
    const rule = ruleRow.parse(row)
    const { version, beneficiary_id, stock_location_id, percent, trigger, tax } = rule
    const facts = { version, beneficiary_id, stock_location_id, percent, trigger, tax }
    await this.audit.note(trx, { subject_id: rule.id, action, actor, facts })
    return { outcome: "written", rule }
  }
}

/** Whether the new terms may pay more than the old ones. */
function paysMore(before: Terms, after: Terms): boolean {
  return after.percent > before.percent || (after.tax && !before.tax)
}
