import { generateEntityId } from "@medusajs/framework/utils"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { z } from "zod"
import { isNeverTold } from "../../domain/card/lapse"
import { CARD_CAUSES, CARD_STATUSES } from "../../domain/card/state"
import type { MajorAmount } from "../../domain/money/amount"
import { derivedReference, newReference, type Reference } from "../../domain/row/reference"
import type { HoldKind, PeriodHold } from "../../domain/renewal/period-step"
import { storedAmount as amount, storedReference } from "../../domain/row/stored-field"
import { unleased } from "../../engine/lease"
import { databaseNow } from "../../tables/now"
import { CycleLeaseLostError, lockSubscription } from "./cycles"
import { hasEnded } from "./subscriptions"
import { subscriptionRow, type Cycle, type Subscription } from "./subscription-rows"

const TABLE = "payin_card_transaction"

const holdRow = z.object({
  id: z.string(),
  card_id: z.string(),
  provider_id: z.string(),
  reference: storedReference,
  kind: z.enum(["preauthorization", "renewal"]),
  status: z.enum(CARD_STATUSES),
  status_cause: z.enum(CARD_CAUSES),
  status_changed_at: z.date(),
  sent_at: z.date().nullable(),
  session_id: z.string().nullable(),
  payment_collection_id: z.string(),
  cart_id: z.string().nullable(),
  transaction_id: z.string().nullable(),
  order_amount: amount,
  amount,
  captured_amount: amount.nullable(),
  authorized_at: z.date().nullable(),
  captured_at: z.date().nullable(),
  release_wanted_at: z.date().nullable(),
  refusal_code: z.string().nullable(),
  refusal_message: z.string().nullable(),
})

/** The columns of a card transaction that a renewal reads. Amounts in major units. */
export type RenewalHold = z.infer<typeof holdRow>

/** A hold that is requested when Medusa makes a session of its collection. */
export interface PreparedHold {
  kind: HoldKind
  provider_id: string
  payment_collection_id: string
  /** Null: its order exists already, and owes the amount. */
  cart_id: string | null
  currency: string
  /** The order amount, unrounded, and the requested amount. */
  order_amount: MajorAmount
  amount: MajorAmount
  tax: MajorAmount
  /** The service's id of the transaction that a renewal is linked to. */
  linked_transaction_id: string | null
}

/**
 * The holds of renewals. Each is written before Medusa is asked for a session: the provider binds
 * the one unbound row of a collection, so that no storefront data can charge a saved card.
 */
export class RenewalHolds {
  constructor(private readonly pg: Knex) {}

  async find(id: string): Promise<RenewalHold | null> {
    const row: unknown = await this.pg(TABLE).where({ id }).first()
    return row === undefined ? null : holdRow.parse(row)
  }

  /** The newest of a period; null when none was made. */
  async latestOf(cycle_id: string): Promise<RenewalHold | null> {
    const row: unknown = await this.pg(TABLE)
      .where({ cycle_id })
      .whereNull("deleted_at")
      // An active one, of which there is at most one, goes before failed ones.
      .orderByRaw("(status in ('declined', 'error', 'released')), created_at desc, id desc")
      .first()
    return row === undefined ? null : holdRow.parse(row)
  }

  /** The ids of all holds of a period, dropped ones too: a webhook may name one. */
  async ofPeriod(cycle_id: string, sql: Knex = this.pg): Promise<string[]> {
    const rows: { id: string }[] = await sql(TABLE).where({ cycle_id }).select("id")
    return rows.map(({ id }) => id)
  }

  /**
   * Writes the hold of a period, under its subscription's lock: after an end no hold is requested
   * any more.
   *
   * @returns null when the subscription ended meanwhile
   * @throws CycleLeaseLostError when another holder of the period's lease came
   */
  async prepare(
    cycle: Cycle,
    subscription: Subscription,
    hold: PreparedHold
  ): Promise<RenewalHold | null> {
    return this.pg.transaction(async (trx) => {
      if (hasEnded(await lockSubscription(trx, subscription.id))) {
        return null
      }
      const { id: cycle_id, fence } = cycle
      const held = await trx("payin_cycle")
        .where({ id: cycle_id, fence, status: "open" })
        .update({ next_try: null, updated_at: databaseNow(trx) })
      if (held === 0) {
        throw new CycleLeaseLostError(cycle_id)
      }
      const reference = await this.nextReference(trx, subscription.id, cycle)
      const rows: unknown[] = await trx(TABLE)
        .insert({
          ...hold,
          id: generateEntityId(undefined, "paycdtx"),
          account: subscription.account,
          card_id: subscription.card_id,
          customer_id: subscription.customer_id,
          reference,
          cycle_id,
          session_id: null,
          status: "creating",
          status_cause: "created",
          status_changed_at: databaseNow(trx),
        })
        .returning("*")
      return holdRow.parse(rows[0])
    })
  }

