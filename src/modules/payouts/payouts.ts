import { generateEntityId } from "@medusajs/framework/utils"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { MajorAmount } from "../../domain/money/amount"
import type { DestinationSource, PayoutDestination } from "../../domain/payout/destination"
import { neverLeft } from "../../domain/payout/attempt"
import { BLOCKING_REASONS, type PayoutReason } from "../../domain/payout/reason"
import {
  UNSENT_PAYOUT_STATUSES,
  type PayoutSource,
  type PayoutStatus,
} from "../../domain/payout/state"
import type { Announcements } from "./announcements"
import { makerOf, makersOf, type Actor } from "../../domain/payout/actor"
import { REJECTED_WATCH_DAYS } from "../../domain/time/schedule"
import { listed } from "../../tables/listed"
import { databaseNow } from "../../tables/now"
import { readOne } from "../../tables/rows"
import type { Approvable, Approvals, Next } from "./approvals"
import type { Audit } from "./audit"
import type { Destinations } from "./destinations"
import { attemptRow, payoutRow, type Payout } from "./rows"

const TABLE = "payin_payout"
const ATTEMPTS = "payin_payout_attempt"
const DAY_SECONDS = 86_400

/** Not sent, on its way to the service, or perhaps sent once more. */
const MAY_LEAVE: readonly PayoutStatus[] = [
  ...UNSENT_PAYOUT_STATUSES,
  "sending",
  "unknown",
  "rejected",
]

/** A payout to be written. Amounts in major units; `amount` at wire precision. */
export interface NewPayout {
  account: string
  country: string
  currency: string
  amount: MajorAmount
  /** Unrounded; `amount` when left out. */
  order_amount?: MajorAmount
  /** The price of the goods from which a rule's share was computed. */
  goods_amount?: MajorAmount | null
  /** Whether that price has tax in it. */
  goods_tax?: boolean
  /** The part of `order_amount` that earlier payouts paid (model `covered_amount`). */
  covered_amount?: MajorAmount | null
  payment_method: string
  source: PayoutSource
  source_id: string
  destination: PayoutDestination | null
  /** How a refund learned it; null: it is no refund's, or not known. */
  destination_from?: DestinationSource | null
  /** The reason it is held at first, and for how many seconds at least. */
  hold?: { reason: PayoutReason; seconds: number } | null
  order_id?: string | null
  fulfillment_id?: string | null
  refund_id?: string | null
  payment_id?: string | null
  anomaly_id?: string | null
  transaction_id?: string | null
  /** The beneficiary whose destination was copied, and in which version. */
  beneficiary_id?: string | null
  beneficiary_version?: number | null
  /** The rule that it was computed by, and in which version. */
  rule_id?: string | null
  rule_version?: number | null
  /** Whether it refunds a payment to a document that is not the payer's, or that an operator typed. */
  other_person?: boolean
  /** Whether it is a seller's share of an order whose price no provider received, or not all of it. */
  not_paid_here?: boolean
  /** Makers beside the actor: of the destination, the beneficiary and the rule (`makerOf`). */
  makers?: readonly (string | null)[]
  import_id?: string | null
  /** The payout of which this pays the rest. */
  rest_of?: string | null
  note?: string | null
}

/** Writes and reads payouts. They move in `Moves`, `Decisions` and `Submissions`. */
export class Payouts {
  constructor(
    private readonly pg: Knex,
    private readonly audit: Audit,
    private readonly announcements: Announcements,
    private readonly destinations: Destinations,
    private readonly approvals: Approvals,
    private readonly stuckDays: number
  ) {}

