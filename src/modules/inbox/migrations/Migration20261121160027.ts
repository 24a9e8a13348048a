import { Migration } from "@medusajs/framework/mikro-orm/migrations"

export class Migration20261121160027 extends Migration {
  override async up(): Promise<void> {
    this.addSql(
      `alter table if exists "payin_event" add column if not exists "payout_attempt_id" text null;`
    )
  }

  override async down(): Promise<void> {
    this.addSql(`alter table if exists "payin_event" drop column if exists "payout_attempt_id";`)
  }
}
