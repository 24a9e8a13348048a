import { Migration } from "@medusajs/framework/mikro-orm/migrations"

export class Migration20261121120512 extends Migration {
  override async up(): Promise<void> {
    this.addSql(
      // A heartbeat of seconds needs no write to disk.
      `create unlogged table if not exists "payin_instance" ("id" text not null, "host" text not null, "pid" integer not null, "worker_mode" text not null, "locking" text not null, "event_bus" text not null, "version" text not null, "started_at" timestamptz not null, "seen_at" timestamptz not null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "payin_instance_pkey" primary key ("id"));`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_payin_instance_deleted_at" ON "payin_instance" ("deleted_at") WHERE deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_payin_instance_seen" ON "payin_instance" ("seen_at") WHERE deleted_at IS NULL;`
    )

    this.addSql(
      `create table if not exists "payin_operator_request" ("id" text not null, "key" text not null, "request_hash" text not null, "actor_id" text null, "answer_status" integer null, "answer" jsonb null, "leased_until" timestamptz not null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "payin_operator_request_pkey" primary key ("id"));`
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
      `alter table if exists "payin_anomaly" add column if not exists "refund_amount" text null, add column if not exists "refund_currency" text null, add column if not exists "destination_sealed" text null, add column if not exists "sealed_with" text null;`
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
      `alter table if exists "payin_transaction" add column if not exists "lookup_after" timestamptz null, add column if not exists "lookup_attempts" integer not null default 0, add column if not exists "lapses_at" timestamptz null, add column if not exists "end_after" timestamptz null, add column if not exists "end_attempts" integer not null default 0, add column if not exists "ended_at" timestamptz null, add column if not exists "accepted_at" timestamptz null, add column if not exists "set_aside_at" timestamptz null;`
    )
    this.addSql(
      // Links of an earlier version are watched from now on; 72 h is the longest grace of a method.
      `update "payin_transaction" set lookup_after = now(), lapses_at = coalesce(expires_at, created_at + interval '12 hours') + interval '72 hours' where status in ('creating', 'pending');`
    )
    this.addSql(
      `update "payin_transaction" set end_after = now() where status in ('rejected', 'expired', 'failed');`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_payin_transaction_to_look_up" ON "payin_transaction" ("lookup_after", "id") WHERE lookup_after is not null AND deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_payin_transaction_to_lapse" ON "payin_transaction" ("lapses_at") WHERE status in ('creating', 'pending') and lapsed_at is null AND deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_payin_transaction_approved_at" ON "payin_transaction" ("status_changed_at") WHERE status = 'approved' AND deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_payin_transaction_event_unsure" ON "payin_transaction" ("captured_event_at") WHERE captured_event_at is not null and (settled_at is null or settled_at - captured_event_at > interval '60 seconds') AND deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_payin_transaction_forgotten" ON "payin_transaction" ("lapsed_at") WHERE status in ('creating', 'pending') and lookup_after is null AND deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_payin_transaction_to_end" ON "payin_transaction" ("end_after") WHERE end_after is not null AND deleted_at IS NULL;`
    )
  }

  override async down(): Promise<void> {
    this.addSql(`drop table if exists "payin_instance" cascade;`)

    this.addSql(`drop table if exists "payin_operator_request" cascade;`)

    this.addSql(`drop index if exists "IDX_payin_anomaly_order";`)
    this.addSql(`drop index if exists "IDX_payin_anomaly_status";`)
    this.addSql(`drop index if exists "IDX_payin_anomaly_sealed_with";`)
    this.addSql(
      `alter table if exists "payin_anomaly" drop column if exists "refund_amount", drop column if exists "refund_currency", drop column if exists "destination_sealed", drop column if exists "sealed_with";`
    )

    this.addSql(`drop index if exists "IDX_payin_transaction_to_look_up";`)
    this.addSql(`drop index if exists "IDX_payin_transaction_to_lapse";`)
    this.addSql(`drop index if exists "IDX_payin_transaction_forgotten";`)
    this.addSql(`drop index if exists "IDX_payin_transaction_to_end";`)
    this.addSql(`drop index if exists "IDX_payin_transaction_event_unsure";`)
    this.addSql(`drop index if exists "IDX_payin_transaction_approved_at";`)
    this.addSql(
      `alter table if exists "payin_transaction" drop column if exists "lookup_after", drop column if exists "lookup_attempts", drop column if exists "lapses_at", drop column if exists "end_after", drop column if exists "end_attempts", drop column if exists "ended_at", drop column if exists "accepted_at", drop column if exists "set_aside_at";`
    )
  }
}
