import pg from "pg"

// The plugin's ids grow with time, as ULIDs do: rows of one hour stand beside each other in every index. Of one
// width they sort so here, too; otherwise 30 rows would be 30 places of a large index.
const WIDTH = 8
const NUMBER = `lpad(i::text, ${WIDTH}, '0')`

/** How the ids of the row with this number end. */
export const idEnd = (number) => String(number).padStart(WIDTH, "0")

// A year of trade, whatever its size. Of a hundred pay-ins: 4 whose lookup is due, 4 that lapse now, 4 approved
// that Medusa was not told of, 4 rejected that Medusa was not told of, 4 whose order was never announced, 55 that
// are paid and done. 15 links were abandoned and 5 expired, all of them released by Medusa and watched to their
// end. 2 paid for nothing, and a person decided about them. 3 are of an account that was removed, and are as
// old as the rest. Of the first thousand, 30 were released by Medusa and not superseded: that happens at once, so
// their number says nothing of the table's size.
const TRANSACTIONS = `
  insert into payin_transaction (id, account, provider_id, reference, ipn_key_hash, ticket,
    payment_collection_id, session_id, cart_id, order_id, country, currency, payment_method,
    description, order_amount, requested_amount, fingerprint, customer_sealed, sealed_with, status,
    status_cause, status_changed_at, approved_amount, approved_currency, payment_url, expires_at,
    looked_up_at, lookup_after, lookup_attempts, lapses_at, lapsed_at, released_at, superseded_at, excluded_at,
    apply_after, end_after, ended_at, settled_at, order_checked_at, placed_seen_at, created_at)
  select 'payin_bench' || ${NUMBER}, case when kind >= 97 then 'gone' else 'co' end, 'pp_payin_co', 'pin_bench' || ${NUMBER},
    encode(sha256(i::text::bytea), 'hex'),
    'ticket-' || ${NUMBER}, 'pay_col_bench' || ${NUMBER}, 'payses_bench' || ${NUMBER}, 'cart_bench' || ${NUMBER},
    case when kind between 16 and 74 then 'order_bench' || ${NUMBER} end, 'CO', 'COP', 'PSE', 'Order of the bench',
    '50000', '50000', encode(sha256(('f' || i)::bytea), 'hex'), repeat('x', 300), 'bench-key',
    case when kind < 8 or kind between 75 and 89 or kind >= 97 then 'pending'
         when kind between 12 and 15 then 'rejected' when kind between 90 and 94 then 'expired'
         else 'approved' end,
    'service', now() - age,
    case when kind between 8 and 11 or kind between 16 and 74 or kind in (95, 96) then '50000' end,
    case when kind between 8 and 11 or kind between 16 and 74 or kind in (95, 96) then 'COP' end,
    'https://pay.example/' || ${NUMBER}, now() - interval '1 hour', now() - interval '1 hour',
    case when kind < 4 then now() - i * interval '1 millisecond'
         when kind < 8 then now() + interval '1 hour'
         when kind >= 97 then now() - age end,
    12,
    case when kind between 4 and 7 then now() - i * interval '1 millisecond'
         when kind < 75 then now() + interval '2 days' else now() - age end,
    case when kind between 75 and 89 or kind >= 97 then now() - age - interval '33 days' end,
    case when i <= 1000 and kind < 3 or kind between 75 and 94 then now() - interval '1 hour' end,
    case when i > 1000 and kind < 3 or kind between 75 and 89 then now() - interval '1 hour' end,
    case when kind in (95, 96) then now() - age end,
    case when kind between 8 and 11 then now() - i * interval '1 millisecond' end,
    case when kind between 12 and 15 then now() - i * interval '1 millisecond' end,
    case when kind between 75 and 94 then now() - age end,
    case when kind between 16 and 74 then now() - interval '1 hour' - age end,
    case when kind between 16 and 74 then now() - interval '30 minutes' end,
    case when kind between 20 and 74 then now() - interval '1 hour' end,
    now() - age
  from (select i, i % 100 as kind, i * interval '1 year' / $1 as age from generate_series(1, $1) i) numbered`

