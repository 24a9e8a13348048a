import { model } from "@medusajs/framework/utils"

/**
 * A request of an operator that moves money, by its `Idempotency-Key`
 * (docs/decisions/0022-operator-requests.md). The same key and body get the first answer again. The
 * row is kept for good, because a key that was deleted would pay again. A refund's destination is
 * not kept for good (workflows/forget/typed-accounts.ts).
 */
export const PayinOperatorRequest = model
  .define("payin_operator_request", {
    id: model.id({ prefix: "payreq" }).primaryKey(),
    key: model.text(),
    /** A keyed fingerprint of method, path and body. */
    request_hash: model.text(),
    actor_id: model.text().nullable(),
    /** Destination of a refund, kept before the refund is booked. */
    destination_sealed: model.text().nullable(),
    /**
     * Id of the key that sealed this row: the boot is refused when a stored row needs a missing
     * key.
     */
    sealed_with: model.text().nullable(),
    /** The one Refund of Medusa that carries the request out. */
    refund_id: model.text().nullable(),
    /**
     * The Refund of a try that came too late. Medusa deletes it, and an order may show it all the
     * same (workflows/refund/surplus.ts).
     */
    surplus_refund_id: model.text().nullable(),
    /** null while the request is under way. */
    answer_status: model.number().nullable(),
    answer: model.json().nullable(),
    /** The end of the lease frees the key after a crash. */
    leased_until: model.dateTime(),
  })
  .indexes([
    { name: "UQ_payin_operator_request_key", on: ["key"], unique: true, where: null },
    { name: "IDX_payin_operator_request_created", on: ["created_at", "id"] },
    {
      name: "IDX_payin_operator_request_sealed_with",
      on: ["sealed_with"],
      where: "sealed_with is not null",
    },
  ])
