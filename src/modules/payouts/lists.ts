import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { CreatedSpan, Page, PageRequest } from "../../domain/row/page"
import type { PayoutSource, PayoutStatus } from "../../domain/payout/state"
import { askCount, askPage, asking, createdWithin, oneOf, searched } from "../../tables/page"
import {
  auditRow,
  beneficiaryRow,
  payoutRow,
  ruleRow,
  type AuditEntry,
  type Beneficiary,
  type Payout,
  type Rule,
} from "./rows"

const PAYOUTS = "payin_payout"

/** All that is given must hold. */
export interface PayoutFilter {
  /** Exact: id, reference or ticket of any attempt, order, refund, fulfillment, anomaly, import. */
  q?: string | undefined
  status?: PayoutStatus[] | undefined
  source?: PayoutSource[] | undefined
  account?: string | undefined
  order_id?: string | undefined
  beneficiary_id?: string | undefined
  transaction_id?: string | undefined
  created: CreatedSpan
}

/** All that is given must hold. */
export interface BeneficiaryFilter {
  /** Exact id, or the beginning of the name in any case. */
  q?: string | undefined
  account?: string | undefined
  stock_location_id?: string | undefined
  created: CreatedSpan
}

/** All that is given must hold. */
export interface RuleFilter {
  /** Exact: id, beneficiary or stock location. */
  q?: string | undefined
  /** Account of the beneficiary. */
  account?: string | undefined
  beneficiary_id?: string | undefined
  stock_location_id?: string | undefined
  created: CreatedSpan
}

// One subquery per column, each with its own index: alternatives in one `where` would read the
// whole table.
const SEARCHED = ["id", "order_id", "refund_id", "fulfillment_id", "anomaly_id", "import_id"]
const ATTEMPT_SEARCHED = ["reference", "ticket"]
const SEARCH = [
  ...SEARCHED.map(
    (column) => `select id from ${PAYOUTS} where ${column} = ? and deleted_at is null`
  ),
  ...ATTEMPT_SEARCHED.map(
    (column) =>
      `select payout_id from payin_payout_attempt where ${column} = ? and deleted_at is null`
  ),
].join(" union all ")

/** Lists of payouts for operators, newest first. */
export class Lists {
  constructor(private readonly pg: Knex) {}

  async payouts(filter: PayoutFilter, request: PageRequest): Promise<Page<Payout>> {
    const where = [
      ...searched(filter.q, (q) => ({
        text: `id in (${SEARCH})`,
        values: [...SEARCHED, ...ATTEMPT_SEARCHED].map(() => q),
      })),
      ...oneOf("status", filter.status),
      ...oneOf("source", filter.source),
      ...oneOf("account", filter.account),
      ...oneOf("order_id", filter.order_id),
      ...oneOf("beneficiary_id", filter.beneficiary_id),
      ...oneOf("transaction_id", filter.transaction_id),
      ...createdWithin(filter.created),
    ]
    return askPage(asking(this.pg), { table: PAYOUTS, where }, request, (row) =>
      payoutRow.parse(row)
    )
  }

  async beneficiaries(filter: BeneficiaryFilter, request: PageRequest): Promise<Page<Beneficiary>> {
    const where = [
      ...searched(filter.q, (q) => ({
        text: "(id = ? or starts_with(lower(name), lower(?)))",
        values: [q, q],
      })),
      ...oneOf("account", filter.account),
      ...oneOf("stock_location_id", filter.stock_location_id),
      ...createdWithin(filter.created),
    ]
    return askPage(asking(this.pg), { table: "payin_beneficiary", where }, request, (row) =>
      beneficiaryRow.parse(row)
    )
  }

  async rules(filter: RuleFilter, request: PageRequest): Promise<Page<Rule>> {
    const ofAccount = "beneficiary_id in (select id from payin_beneficiary where account = ?)"
    const where = [
      ...searched(filter.q, (q) => ({
        text: "? in (id, beneficiary_id, stock_location_id)",
        values: [q],
      })),
      ...searched(filter.account, (account) => ({ text: ofAccount, values: [account] })),
      ...oneOf("beneficiary_id", filter.beneficiary_id),
      ...oneOf("stock_location_id", filter.stock_location_id),
      ...createdWithin(filter.created),
    ]
    return askPage(asking(this.pg), { table: "payin_payout_rule", where }, request, (row) =>
      ruleRow.parse(row)
    )
  }

  /** `q` may be a subject. */
  async audit(
    filter: { q?: string | undefined; subject_id?: string | undefined; created: CreatedSpan },
    request: PageRequest
  ): Promise<Page<AuditEntry>> {
    const where = [
      ...oneOf("subject_id", filter.q),
      ...oneOf("subject_id", filter.subject_id),
      ...createdWithin(filter.created),
    ]
    return askPage(asking(this.pg), { table: "payin_payout_audit", where }, request, (row) =>
      auditRow.parse(row)
    )
  }

  /** Number of payouts in each of these states, at most 10,000. */
  async depths<Status extends PayoutStatus>(
    statuses: readonly Status[]
  ): Promise<{ status: Status; count: number }[]> {
    return Promise.all(
      statuses.map(async (status) => {
        const count = await askCount(asking(this.pg), PAYOUTS, oneOf("status", status))
        return { status, count }
      })
    )
  }
}
