import { Migration } from "@medusajs/framework/mikro-orm/migrations"

export class Migration20261127114729 extends Migration {
  override async up(): Promise<void> {
    this.addSql(
      `create table if not exists "payin_card" ("id" text not null, "account" text not null, "subscription_id" text null, "status" text check ("status" in ('creating', 'active', 'ending', 'canceled', 'expired', 'failed')) not null, "status_changed_at" timestamptz not null, "session_id" text not null, "customer_id" text null, "plan_name" text not null, "periodicity" text not null, "token_sealed" text null, "customer_sealed" text not null, "sealed_with" text not null, "brand" text null, "last_four" text null, "save_agreed_at" timestamptz null, "saved_at" timestamptz null, "removed_at" timestamptz null, "last_error" text null, "canceled_at" timestamptz null, "cancel_after" timestamptz null, "cancel_attempts" integer not null default 0, "erased_at" timestamptz null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "payin_card_pkey" primary key ("id"));`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_payin_card_deleted_at" ON "payin_card" ("deleted_at") WHERE deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE UNIQUE INDEX IF NOT EXISTS "UQ_payin_card_session" ON "payin_card" ("session_id");`
    )
    this.addSql(
      `CREATE UNIQUE INDEX IF NOT EXISTS "UQ_payin_card_subscription" ON "payin_card" ("account", "subscription_id");`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_payin_card_saved" ON "payin_card" ("customer_id", "saved_at") WHERE saved_at is not null AND deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_payin_card_to_cancel" ON "payin_card" ("cancel_after") WHERE cancel_after is not null AND deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_payin_card_sealed_with" ON "payin_card" ("sealed_with") WHERE deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_payin_card_to_erase" ON "payin_card" ("status_changed_at", "id") WHERE status in ('canceled', 'expired', 'failed') and erased_at is null AND deleted_at IS NULL;`
    )

    this.addSql(
      `create table if not exists "payin_card_request" ("id" text not null, "account" text not null, "call" text check ("call" in ('create', 'authorize', 'renew', 'capture', 'cancel')) not null, "card_id" text not null, "card_transaction_id" text null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "payin_card_request_pkey" primary key ("id"));`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_payin_card_request_deleted_at" ON "payin_card_request" ("deleted_at") WHERE deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_payin_card_request_card" ON "payin_card_request" ("card_id", "created_at") WHERE deleted_at IS NULL;`
    )

    this.addSql(
      `create table if not exists "payin_card_transaction" ("id" text not null, "account" text not null, "provider_id" text not null, "card_id" text not null, "kind" text check ("kind" in ('preauthorization', 'renewal')) not null, "reference" text not null, "transaction_id" text null, "capture_transaction_id" text null, "linked_transaction_id" text null, "cycle_id" text null, "payment_collection_id" text not null, "session_id" text null, "cart_id" text null, "order_id" text null, "customer_id" text null, "currency" text not null, "order_amount" text not null, "amount" text not null, "tax" text not null, "capture_amount" text null, "captured_amount" text null, "refused_captures" text[] not null default '{}', "status" text check ("status" in ('creating', 'unknown', 'authorized', 'declined', 'error', 'capturing', 'capture_unknown', 'captured', 'released')) not null, "status_cause" text check ("status_cause" in ('created', 'answered', 'refused', 'not_sent', 'unclear', 'webhook', 'operator', 'claimed', 'released', 'lapses')) not null, "status_changed_at" timestamptz not null, "sent_at" timestamptz null, "refusal_code" text null, "refusal_message" text null, "authorized_at" timestamptz null, "captured_at" timestamptz null, "release_after" timestamptz null, "release_wanted_at" timestamptz null, "apply_after" timestamptz null, "apply_attempts" integer not null default 0, "apply_error" text null, "settled_at" timestamptz null, "plans_read_at" timestamptz null, "leased_until" timestamptz null, "fence" integer not null default 0, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "payin_card_transaction_pkey" primary key ("id"), constraint CK_payin_card_transaction_captured check (coalesce(capture_amount, '0')::numeric <= amount::numeric and coalesce(captured_amount, '0')::numeric <= amount::numeric));`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_payin_card_transaction_deleted_at" ON "payin_card_transaction" ("deleted_at") WHERE deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE UNIQUE INDEX IF NOT EXISTS "UQ_payin_card_transaction_reference" ON "payin_card_transaction" ("reference");`
    )
    this.addSql(
      `CREATE UNIQUE INDEX IF NOT EXISTS "UQ_payin_card_transaction_session" ON "payin_card_transaction" ("session_id");`
    )
    this.addSql(
      `CREATE UNIQUE INDEX IF NOT EXISTS "UQ_payin_card_transaction_service" ON "payin_card_transaction" ("account", "transaction_id");`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_payin_card_transaction_capture" ON "payin_card_transaction" ("account", "capture_transaction_id") WHERE deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE UNIQUE INDEX IF NOT EXISTS "UQ_payin_card_transaction_cycle" ON "payin_card_transaction" ("cycle_id") WHERE status not in ('declined', 'error', 'released') AND deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_payin_card_transaction_of_cycle" ON "payin_card_transaction" ("cycle_id") WHERE cycle_id is not null AND deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_payin_card_transaction_card" ON "payin_card_transaction" ("card_id") WHERE deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_payin_card_transaction_collection" ON "payin_card_transaction" ("payment_collection_id") WHERE deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_payin_card_transaction_cart" ON "payin_card_transaction" ("cart_id") WHERE deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_payin_card_transaction_order" ON "payin_card_transaction" ("order_id") WHERE deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_payin_card_transaction_to_apply" ON "payin_card_transaction" ("apply_after") WHERE apply_after is not null AND deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_payin_card_transaction_to_release" ON "payin_card_transaction" ("release_after") WHERE release_after is not null AND deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_payin_card_transaction_unanswered" ON "payin_card_transaction" ("sent_at") WHERE status in ('creating', 'unknown', 'capturing', 'capture_unknown') AND deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_payin_card_transaction_plans" ON "payin_card_transaction" ("authorized_at") WHERE plans_read_at is null and cycle_id is null and authorized_at is not null AND deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_payin_card_transaction_created" ON "payin_card_transaction" ("created_at", "id") WHERE deleted_at IS NULL;`
    )

    this.addSql(
      `create table if not exists "payin_cycle" ("id" text not null, "payin_subscription_id" text not null, "number" integer not null, "day" text not null, "skipped" integer not null default 0, "status" text check ("status" in ('open', 'paid', 'failed')) not null, "status_changed_at" timestamptz not null, "cart_id" text null, "order_id" text null, "freed_order_id" text null, "refusals" integer not null default 0, "attempts" integer not null default 0, "first_refused" text null, "latest_refused" text null, "next_try" text null, "refusal_counted_at" timestamptz null, "last_error" text null, "asked_by" text[] null, "leased_until" timestamptz null, "fence" integer not null default 0, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "payin_cycle_pkey" primary key ("id"));`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_payin_cycle_deleted_at" ON "payin_cycle" ("deleted_at") WHERE deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE UNIQUE INDEX IF NOT EXISTS "UQ_payin_cycle_number" ON "payin_cycle" ("payin_subscription_id", "number");`
    )
    this.addSql(
      `CREATE UNIQUE INDEX IF NOT EXISTS "UQ_payin_cycle_open" ON "payin_cycle" ("payin_subscription_id") WHERE status = 'open' AND deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE UNIQUE INDEX IF NOT EXISTS "UQ_payin_cycle_cart" ON "payin_cycle" ("cart_id");`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_payin_cycle_order" ON "payin_cycle" ("order_id") WHERE deleted_at IS NULL;`
    )

    this.addSql(
      `create table if not exists "payin_subscription" ("id" text not null, "account" text not null, "card_id" text not null, "subscription_id" text not null, "status" text check ("status" in ('active', 'past_due', 'canceled', 'expired')) not null, "status_cause" text not null, "status_changed_at" timestamptz not null, "customer_id" text null, "order_id" text not null, "first_lines" text[] null, "latest_order_id" text not null, "latest_transaction_id" text not null, "plan_name" text not null, "periodicity" text not null, "every" text null, "anchor" text not null, "next_number" integer not null default 1, "next_date" text null, "amount" text not null, "currency_code" text not null, "last_four" text null, "brand" text null, "canceled_by" text null, "due_after" timestamptz null, "fence" integer not null default 0, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "payin_subscription_pkey" primary key ("id"));`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_payin_subscription_deleted_at" ON "payin_subscription" ("deleted_at") WHERE deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE UNIQUE INDEX IF NOT EXISTS "UQ_payin_subscription_order" ON "payin_subscription" ("order_id");`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_payin_subscription_due" ON "payin_subscription" ("due_after", "id") WHERE due_after is not null AND deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_payin_subscription_customer" ON "payin_subscription" ("customer_id") WHERE deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_payin_subscription_card" ON "payin_subscription" ("card_id") WHERE deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_payin_subscription_status" ON "payin_subscription" ("status", "created_at", "id") WHERE deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_payin_subscription_created" ON "payin_subscription" ("created_at", "id") WHERE deleted_at IS NULL;`
    )
  }

  override async down(): Promise<void> {
    this.addSql(`drop table if exists "payin_card" cascade;`)

    this.addSql(`drop table if exists "payin_card_request" cascade;`)

    this.addSql(`drop table if exists "payin_card_transaction" cascade;`)

    this.addSql(`drop table if exists "payin_cycle" cascade;`)

    this.addSql(`drop table if exists "payin_subscription" cascade;`)
  }
}