  /**
   * Writes a payout, unless its source has one: then that payout is returned, and `booked` is
   * false. For a refund call it under the lock of the pay-in's row. Call `announce` after the
   * commit.
   */
  async book(
    trx: Knex.Transaction,
    wanted: NewPayout,
    actor: Actor
  ): Promise<{ payout: Payout; booked: boolean }> {
    const id = generateEntityId(undefined, "payout")
    const { destination, hold = null, makers = [], ...columns } = wanted
    const unconfirmed = {
      beneficiary_version: await this.unconfirmed(trx, "payin_beneficiary", {
        id: wanted.beneficiary_id,
        version: wanted.beneficiary_version,
      }),
      rule_version: await this.unconfirmed(trx, "payin_payout_rule", {
        id: wanted.rule_id,
        version: wanted.rule_version,
      }),
    }
    const { to: status, values }: Next = await this.approvals.next(
      trx,
      {
        ...unconfirmed,
        id,
        account: wanted.account,
        amount: wanted.amount,
        currency: wanted.currency,
        payment_method: wanted.payment_method,
        version: 1,
        approved_version: null,
        other_person: wanted.other_person ?? false,
        key_holder: null,
        not_paid_here: wanted.not_paid_here ?? false,
        rest_of: wanted.rest_of ?? null,
        source: wanted.source,
        transaction_id: wanted.transaction_id ?? null,
        order_id: wanted.order_id ?? null,
      },
      { hold: hold !== null, destination: destination === null }
    )
    const rows: unknown[] = await trx(TABLE)
      .insert({
        ...columns,
        ...unconfirmed,
        id,
        order_amount: wanted.order_amount ?? wanted.amount,
        ...(destination && this.destinations.columns(TABLE, id, destination)),
        status,
        status_cause: "created",
        status_changed_at: databaseNow(trx),
        reason: hold?.reason ?? values.reason ?? null,
        release_after: hold === null ? null : databaseNow(trx, hold.seconds),
        submit_after: status === "queued" ? databaseNow(trx) : null,
        unapproved_at: values.unapproved_at === "now" ? databaseNow(trx) : null,
        created_by: actor.person,
        created_by_key: actor.type === "api-key" ? actor.id : null,
        makers: JSON.stringify(makersOf(makerOf(actor), ...makers)),
        created_at: databaseNow(trx),
      })
      .onConflict(["source", "source_id"])
      .ignore()
      .returning("*")
    if (rows.length === 0) {
      const there: unknown = await trx(TABLE)
        .where({ source: wanted.source, source_id: wanted.source_id })
        .first()
      return { payout: payoutRow.parse(there), booked: false }
    }
    const payout = payoutRow.parse(rows[0])
    await this.audit.note(trx, {
      subject_id: id,
      action: "created",
      actor,
      to: status,
      facts: { amount: payout.amount, currency: payout.currency, source: payout.source },
    })
    return { payout, booked: true }
  }

  /**
   * Writes the next payout of a source, behind canceled ones. One of which nothing left gives its source
   * id and its attempt to the next one, so that references are the same as on a copy of the database in
   * which nothing was canceled (docs/decisions/0033-one-living-installation.md). Only what may have left
   * is counted.
   *
   * @param among the canceled payouts of the source, and others
   */
  async bookNext(
    trx: Knex.Transaction,
    wanted: NewPayout,
    among: readonly Payout[],
    actor: Actor
  ): Promise<{ payout: Payout; booked: boolean }> {
    const { source, source_id: first } = wanted
    const earlier = among.filter(
      (one) =>
        one.source === source && (one.source_id === first || one.source_id.startsWith(`${first}:`))
    )
    const left = await this.mayHaveLeft(trx, earlier)
    const counted = earlier.filter(({ id, status }) => status !== "canceled" || left.has(id))
    const source_id = counted.length === 0 ? first : `${first}:${counted.length + 1}`
    const giver = earlier.find((one) => one.source_id === source_id && !counted.includes(one))
    if (giver !== undefined) {
      await trx(TABLE)
        .where({ id: giver.id })
        .update({ source_id: `${source_id}#${giver.id}`, updated_at: databaseNow(trx) })
    }
    const made = await this.book(trx, { ...wanted, source_id }, actor)
    if (giver === undefined || !made.booked) {
      return made
    }
    await trx(ATTEMPTS)
      .where({ payout_id: giver.id })
      .update({ payout_id: made.payout.id, updated_at: databaseNow(trx) })
    // It sends the reference of the canceled one, so it is as old, but for lists: a restored backup may know
    // that one as unsent although it left.
    const created_at = new Date(giver.created_at.getTime() + 1)
    await trx(TABLE).where({ id: made.payout.id }).update({ created_at })
    return { ...made, payout: { ...made.payout, created_at } }
  }

