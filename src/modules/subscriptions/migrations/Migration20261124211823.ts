import { Migration } from "@medusajs/framework/mikro-orm/migrations"

export class Migration20261124211823 extends Migration {
  override async up(): Promise<void> {
    this.addSql(
      `alter table if exists "payin_card_transaction" add column if not exists "refused_captures" text[] not null default '{}';`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_payin_card_transaction_capture" ON "payin_card_transaction" ("account", "capture_transaction_id") WHERE deleted_at IS NULL;`
    )
  }

  override async down(): Promise<void> {
    this.addSql(`drop index if exists "IDX_payin_card_transaction_capture";`)
    this.addSql(
      `alter table if exists "payin_card_transaction" drop column if exists "refused_captures";`
    )
  }
}
