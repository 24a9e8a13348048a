import { model } from "@medusajs/framework/utils"
import { DESTINATION_SOURCES } from "../../../domain/payout/destination"
import { PAYOUT_SOURCES, PAYOUT_STATUSES } from "../../../domain/payout/state"
import { PayinBeneficiary } from "./beneficiary"

/**
 * The intent to pay a shopper, a supplier or a seller. It is written before anything is sent
 * (docs/decisions/0001-write-before-send.md) and never deleted. Its attempts hold what was sent.
 *
 * Amounts are decimal strings in major units: text, because a numeric column comes back as a float.
 */
export const PayinPayout = model
  .define("payin_payout", {
    id: model.id({ prefix: "payout" }).primaryKey(),
    account: model.text(),
    country: model.text(),
    currency: model.text(),
    /** Amount to send, at wire precision. */
    amount: model.text(),
    /** Unrounded amount: a refund of Medusa carries fractions that the wire does not. */
    order_amount: model.text(),
    /**
     * What the service says that it paid, over all attempts, in the payout's currency; null: nothing
     * so far.
     */
    paid_amount: model.text().nullable(),
    /** For a seller's payout: the price of the goods from which its share was computed. */
    goods_amount: model.text().nullable(),
    /** Whether that price has tax in it, as its rule said then: a later edit of the rule changes nothing. */
    goods_tax: model.boolean().default(false),
    /**
     * For a seller's payout: the part of `order_amount` that earlier payouts of the order paid
     * already, canceled ones or for canceled fulfillments. Not part of `amount`, unless all is paid: then the
     * payout is canceled.
     */
    covered_amount: model.text().nullable(),
    payment_method: model.text(),

    source: model.enum([...PAYOUT_SOURCES]),
    /**
     * Operator's request, refund, `<rule>:<fulfillment>`, anomaly, `<import>:<row>`: one payout
     * each.
     */
    source_id: model.text(),
    order_id: model.text().nullable(),
    fulfillment_id: model.text().nullable(),
    refund_id: model.text().nullable(),
    /** The Refund that it was made for, and that Medusa took back; it pays `refund_id` in its place. */
    earlier_refund_id: model.text().nullable(),
    payment_id: model.text().nullable(),
    anomaly_id: model.text().nullable(),
    /** The pay-in that this refunds. All its refunds stay within the approved amount. */
    transaction_id: model.text().nullable(),
    /** Who is paid; the destination is this row's own copy. */
    beneficiary: model.belongsTo(() => PayinBeneficiary, { mappedBy: "payouts" }).nullable(),
    /** The version of the beneficiary that was copied; null once it is confirmed. */
    beneficiary_version: model.number().nullable(),
    rule_id: model.text().nullable(),
    /** The version of the rule that it was computed by; null once it is confirmed. */
    rule_version: model.number().nullable(),
    /** Whether it refunds a payment to a document that is not the payer's, or that an operator typed. */
    other_person: model.boolean().default(false),
    /** Whether it is a seller's share of an order whose price no provider received, or not all of it. */
    not_paid_here: model.boolean().default(false),
    import_id: model.text().nullable(),
    /**
     * The payout of which this pays what the service left unpaid (domain/payout/rest). That one's
     * amounts are less by as much.
     */
    rest_of: model.text().nullable(),

    status: model.enum([...PAYOUT_STATUSES]),
    status_cause: model.text(),
    status_changed_at: model.dateTime(),
    /** Why it waits (domain/payout/reason), with facts for a person. */
    reason: model.text().nullable(),
    reason_facts: model.json().nullable(),

    destination_sealed: model.text().nullable(),
    /**
     * Id of the key that sealed this row: the boot is refused when a stored row needs a missing
     * key.
     */
    sealed_with: model.text().nullable(),
    /** How a refund learned its destination. */
    destination_from: model.enum([...DESTINATION_SOURCES]).nullable(),
    full_name: model.text().nullable(),
    bank: model.text().nullable(),
    account_type: model.text().nullable(),
    account_last_four: model.text().nullable(),
    /** Who holds the key of a Bre-B payout, masked, as the service said last (domain/payout/key-holder). */
    key_holder: model.json().nullable(),
    /** Whom the service named last for each key that it had (domain/payout/key-holder `NamedHolders`). */
    named_holders: model.json().nullable(),

    /** Number of changes of amount and destination: an approval is for exactly one version. */
    version: model.number().default(1),
    approved_version: model.number().nullable(),
    approved_by: model.text().nullable(),
    approved_at: model.dateTime().nullable(),
    /**
     * When it entered the queue without a second person: it counts towards that day's limit while it
     * waits there. Once it is sent, its attempt counts.
     */
    unapproved_at: model.dateTime().nullable(),
    /** Id of the user who made it; null: the system, or a key behind which no user is known. */
    created_by: model.text().nullable(),
    /** Id of the secret API key that made it. */
    created_by_key: model.text().nullable(),
    /** Everybody who had a part in it since its creation (domain/payout/actor `makerOf`). */
    makers: model.json(),
    note: model.text().nullable(),
    /** Of a payment made elsewhere: what shows that it was. */
    proof: model.text().nullable(),

    /** Of the newest attempt. */
    reference: model.text().nullable(),
    ticket: model.text().nullable(),
    response_message: model.text().nullable(),
    estimated_time: model.dateTime().nullable(),

    /** Due time of the send; only in `queued`. */
    submit_after: model.dateTime().nullable(),
    /** Time of the next check whether it can be released; only in `held`. */
    release_after: model.dateTime().nullable(),
    /** Raised by each claim: a worker whose claim has expired changes nothing. */
    fence: model.number().default(0),
  })
  .checks([
    {
      // A payout without a due time would wait for ever, unseen.
      name: "CK_payin_payout_due",
      expression:
        "(status <> 'queued' or submit_after is not null) and (status <> 'held' or release_after is not null)",
    },
  ])
  .indexes([
    { name: "UQ_payin_payout_source", on: ["source", "source_id"], unique: true, where: null },
    {
      name: "IDX_payin_payout_to_submit",
      on: ["account", "submit_after", "id"],
      where: "status = 'queued'",
    },
    { name: "IDX_payin_payout_to_release", on: ["release_after", "id"], where: "status = 'held'" },
    { name: "IDX_payin_payout_transaction", on: ["transaction_id"] },
    { name: "IDX_payin_payout_order", on: ["order_id"] },
    { name: "IDX_payin_payout_fulfillment", on: ["fulfillment_id"] },
    { name: "IDX_payin_payout_refund", on: ["refund_id"] },
    { name: "IDX_payin_payout_anomaly", on: ["anomaly_id"] },
    { name: "IDX_payin_payout_beneficiary", on: ["beneficiary_id", "created_at", "id"] },
    { name: "IDX_payin_payout_import", on: ["import_id"] },
    { name: "IDX_payin_payout_rest_of", on: ["rest_of"], where: "rest_of is not null" },
    { name: "IDX_payin_payout_reference", on: ["reference"] },
    { name: "IDX_payin_payout_ticket", on: ["ticket"] },
    { name: "IDX_payin_payout_status", on: ["status", "created_at", "id"] },
    { name: "IDX_payin_payout_created", on: ["created_at", "id"] },
    {
      name: "IDX_payin_payout_unapproved",
      on: ["account", "currency", "unapproved_at"],
      where: "unapproved_at is not null",
    },
    { name: "IDX_payin_payout_rule", on: ["rule_id"], where: "rule_version is not null" },
    {
      name: "IDX_payin_payout_given",
      on: ["status_changed_at"],
      where: "status in ('approved', 'paid_elsewhere')",
    },
    {
      name: "IDX_payin_payout_sealed_with",
      on: ["sealed_with"],
      where: "sealed_with is not null",
    },
  ])
