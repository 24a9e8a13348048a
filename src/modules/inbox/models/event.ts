import { model } from "@medusajs/framework/utils"
import { INBOX_STATUSES } from "../../../domain/notification/inbox-state"

/**
 * One notification of the service, stored before it is answered
 * (docs/decisions/0012-notifications-are-stored-first.md).
 */
export const PayinEvent = model
  .define("payin_event", {
    id: model.id({ prefix: "payevt" }).primaryKey(),
    source: model.text(),
    type: model.text(),
    reference: model.text(),
    transaction_id: model.text().nullable(),
    /** The attempt of a payout notification. */
    payout_attempt_id: model.text().nullable(),
    account: model.text().nullable(),
    /** SHA-256 of the raw body. It is unique together with `reference`. */
    body_hash: model.text(),
    /**
     * The service's key of a card webhook. It is not unique: whoever knows the secret could take the
     * key of a webhook that is still to come.
     */
    idempotency_key: model.text().nullable(),
    /** Only identifiers, the claim, and the card's brand and last four; never the raw body. */
    payload: model.json(),
    signature: model.text(),
    status: model.enum([...INBOX_STATUSES]),
    status_reason: model.text().nullable(),
    attempts: model.number().default(0),
    next_attempt_at: model.dateTime().nullable(),
    leased_until: model.dateTime().nullable(),
    last_error: model.text().nullable(),
    processed_at: model.dateTime().nullable(),
  })
  .indexes([
    {
      name: "UQ_payin_event_body",
      on: ["reference", "body_hash"],
      unique: true,
      where: null,
    },
    {
      name: "IDX_payin_event_due",
      on: ["next_attempt_at"],
      where: "status = 'received'",
    },
    { name: "IDX_payin_event_created", on: ["created_at", "id"] },
    { name: "IDX_payin_event_status", on: ["status", "created_at", "id"] },
    { name: "IDX_payin_event_type", on: ["type", "created_at", "id"] },
  ])
