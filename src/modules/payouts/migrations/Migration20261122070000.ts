import { Migration } from "@medusajs/framework/mikro-orm/migrations"

export class Migration20261122070000 extends Migration {
  override async up(): Promise<void> {
    this.addSql(
      `alter table if exists "payin_payout" add column if not exists "goods_amount" text null;`
    )
  }

  override async down(): Promise<void> {
    this.addSql(`alter table if exists "payin_payout" drop column if exists "goods_amount";`)
  }
}
