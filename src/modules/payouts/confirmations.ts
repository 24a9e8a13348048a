import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { makerOf, makersOf, type Actor } from "../../domain/payout/actor"
import { approvalRefusalText, type ApprovalRefusal } from "../../domain/payout/approval"
import type { RefusalCode } from "../../domain/error/refusal-code"
import { databaseNow } from "../../tables/now"
import { readOne } from "../../tables/rows"
import type { Audit } from "./audit"
import { isMade, type PayoutChange, type Moves } from "./moves"
import type { Payouts } from "./payouts"
import { confirmableRow, type Confirmable } from "./rows"
import type { NotThisPerson, SecondPerson } from "./second-person"

/** Rows of which a second person confirms each version, and how a payout names them. */
const TABLES = {
  beneficiary: {
    table: "payin_beneficiary",
    of: "beneficiary_id",
    copied: "beneficiary_version",
  },
  rule: { table: "payin_payout_rule", of: "rule_id", copied: "rule_version" },
} as const
type Kind = keyof typeof TABLES

/** The result of a confirmation. */
export type Confirmed =
  | { outcome: "done" }
  | { outcome: "unknown" }
  | {
      outcome: "refused"
      reason: string
      code: RefusalCode
      field?: "version"
      /** Not this person, but another one may. */
      not_allowed?: true
    }

/**
 * Four eyes: where recurring money goes is confirmed by a second person, each version of it once
 * (docs/decisions/0015-four-eyes.md).
 */
export class Confirmations {
  constructor(
    private readonly pg: Knex,
    private readonly audit: Audit,
    private readonly moves: Moves,
    private readonly payouts: Payouts,
    private readonly secondPerson: SecondPerson,
    private readonly changesAreAllowed: boolean
  ) {}

  /** The columns of a new row. */
  created(trx: Knex, actor: Actor) {
    return {
      created_by: makerOf(actor),
      ...this.changed(
        trx,
        { version: 0, approved_version: null, unconfirmed_since: null, makers: [] },
        actor
      ),
    }
  }

  /** The columns of a change that a second person has to confirm, made by this actor. */
  changed(
    trx: Knex,
    before: Pick<Confirmable, "version" | "approved_version" | "makers"> & {
      unconfirmed_since: Date | null
    },
    actor: Actor
  ) {
    const version = before.version + 1
    const isFirst = before.approved_version === before.version
    return {
      ...this.edited(before, actor),
      version,
      ...(this.changesAreAllowed
        ? { approved_version: version, approved_by: null, approved_at: null }
        : { approved_version: before.approved_version }),
      changed_at: databaseNow(trx),
      // A later change makes nobody old enough for an earlier one, which is confirmed with it.
      unconfirmed_since: (isFirst ? null : before.unconfirmed_since) ?? databaseNow(trx),
    }
  }

  /** The columns of a change that needs no confirmation: a confirmed row stays confirmed. */
  edited({ makers }: Pick<Confirmable, "makers">, actor: Actor) {
    return {
      edited_by: makerOf(actor),
      makers: JSON.stringify(makersOf(...makers, makerOf(actor))),
    }
  }

  /**
   * Confirms the version that the person saw, and releases the payouts that waited for nothing else.
   * Repeated: nothing more happens.
   */
  async approve(kind: Kind, id: string, version: number, actor: Actor): Promise<Confirmed> {
    const made: PayoutChange[] = []
    const confirmed = await this.pg.transaction(async (trx): Promise<Confirmed> => {
      const { table } = TABLES[kind]
      if (kind === "rule") {
        await this.lockBeneficiaryOf(trx, id)
      }
      const found: unknown = await trx(table)
        .where({ id })
        .whereNull("deleted_at")
        .forUpdate()
        .first()
      const row = readOne(confirmableRow, found)
      if (row === null) {
        return { outcome: "unknown" }
      }
      if (row.version !== version) {
        const reason = "It was changed since you saw it: look at it again."
        return { outcome: "refused", reason, code: "changed_since", field: "version" }
      }
      if (row.approved_version === version) {
        return { outcome: "done" }
      }
      const refusal = this.refusalOf(row, actor)
      if (refusal !== null) {
        await this.secondPerson.noteRefused(trx, { id, facts: { version } }, actor, refusal)
        return { outcome: "refused", ...refusal }
      }
      await trx(table)
        .where({ id })
        .update({
          approved_version: version,
          approved_by: actor.id,
          approved_at: databaseNow(trx),
          updated_at: databaseNow(trx),
        })
      await this.audit.note(trx, { subject_id: id, action: "confirmed", actor, facts: { version } })
      made.push(...(await this.release(trx, kind, { id, version }, actor)))
      return { outcome: "done" }
    })
    for (const one of made) {
      await this.moves.announce(one)
    }
    return confirmed
  }

