import { Migration } from "@medusajs/framework/mikro-orm/migrations"

export class Migration20261127114732 extends Migration {
  override async up(): Promise<void> {
    this.addSql(
      `create table if not exists "payin_anomaly" ("id" text not null, "kind" text check ("kind" in ('amount_mismatch', 'currency_mismatch', 'paid_after_replaced', 'paid_after_canceled', 'paid_without_order', 'duplicate_payment', 'status_changed_after_final', 'unknown_status', 'settled_incompletely', 'orphan_order', 'refund_without_payout', 'payout_unknown', 'payout_stuck', 'payout_amount_mismatch', 'payout_for_canceled_fulfillment', 'card_unknown', 'captured_without_order', 'hold_not_released', 'order_refund_unknown', 'webhook_unmatched')) not null, "status" text check ("status" in ('open', 'resolved')) not null, "subject" text not null, "account" text null, "transaction_id" text null, "payout_id" text null, "order_id" text null, "facts" jsonb not null, "action" text null, "note" text null, "refund_amount" text null, "refund_currency" text null, "destination_sealed" text null, "sealed_with" text null, "proposed" jsonb null, "resolved_by" text null, "resolved_at" timestamptz null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "payin_anomaly_pkey" primary key ("id"));`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_payin_anomaly_deleted_at" ON "payin_anomaly" ("deleted_at") WHERE deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE UNIQUE INDEX IF NOT EXISTS "UQ_payin_anomaly_open" ON "payin_anomaly" ("kind", "subject") WHERE status = 'open' AND deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_payin_anomaly_transaction" ON "payin_anomaly" ("transaction_id") WHERE deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_payin_anomaly_asked" ON "payin_anomaly" ("subject") WHERE status = 'open' AND deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_payin_anomaly_order" ON "payin_anomaly" ("order_id") WHERE deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_payin_anomaly_status" ON "payin_anomaly" ("status", "created_at", "id") WHERE deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_payin_anomaly_sealed_with" ON "payin_anomaly" ("sealed_with") WHERE sealed_with is not null AND deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_payin_anomaly_created" ON "payin_anomaly" ("created_at", "id") WHERE deleted_at IS NULL;`
    )

    this.addSql(
      `create table if not exists "payin_installation" ("id" text not null, "cluster" text null, "database" text not null, "timeline" text null, "callback_url" text not null, "merchants" jsonb not null, "live_since" timestamptz not null, "taken_over_by" text null, "note" text null, "held" jsonb not null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "payin_installation_pkey" primary key ("id"));`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_payin_installation_deleted_at" ON "payin_installation" ("deleted_at") WHERE deleted_at IS NULL;`
    )

    // A heartbeat of seconds needs no write to disk.
    this.addSql(
      `create unlogged table if not exists "payin_instance" ("id" text not null, "host" text not null, "pid" integer not null, "worker_mode" text not null, "locking" text not null, "event_bus" text not null, "version" text not null, "started_at" timestamptz not null, "seen_at" timestamptz not null, "refused" jsonb null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "payin_instance_pkey" primary key ("id"));`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_payin_instance_deleted_at" ON "payin_instance" ("deleted_at") WHERE deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_payin_instance_seen" ON "payin_instance" ("seen_at") WHERE deleted_at IS NULL;`
    )

    this.addSql(
      `create table if not exists "payin_operator_request" ("id" text not null, "key" text not null, "request_hash" text not null, "actor_id" text null, "destination_sealed" text null, "sealed_with" text null, "refund_id" text null, "surplus_refund_id" text null, "answer_status" integer null, "answer" jsonb null, "leased_until" timestamptz not null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "payin_operator_request_pkey" primary key ("id"));`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_payin_operator_request_deleted_at" ON "payin_operator_request" ("deleted_at") WHERE deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE UNIQUE INDEX IF NOT EXISTS "UQ_payin_operator_request_key" ON "payin_operator_request" ("key");`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_payin_operator_request_created" ON "payin_operator_request" ("created_at", "id") WHERE deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_payin_operator_request_sealed_with" ON "payin_operator_request" ("sealed_with") WHERE sealed_with is not null AND deleted_at IS NULL;`
    )

    // A lease of seconds: it needs no write to disk, and none of it is missed after a crash.
    this.addSql(
      `create unlogged table if not exists "payin_order_lock" ("id" text not null, "payment_collection_id" text not null, "owner" text not null, "leased_until" timestamptz not null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "payin_order_lock_pkey" primary key ("id"));`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_payin_order_lock_deleted_at" ON "payin_order_lock" ("deleted_at") WHERE deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE UNIQUE INDEX IF NOT EXISTS "UQ_payin_order_lock_collection" ON "payin_order_lock" ("payment_collection_id");`
    )

    this.addSql(
      `create table if not exists "payin_bank_list" ("id" text not null, "account" text not null, "banks" jsonb not null, "read_at" timestamptz not null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "payin_bank_list_pkey" primary key ("id"));`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_payin_bank_list_deleted_at" ON "payin_bank_list" ("deleted_at") WHERE deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE UNIQUE INDEX IF NOT EXISTS "UQ_payin_bank_list_account" ON "payin_bank_list" ("account");`
    )

    this.addSql(
      `create table if not exists "payin_pay_again" ("id" text not null, "order_id" text not null, "seed" text not null, "token_hash" text not null, "expires_at" timestamptz not null, "makers" jsonb not null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "payin_pay_again_pkey" primary key ("id"));`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_payin_pay_again_deleted_at" ON "payin_pay_again" ("deleted_at") WHERE deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE UNIQUE INDEX IF NOT EXISTS "UQ_payin_pay_again_order" ON "payin_pay_again" ("order_id");`
    )
    this.addSql(
      `CREATE UNIQUE INDEX IF NOT EXISTS "UQ_payin_pay_again_token" ON "payin_pay_again" ("token_hash");`
    )

    this.addSql(
      `create table if not exists "payin_session" ("id" text not null, "session_id" text not null, "payment_collection_id" text not null, "account" text not null, "transaction_id" text null, "fields" jsonb null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "payin_session_pkey" primary key ("id"));`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_payin_session_deleted_at" ON "payin_session" ("deleted_at") WHERE deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE UNIQUE INDEX IF NOT EXISTS "UQ_payin_session_session" ON "payin_session" ("session_id");`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_payin_session_collection" ON "payin_session" ("payment_collection_id") WHERE deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_payin_session_transaction" ON "payin_session" ("transaction_id") WHERE deleted_at IS NULL;`
    )

    this.addSql(
      `create table if not exists "payin_transaction" ("id" text not null, "account" text not null, "provider_id" text not null, "reference" text not null, "ipn_key_hash" text not null, "ticket" text null, "sent_to" text null, "payment_collection_id" text not null, "session_id" text null, "cart_id" text null, "order_id" text null, "for_order_id" text null, "customer_id" text null, "country" text not null, "currency" text not null, "payment_method" text not null, "description" text not null, "order_amount" text not null, "requested_amount" text not null, "echoed_amount" text null, "reported_amount" text null, "fingerprint" text not null, "customer_sealed" text not null, "payer_typed_by" jsonb null, "refund_destination_sealed" text null, "sealed_with" text not null, "status" text check ("status" in ('creating', 'pending', 'approved', 'rejected', 'expired', 'failed')) not null, "status_cause" text not null, "status_changed_at" timestamptz not null, "service_status" text null, "response_message" text null, "approved_amount" text null, "approved_currency" text null, "payment_url" text null, "instructions" jsonb null, "answer_shape" text null, "api_version" text null, "expires_at" timestamptz null, "card" jsonb null, "released_at" timestamptz null, "superseded_at" timestamptz null, "lapsed_at" timestamptz null, "captured_event_at" timestamptz null, "settled_at" timestamptz null, "order_checked_at" timestamptz null, "placed_seen_at" timestamptz null, "placed_event_at" timestamptz null, "asked_at" timestamptz null, "looked_up_at" timestamptz null, "poll_lookups" integer not null default 0, "lookup_after" timestamptz null, "lookup_attempts" integer not null default 0, "lapses_at" timestamptz null, "not_known_count" integer not null default 0, "not_known_since" timestamptz null, "apply_attempts" integer not null default 0, "apply_after" timestamptz null, "apply_error" text null, "end_after" timestamptz null, "end_attempts" integer not null default 0, "ended_at" timestamptz null, "accepted_at" timestamptz null, "excluded_at" timestamptz null, "leased_by" text null, "leased_until" timestamptz null, "fence" integer not null default 0, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "payin_transaction_pkey" primary key ("id"));`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_payin_transaction_deleted_at" ON "payin_transaction" ("deleted_at") WHERE deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE UNIQUE INDEX IF NOT EXISTS "UQ_payin_transaction_reference" ON "payin_transaction" ("reference");`
    )
    this.addSql(
      `CREATE UNIQUE INDEX IF NOT EXISTS "UQ_payin_transaction_open_link" ON "payin_transaction" ("payment_collection_id", "fingerprint") WHERE status in ('creating', 'pending') and superseded_at is null AND deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_payin_transaction_collection" ON "payin_transaction" ("payment_collection_id") WHERE deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_payin_transaction_session" ON "payin_transaction" ("session_id") WHERE deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_payin_transaction_ticket" ON "payin_transaction" ("ticket") WHERE deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_payin_transaction_order" ON "payin_transaction" ("order_id") WHERE deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_payin_transaction_cart" ON "payin_transaction" ("cart_id") WHERE deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_payin_transaction_status" ON "payin_transaction" ("status", "created_at", "id") WHERE deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_payin_transaction_unsettled" ON "payin_transaction" ("status_changed_at") WHERE status = 'approved' and settled_at is null AND deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_payin_transaction_unqueued" ON "payin_transaction" ("status_changed_at") WHERE status = 'approved' and settled_at is null and apply_after is null and excluded_at is null AND deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_payin_transaction_sealed_with" ON "payin_transaction" ("sealed_with") WHERE deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_payin_transaction_created" ON "payin_transaction" ("created_at", "id") WHERE deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_payin_transaction_to_apply" ON "payin_transaction" ("apply_after") WHERE status = 'approved' and settled_at is null and apply_after is not null AND deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_payin_transaction_to_look_up" ON "payin_transaction" ("account", "lookup_after", "id") WHERE lookup_after is not null AND deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_payin_transaction_sent_to" ON "payin_transaction" ("account", "sent_to") WHERE lookup_after is not null and sent_to is not null AND deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_payin_transaction_to_lapse" ON "payin_transaction" ("lapses_at") WHERE status in ('creating', 'pending') and lapsed_at is null AND deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_payin_transaction_forgotten" ON "payin_transaction" ("lapsed_at") WHERE status in ('creating', 'pending') and lookup_after is null AND deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_payin_transaction_to_end" ON "payin_transaction" ("end_after") WHERE end_after is not null AND deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_payin_transaction_unpaid" ON "payin_transaction" ("created_at", "id") WHERE status <> 'approved' and fingerprint <> id AND deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_payin_transaction_paid" ON "payin_transaction" ("status_changed_at", "id") WHERE status = 'approved' and fingerprint <> id AND deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_payin_transaction_released" ON "payin_transaction" ("released_at") WHERE released_at is not null and superseded_at is null and status in ('creating', 'pending') AND deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_payin_transaction_answer_shape" ON "payin_transaction" ("account", "payment_method", "created_at") WHERE payment_method in ('PSE', 'BREB', 'TRANSFIYA') and answer_shape is not null AND deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_payin_transaction_other_amount" ON "payin_transaction" ("created_at") WHERE (echoed_amount <> requested_amount or reported_amount <> requested_amount) AND deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_payin_transaction_settled_unplaced" ON "payin_transaction" ("settled_at") WHERE placed_seen_at is null and placed_event_at is null AND deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_payin_transaction_approved_at" ON "payin_transaction" ("status_changed_at") WHERE status = 'approved' AND deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_payin_transaction_settled_late" ON "payin_transaction" ("settled_at") WHERE status = 'approved' and settled_at - status_changed_at > interval '1 day' AND deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_payin_transaction_order_unchecked" ON "payin_transaction" ("settled_at") WHERE settled_at is not null and order_checked_at is null AND deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_payin_transaction_event_unsure" ON "payin_transaction" ("captured_event_at") WHERE captured_event_at is not null and (settled_at is null or settled_at - captured_event_at > interval '60 seconds') AND deleted_at IS NULL;`
    )
  }

  override async down(): Promise<void> {
    this.addSql(`drop table if exists "payin_anomaly" cascade;`)

    this.addSql(`drop table if exists "payin_installation" cascade;`)

    this.addSql(`drop table if exists "payin_instance" cascade;`)

    this.addSql(`drop table if exists "payin_operator_request" cascade;`)

    this.addSql(`drop table if exists "payin_order_lock" cascade;`)
    this.addSql(`drop table if exists "payin_bank_list" cascade;`)

    this.addSql(`drop table if exists "payin_pay_again" cascade;`)

    this.addSql(`drop table if exists "payin_session" cascade;`)

    this.addSql(`drop table if exists "payin_transaction" cascade;`)
  }
}
