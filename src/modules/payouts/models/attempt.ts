import { model } from "@medusajs/framework/utils"
import { ATTEMPT_STATUSES } from "../../../domain/payout/attempt"

/**
 * One reference under which a payout is sent; sent again only when the outcome is unknown. Only an
 * attempt moves money, and it keeps exactly what was sent.
 */
export const PayinPayoutAttempt = model
  .define("payin_payout_attempt", {
    id: model.id({ prefix: "payatt" }).primaryKey(),
    payout_id: model.text(),
    account: model.text(),
    number: model.number(),
    reference: model.text(),
    /** Fingerprint of the merchant that it was sent to: only that one can be asked about it. */
    sent_to: model.text().nullable(),
    ipn_key_hash: model.text(),
    /** Key of `ipn_url`: a resend must carry the same address. */
    ipn_key_sealed: model.text(),

    amount: model.text(),
    /** What the answer to the create repeats; the amount, or that times a power of ten. */
    echoed_amount: model.text().nullable(),
    currency: model.text(),
    country: model.text(),
    payment_method: model.text(),
    destination_sealed: model.text(),
    sealed_with: model.text(),

    status: model.enum([...ATTEMPT_STATUSES]),
    status_changed_at: model.dateTime(),
    /** Number of sends that may have left. */
    sends: model.number().default(0),
    last_sent_at: model.dateTime().nullable(),
    /** When it was sent without a second person: it counts towards that day's limit. */
    unapproved_at: model.dateTime().nullable(),
    /** When a person reported its outcome. It is watched all the same. */
    concluded_at: model.dateTime().nullable(),
    /** Time of a refusal that is not believed: the send before it may have arrived. */
    last_refused_at: model.dateTime().nullable(),
    /** Without personal data. */
    last_error: model.text().nullable(),

    ticket: model.text().nullable(),
    service_status: model.text().nullable(),
    /** When a notification about it first came: it moves nothing, and keeps it from being sent again. */
    heard_at: model.dateTime().nullable(),
    /** The ticket in that notification: the service may know it by this name only. */
    heard_ticket: model.text().nullable(),
    response_message: model.text().nullable(),
    estimated_time: model.dateTime().nullable(),
    /** The form of the service in which the recipient names the account: whoever has it does. */
    form_url_sealed: model.text().nullable(),
    paid_amount: model.text().nullable(),
    paid_currency: model.text().nullable(),
    /** The most that the service said it paid, in `currency`; null once it rejected the attempt. */
    most_paid: model.text().nullable(),

    lookup_after: model.dateTime().nullable(),
    lookup_attempts: model.number().default(0),
    looked_up_at: model.dateTime().nullable(),
    /** When the service was asked for the newest answer that was written. */
    asked_at: model.dateTime().nullable(),
    not_known_count: model.number().default(0),
    not_known_since: model.dateTime().nullable(),
    /** Raised by each send: an answer to an earlier send changes nothing. */
    fence: model.number().default(0),
  })
  .checks([
    {
      // Only a lookup ends these states.
      name: "CK_payin_payout_attempt_due",
      expression: "status not in ('sending', 'unknown', 'pending') or lookup_after is not null",
    },
  ])
  .indexes([
    {
      name: "UQ_payin_payout_attempt_number",
      on: ["payout_id", "number"],
      unique: true,
      where: null,
    },
    { name: "UQ_payin_payout_attempt_reference", on: ["reference"], unique: true, where: null },
    {
      // Two open attempts would pay twice.
      name: "UQ_payin_payout_attempt_alive",
      on: ["payout_id"],
      unique: true,
      where: "status in ('ready', 'sending', 'unknown', 'pending', 'approved')",
    },
    {
      name: "IDX_payin_payout_attempt_to_look_up",
      on: ["account", "lookup_after", "id"],
      where: "lookup_after is not null",
    },
    { name: "IDX_payin_payout_attempt_ticket", on: ["ticket"] },
    { name: "IDX_payin_payout_attempt_sending", on: ["account"], where: "status = 'sending'" },
    {
      name: "IDX_payin_payout_attempt_other_amount",
      on: ["created_at"],
      where: "(echoed_amount <> amount or paid_amount <> amount)",
    },
    {
      name: "IDX_payin_payout_attempt_paid",
      on: ["status_changed_at"],
      where: "status = 'approved'",
    },
    {
      name: "IDX_payin_payout_attempt_unapproved",
      on: ["account", "currency", "unapproved_at"],
      where: "unapproved_at is not null",
    },
    { name: "IDX_payin_payout_attempt_sealed_with", on: ["sealed_with"] },
  ])
