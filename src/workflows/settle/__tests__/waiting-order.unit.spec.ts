import { majorAmount } from "../../../domain/money"
import { reasonNotToCancel, type WaitingOrder } from "../waiting-order"

const UNPAID: WaitingOrder = {
  ...{ id: "order_1", status: "pending", payment_collections: [], renewal: null },
  ...{ outstanding: majorAmount("60000"), paid: majorAmount("0") },
  ...{ fulfillments: 0, payments: 0, other_sessions: 0, cards: [], coming: [] },
}

describe("an order whose payment failed", () => {
  it("may be canceled when nothing else pays it", () => {
    expect(reasonNotToCancel(UNPAID)).toBeNull()
  })

  it.each<[string, Partial<WaitingOrder>, string]>([
    ["is no longer pending", { status: "canceled" }, "not_waiting"],
    ["holds a payment", { payments: 1 }, "paid"],
    ["was paid in part without a payment", { paid: majorAmount("1000") }, "paid"],
    ["owes nothing", { outstanding: majorAmount("0") }, "owes_nothing"],
    ["was fulfilled", { fulfillments: 1 }, "fulfilled"],
    ["waits for another provider", { other_sessions: 1 }, "other_provider"],
    ["waits for a card", { cards: [{ cycle_id: null, is_told: false }] }, "other_link"],
    ["belongs to a renewal", { renewal: "paycyc_1" }, "renewal"],
  ])("is kept when it %s", (_, facts, kept) => {
    expect(reasonNotToCancel({ ...UNPAID, ...facts })).toBe(kept)
  })
})
