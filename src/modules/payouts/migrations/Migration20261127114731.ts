import { Migration } from "@medusajs/framework/mikro-orm/migrations"

export class Migration20261127114731 extends Migration {
  override async up(): Promise<void> {
    this.addSql(
      `create table if not exists "payin_beneficiary" ("id" text not null, "name" text not null, "account" text not null, "country" text not null, "currency" text not null, "payment_method" text not null, "destination_sealed" text not null, "sealed_with" text not null, "full_name" text not null, "bank" text not null, "account_type" text not null, "account_last_four" text not null, "stock_location_id" text null, "created_by" text null, "edited_by" text null, "makers" jsonb not null, "version" integer not null default 1, "approved_version" integer null, "approved_by" text null, "approved_at" timestamptz null, "changed_at" timestamptz not null, "unconfirmed_since" timestamptz not null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "payin_beneficiary_pkey" primary key ("id"));`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_payin_beneficiary_deleted_at" ON "payin_beneficiary" ("deleted_at") WHERE deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_payin_beneficiary_location" ON "payin_beneficiary" ("stock_location_id") WHERE deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_payin_beneficiary_created" ON "payin_beneficiary" ("created_at", "id") WHERE deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_payin_beneficiary_sealed_with" ON "payin_beneficiary" ("sealed_with") WHERE deleted_at IS NULL;`
    )

    this.addSql(
      `create table if not exists "payin_destination_link" ("id" text not null, "payout_id" text not null, "token_hash" text not null, "expires_at" timestamptz not null, "used_at" timestamptz null, "created_by" text null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "payin_destination_link_pkey" primary key ("id"));`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_payin_destination_link_deleted_at" ON "payin_destination_link" ("deleted_at") WHERE deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE UNIQUE INDEX IF NOT EXISTS "UQ_payin_destination_link_token" ON "payin_destination_link" ("token_hash");`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_payin_destination_link_payout" ON "payin_destination_link" ("payout_id") WHERE deleted_at IS NULL;`
    )

    this.addSql(
      `create table if not exists "payin_order_maker" ("id" text not null, "subject_id" text null, "maker" text not null, "kind" text check ("kind" in ('drafted', 'priced', 'paid', 'mailed', 'fulfilled')) not null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "payin_order_maker_pkey" primary key ("id"));`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_payin_order_maker_deleted_at" ON "payin_order_maker" ("deleted_at") WHERE deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE UNIQUE INDEX IF NOT EXISTS "UQ_payin_order_maker_subject" ON "payin_order_maker" ("subject_id", "maker", "kind");`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_payin_order_maker_drafting" ON "payin_order_maker" ("created_at") WHERE subject_id is null AND deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_payin_order_maker_mailed" ON "payin_order_maker" ("subject_id") WHERE kind = 'mailed' AND deleted_at IS NULL;`
    )

    this.addSql(
      `create table if not exists "payin_payout" ("id" text not null, "account" text not null, "country" text not null, "currency" text not null, "amount" text not null, "order_amount" text not null, "paid_amount" text null, "goods_amount" text null, "goods_tax" boolean not null default false, "covered_amount" text null, "payment_method" text not null, "source" text check ("source" in ('operator', 'refund', 'rule', 'anomaly', 'import')) not null, "source_id" text not null, "order_id" text null, "fulfillment_id" text null, "refund_id" text null, "earlier_refund_id" text null, "payment_id" text null, "anomaly_id" text null, "transaction_id" text null, "beneficiary_id" text null, "beneficiary_version" integer null, "rule_id" text null, "rule_version" integer null, "other_person" boolean not null default false, "not_paid_here" boolean not null default false, "import_id" text null, "rest_of" text null, "status" text check ("status" in ('held', 'awaiting_destination', 'awaiting_approval', 'queued', 'sending', 'unknown', 'pending', 'approved', 'rejected', 'canceled', 'paid_elsewhere')) not null, "status_cause" text not null, "status_changed_at" timestamptz not null, "reason" text null, "reason_facts" jsonb null, "destination_sealed" text null, "sealed_with" text null, "destination_from" text check ("destination_from" in ('checkout', 'page', 'operator')) null, "full_name" text null, "bank" text null, "account_type" text null, "account_last_four" text null, "key_holder" jsonb null, "named_holders" jsonb null, "version" integer not null default 1, "approved_version" integer null, "approved_by" text null, "approved_at" timestamptz null, "unapproved_at" timestamptz null, "created_by" text null, "created_by_key" text null, "makers" jsonb not null, "note" text null, "proof" text null, "reference" text null, "ticket" text null, "response_message" text null, "estimated_time" timestamptz null, "submit_after" timestamptz null, "release_after" timestamptz null, "fence" integer not null default 0, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "payin_payout_pkey" primary key ("id"), constraint CK_payin_payout_due check ((status <> 'queued' or submit_after is not null) and (status <> 'held' or release_after is not null)));`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_payin_payout_beneficiary_id" ON "payin_payout" ("beneficiary_id") WHERE deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_payin_payout_deleted_at" ON "payin_payout" ("deleted_at") WHERE deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE UNIQUE INDEX IF NOT EXISTS "UQ_payin_payout_source" ON "payin_payout" ("source", "source_id");`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_payin_payout_to_submit" ON "payin_payout" ("account", "submit_after", "id") WHERE status = 'queued' AND deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_payin_payout_to_release" ON "payin_payout" ("release_after", "id") WHERE status = 'held' AND deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_payin_payout_transaction" ON "payin_payout" ("transaction_id") WHERE deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_payin_payout_order" ON "payin_payout" ("order_id") WHERE deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_payin_payout_fulfillment" ON "payin_payout" ("fulfillment_id") WHERE deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_payin_payout_refund" ON "payin_payout" ("refund_id") WHERE deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_payin_payout_anomaly" ON "payin_payout" ("anomaly_id") WHERE deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_payin_payout_beneficiary" ON "payin_payout" ("beneficiary_id", "created_at", "id") WHERE deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_payin_payout_import" ON "payin_payout" ("import_id") WHERE deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_payin_payout_rest_of" ON "payin_payout" ("rest_of") WHERE rest_of is not null AND deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_payin_payout_reference" ON "payin_payout" ("reference") WHERE deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_payin_payout_ticket" ON "payin_payout" ("ticket") WHERE deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_payin_payout_status" ON "payin_payout" ("status", "created_at", "id") WHERE deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_payin_payout_created" ON "payin_payout" ("created_at", "id") WHERE deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_payin_payout_unapproved" ON "payin_payout" ("account", "currency", "unapproved_at") WHERE unapproved_at is not null AND deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_payin_payout_rule" ON "payin_payout" ("rule_id") WHERE rule_version is not null AND deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_payin_payout_given" ON "payin_payout" ("status_changed_at") WHERE status in ('approved', 'paid_elsewhere') AND deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_payin_payout_sealed_with" ON "payin_payout" ("sealed_with") WHERE sealed_with is not null AND deleted_at IS NULL;`
    )

    this.addSql(
      `create table if not exists "payin_payout_attempt" ("id" text not null, "payout_id" text not null, "account" text not null, "number" integer not null, "reference" text not null, "sent_to" text null, "ipn_key_hash" text not null, "ipn_key_sealed" text not null, "amount" text not null, "echoed_amount" text null, "currency" text not null, "country" text not null, "payment_method" text not null, "destination_sealed" text not null, "sealed_with" text not null, "status" text check ("status" in ('ready', 'sending', 'unknown', 'pending', 'approved', 'rejected', 'void')) not null, "status_changed_at" timestamptz not null, "sends" integer not null default 0, "last_sent_at" timestamptz null, "unapproved_at" timestamptz null, "concluded_at" timestamptz null, "last_refused_at" timestamptz null, "last_error" text null, "ticket" text null, "service_status" text null, "heard_at" timestamptz null, "heard_ticket" text null, "response_message" text null, "estimated_time" timestamptz null, "form_url_sealed" text null, "paid_amount" text null, "paid_currency" text null, "most_paid" text null, "lookup_after" timestamptz null, "lookup_attempts" integer not null default 0, "looked_up_at" timestamptz null, "asked_at" timestamptz null, "not_known_count" integer not null default 0, "not_known_since" timestamptz null, "fence" integer not null default 0, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "payin_payout_attempt_pkey" primary key ("id"), constraint CK_payin_payout_attempt_due check (status not in ('sending', 'unknown', 'pending') or lookup_after is not null));`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_payin_payout_attempt_deleted_at" ON "payin_payout_attempt" ("deleted_at") WHERE deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE UNIQUE INDEX IF NOT EXISTS "UQ_payin_payout_attempt_number" ON "payin_payout_attempt" ("payout_id", "number");`
    )
    this.addSql(
      `CREATE UNIQUE INDEX IF NOT EXISTS "UQ_payin_payout_attempt_reference" ON "payin_payout_attempt" ("reference");`
    )
    this.addSql(
      `CREATE UNIQUE INDEX IF NOT EXISTS "UQ_payin_payout_attempt_alive" ON "payin_payout_attempt" ("payout_id") WHERE status in ('ready', 'sending', 'unknown', 'pending', 'approved') AND deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_payin_payout_attempt_to_look_up" ON "payin_payout_attempt" ("account", "lookup_after", "id") WHERE lookup_after is not null AND deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_payin_payout_attempt_ticket" ON "payin_payout_attempt" ("ticket") WHERE deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_payin_payout_attempt_sending" ON "payin_payout_attempt" ("account") WHERE status = 'sending' AND deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_payin_payout_attempt_other_amount" ON "payin_payout_attempt" ("created_at") WHERE (echoed_amount <> amount or paid_amount <> amount) AND deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_payin_payout_attempt_paid" ON "payin_payout_attempt" ("status_changed_at") WHERE status = 'approved' AND deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_payin_payout_attempt_unapproved" ON "payin_payout_attempt" ("account", "currency", "unapproved_at") WHERE unapproved_at is not null AND deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_payin_payout_attempt_sealed_with" ON "payin_payout_attempt" ("sealed_with") WHERE deleted_at IS NULL;`
    )

    this.addSql(
      `create table if not exists "payin_payout_audit" ("id" text not null, "subject_id" text not null, "action" text not null, "actor_type" text not null, "actor_id" text null, "from_status" text null, "to_status" text null, "facts" jsonb null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "payin_payout_audit_pkey" primary key ("id"));`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_payin_payout_audit_deleted_at" ON "payin_payout_audit" ("deleted_at") WHERE deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_payin_payout_audit_subject" ON "payin_payout_audit" ("subject_id", "created_at", "id") WHERE deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_payin_payout_audit_created" ON "payin_payout_audit" ("created_at", "id") WHERE deleted_at IS NULL;`
    )
    // As `withoutPersonal` of domain/privacy/personal-data.ts.
    this.addSql(
      `create or replace function "payin_payout_audit_erased"(facts jsonb) returns jsonb language plpgsql immutable as $erased$
begin
  return case jsonb_typeof(facts)
    when 'object' then (
      select coalesce(jsonb_object_agg(key, case when key in ('account_last_four', 'account_number', 'account_type', 'bank', 'customer', 'customer_data', 'customer_id', 'customer_initials', 'email', 'full_name', 'last_four', 'legal_doc', 'legal_doc_type', 'payment_url', 'phone_code', 'phone_number', 'refusal_message', 'response_message') then 'null'::jsonb else "payin_payout_audit_erased"(value) end), '{}'::jsonb)
      from jsonb_each(facts))
    when 'array' then (
      select coalesce(jsonb_agg("payin_payout_audit_erased"(value) order by place), '[]'::jsonb)
      from jsonb_array_elements(facts) with ordinality as parts(value, place))
    else facts end;
end $erased$;`
    )
    this.addSql(
      `create or replace function "payin_payout_audit_kept"() returns trigger language plpgsql as $kept$
begin
  if tg_op = 'UPDATE' then
    if new.facts is not distinct from "payin_payout_audit_erased"(old.facts) and to_jsonb(new) - 'facts' = to_jsonb(old) - 'facts' then
      return new;
    end if;
  end if;
  raise exception 'payin_payout_audit is append-only: % is refused', tg_op using hint = 'Only personal data in facts can be erased.';
end $kept$;`
    )
    this.addSql(`drop trigger if exists "payin_payout_audit_rows_kept" on "payin_payout_audit";`)
    this.addSql(
      `create trigger "payin_payout_audit_rows_kept" before update or delete on "payin_payout_audit" for each row execute function "payin_payout_audit_kept"();`
    )
    this.addSql(`drop trigger if exists "payin_payout_audit_table_kept" on "payin_payout_audit";`)
    this.addSql(
      `create trigger "payin_payout_audit_table_kept" before truncate on "payin_payout_audit" for each statement execute function "payin_payout_audit_kept"();`
    )

    this.addSql(
      `create table if not exists "payin_payout_import" ("id" text not null, "account" text not null, "currency" text not null, "row_count" integer not null, "total" text not null, "request_id" text not null, "created_by" text null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "payin_payout_import_pkey" primary key ("id"));`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_payin_payout_import_deleted_at" ON "payin_payout_import" ("deleted_at") WHERE deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE UNIQUE INDEX IF NOT EXISTS "UQ_payin_payout_import_request" ON "payin_payout_import" ("request_id");`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_payin_payout_import_created" ON "payin_payout_import" ("created_at", "id") WHERE deleted_at IS NULL;`
    )

    this.addSql(
      `create table if not exists "payin_payout_rule" ("id" text not null, "beneficiary_id" text not null, "stock_location_id" text not null, "percent" text not null, "trigger" text check ("trigger" in ('order.fulfillment_created', 'shipment.created', 'delivery.created')) not null, "tax" boolean not null default false, "created_by" text null, "edited_by" text null, "makers" jsonb not null, "version" integer not null default 1, "approved_version" integer null, "approved_by" text null, "approved_at" timestamptz null, "changed_at" timestamptz not null, "unconfirmed_since" timestamptz not null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "payin_payout_rule_pkey" primary key ("id"));`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_payin_payout_rule_deleted_at" ON "payin_payout_rule" ("deleted_at") WHERE deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_payin_payout_rule_location" ON "payin_payout_rule" ("stock_location_id", "trigger") WHERE deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_payin_payout_rule_beneficiary" ON "payin_payout_rule" ("beneficiary_id") WHERE deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_payin_payout_rule_created" ON "payin_payout_rule" ("created_at", "id") WHERE deleted_at IS NULL;`
    )

    this.addSql(
      `alter table if exists "payin_payout" add constraint "payin_payout_beneficiary_id_foreign" foreign key ("beneficiary_id") references "payin_beneficiary" ("id") on update cascade on delete set null;`
    )
  }

  override async down(): Promise<void> {
    this.addSql(
      `alter table if exists "payin_payout" drop constraint if exists "payin_payout_beneficiary_id_foreign";`
    )

    this.addSql(`drop table if exists "payin_beneficiary" cascade;`)

    this.addSql(`drop table if exists "payin_destination_link" cascade;`)

    this.addSql(`drop table if exists "payin_order_maker" cascade;`)

    this.addSql(`drop table if exists "payin_payout" cascade;`)

    this.addSql(`drop table if exists "payin_payout_attempt" cascade;`)

    this.addSql(`drop table if exists "payin_payout_audit" cascade;`)

    this.addSql(`drop function if exists "payin_payout_audit_kept"();`)

    this.addSql(`drop function if exists "payin_payout_audit_erased"(jsonb);`)

    this.addSql(`drop table if exists "payin_payout_import" cascade;`)

    this.addSql(`drop table if exists "payin_payout_rule" cascade;`)
  }
}
