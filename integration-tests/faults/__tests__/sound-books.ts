import type { Books } from "../books"

const ORDER = "order_1"

/** One pay-in, paid and settled as it should be; tests spoil it. Amounts in major units, of the service in wire units. */
export function soundBooks() {
  return {
    service: [
      {
        reference: "pin_1",
        status: "APPROVED",
        amount: 60_000,
        paid_amount: 60_000,
        currency: "COP",
        paid_currency: "COP",
        contradicted: false,
      },
    ],
    payIns: [
      {
        id: "payin_1",
        reference: "pin_1",
        status: "approved",
        cart_id: "cart_1",
        order_id: ORDER,
        payment_collection_id: "pay_col_1",
        currency: "COP",
        order_amount: "60000",
        requested_amount: "60000",
        approved_amount: "60000",
        settled: true,
        set_aside: false,
        accepted: false,
        announced: true,
        leased: false,
        lapsed: false,
        apply_overdue: null,
        lookup_overdue: null,
        end_overdue: null,
      },
    ],
    payments: [
      {
        id: "pay_1",
        provider_id: "pp_payin_co",
        reference: "pin_1",
        payment_collection_id: "pay_col_1",
        canceled: false,
        captures: [{ id: "capt_1", amount: "60000" }],
        refunds: [],
      },
    ],
    collections: [{ id: "pay_col_1", captured: "60000", refunded: "0" }],
    orders: [
      {
        id: ORDER,
        status: "pending",
        carts: ["cart_1"],
        collections: ["pay_col_1"],
        transactions: [{ reference: "capture", reference_id: "capt_1", amount: "60000" }],
        items: [{ line_item_id: "ordli_1", inventory_item_id: "iitem_1", quantity: 2 }],
        other_sessions: 0,
        outstanding: "0",
        counted: [],
        ...{ credited: "0", changing: false, changed: false },
        packed: [],
      },
    ],
    anomalies: [],
    payouts: [],
    out: {
      ...{ paid: [], payouts: [], attempts: [], audit: [], questions: [], presses: [] },
      wallets: { COP: 0, PEN: 0 },
      sellers: { rules: [], parcels: [], shares: [] },
      ...{ sources: [], reversals: [], looks: [], fourEyes: { keys: [], needs: [] } },
    },
    reservations: [{ line_item_id: "ordli_1", inventory_item_id: "iitem_1", quantity: 2 }],
    levels: [{ inventory_item_id: "iitem_1", reserved: 2 }],
    events: [],
    notKnown: [],
    bystandersTouched: [],
  } satisfies Books
}

/** The same pay-in, of which nobody heard: no order, nothing reserved, nothing captured. */
export function unpaidBooks(): Books {
  const books: Books = soundBooks()
  books.payments = []
  books.collections = [{ id: "pay_col_1", captured: "0", refunded: "0" }]
  books.orders = []
  books.reservations = []
  books.levels = [{ inventory_item_id: "iitem_1", reserved: 0 }]
  Object.assign(books.payIns[0], { settled: false, order_id: null, announced: false })
  return books
}

/** A question to a person about the pay-in. */
export function anomaly(change: Partial<Books["anomalies"][number]> = {}) {
  return {
    id: "payano_1",
    kind: "paid_without_order" as const,
    status: "open",
    action: null,
    transaction_id: "payin_1",
    order_id: null,
    facts: {},
    ...change,
  }
}
