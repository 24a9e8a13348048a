import { z } from "zod"
import type { World } from "../faults/world"

const counts = z.object({
  /** Sales whose money stands on an order. */
  captured: z.number(),
  payouts: z.number(),
  renewals: z.number(),
  /** Questions to a person, ever asked. */
  anomalies: z.number(),
  /** What the plugin itself is not done with. */
  waiting: z.number(),
})
/** How far the store has come. */
export type Counts = z.infer<typeof counts>

// What waits for a shopper, an operator or a bank is no backlog.
const COUNTS = `
  select
    (select count(*)::int from payin_transaction where settled_at is not null) as captured,
    (select count(*)::int from payin_payout where status = 'approved') as payouts,
    (select count(*)::int from payin_cycle where status = 'paid') as renewals,
    (select count(*)::int from payin_anomaly) as anomalies,
    (select count(*)::int from (
      select id from payin_transaction where status = 'creating'
      union all select id from payin_transaction t
        where status = 'approved' and settled_at is null and excluded_at is null
          and not exists (
            select 1 from payin_anomaly a where a.transaction_id = t.id and a.status = 'open')
      union all select id from payin_event where status = 'received'
      union all select id from payin_payout
        where status in ('queued', 'sending') or (status = 'unknown' and reason is null)
      union all select id from payin_card_transaction
        where status = 'capturing' or (status = 'creating' and sent_at is not null)
      union all select id from payin_cycle
        where status = 'open' and (next_try is null or leased_until is not null)) as open
    ) as waiting`

export async function readCounts({ pg }: World): Promise<Counts> {
  const { rows }: { rows: unknown[] } = await pg.raw(COUNTS)
  return counts.parse(rows[0])
}
