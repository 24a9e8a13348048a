import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { sumAmounts, ZERO, type MajorAmount } from "../../domain/money"
import {
  approvalNeed,
  needsApproval,
  type ApprovalNeed,
  type ApprovalOptions,
} from "../../domain/payout-approval"
import { standing, type UNSENT_PAYOUT_STATUSES } from "../../domain/payout-state"
import { databaseNow } from "../../tables/now"
import type { PayoutValues } from "./moves"
import { amountRow, type Payout } from "./rows"

const TABLE = "payin_payout"

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
>

/** The next status of a payout that has no attempt on its way, and the columns that go with it. */
export interface Next {
  to: (typeof UNSENT_PAYOUT_STATUSES)[number]
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
    lacks: { hold: boolean; destination: boolean }
  ): Promise<Next> {
    const ready = !lacks.hold && !lacks.destination
    const need = ready ? await this.needOf(trx, payout) : null
    const to = standing({ ...lacks, approval: need !== null })
    if (to !== "queued") {
      const reason = need === null || need === "above_limit" ? {} : { reason: need }
      // What waits for a second person takes no room of the day.
      return { to, values: { ...reason, unapproved_at: null } }
    }
    const isApproved = payout.approved_version === payout.version
    return { to, values: { submit_in: 0, unapproved_at: isApproved ? null : "now" } }
  }

  private async needOf(trx: Knex.Transaction, payout: Approvable): Promise<ApprovalNeed | null> {
    const { version, approved_version } = payout
    const facts = {
      ...payout,
      approved: approved_version === version,
      confirmed: payout.beneficiary_version === null && payout.rule_version === null,
    }
    const alone = approvalNeed({ ...facts, today: ZERO }, this.options)
    if (alone !== null || facts.approved) {
      return alone
    }
    return approvalNeed({ ...facts, today: await this.todayBeside(trx, payout) }, this.options)
  }

  /**
   * What else entered the queue today without a second person. Two payouts at once wait for each
   * other: each alone might fit. The lock is held until the caller commits.
   */
  private async todayBeside(
    trx: Knex.Transaction,
    { id, account, currency }: Approvable
  ): Promise<MajorAmount> {
    const day = `payin_payout day ${account} ${currency}`
    await trx.raw("select pg_advisory_xact_lock(hashtextextended(?, 0))", [day])
    const rows: unknown[] = await trx(TABLE)
      .where({ account, currency })
      .whereNot({ id })
      .whereNotNull("unapproved_at")
      .whereNotIn("status", ["canceled", "rejected", "paid_elsewhere"])
      .whereNull("deleted_at")
      .whereRaw("unapproved_at >= date_trunc('day', ? at time zone ?) at time zone ?", [
        ...[databaseNow(trx), this.timeZone, this.timeZone],
      ])
      .select("amount")
    return sumAmounts(rows.map((row) => amountRow.parse(row)))
  }
}