  /** Of these payouts those of which something may have left. */
  private async mayHaveLeft(
    trx: Knex.Transaction,
    payouts: readonly Payout[]
  ): Promise<ReadonlySet<string>> {
    const ids = payouts.map(({ id }) => id)
    const rows: unknown[] = await trx(ATTEMPTS).whereIn("payout_id", ids).forUpdate()
    const left = rows.map((row) => attemptRow.parse(row)).filter((one) => !neverLeft(one))
    return new Set(left.map(({ payout_id }) => payout_id))
  }

  /** Announces a written payout. */
  async announce(payout: Payout): Promise<void> {
    await this.announcements.moved(payout, null)
  }

  /** Writes a payout in its own transaction, for money that refunds no pay-in. */
  async create(wanted: NewPayout, actor: Actor): Promise<Payout> {
    const { payout, booked } = await this.pg.transaction((trx) => this.book(trx, wanted, actor))
    if (booked) {
      await this.announce(payout)
    }
    return payout
  }

  async find(id: string): Promise<Payout | null> {
    return readOne(payoutRow, await this.pg(TABLE).where({ id }).whereNull("deleted_at").first())
  }

  /** Payouts of the rest of a payout, oldest first. */
  async restsOf(id: string, trx: Knex = this.pg): Promise<Payout[]> {
    const rows: unknown[] = await trx(TABLE)
      .where({ rest_of: id })
      .whereNull("deleted_at")
      .orderBy(["created_at", "id"])
    return rows.map((row) => payoutRow.parse(row))
  }

  /** The other payouts that pay the same money: what this one is a rest of, and all rests of that. */
  async sharing(id: string): Promise<Payout[]> {
    const answer: { rows: unknown[] } = await this.pg.raw(
      `with recursive up as (
        select id, rest_of from ${TABLE} where id = :id and deleted_at is null
        union select p.id, p.rest_of from ${TABLE} p join up on p.id = up.rest_of
      ), down as (
        select id from up where rest_of is null
        union select p.id from ${TABLE} p join down on p.rest_of = down.id where p.deleted_at is null
      )
      select p.* from ${TABLE} p join down on down.id = p.id
      where p.id <> :id order by p.created_at, p.id`,
      { id }
    )
    return answer.rows.map((row) => payoutRow.parse(row))
  }

  async ofSource(source: PayoutSource, source_id: string): Promise<Payout | null> {
    return readOne(payoutRow, await this.pg(TABLE).where({ source, source_id }).first())
  }

  /** The newest payout of a Refund of Medusa. */
  async ofRefund(refund_id: string): Promise<Payout | null> {
    const row: unknown = await this.pg(TABLE)
      .where({ refund_id })
      .whereNull("deleted_at")
      .orderByRaw("status = 'canceled', created_at desc, id desc")
      .first()
    return readOne(payoutRow, row)
  }

  /**
   * Every payout that refunds this pay-in, oldest first. Pass `trx` when a decision depends on it.
   */
  async ofTransaction(transactionId: string, trx: Knex = this.pg): Promise<Payout[]> {
    const rows: unknown[] = await trx(TABLE)
      .where({ transaction_id: transactionId })
      .whereNull("deleted_at")
      .orderBy(["created_at", "id"])
    return rows.map((row) => payoutRow.parse(row))
  }

