import { generateEntityId } from "@medusajs/framework/utils"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { PayoutDestination } from "../../domain/payout/destination"
import type { Actor } from "../../domain/payout/actor"
import { databaseNow } from "../../tables/now"
import { readOne } from "../../tables/rows"
import type { Audit } from "./audit"
import type { Confirmations } from "./confirmations"
import type { Destinations } from "./destinations"
import type { Reveals } from "./reveals"
import { beneficiaryRow, type Beneficiary } from "./rows"

const TABLE = "payin_beneficiary"

export interface NewBeneficiary {
  name: string
  account: string
  country: string
  currency: string
  payment_method: string
  destination: PayoutDestination
  stock_location_id: string | null
}

/** Changes of a beneficiary; missing fields stay. */
export type BeneficiaryChange = Partial<
  Pick<NewBeneficiary, "name" | "payment_method" | "destination" | "stock_location_id">
>

/** Fields beside the destination. Whoever confirms a beneficiary reads them. */
const FIELDS = ["name", "payment_method", "stock_location_id"] as const

/** People and companies who are paid more than once. */
export class Beneficiaries {
  constructor(
    private readonly pg: Knex,
    private readonly audit: Audit,
    private readonly destinations: Destinations,
    private readonly confirmations: Confirmations,
    private readonly reveals: Reveals
  ) {}

  async find(id: string): Promise<Beneficiary | null> {
    const row: unknown = await this.pg(TABLE).where({ id }).whereNull("deleted_at").first()
    return readOne(beneficiaryRow, row)
  }

  async create({ destination, ...columns }: NewBeneficiary, actor: Actor): Promise<Beneficiary> {
    const id = generateEntityId(undefined, "paybnf")
    return this.pg.transaction(async (trx) => {
      const rows: unknown[] = await trx(TABLE)
        .insert({
          ...columns,
          ...this.destinations.columns(TABLE, id, destination),
          id,
          ...this.confirmations.created(trx, actor),
          created_at: databaseNow(trx),
        })
        .returning("*")
      const written = beneficiaryRow.parse(rows[0])
      await this.note(trx, written, "created", actor)
      return written
    })
  }

  /**
   * Edits a beneficiary; null when there is none. An edit without a change is not written, because
   * who changed anything of a beneficiary approves none of its payouts. Payouts under way keep their
   * copy. A second person confirms every change: who confirms a rule of the beneficiary, or
   * approves its payout, goes by the name.
   */
  async edit(
    id: string,
    { destination, ...columns }: BeneficiaryChange,
    actor: Actor
  ): Promise<Beneficiary | null> {
    return this.pg.transaction(async (trx) => {
      const there: unknown = await trx(TABLE)
        .where({ id })
        .whereNull("deleted_at")
        .forUpdate()
        .first()
      if (there === undefined) {
        return null
      }
      const before = beneficiaryRow.parse(there)
      const after = { ...before, ...columns }
      const changed = [
        ...FIELDS.filter((field) => after[field] !== before[field]),
        ...(destination === undefined ? [] : this.destinations.changes(TABLE, before, destination)),
      ]
      if (changed.length === 0) {
        return before
      }
      const rows: unknown[] = await trx(TABLE)
        .where({ id })
        .update({
          ...columns,
          ...(destination && this.destinations.columns(TABLE, id, destination)),
          ...this.confirmations.changed(trx, before, actor),
          updated_at: databaseNow(trx),
        })
        .returning("*")
      const written = beneficiaryRow.parse(rows[0])
      await this.confirmations.withdrawRules(trx, before, actor)
      await this.note(trx, written, "edited", actor, { before, changed })
      return written
    })
  }

  /**
   * Removes a beneficiary with its rules, and erases its account: payouts keep their own copy. The
   * row stays for its makers, who may not approve payouts copied from it. Returns whether there was
   * one.
   */
  async remove(id: string, actor: Actor): Promise<boolean> {
    return this.pg.transaction(async (trx) => {
      const there: unknown = await trx(TABLE)
        .where({ id })
        .whereNull("deleted_at")
        .forUpdate()
        .first()
      if (there === undefined) {
        return false
      }
      await trx(TABLE)
        .where({ id })
        .update({ ...this.destinations.erased(TABLE, id), deleted_at: databaseNow(trx) })
      const rules: { id: string }[] = await trx("payin_payout_rule")
        .where({ beneficiary_id: id })
        .whereNull("deleted_at")
        .update({ deleted_at: databaseNow(trx) })
        .returning("id")
      for (const rule of rules) {
        const facts = { beneficiary_id: id }
        await this.audit.note(trx, { subject_id: rule.id, action: "deleted", actor, facts })
      }
      await this.note(trx, beneficiaryRow.parse(there), "deleted", actor)
      return true
    })
  }

  /** The whole destination, with an audit line for its reader. */
  async reveal(beneficiary: Beneficiary, actor: Actor): Promise<PayoutDestination> {
    return this.reveals.open(TABLE, beneficiary, actor)
  }

  private async note(
    trx: Knex,
    { id, name, version, payment_method, bank, account_last_four, stock_location_id }: Beneficiary,
    action: string,
    actor: Actor,
    edit?: { before: Beneficiary; changed: readonly string[] }
  ): Promise<void> {
    const wasNamed = edit !== undefined && edit.before.name !== name
    const facts = {
      ...{ name, version, payment_method, bank, account_last_four, stock_location_id },
      ...(wasNamed && { before: edit.before.name }),
      // The same last four may be of another account: a reader is told that the number changed.
      ...(edit !== undefined && edit.changed.length > 0 && { changed: edit.changed }),
    }
    await this.audit.note(trx, { subject_id: id, action, actor, facts })
  }
}
