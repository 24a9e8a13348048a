import { model } from "@medusajs/framework/utils"
import { PAYIN_STATUSES } from "../../../domain/payin/state"

/**
 * One pay-in link that was ever asked for. A link cannot be canceled at the service
 * (docs/service.md#create-a-pay-in), so a row is never deleted before its payment is final.
 *
 * Amounts are decimal strings in major units: text, because a numeric column comes back as a float.
 */
export const PayinTransaction = model
  .define("payin_transaction", {
    id: model.id({ prefix: "payin" }).primaryKey(),
    account: model.text(),
    provider_id: model.text(),
    reference: model.text(),
    ipn_key_hash: model.text(),
    ticket: model.text().nullable(),
    /** Fingerprint of the merchant that made the link: only that one can be asked about it. */
    sent_to: model.text().nullable(),

    payment_collection_id: model.text(),
    /** The Medusa payment session that owns this row now. Earlier ones are in payin_session. */
    session_id: model.text().nullable(),
    cart_id: model.text().nullable(),
    order_id: model.text().nullable(),
    /** The order that asked for this money, or that a person accepted it for; null: a cart asked. */
    for_order_id: model.text().nullable(),
    customer_id: model.text().nullable(),

    country: model.text(),
    currency: model.text(),
    payment_method: model.text(),
    description: model.text(),
    /** Order amount that Medusa asked for, unrounded. */
    order_amount: model.text(),
    /** Requested amount: order_amount at wire precision. */
    requested_amount: model.text(),
    /** What the answer to the create repeats; the requested amount, or that times a power of ten. */
    echoed_amount: model.text().nullable(),
    /** What the last lookup before the end named, in the row's currency. */
    reported_amount: model.text().nullable(),
    fingerprint: model.text(),
    customer_sealed: model.text(),
    /** Operators who typed the payer's document (domain/payin/payer); null: the shopper gave it. */
    payer_typed_by: model.json().nullable(),
    refund_destination_sealed: model.text().nullable(),
    /**
     * Id of the key that sealed this row: the boot is refused when a stored row needs a missing
     * key.
     */
    sealed_with: model.text(),

    status: model.enum([...PAYIN_STATUSES]),
    status_cause: model.text(),
    status_changed_at: model.dateTime(),
    service_status: model.text().nullable(),
    response_message: model.text().nullable(),
    approved_amount: model.text().nullable(),
    approved_currency: model.text().nullable(),
    payment_url: model.text().nullable(),
    /** How it is paid without a page (domain/method/direct); null: by the page alone. */
    instructions: model.json().nullable(),
    /** What the answer to the create was (domain/method/direct); null: there was none. */
    answer_shape: model.text().nullable(),
    /** Option `payIn.version` at the create; null: not kept. */
    api_version: model.text().nullable(),
    expires_at: model.dateTime().nullable(),
    card: model.json().nullable(),

    released_at: model.dateTime().nullable(),
    superseded_at: model.dateTime().nullable(),
    lapsed_at: model.dateTime().nullable(),
    captured_event_at: model.dateTime().nullable(),
    settled_at: model.dateTime().nullable(),
    /** When Medusa was found to keep the order and the payment of settled money (`vanished.ts`). */
    order_checked_at: model.dateTime().nullable(),
    placed_seen_at: model.dateTime().nullable(),
    placed_event_at: model.dateTime().nullable(),

    /** When a page, a notification or the schedule last asked; the answer may still be due. */
    asked_at: model.dateTime().nullable(),
    /** When the last answered lookup was asked: what it said may be no newer. */
    looked_up_at: model.dateTime().nullable(),
    /** Lookups that polling pages caused since the last notification (domain/session/poll-throttle). */
    poll_lookups: model.number().default(0),
    /** Time of the next scheduled lookup; null leaves the row to notifications and people. */
    lookup_after: model.dateTime().nullable(),
    lookup_attempts: model.number().default(0),
    /** Time of the lapse unless paid: the link's end plus the grace of its method. */
    lapses_at: model.dateTime().nullable(),
    not_known_count: model.number().default(0),
    not_known_since: model.dateTime().nullable(),

    apply_attempts: model.number().default(0),
    apply_after: model.dateTime().nullable(),
    apply_error: model.text().nullable(),

    /** When the end is applied in Medusa (session and waiting order end); null: no end to apply. */
    end_after: model.dateTime().nullable(),
    end_attempts: model.number().default(0),
    ended_at: model.dateTime().nullable(),
    /** A person accepted an amount that differs from the one asked. */
    accepted_at: model.dateTime().nullable(),
    /**
     * Excluded from settlement: a person decided that this money pays nothing here. It is refunded
     * or stays.
     */
    excluded_at: model.dateTime().nullable(),

    leased_by: model.text().nullable(),
    leased_until: model.dateTime().nullable(),
    fence: model.number().default(0),
  })
  .indexes([
    { name: "UQ_payin_transaction_reference", on: ["reference"], unique: true, where: null },
    {
      // Two links for the same link request of a shopper could both be paid.
      name: "UQ_payin_transaction_open_link",
      on: ["payment_collection_id", "fingerprint"],
      unique: true,
      where: "status in ('creating', 'pending') and superseded_at is null",
    },
    { name: "IDX_payin_transaction_collection", on: ["payment_collection_id"] },
    { name: "IDX_payin_transaction_session", on: ["session_id"] },
    { name: "IDX_payin_transaction_ticket", on: ["ticket"] },
    { name: "IDX_payin_transaction_order", on: ["order_id"] },
    { name: "IDX_payin_transaction_cart", on: ["cart_id"] },
    { name: "IDX_payin_transaction_status", on: ["status", "created_at", "id"] },
    {
      name: "IDX_payin_transaction_unsettled",
      on: ["status_changed_at"],
      where: "status = 'approved' and settled_at is null",
    },
    {
      name: "IDX_payin_transaction_unqueued",
      on: ["status_changed_at"],
      where:
        "status = 'approved' and settled_at is null and apply_after is null and excluded_at is null",
    },
    { name: "IDX_payin_transaction_sealed_with", on: ["sealed_with"] },
    { name: "IDX_payin_transaction_created", on: ["created_at", "id"] },
    {
      name: "IDX_payin_transaction_to_apply",
      on: ["apply_after"],
      where: "status = 'approved' and settled_at is null and apply_after is not null",
    },
    {
      name: "IDX_payin_transaction_to_look_up",
      on: ["account", "lookup_after", "id"],
      where: "lookup_after is not null",
    },
    {
      // Merchants that are still asked about links (lookups.ts).
      name: "IDX_payin_transaction_sent_to",
      on: ["account", "sent_to"],
      where: "lookup_after is not null and sent_to is not null",
    },
    {
      name: "IDX_payin_transaction_to_lapse",
      on: ["lapses_at"],
      where: "status in ('creating', 'pending') and lapsed_at is null",
    },
    {
      name: "IDX_payin_transaction_forgotten",
      on: ["lapsed_at"],
      where: "status in ('creating', 'pending') and lookup_after is null",
    },
    {
      name: "IDX_payin_transaction_to_end",
      on: ["end_after"],
      where: "end_after is not null",
    },
    {
      // Rows with data of a shopper who never paid (forgetting.ts).
      name: "IDX_payin_transaction_unpaid",
      on: ["created_at", "id"],
      where: "status <> 'approved' and fingerprint <> id",
    },
    {
      // Rows with data of a shopper who paid (workflows/forget/paid.ts).
      name: "IDX_payin_transaction_paid",
      on: ["status_changed_at", "id"],
      where: "status = 'approved' and fingerprint <> id",
    },
    {
      name: "IDX_payin_transaction_released",
      on: ["released_at"],
      where:
        "released_at is not null and superseded_at is null and status in ('creating', 'pending')",
    },
    {
      name: "IDX_payin_transaction_answer_shape",
      on: ["account", "payment_method", "created_at"],
      where: "payment_method in ('PSE', 'BREB', 'TRANSFIYA') and answer_shape is not null",
    },
    {
      name: "IDX_payin_transaction_other_amount",
      on: ["created_at"],
      where: "(echoed_amount <> requested_amount or reported_amount <> requested_amount)",
    },
    {
      name: "IDX_payin_transaction_settled_unplaced",
      on: ["settled_at"],
      where: "placed_seen_at is null and placed_event_at is null",
    },
    {
      name: "IDX_payin_transaction_approved_at",
      on: ["status_changed_at"],
      where: "status = 'approved'",
    },
    {
      name: "IDX_payin_transaction_settled_late",
      on: ["settled_at"],
      where: "status = 'approved' and settled_at - status_changed_at > interval '1 day'",
    },
    {
      name: "IDX_payin_transaction_order_unchecked",
      on: ["settled_at"],
      where: "settled_at is not null and order_checked_at is null",
    },
    {
      name: "IDX_payin_transaction_event_unsure",
      on: ["captured_event_at"],
      where:
        "captured_event_at is not null and (settled_at is null or settled_at - captured_event_at > interval '60 seconds')",
    },
  ])