// Decisions of people about money that pays nothing.
const ANOMALIES = `
  insert into payin_anomaly (id, kind, status, subject, account, transaction_id, facts, action, note, resolved_by,
    resolved_at, created_at)
  select 'payanom_bench' || ${NUMBER}, 'paid_without_order', 'resolved', 'payin_bench' || ${NUMBER}, 'co', 'payin_bench' || ${NUMBER}, '{}',
    case when i % 2 = 0 then 'refund' else 'ignore' end, 'of the bench', 'user_bench', now(),
    now() - i * interval '1 year' / $1
  from generate_series(1, $1) i where i % 100 in (95, 96)`

const SESSIONS = `
  insert into payin_session (id, session_id, payment_collection_id, account, transaction_id, created_at)
  select 'payrec_bench' || ${NUMBER}, 'payses_bench' || ${NUMBER}, 'pay_col_bench' || ${NUMBER}, 'co', 'payin_bench' || ${NUMBER},
    now() - i * interval '1 year' / $1
  from generate_series(1, $1) i`

// Of a hundred notifications: 4 due, 4 due later, 2 dead, 90 processed.
const EVENTS = `
  insert into payin_event (id, source, type, reference, transaction_id, account, body_hash, payload,
    signature, status, attempts, next_attempt_at, processed_at, created_at)
  select 'payevt_bench' || ${NUMBER}, 'ipn', 'APPROVED', 'pin_bench' || ${NUMBER}, 'payin_bench' || ${NUMBER}, 'co',
    encode(sha256(i::text::bytea), 'hex'),
    '{"top_ticket": "t", "top_reference": "r", "top_status": "APPROVED", "top_card": null, "bytes": 300}',
    'valid',
    case when kind < 8 then 'received' when kind < 10 then 'dead' else 'processed' end, 1,
    case when kind < 4 then now() - i * interval '1 millisecond'
         when kind < 8 then now() + interval '1 hour' end,
    case when kind >= 10 then now() - interval '1 hour' end, now() - i * interval '1 year' / $1
  from (select i, i % 100 as kind from generate_series(1, $1) i) numbered`

// Of a hundred payouts: 4 to be sent now, 4 later, 4 held and to be looked at now, 4 held for longer, 8 that
// the service has (4 of them to be looked up now), 4 rejected, 2 that wait for approval, 70 paid. Of the first
// thousand, 10 are being sent and 20 came in one file: neither number grows with the table.
const PAYOUTS = `
  insert into payin_payout (id, account, country, currency, amount, order_amount, payment_method, source,
    source_id, order_id, transaction_id, status, status_cause, status_changed_at, destination_sealed,
    sealed_with, full_name, bank, account_type, account_last_four, created_by, makers, reference, ticket,
    import_id, submit_after, release_after, created_at)
  select 'payout_bench' || ${NUMBER}, 'co', 'CO', 'COP', '50000', '50000', 'BANK_TRANSFER', 'refund', 'ref_bench' || ${NUMBER},
    'order_bench' || ${NUMBER}, 'payin_bench' || ${NUMBER},
    case when kind < 8 then 'queued' when kind < 16 then 'held' when kind < 24 then 'pending'
         when kind < 28 then 'rejected' when kind < 30 then 'awaiting_approval'
         when kind = 99 and i < 1000 then 'sending' else 'approved' end,
    'service', now() - i * interval '1 year' / $1, repeat('x', 400), 'bench-key', 'Ana Ejemplo', 'BANCOLOMBIA',
    'AHORRO', '8901', 'user_bench', '["user_bench"]', case when kind between 16 and 27 or kind >= 30 then 'out_bench' || ${NUMBER} end,
    case when kind between 16 and 27 or kind >= 30 then 'ticket-out-' || ${NUMBER} end,
    case when i <= 20 then 'payimp_bench' end,
    case when kind < 4 then now() - i * interval '1 millisecond'
         when kind < 8 then now() + interval '1 hour' end,
    case when kind between 8 and 11 then now() - i * interval '1 millisecond'
         when kind between 12 and 15 then now() + interval '1 hour' end,
    now() - i * interval '1 year' / $1
  from (select i, i % 100 as kind from generate_series(1, $1) i) numbered`

