import { Migration } from "@medusajs/framework/mikro-orm/migrations"

export class Migration20261123171000 extends Migration {
  override async up(): Promise<void> {
    this.addSql(
      `alter table if exists "payin_cycle" add column if not exists "asked_by" text[] null, add column if not exists "refusal_counted_at" timestamptz null;`
    )
  }

  override async down(): Promise<void> {
    this.addSql(
      `alter table if exists "payin_cycle" drop column if exists "asked_by", drop column if exists "refusal_counted_at";`
    )
  }
}
