import { Migration } from "@medusajs/framework/mikro-orm/migrations"

export class Migration20261122034000 extends Migration {
  override async up(): Promise<void> {
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_payin_card_transaction_of_cycle" ON "payin_card_transaction" ("cycle_id") WHERE cycle_id is not null AND deleted_at IS NULL;`
    )
  }

  override async down(): Promise<void> {
    this.addSql(`drop index if exists "IDX_payin_card_transaction_of_cycle";`)
  }
}
