import { computedAmount } from "../../../domain/money/amount"
import { owedBy } from "../../../domain/order/owed"
import type { Order, PaymentSnapshot } from "../../../medusa/payment-snapshot"
import { notOwed, otherTotalThan } from "../owed"

const TOTAL = computedAmount(60_000)
const NONE = computedAmount(0)

function orderOf({ status = "pending", paid = NONE, outstanding = TOTAL }): Order {
  return {
    ...{ id: "order_1", status, currency_code: "COP", created_at: null, transactions: [] },
    placed_total: TOTAL,
    owed: owedBy({
      ...{ status, pending_difference: outstanding, paid_total: paid, transaction_total: paid },
    }),
  }
}

const LIVE = {
  ...{ id: "pay_1", amount: TOTAL, captured_at: new Date(), canceled_at: null },
  ...{ captures: [], refunds: [] },
}

function placeOf(payments: PaymentSnapshot["collection"]["payments"]): PaymentSnapshot {
  return {
    collection: {
      ...{ id: "pay_col_1", amount: TOTAL, currency_code: "cop", payment_sessions: [], payments },
    },
    cart_id: "cart_1",
    order: null,
    missing_links: [],
  }
}

describe("why an order must not get the money", () => {
  it.each([
    ["it owes it", {}, "COP", [], null],
    ["it is canceled", { status: "canceled" }, "COP", [], "paid_after_canceled"],
    ["it counts in another currency", {}, "PEN", [], "currency_mismatch"],
    [
      "it is canceled, and in another currency: the more useful reason goes first",
      { status: "canceled" },
      "PEN",
      [],
      "paid_after_canceled",
    ],
    ["another payment is there", {}, "COP", [LIVE], "duplicate_payment"],
    ["it was paid", { paid: TOTAL, outstanding: NONE }, "COP", [], "duplicate_payment"],
    ["an edit left nothing to pay", { outstanding: NONE }, "COP", [], "paid_after_replaced"],
  ])("%s", (_, order, currency, payments, kind) => {
    expect(notOwed(placeOf(payments), orderOf(order), { currency })).toBe(kind)
  })
})

describe("money that was asked for another total of the cart", () => {
  const OTHER = computedAmount(48_000)
  const THIRD = computedAmount("33333.33333333")
  const AS_MEDUSA_ADDS = computedAmount("33333.33333334")

  it.each([
    ["what the order cost when it was placed", TOTAL, null, TOTAL, null],
    ["the same, added up in another way", THIRD, null, AS_MEDUSA_ADDS, null],
    ["less", OTHER, null, TOTAL, TOTAL],
    ["more", TOTAL, null, OTHER, OTHER],
    ["less, by the order itself, after an edit", OTHER, "order_1", TOTAL, null],
    ["less, by another order", OTHER, "order_2", TOTAL, TOTAL],
  ])("%s", (_, order_amount, for_order_id, placed_total, other) => {
    const order = { id: "order_1", placed_total }
    expect(otherTotalThan({ order_amount, for_order_id }, order)).toBe(other)
  })
})
