import { Migration } from "@medusajs/framework/mikro-orm/migrations"

export class Migration20261121225745 extends Migration {
  override async up(): Promise<void> {
    this.addSql(
      `alter table if exists "payin_card_transaction" add column if not exists "plans_read_at" timestamptz null;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_payin_card_transaction_plans" ON "payin_card_transaction" ("authorized_at") WHERE plans_read_at is null and cycle_id is null and authorized_at is not null AND deleted_at IS NULL;`
    )

    this.addSql(
      `alter table if exists "payin_cycle" add column if not exists "attempts" integer not null default 0;`
    )
  }

  override async down(): Promise<void> {
    this.addSql(`drop index if exists "IDX_payin_card_transaction_plans";`)
    this.addSql(
      `alter table if exists "payin_card_transaction" drop column if exists "plans_read_at";`
    )

    this.addSql(`alter table if exists "payin_cycle" drop column if exists "attempts";`)
  }
}
