import { ACCOUNT } from "./payment"

// Medusa's tables are read in SQL: a day of a large store is summed in the database, in bounded
// memory.

/** Start and end of a day, as text that the database reads back to the microsecond. */
export const BOUNDS = `
  select b.from_at::text as from_text, b.until_at::text as until_text, b.from_at, b.until_at,
    b.until_at <= now() as complete
  from (select cast(:date as date)::timestamp at time zone :zone as from_at,
               (cast(:date as date) + 1)::timestamp at time zone :zone as until_at) b`

// Ids of Medusa contain their time, and created_at has no index. An id is made a moment before its
// row is written.
const CAPTURED_IN_DAY = `
  c.id >= :capture_bound and c.created_at >= cast(:from as timestamptz)
  and c.created_at < cast(:until as timestamptz) and c.deleted_at is null`

export const OURS = `
  (p.provider_id like 'pp\\_payin\\_%' or p.provider_id like 'pp\\_payin-card\\_%')
  and p.deleted_at is null
  and (cast(:account as text) is null
    or p.provider_id in ('pp_payin_' || :account, 'pp_payin-card_' || :account))`

// Left side, per pay-in approved on the day: Medusa's captures of it, on this day and in total.
const APPROVED = `
  select t.id as key, t.account, t.currency, t.reference, t.ticket, t.order_id,
    cast(t.requested_amount as numeric) as asked, cast(t.order_amount as numeric) as exact,
    cast(coalesce(t.approved_amount, '0') as numeric) as arrived,
    t.accepted_at is not null as accepted,
    t.status_changed_at as approved_at,
    m.payment_id, m.captured_at, m.captured_ever, m.captured_in_day
  from payin_transaction t
  left join lateral (
    select min(p.id) as payment_id, min(c.created_at) as captured_at, sum(c.amount) as captured_ever,
      sum(c.amount) filter (where c.created_at >= cast(:from as timestamptz)
        and c.created_at < cast(:until as timestamptz)) as captured_in_day
    from payment p join capture c on c.payment_id = p.id and c.deleted_at is null
    where p.payment_collection_id = t.payment_collection_id and p.deleted_at is null
      and p.data ->> 'reference' = t.reference) m on true
  where t.status = 'approved' and t.deleted_at is null
    and t.status_changed_at >= cast(:from as timestamptz)
    and t.status_changed_at < cast(:until as timestamptz)
    and (cast(:account as text) is null or t.account = :account)`

/** Sums of the pay-ins approved on the day, by account and currency. */
export const APPROVED_TOTALS = `
  with approved as (${APPROVED})
  select account, currency, count(*)::int as count, trim_scale(sum(arrived))::text as amount,
    trim_scale(sum(asked))::text as asked, trim_scale(sum(exact))::text as exact,
    trim_scale(sum(case when captured_in_day is null or (accepted and arrived < asked) then 0
      else asked - exact end))::text as rounding
  from approved group by account, currency`

/** Sums of Medusa's captures through our providers on the day, read from Medusa's tables alone. */
export const CAPTURED_TOTALS = `
  select ${ACCOUNT} as account, upper(p.currency_code) as currency,
    count(*)::int as count, trim_scale(sum(c.amount))::text as amount
  from capture c join payment p on p.id = c.payment_id
  where ${CAPTURED_IN_DAY} and ${OURS}
  group by 1, 2`

export const REFUNDED_IN_DAY = `
  r.id >= :refund_bound and r.created_at >= cast(:from as timestamptz)
  and r.created_at < cast(:until as timestamptz) and r.deleted_at is null`

/** Sums of the refunds that Medusa booked through our providers on the day. */
export const REFUNDED_TOTALS = `
  select ${ACCOUNT} as account, upper(p.currency_code) as currency,
    count(*)::int as count, trim_scale(sum(r.amount))::text as amount
  from refund r join payment p on p.id = r.payment_id
  where ${REFUNDED_IN_DAY} and ${OURS}
  group by 1, 2`

/**
 * Anomalies opened on the day and still open, by account and currency of their pay-in or payout.
 */
export const OPEN_ANOMALIES = `
  select coalesce(t.account, o.account) as account, coalesce(t.currency, o.currency) as currency,
    count(*)::int as count
  from payin_anomaly a
  left join payin_transaction t on t.id = a.transaction_id
  left join payin_payout o on o.id = a.payout_id
  where a.status = 'open' and a.deleted_at is null and coalesce(t.id, o.id) is not null
    and a.created_at >= cast(:from as timestamptz) and a.created_at < cast(:until as timestamptz)
    and (cast(:account as text) is null or coalesce(t.account, o.account) = :account)
  group by 1, 2`

// Mismatches between the two books. "amount" is their contribution to approved less captured less
// rounding.
const MISMATCHES = `
  with approved as (${APPROVED}),
  left_open as (
    select *, arrived - coalesce(captured_in_day, 0)
      - case when captured_in_day is null or (accepted and arrived < asked) then 0
             else asked - exact end as amount
    from approved),
  mismatches as (
    select key, account, currency, reference, ticket, order_id, payment_id, asked, exact, arrived,
      captured_ever as captured, approved_at, captured_at, amount,
      case when captured_ever is null then 'approved_not_captured'
           when captured_in_day is null then 'captured_on_another_day'
           when accepted and amount = arrived - asked then 'excess_kept'
           else 'amount_differs' end as kind
    from left_open where amount <> 0
    union all
    select c.id, ${ACCOUNT}, upper(p.currency_code), p.data ->> 'reference', t.ticket,
      t.order_id, p.id, cast(t.requested_amount as numeric), cast(t.order_amount as numeric),
      cast(t.approved_amount as numeric), c.amount,
      case when t.status = 'approved' then t.status_changed_at end, c.created_at, - c.amount,
      case when t.status = 'approved' then 'approved_on_another_day'
           else 'captured_without_approval' end
    from capture c join payment p on p.id = c.payment_id
    left join payin_transaction t on t.reference = p.data ->> 'reference' and t.deleted_at is null
    where ${CAPTURED_IN_DAY} and ${OURS}
      and not coalesce(t.status = 'approved' and t.status_changed_at >= cast(:from as timestamptz)
        and t.status_changed_at < cast(:until as timestamptz), false))`

/** Number and sum of the mismatches, by account and currency. */
export const MISMATCH_TOTALS = `${MISMATCHES}
  select account, currency, count(*)::int as count, trim_scale(sum(amount))::text as amount
  from mismatches group by account, currency`

/** One page of the mismatches, in the order of their keys. */
export const MISMATCH_PAGE = `${MISMATCHES}
  select kind, account, currency, reference, ticket, order_id, payment_id,
    trim_scale(asked)::text as requested_amount, trim_scale(exact)::text as order_amount,
    trim_scale(arrived)::text as received_amount, trim_scale(captured)::text as captured_amount,
    trim_scale(amount)::text as amount, approved_at, captured_at, key
  from mismatches where key > :after order by key limit :limit`
