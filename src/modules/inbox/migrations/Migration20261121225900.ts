import { Migration } from "@medusajs/framework/mikro-orm/migrations"

export class Migration20261121225900 extends Migration {
  override async up(): Promise<void> {
    this.addSql(
      `alter table if exists "payin_event" add column if not exists "idempotency_key" text null;`
    )
    this.addSql(
      `CREATE UNIQUE INDEX IF NOT EXISTS "UQ_payin_event_idempotency_key" ON "payin_event" ("idempotency_key");`
    )
  }

  override async down(): Promise<void> {
    this.addSql(`drop index if exists "UQ_payin_event_idempotency_key";`)
    this.addSql(`alter table if exists "payin_event" drop column if exists "idempotency_key";`)
  }
}