const ATTEMPTS = `
  insert into payin_payout_attempt (id, payout_id, account, number, reference, ipn_key_hash, ipn_key_sealed,
    amount, currency, country, payment_method, destination_sealed, sealed_with, status, status_changed_at,
    sends, last_sent_at, ticket, lookup_after, lookup_attempts, created_at)
  select 'payatt_bench' || ${NUMBER}, 'payout_bench' || ${NUMBER}, 'co', 1, 'out_bench' || ${NUMBER},
    encode(sha256(i::text::bytea), 'hex'), repeat('x', 100), '50000', 'COP', 'CO', 'BANK_TRANSFER',
    repeat('x', 400), 'bench-key',
    case when kind < 24 then 'pending' when kind < 28 then 'rejected'
         when kind = 99 and i < 1000 then 'sending' else 'approved' end,
    now() - i * interval '1 year' / $1, 1, now() - i * interval '1 year' / $1, 'ticket-out-' || ${NUMBER},
    case when kind < 20 then now() - i * interval '1 millisecond'
         when kind < 24 or kind = 99 and i < 1000 then now() + interval '1 hour' end,
    12, now() - i * interval '1 year' / $1
  from (select i, i % 100 as kind from generate_series(1, $1) i) numbered
  where kind between 16 and 27 or kind >= 30`

const AUDIT = `
  insert into payin_payout_audit (id, subject_id, action, actor_type, from_status, to_status, facts, created_at)
  select 'payaud_bench' || ${NUMBER}, 'payout_bench' || ${NUMBER}, 'created', 'user', null, 'queued',
    '{"amount": "50000", "currency": "COP", "source": "refund"}', now() - i * interval '1 year' / $1
  from generate_series(1, $1) i`

// Of a hundred subscriptions: 4 due, 86 due later, 5 past due, 5 canceled.
const SUBSCRIPTIONS = `
  insert into payin_subscription (id, account, card_id, subscription_id, status, status_cause,
    status_changed_at, customer_id, order_id, latest_order_id, latest_transaction_id, plan_name,
    periodicity, anchor, next_number, next_date, amount, currency_code, last_four, brand, due_after,
    created_at)
  select 'paysub_bench' || ${NUMBER}, 'co', 'paycard_bench' || ${NUMBER}, 'sub_bench' || ${NUMBER},
    case when kind < 90 then 'active' when kind < 95 then 'past_due' else 'canceled' end,
    case when kind < 90 then 'created' when kind < 95 then 'refused' else 'canceled' end,
    now() - i * interval '1 year' / $1, 'cus_bench' || ${NUMBER}, 'order_bench' || ${NUMBER}, 'order_bench' || ${NUMBER},
    'paycdtx_bench' || ${NUMBER}, 'Plan of the bench', 'monthly', '2026-01-31', 1,
    case when kind < 95 then '2026-02-28' end, '50000', 'COP', '1111', 'VISA',
    case when kind < 4 then now() - i * interval '1 millisecond'
         when kind < 95 then now() + interval '1 day' + i * interval '1 millisecond' end,
    now() - i * interval '1 year' / $1
  from (select i, i % 100 as kind from generate_series(1, $1) i) numbered`

// Each was renewed once; of a hundred, 5 wait for another day.
const CYCLES = `
  insert into payin_cycle (id, payin_subscription_id, number, day, status, status_changed_at, cart_id,
    order_id, created_at)
  select 'paycyc_bench' || ${NUMBER}, 'paysub_bench' || ${NUMBER}, 1, '2026-02-28',
    case when i % 100 between 90 and 94 then 'open' else 'paid' end, now(), 'cart_bench' || ${NUMBER},
    'order_renewed' || ${NUMBER}, now() - i * interval '1 year' / $1
  from generate_series(1, $1) i`

