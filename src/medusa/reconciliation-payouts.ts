import { OURS, REFUNDED_IN_DAY } from "./reconciliation-entries"

const IN_DAY = (at: string) =>
  `${at} >= cast(:from as timestamptz) and ${at} < cast(:until as timestamptz)`

// Ordered amounts, and the amounts that the service reports as paid. Another currency is no
// payment.
const GIVEN = `
  ordered as (
    select id, cast(amount as numeric) as amount, status_changed_at as at from payin_payout
    where status = 'approved' and deleted_at is null and ${IN_DAY("status_changed_at")}),
  paid as (
    select payout_id as id, min(status_changed_at) as at,
      sum(case when coalesce(paid_currency, currency) = currency
        then cast(coalesce(paid_amount, amount) as numeric) else 0 end) as amount
    from payin_payout_attempt
    where status = 'approved' and deleted_at is null and ${IN_DAY("status_changed_at")}
    group by payout_id),
  given as (
    select o.id, o.account, o.currency, o.reference, o.ticket, o.order_id, o.payment_id,
      ordered.amount as ordered, paid.amount as paid, coalesce(paid.at, ordered.at) as at
    from ordered full join paid on paid.id = ordered.id
    join payin_payout o on o.id = coalesce(ordered.id, paid.id)
    where cast(:account as text) is null or o.account = :account)`

// Per pay-in that Medusa refunded on the day: all its Refunds ever, and all its payouts, also
// canceled ones that may be paid after all (`noLongerCounts`). Less than one unit of the wire is
// rounding.
const SHORT = `
  refunded as (
    select distinct t.id, t.account, t.currency, t.reference, t.ticket, t.order_id,
      t.payment_collection_id
    from refund r join payment p on p.id = r.payment_id
    join payin_transaction t on t.payment_collection_id = p.payment_collection_id
      and t.reference = p.data ->> 'reference' and t.deleted_at is null
    where ${REFUNDED_IN_DAY} and ${OURS}),
  short as (
    select f.id, f.account, f.currency, f.reference, f.ticket, f.order_id, b.payment_id,
      b.amount as ordered, coalesce(o.amount, 0) as paid, b.at
    from refunded f
    cross join lateral (
      select sum(r.amount) as amount, max(r.created_at) as at, min(p.id) as payment_id
      from payment p join refund r on r.payment_id = p.id and r.deleted_at is null
      where p.payment_collection_id = f.payment_collection_id and p.deleted_at is null
        and p.data ->> 'reference' = f.reference) b
    cross join lateral (
      select sum(cast(amount as numeric)) as amount from payin_payout
      where transaction_id = f.id and deleted_at is null
        and (status <> 'canceled' or reason = any(:stopped))) o
    where b.amount - coalesce(o.amount, 0) >= cast(cast(:units as jsonb) ->> f.currency as numeric))`

/** Sums of a day's money out, one row for each `line`, account and currency. */
export const PAYOUT_TOTALS = `
  with ${GIVEN}, ${SHORT}
  select line, account, currency, count(*)::int as count, trim_scale(sum(amount))::text as amount
  from (
    select 'approved' as line, account, currency, ordered as amount from given
    where ordered is not null
    union all
    select 'paid', account, currency, paid from given where paid is not null
    union all
    select 'mismatches', account, currency, coalesce(paid, 0) - coalesce(ordered, 0) from given
    where coalesce(paid, 0) <> coalesce(ordered, 0)
    union all
    select 'elsewhere', account, currency, cast(amount as numeric) from payin_payout
    where status = 'paid_elsewhere' and deleted_at is null and ${IN_DAY("status_changed_at")}
      and (cast(:account as text) is null or account = :account)
    union all
    select 'refunds_without_payout', account, currency, ordered - paid from short) lines
  group by line, account, currency`

/** One page of payouts paid with another amount, or refunds without payout. */
export const PAYOUT_MISMATCH_PAGE = `
  with ${GIVEN}, ${SHORT},
  mismatches as (
    select id as key, account, currency, id as payout_id, reference, ticket, order_id, payment_id,
      ordered, paid, coalesce(paid, 0) - coalesce(ordered, 0) as amount, at,
      case when ordered is null then 'paid_without_approval'
           when paid is null then 'approved_without_payment'
           else 'paid_differently' end as kind
    from given where coalesce(paid, 0) <> coalesce(ordered, 0)
    union all
    select id, account, currency, null, reference, ticket, order_id, payment_id, ordered, paid,
      paid - ordered, at, 'refund_without_payout' from short)
  select kind, account, currency, payout_id, reference, ticket, order_id, payment_id,
    trim_scale(ordered)::text as ordered_amount, trim_scale(paid)::text as paid_amount,
    trim_scale(amount)::text as amount, at, key
  from mismatches where key > :after order by key limit :limit`