  /** Why this actor may not confirm it as it is now; null when they may. Writes nothing. */
  refusalOf(
    { unconfirmed_since, makers }: Pick<Confirmable, "unconfirmed_since" | "makers">,
    actor: Actor
  ): NotThisPerson | null {
    const made = { created_by: null, since: unconfirmed_since, makers }
    return this.secondPerson.refusalOf(actor, made, (why) => TEXTS[why])
  }

  /**
   * The facts that a second person confirmed last of rows that wait for a confirmation now, by id,
   * with the fields that `changed` since. A row of which nobody confirmed anything has none.
   */
  async confirmedFacts(
    rows: readonly Confirmable[]
  ): Promise<ReadonlyMap<string, Record<string, unknown>>> {
    const wanted = rows.flatMap(({ id, version, approved_version }) =>
      approved_version === null || approved_version === version
        ? []
        : [{ id, version: approved_version }]
    )
    return wanted.length === 0 ? new Map() : this.audit.ofVersions(wanted)
  }

  /**
   * Called when a beneficiary changes. Whoever confirmed one of its rules after its last change saw a
   * name that nobody may have confirmed. Such a rule is confirmed anew. Otherwise somebody could give a
   * beneficiary another seller's name just while a rule is confirmed.
   */
  async withdrawRules(
    trx: Knex.Transaction,
    before: Pick<Confirmable, "id" | "version" | "approved_version" | "changed_at">,
    actor: Actor
  ): Promise<void> {
    if (this.changesAreAllowed || before.approved_version === before.version) {
      return
    }
    const rows: { id: string; version: number }[] = await trx(TABLES.rule.table)
      .where({ beneficiary_id: before.id })
      .whereRaw("approved_version = version")
      .where("approved_at", ">=", before.changed_at)
      .whereNull("deleted_at")
      .update({
        ...{ approved_version: null, approved_by: null, approved_at: null },
        updated_at: databaseNow(trx),
      })
      .returning(["id", "version"])
    for (const { id, version } of rows) {
      const facts = { version, beneficiary_id: before.id }
      await this.audit.note(trx, { subject_id: id, action: "needs_approval", actor, facts })
    }
  }

  /** Its beneficiary stays as it is until the rule's confirmation is written. Locked first, as by its removal. */
  private async lockBeneficiaryOf(trx: Knex.Transaction, ruleId: string): Promise<void> {
    await trx(TABLES.beneficiary.table)
      .whereIn("id", trx(TABLES.rule.table).where({ id: ruleId }).select("beneficiary_id"))
      .forShare()
      .select("id")
  }

  /** What a payout copied of this version is confirmed now. */
  private async release(
    trx: Knex.Transaction,
    kind: Kind,
    { id, version }: { id: string; version: number },
    actor: Actor
  ): Promise<PayoutChange[]> {
    const { of, copied } = TABLES[kind]
    const rows: { id: string }[] = await trx("payin_payout")
      .where({ [of]: id, [copied]: version })
      .whereNull("deleted_at")
      .orderBy(["created_at", "id"])
      // All of them before the day's lock, which a decision takes after its payout's.
      .forUpdate()
      .select("id")
    const made: PayoutChange[] = []
    for (const row of rows) {
      const one = await this.moves.decideWithin(trx, row.id, actor, async (payout) => {
        const confirmed = { [copied]: null }
        if (payout.status !== "awaiting_approval") {
          return { to: payout.status, cause: "confirmed", values: confirmed }
        }
        const next = await this.payouts.nextOf(trx, { ...payout, ...confirmed })
        return next.to === "queued"
          ? { to: "queued", cause: "confirmed", values: { ...confirmed, ...next.values } }
          : {
              to: payout.status,
              cause: "edited",
              values: { ...confirmed, reason: next.values.reason ?? null },
            }
      })
      if (one !== null && isMade(one)) {
        made.push(one)
      }
    }
    return made
  }
}

const TEXTS: Record<ApprovalRefusal, string> = {
  not_a_user: "Only a person who is signed in can confirm this, not a key.",
  creator: "You made this: another person has to confirm it.",
  maker: "You made or changed this: another person has to confirm it.",
  not_an_approver:
    "The option approvers does not name you: a person whom it names has to confirm it.",
  email_of_another: approvalRefusalText("email_of_another"),
  too_new:
    "Your user was created after this change: a person whose user existed before has to confirm it. If there is nobody, delete it and make it again.",
  unknown_maker:
    "A secret API key made or changed this, and the user behind the key is not known. Only a person whom the option approvers names can confirm it.",
}
