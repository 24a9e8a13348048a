import { model } from "@medusajs/framework/utils"
import { CARD_CAUSES, CARD_STATUSES } from "../../../domain/card/state"

/**
 * One hold on a card and its one capture. It cannot be looked up, so the row is written before the
 * call, and the call's own answer or a signed webhook ends it
 * (docs/decisions/0014-card-outcomes.md).
 *
 * Amounts are decimal strings in major units: text, because a numeric column comes back as a float.
 */
export const PayinCardTransaction = model
  .define("payin_card_transaction", {
    id: model.id({ prefix: "paycdtx" }).primaryKey(),
    account: model.text(),
    provider_id: model.text(),
    card_id: model.text(),
    kind: model.enum(["preauthorization", "renewal"]),
    reference: model.text(),
    /** The service's ids; null until it answered. */
    transaction_id: model.text().nullable(),
    capture_transaction_id: model.text().nullable(),
    /** For a renewal: the service's id of its original, which it cancels. */
    linked_transaction_id: model.text().nullable(),
    /** The period that it pays; null for a first order. */
    cycle_id: model.text().nullable(),

    payment_collection_id: model.text(),
    /**
     * The Medusa payment session that owns this row; null for a renewal that Medusa has not asked
     * for yet.
     */
    session_id: model.text().nullable(),
    cart_id: model.text().nullable(),
    order_id: model.text().nullable(),
    customer_id: model.text().nullable(),

    currency: model.text(),
    /** Order amount that Medusa asked for, unrounded. */
    order_amount: model.text(),
    /** Amount to hold: order_amount at two decimals. */
    amount: model.text(),
    tax: model.text(),
    /** Requested capture amount, written before the call; null without a capture. */
    capture_amount: model.text().nullable(),
    /** Captured amount. */
    captured_amount: model.text().nullable(),
    /** The service's ids of refused captures; "" where it gave no id. */
    refused_captures: model.array().default([]),

    status: model.enum([...CARD_STATUSES]),
    status_cause: model.enum([...CARD_CAUSES]),
    status_changed_at: model.dateTime(),
    /** Time since which an unanswered call may have left; such a call is never sent again. */
    sent_at: model.dateTime().nullable(),
    /** The service's code and text of a refusal, for a person. */
    refusal_code: model.text().nullable(),
    refusal_message: model.text().nullable(),

    authorized_at: model.dateTime().nullable(),
    captured_at: model.dateTime().nullable(),
    /** When an uncaptured hold is shown and voided; null: nothing to void. */
    release_after: model.dateTime().nullable(),
    release_wanted_at: model.dateTime().nullable(),
    /** Next update of Medusa; null: Medusa is up to date. */
    apply_after: model.dateTime().nullable(),
    apply_attempts: model.number().default(0),
    apply_error: model.text().nullable(),
    /** When the ledger got a row of the captured money, from which it can be refunded. */
    settled_at: model.dateTime().nullable(),
    /**
     * When its order was read for subscription plans; null: not yet, or a renewal, whose order has
     * a subscription.
     */
    plans_read_at: model.dateTime().nullable(),

    leased_until: model.dateTime().nullable(),
    fence: model.number().default(0),
  })
  .checks([
    {
      // The ledger books it, and what is booked can be refunded.
      name: "CK_payin_card_transaction_captured",
      expression:
        "coalesce(capture_amount, '0')::numeric <= amount::numeric and coalesce(captured_amount, '0')::numeric <= amount::numeric",
    },
  ])
  .indexes([
    {
      name: "UQ_payin_card_transaction_reference",
      on: ["reference"],
      unique: true,
      where: null,
    },
    {
      name: "UQ_payin_card_transaction_session",
      on: ["session_id"],
      unique: true,
      where: null,
    },
    {
      name: "UQ_payin_card_transaction_service",
      on: ["account", "transaction_id"],
      unique: true,
      where: null,
    },
    { name: "IDX_payin_card_transaction_capture", on: ["account", "capture_transaction_id"] },
    {
      // Two holds for one period at once would charge it twice.
      name: "UQ_payin_card_transaction_cycle",
      on: ["cycle_id"],
      unique: true,
      where: "status not in ('declined', 'error', 'released')",
    },
    {
      // The index above covers active holds only; this one covers all holds of a period.
      name: "IDX_payin_card_transaction_of_cycle",
      on: ["cycle_id"],
      where: "cycle_id is not null",
    },
    { name: "IDX_payin_card_transaction_card", on: ["card_id"] },
    { name: "IDX_payin_card_transaction_collection", on: ["payment_collection_id"] },
    { name: "IDX_payin_card_transaction_cart", on: ["cart_id"] },
    { name: "IDX_payin_card_transaction_order", on: ["order_id"] },
    {
      name: "IDX_payin_card_transaction_to_apply",
      on: ["apply_after"],
      where: "apply_after is not null",
    },
    {
      name: "IDX_payin_card_transaction_to_release",
      on: ["release_after"],
      where: "release_after is not null",
    },
    {
      name: "IDX_payin_card_transaction_unanswered",
      on: ["sent_at"],
      where: "status in ('creating', 'unknown', 'capturing', 'capture_unknown')",
    },
    {
      name: "IDX_payin_card_transaction_plans",
      on: ["authorized_at"],
      where: "plans_read_at is null and cycle_id is null and authorized_at is not null",
    },
    { name: "IDX_payin_card_transaction_created", on: ["created_at", "id"] },
  ])
