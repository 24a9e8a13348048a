import { Migration } from "@medusajs/framework/mikro-orm/migrations"

export class Migration20261124214054 extends Migration {
  override async up(): Promise<void> {
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_payin_transaction_unpaid" ON "payin_transaction" ("created_at", "id") WHERE status <> 'approved' and fingerprint <> id AND deleted_at IS NULL;`
    )
  }

  override async down(): Promise<void> {
    this.addSql(`drop index if exists "IDX_payin_transaction_unpaid";`)
  }
}
