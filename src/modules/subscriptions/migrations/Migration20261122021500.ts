import { Migration } from "@medusajs/framework/mikro-orm/migrations"

export class Migration20261122021500 extends Migration {
  override async up(): Promise<void> {
    this.addSql(
      `alter table if exists "payin_card" drop constraint if exists "payin_card_status_check";`
    )
    this.addSql(
      `alter table if exists "payin_card" add constraint "payin_card_status_check" check ("status" in ('creating', 'active', 'ending', 'canceled', 'expired', 'failed'));`
    )
    this.addSql(
      `alter table if exists "payin_card_transaction" drop constraint if exists "payin_card_transaction_status_cause_check";`
    )
    this.addSql(
      `alter table if exists "payin_card_transaction" add constraint "payin_card_transaction_status_cause_check" check ("status_cause" in ('created', 'answered', 'refused', 'not_sent', 'unclear', 'webhook', 'operator', 'claimed', 'released', 'lapses'));`
    )
  }

  override async down(): Promise<void> {
    this.addSql(`update "payin_card" set status = 'active' where status = 'ending';`)
    this.addSql(
      `alter table if exists "payin_card" drop constraint if exists "payin_card_status_check";`
    )
    this.addSql(
      `alter table if exists "payin_card" add constraint "payin_card_status_check" check ("status" in ('creating', 'active', 'canceled', 'expired', 'failed'));`
    )
    this.addSql(
      `update "payin_card_transaction" set status_cause = 'released' where status_cause = 'lapses';`
    )
    this.addSql(
      `alter table if exists "payin_card_transaction" drop constraint if exists "payin_card_transaction_status_cause_check";`
    )
    this.addSql(
      `alter table if exists "payin_card_transaction" add constraint "payin_card_transaction_status_cause_check" check ("status_cause" in ('created', 'answered', 'refused', 'not_sent', 'unclear', 'webhook', 'operator', 'claimed', 'released'));`
    )
  }
}
