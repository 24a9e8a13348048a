import { Migration } from "@medusajs/framework/mikro-orm/migrations"

export class Migration20261124051500 extends Migration {
  override async up(): Promise<void> {
    this.addSql(
      `create table if not exists "payin_card_request" ("id" text not null, "account" text not null, "call" text check ("call" in ('create', 'authorize', 'renew', 'capture', 'cancel')) not null, "card_id" text not null, "card_transaction_id" text null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "payin_card_request_pkey" primary key ("id"));`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_payin_card_request_deleted_at" ON "payin_card_request" ("deleted_at") WHERE deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_payin_card_request_card" ON "payin_card_request" ("card_id", "created_at") WHERE deleted_at IS NULL;`
    )

    // By these the service's support finds what was sent before this table was.
    this.addSql(`insert into "payin_card_request" ("id", "account", "call", "card_id", "created_at")
      select "request_id", "account", 'create', "id", "created_at"
      from "payin_card" where "request_id" is not null
      on conflict do nothing;`)
    this
      .addSql(`insert into "payin_card_request" ("id", "account", "call", "card_id", "card_transaction_id", "created_at")
      select "request_id", "account", case "kind" when 'renewal' then 'renew' else 'authorize' end, "card_id", "id", "created_at"
      from "payin_card_transaction" where "request_id" is not null
      union all
      select "capture_request_id", "account", 'capture', "card_id", "id", coalesce("captured_at", "updated_at")
      from "payin_card_transaction" where "capture_request_id" is not null
      on conflict do nothing;`)

    this.addSql(`alter table if exists "payin_card" drop column if exists "request_id";`)

    this.addSql(
      `alter table if exists "payin_card_transaction" drop column if exists "request_id", drop column if exists "capture_request_id";`
    )
  }

  override async down(): Promise<void> {
    this.addSql(`drop table if exists "payin_card_request" cascade;`)

    this.addSql(
      `alter table if exists "payin_card" add column if not exists "request_id" text null;`
    )

    this.addSql(
      `alter table if exists "payin_card_transaction" add column if not exists "request_id" text null, add column if not exists "capture_request_id" text null;`
    )
  }
}
