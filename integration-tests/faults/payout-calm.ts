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
      or (status = 'queued' and reason is distinct from 'low_balance')
      or (status = 'unknown' and reason is distinct from 'not_known'))`

/** Whether the service took what its lookups did not show yet: a person was told, and it is asked about on. */
export async function isHidden({ pg, sandbox }: World): Promise<boolean> {
  const answer: { rows: { reference: string }[] } = await pg.raw(
    `select a.reference from payin_payout_attempt a join payin_payout o on o.id = a.payout_id
       where a.status = 'unknown' and o.reason = 'not_known'`
  )
  return answer.rows.some(({ reference }) => sandbox.payouts({ reference, limit: 1 }).length > 0)
}
