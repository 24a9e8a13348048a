import { majorAmount } from "../../money/amount"
import type { WaitingOrder } from "../../order/waiting"
import { reasonNotToCancelAtEnd, type FailedPayment } from "../reason-not-to-cancel"

const ORDER: WaitingOrder = {
  ...{ id: "order_1", status: "pending", payment_collections: [], renewal: null },
  ...{ outstanding: majorAmount("60000"), paid: majorAmount("0"), fulfillments: 0, payments: 0 },
  ...{ had_other_payment: false, is_asked: false, other_sessions: 0, coming: [], cards: [] },
}
const LINK: FailedPayment = { id: "payin_1", status: "rejected", by_card: false }
const REFUNDED_CARD: FailedPayment = { id: "payin_1", status: "approved", by_card: true }
const itself = (is_late: boolean) => [{ id: "payin_1", is_settled: false, is_late }]

describe("the order of a payment that failed", () => {
  it.each<[string, Partial<WaitingOrder>, FailedPayment, string | null]>([
    ["waited for that alone", { coming: itself(false) }, LINK, null],
    ["got its late money", { coming: itself(true) }, LINK, "other_link"],
    ["belongs to a renewal", { renewal: "cycle_1" }, LINK, "renewal"],
    ["belongs to a renewal whose card was paid back", { renewal: "cycle_1" }, REFUNDED_CARD, null],
    ["was placed by another payment", { had_other_payment: true }, LINK, "other_payment"],
    ["was placed by the card itself", { had_other_payment: true }, REFUNDED_CARD, null],
    [
      "was placed by another, and is fulfilled",
      { had_other_payment: true, fulfillments: 1 },
      LINK,
      "fulfilled",
    ],
  ])("%s", (_, about, failed, reason) => {
    const order = { ...ORDER, ...about }
    expect(reasonNotToCancelAtEnd(order, failed, { onPaymentFailed: "cancel_order" })).toBe(reason)
    expect(reasonNotToCancelAtEnd(order, failed, { onPaymentFailed: "keep_order" })).toBe(
      "by_option"
    )
  })
})
