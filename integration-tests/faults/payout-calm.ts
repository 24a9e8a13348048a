import { CAPTURED_OF_ORDER } from "./seller-books"
import type { World } from "./world"

/** Whether a step of money that goes out is due now; `clock.time` is the store's. */
export const PAYOUT_DUE = `
  select 1 from payin_payout, clock
    where (status = 'queued' and submit_after <= time) or (status = 'held' and release_after <= time)
  union all select 1 from payin_payout_attempt, clock where lookup_after <= time`

/** Whether anything of it is still to come by itself: not what waits for a payment that nobody made. */
export const PAYOUT_OPEN = `
  select 1 from payin_payout o
    where reason is distinct from 'contradiction' and (
      status in ('sending', 'pending')
      or (status = 'held' and (
        reason is distinct from 'payment_not_captured' or exists (${CAPTURED_OF_ORDER})))
      or (status = 'queued'
        and coalesce(reason, '') not in ('low_balance', 'payin_doubted', 'account_paused'))
      or (status = 'unknown' and reason is distinct from 'not_known'))`

/**
 * Whether a payout still waits for a pay-in, all of which stand at the service: it leaves when it is looked at next.
 * One that the service took back waits for ever.
 */
export async function isDoubtedInVain({ pg, sandbox }: World): Promise<boolean> {
  const answer: { rows: { id: string; references: string[] }[] } = await pg.raw(
    `select o.id, array_agg(t.reference) as references
       from payin_payout o
       left join order_payment_collection c
         on c.order_id = o.order_id and o.source = 'rule' and c.deleted_at is null
       join payin_transaction t on t.settled_at is not null and t.excluded_at is null
         and (t.id = o.transaction_id or t.payment_collection_id = c.payment_collection_id)
       where o.status = 'queued' and o.reason = 'payin_doubted'
         and not exists (
           select 1 from payin_anomaly a where a.transaction_id = t.id and a.status = 'open'
             and a.kind = 'status_changed_after_final')
       group by o.id`
  )
  return answer.rows.some(({ references }) =>
    references.every((reference) => sandbox.transaction(reference)?.status === "APPROVED")
  )
}

/** Whether the service took what its lookups did not show yet: a person was told, and it is asked about on. */
export async function isHidden({ pg, sandbox }: World): Promise<boolean> {
  const answer: { rows: { reference: string }[] } = await pg.raw(
    `select a.reference from payin_payout_attempt a join payin_payout o on o.id = a.payout_id
       where a.status = 'unknown' and o.reason = 'not_known'`
  )
  return answer.rows.some(({ reference }) => sandbox.payouts({ reference, limit: 1 }).length > 0)
}
