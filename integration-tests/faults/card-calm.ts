/** Whether a step of a card payment is due now; `clock.time` is the store's. */
export const CARD_DUE = `
  select 1 from payin_card_transaction, clock
    where apply_after <= time or (release_after <= time and status = 'authorized')`

/** Whether a subscription is to be looked at now, or a card to be forgotten. */
export const RENEWAL_DUE = `
  select 1 from payin_subscription, clock where due_after <= time
  union all select 1 from payin_card, clock where cancel_after <= time`

/** Whether anything of one is still to come by itself: holds may stand for days. */
export const CARD_OPEN = `
  select 1 from payin_card_transaction t
    where t.status in ('creating', 'capturing')
      or (t.status = 'authorized' and t.release_wanted_at is not null)
      or (t.apply_after is not null and not exists (
        select 1 from payin_anomaly a where a.subject = t.id and a.status = 'open'))
  union all select 1 from payin_cycle where status = 'open'`
