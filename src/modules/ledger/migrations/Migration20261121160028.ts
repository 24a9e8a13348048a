import { Migration } from "@medusajs/framework/mikro-orm/migrations"

export class Migration20261121160028 extends Migration {
  override async up(): Promise<void> {
    this.addSql(
      `alter table if exists "payin_operator_request" add column if not exists "destination_sealed" text null, add column if not exists "sealed_with" text null;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_payin_operator_request_sealed_with" ON "payin_operator_request" ("sealed_with") WHERE sealed_with is not null AND deleted_at IS NULL;`
    )
  }

  override async down(): Promise<void> {
    this.addSql(`drop index if exists "IDX_payin_operator_request_sealed_with";`)
    this.addSql(
      `alter table if exists "payin_operator_request" drop column if exists "destination_sealed", drop column if exists "sealed_with";`
    )
  }
}
