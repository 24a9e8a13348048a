import { Migration } from "@medusajs/framework/mikro-orm/migrations"

export class Migration20261124214312 extends Migration {
  override async up(): Promise<void> {
    this.addSql(
      `alter table if exists "payin_cycle" add column if not exists "freed_order_id" text null;`
    )
  }

  override async down(): Promise<void> {
    this.addSql(`alter table if exists "payin_cycle" drop column if exists "freed_order_id";`)
  }
}
