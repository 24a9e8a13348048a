import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { AnomalyKind } from "../../domain/anomaly/kinds"
import type { CreatedSpan, Page, PageRequest } from "../../domain/row/page"
import { OPEN_PAYIN_STATUSES, type PayInStatus } from "../../domain/payin/state"
import {
  askCount,
  askPage,
  asking,
  createdWithin,
  oneOf,
  searched,
  type Sql,
} from "../../tables/page"
import { anomalyRow, transactionRow, type Anomaly, type Transaction } from "./rows"

const TRANSACTIONS = "payin_transaction"
const ANOMALIES = "payin_anomaly"

/** All that is given must hold. */
export interface TransactionFilter {
  /** Exact: id, reference, ticket, cart, order, or any payment session the pay-in ever had. */
  q?: string | undefined
  status?: PayInStatus[] | undefined
  account?: string | undefined
  order_id?: string | undefined
  customer_id?: string | undefined
  created: CreatedSpan
}

/** All that is given must hold. */
export interface AnomalyFilter {
  /** Exact: id, order, payout, or what finds the transaction it is about. */
  q?: string | undefined
  status?: Anomaly["status"][] | undefined
  kind?: AnomalyKind[] | undefined
  account?: string | undefined
  order_id?: string | undefined
  created: CreatedSpan
}

/**
 * `payment.captured` is emitted right after its mark and at most once. If the pay-in was settled
 * much later or not yet, the process ended in between, so the event is unsure. Only the last 30
 * days, because nothing clears it.
 */
const EVENT_UNSURE: Sql = {
  text: `captured_event_at is not null
    and (settled_at is null or settled_at - captured_event_at > interval '60 seconds')
    and captured_event_at between now() - interval '30 days' and now() - interval '60 seconds'`,
  values: [],
}

/** Lists for operators, newest first. */
export class Lists {
  constructor(private readonly pg: Knex) {}

  async transactions(filter: TransactionFilter, request: PageRequest): Promise<Page<Transaction>> {
    const where = [
      ...searched(filter.q, (q) => ({ text: `id in (${SEARCH})`, values: searchFor(q) })),
      ...oneOf("status", filter.status),
      ...oneOf("account", filter.account),
      ...oneOf("order_id", filter.order_id),
      ...oneOf("customer_id", filter.customer_id),
      ...createdWithin(filter.created),
    ]
    return askPage(asking(this.pg), { table: TRANSACTIONS, where }, request, (row) =>
      transactionRow.parse(row)
    )
  }

  async anomalies(filter: AnomalyFilter, request: PageRequest): Promise<Page<Anomaly>> {
    const where = [
      ...searched(filter.q, (q) => ({
        text: `transaction_id in (${SEARCH}) or ? in (id, order_id, payout_id)`,
        values: [...searchFor(q), q],
      })),
      ...oneOf("status", filter.status),
      ...oneOf("kind", filter.kind),
      ...oneOf("account", filter.account),
      ...oneOf("order_id", filter.order_id),
      ...createdWithin(filter.created),
    ]
    return askPage(asking(this.pg), { table: ANOMALIES, where }, request, (row) =>
      anomalyRow.parse(row)
    )
  }

  /**
   * Counts of pay-ins that wait for the service, for Medusa and for a person; each at most 10,000.
   */
  async depths(): Promise<{
    pending: number
    approved_unsettled: number
    anomalies_open: number
    captured_events_unsure: number
  }> {
    const unsettled: Sql = { text: "status = 'approved' and settled_at is null", values: [] }
    const [pending, approved_unsettled, anomalies_open, captured_events_unsure] = await Promise.all(
      [
        this.count(TRANSACTIONS, oneOf("status", OPEN_PAYIN_STATUSES)),
        this.count(TRANSACTIONS, [unsettled]),
        this.count(ANOMALIES, oneOf("status", "open")),
        this.count(TRANSACTIONS, [EVENT_UNSURE]),
      ]
    )
    return { pending, approved_unsettled, anomalies_open, captured_events_unsure }
  }

  private count(table: string, where: Sql[]): Promise<number> {
    return askCount(asking(this.pg), table, where)
  }
}

// One subquery per column, each with its own index: alternatives in one `where` would read the
// whole table. Earlier sessions of a pay-in are in payin_session only.
const SEARCHED = ["id", "reference", "ticket", "session_id", "cart_id", "order_id"]
const SEARCH = [
  ...SEARCHED.map(
    (column) => `select id from ${TRANSACTIONS} where ${column} = ? and deleted_at is null`
  ),
  "select transaction_id from payin_session where session_id = ?",
].join(" union all ")

function searchFor(q: string): string[] {
  return [...SEARCHED, "payin_session"].map(() => q)
}
