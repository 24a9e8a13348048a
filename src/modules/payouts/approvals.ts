import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { z } from "zod"
import { KEY_METHOD } from "../../domain/payout/key-holder"
import { sumAmounts, ZERO, type MajorAmount } from "../../domain/money/amount"
import {
  approvalNeed,
  exceedsDay,
  needsApproval,
  type ApprovalNeed,
  type ApprovalOptions,
} from "../../domain/payout/approval"
import { ATTEMPT_STATUSES, mayHaveLeft } from "../../domain/payout/attempt"
import { FORM_METHOD, isByForm } from "../../domain/payout/methods"
import { standing, type UNSENT_PAYOUT_STATUSES } from "../../domain/payout/state"
import { databaseNow } from "../../tables/now"
import type { PayoutValues } from "./moves"
import { amountRow, type Attempt, type Payout } from "./rows"

/** Amounts of one account without a second person, by how they stand. */
const aloneRow = amountRow.extend({
  status: z.enum([...ATTEMPT_STATUSES, "queued"]),
  service_status: z.string().nullable(),
  concluded: z.boolean(),
  heard: z.boolean(),
})

/**
 * Where a payout is judged. `entering` the queue: what waits there beside it counts, so that a file
 * waits row by row. `leaving`: only what was sent today counts, whenever it entered.
 */
export type JudgedWhen = "entering" | "leaving"

/** The fields that decide whether a payout waits for a second person. */
export type Approvable = Pick<
  Payout,
  | "id"
  | "account"
  | "amount"
  | "currency"
  | "version"
  | "approved_version"
  | "beneficiary_version"
  | "rule_version"
  | "other_person"
  | "payment_method"
  | "key_holder"
  | "not_paid_here"
  | "rest_of"
  | "source"
  | "transaction_id"
  | "order_id"
>

/** The next status of a payout that has no attempt on its way, and the columns that go with it. */
export interface Next {
  to: (typeof UNSENT_PAYOUT_STATUSES)[number]
  /** Why it waits for a second person; null: it does not, or something else comes first. */
  need: ApprovalNeed | null
  values: Pick<PayoutValues, "reason" | "submit_in" | "unapproved_at">
}

/**
 * Four eyes: reads what decides whether a payout waits for a second person. Inside a transaction
 * that then writes the payout.
 */
export class Approvals {
  constructor(
    private readonly options: ApprovalOptions,
    private readonly timeZone: string
  ) {}

  /** Whether this amount alone needs a second person. */
  isAboveLimit({ amount, currency }: Pick<Payout, "amount" | "currency">): boolean {
    return needsApproval(amount, currency, this.options.approvalAbove)
  }

  /** Whether one person decides where recurring money goes. */
  get changesAreAllowed(): boolean {
    return this.options.beneficiaryChanges === "allow"
  }

  /** The first thing that the payout still lacks. */
  async next(
    trx: Knex.Transaction,
    payout: Approvable,
    lacks: { hold: boolean; destination: boolean },
    when: JudgedWhen = "entering"
  ): Promise<Next> {
    const ready = !lacks.hold && !lacks.destination
    const need = ready ? await this.needOf(trx, payout, when) : null
    const to = standing({ ...lacks, approval: need !== null })
    if (to !== "queued") {
      const reason = need === null || need === "above_limit" ? {} : { reason: need }
      // What waits for a second person does not count towards the limit of the day.
      return { to, need, values: { ...reason, unapproved_at: null } }
    }
    const isApproved = payout.approved_version === payout.version
    return { to, need, values: { submit_in: 0, unapproved_at: isApproved ? null : "now" } }
  }

  /**
   * Whether an attempt that was sent without a second person exceeds the limit of the day when it is
   * sent once more.
   */
  async exceedsDayAgain(trx: Knex.Transaction, attempt: Attempt): Promise<boolean> {
    if (attempt.unapproved_at === null) {
      return false
    }
    const { account, amount, currency, payout_id, id } = attempt
    const beside = { payout: payout_id, attempt: id }
    const today = await this.todayBeside(trx, { account, currency }, beside, "leaving")
    return exceedsDay({ amount, currency, today }, this.options)
  }

