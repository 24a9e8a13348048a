import { Migration } from "@medusajs/framework/mikro-orm/migrations"

export class Migration20261127114734 extends Migration {
  override async up(): Promise<void> {
    this.addSql(
      `create table if not exists "payin_event" ("id" text not null, "source" text not null, "type" text not null, "reference" text not null, "transaction_id" text null, "payout_attempt_id" text null, "account" text null, "body_hash" text not null, "idempotency_key" text null, "payload" jsonb not null, "signature" text not null, "status" text check ("status" in ('received', 'processed', 'ignored', 'dead')) not null, "status_reason" text null, "attempts" integer not null default 0, "next_attempt_at" timestamptz null, "leased_until" timestamptz null, "last_error" text null, "processed_at" timestamptz null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "payin_event_pkey" primary key ("id"));`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_payin_event_deleted_at" ON "payin_event" ("deleted_at") WHERE deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE UNIQUE INDEX IF NOT EXISTS "UQ_payin_event_body" ON "payin_event" ("reference", "body_hash");`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_payin_event_due" ON "payin_event" ("next_attempt_at") WHERE status = 'received' AND deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_payin_event_created" ON "payin_event" ("created_at", "id") WHERE deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_payin_event_status" ON "payin_event" ("status", "created_at", "id") WHERE deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_payin_event_type" ON "payin_event" ("type", "created_at", "id") WHERE deleted_at IS NULL;`
    )
  }

  override async down(): Promise<void> {
    this.addSql(`drop table if exists "payin_event" cascade;`)
  }
}
