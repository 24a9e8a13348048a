import { model } from "@medusajs/framework/utils"
import { CARD_CALLS } from "../../../domain/card/answer"

/**
 * One request to the card-payment API, written before it leaves. The service's support finds a call
 * by its `X-Request-ID` (docs/service.md#credentials), also one that was never answered. No row
 * says that it arrived.
 */
export const PayinCardRequest = model
  .define("payin_card_request", {
    /** The `X-Request-ID`. */
    id: model.id().primaryKey(),
    account: model.text(),
    call: model.enum([...CARD_CALLS]),
    card_id: model.text(),
    /** The hold that is asked for or captured; null when the call is about the card itself. */
    card_transaction_id: model.text().nullable(),
  })
  .indexes([{ name: "IDX_payin_card_request_card", on: ["card_id", "created_at"] }])