  private async needOf(
    trx: Knex.Transaction,
    payout: Approvable,
    when: JudgedWhen
  ): Promise<ApprovalNeed | null> {
    const { version, approved_version, payment_method } = payout
    const facts = {
      ...payout,
      approved: approved_version === version,
      confirmed: payout.beneficiary_version === null && payout.rule_version === null,
      other_holder: payment_method === KEY_METHOD && (payout.key_holder?.differs ?? false),
      rest: payout.rest_of !== null,
      by_form: isByForm(payout) || (await this.hadForm(trx, payout)),
    }
    const alone = approvalNeed({ ...facts, today: ZERO }, this.options)
    if (alone !== null || facts.approved) {
      return alone
    }
    // Its own earlier attempts count: each may have been paid.
    const beside = { payout: payout.id, attempt: "" }
    const today = await this.todayBeside(trx, payout, beside, when)
    return approvalNeed({ ...facts, today }, this.options)
  }

  /**
   * Whether the service made a form for the money of this payout, which the recipient may still fill in
   * although the money goes to a bank account by now: a form of this payout, or of another one of its
   * pay-in, or of the shares of its order. A canceled payout may be one whose money this one pays anew.
   */
  private async hadForm(trx: Knex.Transaction, payout: Approvable): Promise<boolean> {
    const { id, version, transaction_id, order_id, source } = payout
    const isShare = source === "rule" && order_id !== null
    if (version === 1 && transaction_id === null && !isShare) {
      return false
    }
    const form: unknown = await trx("payin_payout_attempt as a")
      .join("payin_payout as p", "p.id", "a.payout_id")
      .where("a.payment_method", FORM_METHOD)
      .where((mine) => {
        mine.where("p.id", id).orWhere((other) => {
          // What a form paid is counted by the refund limit, and by the parcel's worth.
          other.whereNot("a.status", "approved").where((same) => {
            same.whereRaw("p.transaction_id = ?", [transaction_id])
            if (isShare) {
              same.orWhere({ "p.order_id": order_id, "p.source": source })
            }
          })
        })
      })
      .first("a.id")
    return form !== undefined
  }

  /**
   * What else leaves today without a second person. The lock of the day makes two payouts at once wait
   * for each other, because each alone might fit. The lock is held until the caller commits. It is the last lock that a
   * transaction takes on rows that exist: after the pay-in's and the payout's.
   */
  private async todayBeside(
    trx: Knex.Transaction,
    { account, currency }: Pick<Payout, "account" | "currency">,
    beside: { payout: string; attempt: string },
    when: JudgedWhen
  ): Promise<MajorAmount> {
    const day = `payin_payout day ${account} ${currency}`
    await trx.raw("select pg_advisory_xact_lock(hashtextextended(?, 0))", [day])
    const since = "unapproved_at >= date_trunc('day', ? at time zone ?) at time zone ?"
    const midnight = [databaseNow(trx), this.timeZone, this.timeZone]
    const answer: { rows: unknown[] } = await trx.raw(
      `select status, service_status, concluded, heard, sum(amount)::text as amount
       from (
         select status, service_status, concluded_at is not null as concluded,
           heard_at is not null as heard, greatest(amount::numeric, most_paid::numeric) as amount
         from payin_payout_attempt
         where account = ? and currency = ? and ${since} and id <> ? and deleted_at is null
         union all
         select status, null, false, false, amount::numeric
         from payin_payout
         where ? and status = 'queued' and account = ? and currency = ? and ${since} and id <> ?
           and deleted_at is null
       ) as alone
       group by status, service_status, concluded, heard`,
      [
        ...[account, currency, ...midnight, beside.attempt],
        ...[when === "entering", account, currency, ...midnight, beside.payout],
      ]
    )
    const rows = answer.rows.map((row) => aloneRow.parse(row))
    return sumAmounts(
      rows.filter(({ status, ...said }) => status === "queued" || mayHaveLeft({ status, ...said }))
    )
  }
}