  /**
   * A reference counts the holds of a period that may have left, so that a copy of the database, in
   * which nothing was tried, uses the same one. A dropped hold gives its own up to the next, which is
   * not sent while a person is asked about a webhook of either.
   */
  private async nextReference(
    trx: Knex.Transaction,
    subscription_id: string,
    { id: cycle_id, number }: Cycle
  ): Promise<Reference> {
    const neverLeft = () =>
      trx(TABLE).where({ cycle_id, status: "error", status_cause: "not_sent" }).whereNull("sent_at")
    const left: unknown[] = await trx(TABLE)
      .where({ cycle_id })
      .whereNotIn("id", neverLeft().select("id"))
      .select("id")
    const reference = derivedReference("card", subscription_id, number, left.length + 1)
    await neverLeft()
      .where({ reference })
      .update({ reference: newReference("card") })
    return reference
  }

  /** Number of holds of a period that were voided before their capture. */
  async voidHold(cycle_id: string): Promise<number> {
    const rows: unknown[] = await this.pg(TABLE)
      .where({ cycle_id, status: "released" })
      .whereNotNull("authorized_at")
      .whereNull("deleted_at")
      .select("id")
    return rows.length
  }

  /**
   * Whether the subscription of a period ended. Read in the transaction that decides about a
   * capture, and an end waits for that decision. So after an end nothing is charged.
   */
  async ended(trx: Knex.Transaction, cycle_id: string): Promise<boolean> {
    const row: unknown = await trx("payin_subscription")
      .whereIn("id", trx("payin_cycle").select("payin_subscription_id").where({ id: cycle_id }))
      .forShare()
      .first()
    return row !== undefined && hasEnded(subscriptionRow.parse(row))
  }

  /** Unbinds an unsent hold whose session is gone: the next session takes it. */
  async unbind(id: string): Promise<void> {
    await this.unsent(id).update({ session_id: null })
  }

  /**
   * When the subscription of a period was last charged here, or began: what another installation
   * charged since is not known here.
   */
  async lastCharged(cycle_id: string): Promise<Date> {
    const answer: { rows: unknown[] } = await this.pg.raw(
      `select coalesce(max(t.captured_at), s.created_at) as charged
       from payin_cycle of
       join payin_subscription s on s.id = of.payin_subscription_id
       left join payin_cycle c on c.payin_subscription_id = s.id
       left join payin_card_transaction t on t.cycle_id = c.id
       where of.id = ? group by s.id`,
      [cycle_id]
    )
    return z.object({ charged: z.date() }).parse(answer.rows[0]).charged
  }

  /** Drops an unsent hold, with the reason. False: a call may have left meanwhile. */
  async drop(id: string, why: string): Promise<boolean> {
    const dropped = await this.unsent(id).update({
      status: "error",
      status_cause: "not_sent",
      status_changed_at: databaseNow(this.pg),
      refusal_message: why,
    })
    return dropped > 0
  }

  private unsent(id: string): Knex.QueryBuilder {
    return (
      this.pg(TABLE)
        .where({ id, status: "creating" })
        .whereNull("sent_at")
        // A worker that has claimed it may be about to send.
        .where(unleased(this.pg))
    )
  }
}

/** The hold in the form of the renewal rules. */
export function periodHold({ kind, status, ...hold }: RenewalHold): PeriodHold {
  return {
    kind,
    status,
    sent: hold.sent_at !== null,
    not_sent: hold.status_cause === "not_sent",
    voiding: isBeingVoided({ status, release_wanted_at: hold.release_wanted_at }),
    never_told: isNeverTold({ status, authorized_at: hold.authorized_at }),
    refusal_code: hold.refusal_code,
  }
}

/** Whether it still exists at the service and is being voided. */
export function isBeingVoided({
  status,
  release_wanted_at,
}: Pick<RenewalHold, "status" | "release_wanted_at">): boolean {
  return status === "authorized" && release_wanted_at !== null
}