  /**
   * Payouts that would pass on the money of a payment, and did not leave or may be sent once more:
   * its refunds, and the shares of its order.
   */
  async waitingFor(
    { transaction_id, order_id }: { transaction_id: string | null; order_id: string | null },
    trx: Knex.Transaction
  ): Promise<Payout[]> {
    const rows: unknown[] = await trx(TABLE)
      .where((one) =>
        one
          .where({ transaction_id: transaction_id ?? "" })
          .orWhere({ source: "rule", order_id: order_id ?? "" })
      )
      .whereIn("status", [...MAY_LEAVE])
      .whereNull("deleted_at")
      .orderBy(["created_at", "id"])
    return rows.map((row) => payoutRow.parse(row))
  }

  /** Payouts of an account above the limit that leave, or are sent once more, once nothing pauses it. */
  async waitingAboveLimit(account: string, trx: Knex.Transaction): Promise<Payout[]> {
    const rows: unknown[] = await trx(TABLE)
      .where({ account })
      .whereIn("status", ["queued", "unknown"])
      .whereNull("deleted_at")
      .orderBy(["created_at", "id"])
    return rows.map((row) => payoutRow.parse(row)).filter((payout) => this.isAboveLimit(payout))
  }

  /**
   * Payouts of rules for a fulfillment. Without canceled ones, unless earlier payouts cover them, or
   * they were paid after all.
   */
  async ofFulfillment(fulfillment_id: string): Promise<Payout[]> {
    const rows: unknown[] = await this.pg(TABLE)
      .where({ fulfillment_id, source: "rule" })
      .whereRaw(
        `(status <> 'canceled' or covered_amount is not null or reason in ${listed(BLOCKING_REASONS)})`
      )
      .whereNull("deleted_at")
      .orderBy(["created_at", "id"])
    return rows.map((row) => payoutRow.parse(row))
  }

  /** The next status of a payout that is not held and has no attempt on its way. */
  async nextOf(
    trx: Knex.Transaction,
    payout: Approvable & Pick<Payout, "destination_sealed">
  ): Promise<Next> {
    const destination = payout.destination_sealed === null
    return this.approvals.next(trx, payout, { hold: false, destination })
  }

  /** Whether it has been pending for longer than option `payouts.stuckDays`. */
  async isStuck({ id }: Pick<Payout, "id">, sql: Knex = this.pg): Promise<boolean> {
    const row: unknown = await sql(TABLE)
      .where({ id, status: "pending" })
      .where("status_changed_at", "<", databaseNow(sql, -this.stuckDays * DAY_SECONDS))
      .first("id")
    return row !== undefined
  }

  /** Whether it was rejected so long ago that it is not looked up any more. */
  async isLongRejected({ id }: Pick<Payout, "id">, sql: Knex): Promise<boolean> {
    const row: unknown = await sql(TABLE)
      .where({ id, status: "rejected" })
      .where("status_changed_at", "<", databaseNow(sql, -REJECTED_WATCH_DAYS * DAY_SECONDS))
      .first("id")
    return row !== undefined
  }

  /** Four eyes: whether a second person has to approve this amount. */
  isAboveLimit(payout: Pick<Payout, "amount" | "currency">): boolean {
    return this.approvals.isAboveLimit(payout)
  }

  /**
   * The version of a beneficiary or rule that is not confirmed; null when it is, or when there is
   * none. Locked against a confirmation that is being written.
   */
  private async unconfirmed(
    trx: Knex.Transaction,
    table: "payin_beneficiary" | "payin_payout_rule",
    copied: { id?: string | null | undefined; version?: number | null | undefined }
  ): Promise<number | null> {
    if (copied.id == null || copied.version == null || this.approvals.changesAreAllowed) {
      return null
    }
    const row: { approved_version: number | null } | undefined = await trx(table)
      .where({ id: copied.id })
      .forShare()
      .first("approved_version")
    return row?.approved_version === copied.version ? null : copied.version
  }
}
