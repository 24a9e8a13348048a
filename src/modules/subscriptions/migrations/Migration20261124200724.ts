import { Migration } from "@medusajs/framework/mikro-orm/migrations"

export class Migration20261124200724 extends Migration {
  override async up(): Promise<void> {
    this.addSql(`alter table if exists "payin_card" drop column if exists "start_date";`)
  }

  override async down(): Promise<void> {
    this.addSql(
      `alter table if exists "payin_card" add column if not exists "start_date" text null;`
    )
    this.addSql(
      `update "payin_card" set "start_date" = to_char("created_at", 'YYYY-MM-DD') where "start_date" is null;`
    )
    this.addSql(`alter table if exists "payin_card" alter column "start_date" set not null;`)
  }
}