// The holds of those periods: taken, or declined where another day is waited for.
const CARD_TRANSACTIONS = `
  insert into payin_card_transaction (id, account, provider_id, card_id, kind, reference, transaction_id,
    cycle_id, payment_collection_id, session_id, cart_id, order_id, currency, order_amount, amount, tax,
    captured_amount, status, status_cause, status_changed_at, sent_at, authorized_at, captured_at,
    settled_at, created_at)
  select 'paycdtx_bench' || ${NUMBER}, 'co', 'pp_payin-card_co', 'paycard_bench' || ${NUMBER}, 'renewal', 'crd_bench' || ${NUMBER},
    'held-' || ${NUMBER}, 'paycyc_bench' || ${NUMBER}, 'pay_col_renewed' || ${NUMBER}, 'payses_renewed' || ${NUMBER}, 'cart_renewed' || ${NUMBER},
    'order_renewed' || ${NUMBER}, 'COP', '50000', '50000', '0', case when not waits then '50000' end,
    case when waits then 'declined' else 'captured' end, case when waits then 'refused' else 'answered' end,
    now(), now(), case when not waits then now() end, case when not waits then now() end,
    case when not waits then now() end, now() - i * interval '1 year' / $1
  from (select i, i % 100 between 90 and 94 as waits from generate_series(1, $1) i) numbered`

// Two days old and asked about many times, so that none is due again while the bench runs.
const PENDING = `
  insert into payin_transaction (id, account, provider_id, reference, ipn_key_hash, ticket,
    payment_collection_id, session_id, cart_id, country, currency, payment_method, description,
    order_amount, requested_amount, fingerprint, customer_sealed, sealed_with, status, status_cause,
    status_changed_at, payment_url, expires_at, lookup_after, lookup_attempts, lapses_at, created_at)
  select 'payin_bench' || ${NUMBER}, 'co', 'pp_payin_co', 'pin_bench' || ${NUMBER}, encode(sha256(i::text::bytea), 'hex'),
    'ticket-' || ${NUMBER}, 'pay_col_bench' || ${NUMBER}, 'payses_bench' || ${NUMBER}, 'cart_bench' || ${NUMBER}, 'CO', 'COP', 'EFECTY',
    'Order of the bench', '50000', '50000', encode(sha256(('f' || i)::bytea), 'hex'), repeat('x', 300),
    'bench-key', 'pending', 'accepted', now() - interval '2 days', 'https://pay.example/' || ${NUMBER},
    now() + interval '1 day', now() - i * interval '1 millisecond', 13, now() + interval '4 days',
    now() - interval '2 days'
  from generate_series(1, $1) i`

const TABLES = {
  payin_transaction: TRANSACTIONS,
  payin_anomaly: ANOMALIES,
  payin_session: SESSIONS,
  payin_event: EVENTS,
  payin_payout: PAYOUTS,
  payin_payout_attempt: ATTEMPTS,
  payin_payout_audit: AUDIT,
  payin_subscription: SUBSCRIPTIONS,
  payin_cycle: CYCLES,
  payin_card_transaction: CARD_TRANSACTIONS,
}

/**
 * Pay-ins that wait for the service and are all due to be looked up. A store that boots behind them lacks
 * the key they claim to be sealed with, and refuses.
 */
export async function fillPending(databaseUrl, count) {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query(PENDING, [count])
    await client.query("vacuum analyze payin_transaction")
  } finally {
    await client.end()
  }
}

/** Fills the plugin's tables with so many rows each. Indexes are made anew behind them: that is quicker. */
export async function fillTables(databaseUrl, rows) {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query("set synchronous_commit = off")
    await client.query("set maintenance_work_mem = '256MB'")
    for (const [table, insert] of Object.entries(TABLES)) {
      const { rows: indexes } = await client.query(
        `select indexname as name, indexdef as definition from pg_indexes
         where tablename = $1 and indexname not like '%_pkey'`,
        [table]
      )
      for (const { name } of indexes) await client.query(`drop index "${name}"`)
      await client.query(insert, [rows])
      for (const { definition } of indexes) await client.query(definition)
      await client.query(`vacuum analyze ${table}`)
    }
    await client.query("checkpoint")
  } finally {
    await client.end()
  }
}
