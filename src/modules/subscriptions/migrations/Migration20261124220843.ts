import { Migration } from "@medusajs/framework/mikro-orm/migrations"

export class Migration20261124220843 extends Migration {
  override async up(): Promise<void> {
    this.addSql(
      `alter table if exists "payin_subscription" add column if not exists "first_lines" text[] null;`
    )
  }

  override async down(): Promise<void> {
    this.addSql(`alter table if exists "payin_subscription" drop column if exists "first_lines";`)
  }
}
